#include "core/import/chrome/chrome_header.h"

#include "core/base/error.h"
#include "core/import/chrome/json_cursor.h"
#include "core/import/shared/json_text.h"
#include "core/machine/environment.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

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

std::string plainTextOf(const Json& object, const char* key)
{
    bool wasRepaired = false;
    return plainText(textOf(object, key), wasRepaired);
}

/// A device's number; -1: the host, or an invalid number.
int16_t deviceOf(const Json& object)
{
    const int64_t number = object.contains("device") ? integerOf(object, "device") : -1;
    return number >= 0 && number <= std::numeric_limits<int16_t>::max() ? int16_t(number) : int16_t(-1);
}

/// The entries of a log, each [milliseconds since 1970, LogLevel, text]; anything else is left out.
std::vector<LogEntry> notesOf(const Json& own)
{
    const auto list = own.find("notes");
    std::vector<LogEntry> notes;
    if (list == own.end() || !list->is_array())
        return notes;
    for (const Json& each : *list) {
        constexpr size_t fields = 3;
        if (!each.is_array() || each.size() != fields || !each[0].is_number_integer() ||
            !each[1].is_number_unsigned() || each[1] > unsigned(LogLevel::Error) || !each[2].is_string())
            continue;
        bool wasRepaired = false;
        notes.push_back({.unixMs = each[0].get<int64_t>(),
                         .level = LogLevel(each[1].get<unsigned>()),
                         .text = plainText(each[2].get<std::string>(), wasRepaired)});
    }
    return notes;
}

/// None if it is missing or cannot be read.
std::optional<Environment> environmentOf(const Json& own)
{
    const auto environment = own.find("environment");
    if (environment == own.end())
        return std::nullopt;
    try {
        return environmentFromJson(environment->dump(-1, ' ', false, Json::error_handler_t::replace));
    } catch (const Error&) {
        return std::nullopt;
    }
}

std::optional<OwnTables> ownTablesOf(std::string_view text)
{
    const Json json = Json::parse(text, nullptr, false);
    const auto isList = [&json](const char* key) { return json.contains(key) && json[key].is_array(); };
    if (!json.is_object() || !isList("threads") || !isList("counters"))
        return std::nullopt;
    OwnTables own{.events = integerOf(json, "events"),
                  .steps = integerOf(json, "steps"),
                  .stepSource = plainTextOf(json, "detected_steps"),
                  .notes = notesOf(json),
                  .device = plainTextOf(json, "device"),
                  .threadsPerOperator =
                      int(std::clamp<int64_t>(integerOf(json, "threads_per_operator"), 0, 65536)),
                  .environment = environmentOf(json)};
    for (const Json& each : json["threads"]) {
        if (!each.is_object())
            return std::nullopt;
        own.threads.push_back({.id = integerOf(each, "id"),
                               .name = plainTextOf(each, "name"),
                               .process = integerOf(each, "process"),
                               .device = deviceOf(each)});
    }
    for (const Json& each : json["counters"]) {
        if (!each.is_object())
            return std::nullopt;
        own.counters.push_back({.pid = integerOf(each, "pid"),
                                .counter = {.name = plainTextOf(each, "name"),
                                            .process = integerOf(each, "process"),
                                            .device = deviceOf(each)}});
    }
    return own;
}

/// Keeps only a few fields: the lists of process groups can be large.
void takeDistributedInfo(TraceHeader& header, std::string_view text)
{
    std::string padded(text);
    padded.append(jsonPadding, '\0');
    JsonCursor cursor(padded.data(), padded.data() + text.size());
    TraceRank& rank = header.rank;
    std::string_view key;
    bool isOpen = cursor.take('{');
    while (isOpen && cursor.readKey(key)) {
        int64_t number = -1;
        std::string_view name;
        if ((key == "backend" || key == "nccl_version") && cursor.isAt('"') && cursor.readString(name)) {
            bool wasRepaired = false;
            (key == "backend" ? rank.backend : header.nccl) = decodedJsonText(name, wasRepaired);
        } else if (key == "rank" && cursor.readInteger(number)) {
            rank.rank = std::max<int64_t>(number, -1);
        } else if (key == "world_size" && cursor.readInteger(number)) {
            rank.worldSize = std::max<int64_t>(number, 0);
        } else if (!cursor.skipValue()) {
            break;
        }
        cursor.skipSpace();
        isOpen = cursor.take(',');
    }
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

/// `value` is the text of the JSON value; unknown keys are ignored.
void takeMember(TraceHeader& header, std::string_view key, std::string_view value)
{
    constexpr size_t mostBytes = 16 << 20; // of values that are parsed into a tree
    if (value.size() > mostBytes && key != "distributedInfo") {
        header.hasBrokenProperties = header.hasBrokenProperties || key == "deviceProperties";
    } else if (key == "schemaVersion") {
        header.isKineto = true;
    } else if (key == "deviceProperties") {
        header.isKineto = true;
        auto found = devicesOf(value);
        header.hasBrokenProperties = !found;
        header.devices = std::move(found).value_or(std::vector<TraceDevice>());
    } else if (key == "baseTimeNanoseconds") {
        std::from_chars(value.data(), value.data() + value.size(), header.baseNs);
    } else if (key == "cuda_runtime_version") {
        std::from_chars(value.data(), value.data() + value.size(), header.cudaRuntime);
    } else if (key == "cuda_driver_version") {
        std::from_chars(value.data(), value.data() + value.size(), header.cudaDriver);
    } else if (key == "host_name" && value.size() >= 2 && value[0] == '"') {
        bool wasRepaired = false;
        header.hostName = decodedJsonText(value.substr(1, value.size() - 2), wasRepaired);
    } else if (key == "distributedInfo") {
        takeDistributedInfo(header, value);
    } else if (key == "stepscope") {
        header.own = ownTablesOf(value);
    }
}

} // namespace

ChromeHeaderEnd readChromeHeader(std::string_view text, TraceHeader& header)
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
        takeMember(header, key, {value, size_t(cursor.at - value)});
        cursor.skipSpace();
        if (!cursor.take(','))
            break;
    }
    return end(cursor.ranOut || cursor.at >= cursor.end ? Kind::NeedsMore : Kind::NoTrace);
}

bool readChromeTrailer(std::string_view text, TraceHeader& header)
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
        takeMember(header, key, {value, size_t(cursor.at - value)});
        cursor.skipSpace();
    }
    cursor.skipSpace();
    return cursor.isAt('}');
}

} // namespace stepscope
