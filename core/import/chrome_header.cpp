#include "core/import/chrome_header.h"

#include "core/import/json_cursor.h"

#include <nlohmann/json.hpp>

#include <charconv>

namespace stepscope {

namespace {

using Json = nlohmann::json;

int64_t integerOf(const Json& object, const char* key)
{
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number())
        return 0;
    constexpr double tooLarge = 9e18;
    return std::abs(found->get<double>()) < tooLarge ? found->get<int64_t>() : 0;
}

std::string textOf(const Json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<std::vector<TraceDevice>> devicesOf(std::string_view text)
{
    const Json list = Json::parse(text, nullptr, false);
    if (!list.is_array())
        return std::nullopt;
    std::vector<TraceDevice> devices;
    for (const Json& each : list) {
        if (!each.is_object())
            continue;
        TraceDevice device{.number = int16_t(integerOf(each, "id")),
                           .name = textOf(each, "name"),
                           .memoryBytes = integerOf(each, "totalGlobalMem"),
                           .computeMajor = int32_t(integerOf(each, "computeMajor")),
                           .computeMinor = int32_t(integerOf(each, "computeMinor")),
                           .processors = int32_t(integerOf(each, "numSms")),
                           .threadsPerProcessor = int32_t(integerOf(each, "maxThreadsPerMultiprocessor")),
                           .warpSize = int32_t(integerOf(each, "warpSize"))};
        devices.push_back(std::move(device));
    }
    return devices;
}

} // namespace

void ChromeHeader::take(std::string_view key, std::string_view value)
{
    if (key == "schemaVersion") {
        isKineto = true;
    } else if (key == "deviceProperties") {
        isKineto = true;
        auto found = devicesOf(value);
        hasBrokenProperties = !found;
        devices = std::move(found).value_or(std::vector<TraceDevice>());
    } else if (key == "baseTimeNanoseconds") {
        std::from_chars(value.data(), value.data() + value.size(), baseNs);
    } else if (key == "host_name" && value.size() >= 2 && value[0] == '"') {
        hostName = value.substr(1, value.size() - 2);
    } else if (key == "distributedInfo") {
        const Json info = Json::parse(value, nullptr, false);
        if (!info.is_object())
            return;
        backend = textOf(info, "backend");
        rank = info.contains("rank") ? integerOf(info, "rank") : -1;
        worldSize = integerOf(info, "world_size");
    }
}

ChromeHeaderEnd readChromeHeader(std::string_view text, ChromeHeader& header)
{
    using Kind = ChromeHeaderEnd::Kind;
    constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
    JsonCursor cursor(text.data(), text.data() + text.size());
    if (text.starts_with(byteOrderMark))
        cursor.at += byteOrderMark.size();
    cursor.skipSpace();
    const auto end = [&](Kind kind) { return ChromeHeaderEnd{kind, size_t(cursor.at - text.data())}; };
    if (cursor.at >= cursor.end)
        return end(Kind::NeedsMore);
    if (cursor.take('[')) {
        header.isBareList = true;
        return end(Kind::List);
    }
    if (!cursor.take('{'))
        return end(Kind::NoTrace);
    std::string_view key;
    while (cursor.readKey(key)) {
        if (key == "traceEvents" && cursor.take('['))
            return end(Kind::List);
        const char* const value = cursor.at;
        if (!cursor.skipValue())
            break;
        header.take(key, {value, size_t(cursor.at - value)});
        cursor.skipSpace();
        if (!cursor.take(','))
            break;
    }
    return end(cursor.ranOut || cursor.at >= cursor.end ? Kind::NeedsMore : Kind::NoTrace);
}

bool readChromeTrailer(std::string_view text, ChromeHeader& header)
{
    std::string padded(text);
    padded.append(jsonPadding, '\0');
    JsonCursor cursor(padded.data(), padded.data() + text.size());
    cursor.skipSpace();
    std::string_view key;
    while (cursor.take(',') && cursor.readKey(key)) {
        const char* const value = cursor.at;
        if (!cursor.skipValue())
            return false;
        header.take(key, {value, size_t(cursor.at - value)});
        cursor.skipSpace();
    }
    cursor.skipSpace();
    return cursor.isAt('}');
}

} // namespace stepscope
