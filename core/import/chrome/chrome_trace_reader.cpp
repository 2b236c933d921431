#include "core/import/chrome/chrome_trace_reader.h"

#include "core/base/text/format.h"
#include "core/import/chrome/chrome_blocks.h"
#include "core/import/chrome/chrome_boundary.h"
#include "core/import/chrome/chrome_header.h"
#include "core/import/chrome/json_cursor.h"
#include "core/import/events/trace_builder.h"
#include "core/import/shared/import_source.h"
#include "core/import/shared/imported_run.h"
#include "core/language/translation.h"

#include <algorithm>

namespace stepscope {

namespace {

constexpr size_t headerPiece = 1 << 20;
constexpr size_t longestHeader = 64 << 20;

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& reason)
{
    throw Error(translated("Cannot import {file}: {reason}.", {{"file", path.string()}, {"reason", reason}}));
}

/// Reads up to the list of events and returns what was read after its bracket.
std::string readHeader(ImportSource& source, TraceHeader& header)
{
    std::string text;
    for (;;) {
        const size_t before = text.size();
        const size_t wanted = std::max(before, headerPiece); // it is parsed again each time
        text.resize(before + wanted);
        text.resize(before + source.read(text.data() + before, wanted));
        const bool isAll = text.size() < before + wanted;
        const size_t size = text.size();
        text.append(jsonPadding, '\0');
        header = {};
        const auto end = readChromeHeader(std::string_view(text).substr(0, size), header);
        text.resize(size);
        if (end.kind == ChromeHeaderEnd::Kind::List)
            return text.substr(end.at);
        if (end.kind == ChromeHeaderEnd::Kind::NoTrace)
            fail(source.path(), translated("it is JSON without a list of trace events"));
        if (isAll)
            fail(source.path(), translated("it ends before its list of trace events"));
        if (size > longestHeader)
            fail(source.path(), translated("its first 64 MB do not contain a list of trace events"));
    }
}

/// The GPUs of a machine, with or without work in the trace: only their names and memory are known.
std::vector<TraceDevice> gpusOf(const Environment& environment)
{
    std::vector<TraceDevice> gpus;
    for (const auto& gpu : environment.gpus)
        gpus.push_back({.number = int16_t(gpus.size()), .name = gpu.name, .memoryBytes = gpu.memoryBytes});
    return gpus;
}

/// Whether there are events of any kind that is shown.
bool hasEvents(const ChromeBlocks::Content& content)
{
    return std::ranges::any_of(content.events.blocks, [](const ImportedBlock& block) {
        return !block.events.empty() || !block.allocations.empty() || !block.counters.empty();
    });
}

void tellDamage(const ImportSource& source, const ChromeBlocks::Content& content, bool isObjectClosed,
                ImportLog& log)
{
    const auto byte = [&source](int64_t number) {
        return translated(source.isGzip() ? translatable("byte {number} of its decompressed content")
                                          : translatable("byte {number}"),
                          {{"number", formatCount(number)}});
    };
    const std::string at = byte(source.contentBytesRead());
    const std::string before =
        hasEvents(content) ? " " + translated("All events before that were read.") : std::string();
    if (!source.damage().empty())
        log.damage(translated("The file is damaged: {reason}. Everything before {position} was read.",
                              {{"reason", source.damage()}, {"position", at}}));
    else if (content.endsInEvent)
        log.damage(translated("The file ends within an event, at {position}.", {{"position", at}}) + before);
    else if (content.otherBytes > 0)
        log.damage(translated("After {position}, the list of events has text that is not an event.",
                              {{"position", byte(source.contentBytesRead() - int64_t(content.otherBytes))}}) +
                   before);
    else if (!content.isListClosed)
        log.damage(translated("The file ends within its list of events, at {position}.", {{"position", at}}));
    else if (!isObjectClosed)
        log.damage(translated("The file ends after its list of events, at {position}; the rest is missing.",
                              {{"position", at}}));
}

} // namespace

bool isChromeTrace(std::string_view head)
{
    std::string text(head);
    text.append(jsonPadding, '\0');
    TraceHeader header;
    const auto end = readChromeHeader(std::string_view(text).substr(0, head.size()), header);
    if (end.kind == ChromeHeaderEnd::Kind::NoTrace)
        return false;
    if (end.kind == ChromeHeaderEnd::Kind::NeedsMore)
        return header.isKineto;
    if (head.find("\"traceEvents\"") < end.at)
        return true;
    const size_t event = nextEventBrace(text, end.at);
    const bool isFirst = event != std::string::npos && text.find_first_not_of(" \t\r\n", end.at) == event;
    return isFirst && text.find("\"ph\"", event) != std::string::npos;
}

std::optional<ChromeRank> chromeRankOf(const std::filesystem::path& path)
{
    ImportSource source(path);
    std::string head(headerPiece, '\0');
    head.resize(source.read(head.data(), head.size()));
    const size_t size = head.size();
    head.append(jsonPadding, '\0');
    TraceHeader header;
    const auto end = readChromeHeader(std::string_view(head).substr(0, size), header);
    if (end.kind == ChromeHeaderEnd::Kind::NoTrace || header.rank.rank < 0)
        return std::nullopt;
    return ChromeRank{header.rank.rank, header.rank.worldSize};
}

ImportedRun readChromeTrace(const std::filesystem::path& path, const ImportOptions& options)
{
    ImportSource source(path);
    TraceHeader header;
    std::string begin = readHeader(source, header);
    auto content = ChromeBlocks(source, std::move(begin), options).read();
    const bool isClosed = header.isBareList || readChromeTrailer(content.behind, header);
    ImportLog log;
    // The format allows a bare list of events to end without its bracket.
    if (!header.isBareList || content.endsInEvent || content.otherBytes > 0 || !source.damage().empty())
        tellDamage(source, content, isClosed, log);
    log.add(content.log);
    auto built = buildTrace(std::move(content.events), header, options);
    log.add(built.log);
    if (header.hasBrokenProperties)
        log.damage(translated("The devices' properties could not be read."));
    ImportOrigin origin{
        .file = path,
        .format = translated(header.own        ? translatable("Chrome trace of Stepscope")
                             : header.isKineto ? translatable("Chrome trace of PyTorch's profiler")
                                               : translatable("Chrome trace")),
        .fileBytes = source.fileBytes(),
        .contentBytes = source.contentBytesRead(),
        .rank = header.rank,
        .devices = header.own && header.own->environment && !header.own->environment->gpus.empty()
                       ? gpusOf(*header.own->environment)
                       : header.devices,
        .device = header.own ? header.own->device : std::string(),
        .threadsPerOperator = header.own ? header.own->threadsPerOperator : 0,
        .hostName = header.hostName,
        .cudaRuntime = header.cudaRuntime,
        .cudaDriver = header.cudaDriver,
        .nccl = header.nccl,
        .environment = header.own ? header.own->environment : std::nullopt,
        .stepSource = header.own && built.isOwn ? header.own->stepSource : std::string()};
    constexpr int64_t year2000Ns = 946'684'800'000'000'000;
    constexpr int64_t latestNs = 4'000'000'000'000'000'000;
    const bool isBaseSound = header.baseNs >= 0 && header.baseNs < latestNs;
    const int64_t firstNs = built.firstNs + (isBaseSound ? header.baseNs : 0);
    if (firstNs > year2000Ns)
        origin.firstUnixNs = firstNs;
    auto imported = importedRun(std::move(built.trace), std::move(origin), std::move(log));
    if (built.isOwn)
        keepEarlierLog(std::move(header.own->notes), imported);
    return imported;
}

} // namespace stepscope
