#include "core/base/text/json_value.h"

#include "core/base/error.h"
#include "core/base/text/visible_text.h"

#include <algorithm>
#include <set>

namespace stepscope {

nlohmann::ordered_json parsedJson(std::string_view json, const std::string& source)
{
    using Json = nlohmann::ordered_json;
    if (json.find_first_not_of(" \t\r\n") == std::string_view::npos)
        throw Error(translated("{file} is empty.", {{"file", source}}));
    std::vector<std::set<std::string>> namesOfObjects;
    const auto refuseTwice = [&](int, Json::parse_event_t event, Json& parsed) {
        if (event == Json::parse_event_t::object_start)
            namesOfObjects.emplace_back();
        else if (event == Json::parse_event_t::object_end)
            namesOfObjects.pop_back();
        else if (event == Json::parse_event_t::key &&
                 !namesOfObjects.back().insert(parsed.get<std::string>()).second)
            throw Error(translated(
                "{source}: \"{field}\" occurs twice.",
                {{"source", source}, {"field", shortLine(parsed.get<std::string>(), longestShownName)}}));
        return true;
    };
    try {
        return Json::parse(json, refuseTwice);
    } catch (const Json::parse_error& problem) {
        const auto end = std::min(problem.byte > 0 ? problem.byte - 1 : 0, json.size());
        const auto line = 1 + std::ranges::count(json.substr(0, end), '\n');
        throw Error(translated("{source}, line {line}: this is not valid JSON.",
                               {{"source", source}, {"line", std::to_string(line)}}),
                    problem.what());
    } catch (const Json::exception& problem) {
        throw Error(translated("{source}: this is not valid JSON.", {{"source", source}}), problem.what());
    }
}

void refuseJsonValue(const std::string& source, const std::string& field, const nlohmann::ordered_json& value,
                     const std::string& expected)
{
    constexpr size_t longestValue = 40;
    const auto text = value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    throw Error(translated("{source}: {field} is {value}, but must be {expected}.",
                           {{"source", source},
                            {"field", field},
                            {"value", shortLine(text, longestValue)},
                            {"expected", expected}}));
}

} // namespace stepscope
