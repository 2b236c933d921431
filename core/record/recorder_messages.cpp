#include "core/record/recorder_messages.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace stepscope {

namespace {

using Json = nlohmann::json;

using KindName = std::pair<RecorderMessage::Kind, std::string_view>;

constexpr std::array<KindName, 4> kindNames{{
    {RecorderMessage::Kind::Recorded, "recorded"},
    {RecorderMessage::Kind::NoRun, "no-run"},
    {RecorderMessage::Kind::Problem, "problem"},
    {RecorderMessage::Kind::Failure, "failure"},
}};

std::string_view nameOfKind(RecorderMessage::Kind kind)
{
    return std::ranges::find(kindNames, kind, &KindName::first)->second;
}

} // namespace

std::string messageLine(const RecorderMessage& message)
{
    const Json line{{"kind", nameOfKind(message.kind)}, {"text", message.text}};
    return line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::vector<RecorderMessage> recorderMessages(std::string_view lines)
{
    std::vector<RecorderMessage> messages;
    while (!lines.empty()) {
        const auto line = lines.substr(0, lines.find('\n'));
        lines.remove_prefix(std::min(line.size() + 1, lines.size()));
        const auto object = Json::parse(line, nullptr, false);
        if (!object.is_object() || !object.contains("kind") || !object["kind"].is_string() ||
            !object.contains("text") || !object["text"].is_string())
            continue;
        const auto kind =
            std::ranges::find(kindNames, object["kind"].get_ref<const std::string&>(), &KindName::second);
        if (kind != kindNames.end())
            messages.push_back({kind->first, object["text"].get<std::string>()});
    }
    return messages;
}

} // namespace stepscope
