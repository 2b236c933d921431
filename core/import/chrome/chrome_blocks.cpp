#include "core/import/chrome/chrome_blocks.h"

#include "core/base/clock.h"
#include "core/base/text/format.h"
#include "core/import/chrome/chrome_boundary.h"
#include "core/language/translation.h"
#include "core/machine/environment.h"

#include <algorithm>
#include <cstring>
#include <thread>

namespace stepscope {

namespace {

constexpr size_t blockBytes = 1 << 20; // fits in a processor's own cache
constexpr size_t longestEvent = 64 << 20;
constexpr size_t mostReaders = 16;
constexpr size_t blocksAhead = 4; ///< that may be waiting per reader

constexpr int64_t usualMemory = int64_t(2) << 30;
constexpr int64_t usualFileBytes = 100'000'000;
/// The most memory per event that an import takes, from reading to writing the run file.
constexpr int64_t bytesPerEvent = 200;
constexpr int64_t bytesPerOther = 150;
constexpr int64_t bytesPerText = 400;
constexpr int64_t bytesPerTrack = 500;

int64_t neededBytes(const ImportedBlock& block)
{
    const size_t others = block.work.size() + block.allocations.size() + block.counters.size() +
                          block.parts.size() + block.names.size();
    return int64_t(block.events.size()) * bytesPerEvent + int64_t(others) * bytesPerOther;
}

size_t readersFor(int wanted)
{
    const int count = wanted > 0 ? wanted : availableProcessors();
    return std::clamp<size_t>(size_t(std::max(count, 1)), 1, mostReaders);
}

} // namespace

ChromeBlocks::ChromeBlocks(ImportSource& source, std::string begin, const ImportOptions& options)
    : m_source(source)
    , m_options(options)
    , m_readers(readersFor(options.threads))
    , m_carry(std::move(begin))
    , m_beganNs(monotonicNs())
{
}

ChromeBlocks::Content ChromeBlocks::read()
{
    std::vector<ChromeEventParser> parsers;
    for (size_t reader = 0; reader < m_readers; ++reader)
        parsers.emplace_back(int(reader));
    {
        std::vector<std::jthread> threads;
        for (size_t reader = 1; reader < m_readers; ++reader)
            threads.emplace_back([this, &parser = parsers[reader]] { work(parser); });
        work(parsers[0]);
    }
    if (m_failure)
        std::rethrow_exception(m_failure);
    m_content.endsInEvent = m_unfinished.starts_with('{');
    m_content.otherBytes = m_content.endsInEvent ? 0 : m_unfinished.size();
    for (auto& parser : parsers)
        m_content.events.texts.push_back(parser.takeTexts());
    return std::move(m_content);
}

void ChromeBlocks::work(ChromeEventParser& parser)
{
    try {
        Block block;
        while (fill(block)) {
            auto result = parser.parse(block.text());
            deliver({std::move(block), std::move(result)}, parser);
            block = {};
        }
    } catch (...) {
        fail(std::current_exception());
    }
}

void ChromeBlocks::fail(std::exception_ptr failure)
{
    const std::lock_guard lock(m_ordering);
    if (!m_failure)
        m_failure = std::move(failure);
    m_over = true;
    m_ordered.notify_all();
}

bool ChromeBlocks::fill(Block& block)
{
    const std::lock_guard lock(m_filling);
    {
        std::unique_lock ordering(m_ordering);
        m_ordered.wait(ordering,
                       [this] { return m_over || m_nextToFill < m_nextToAccept + m_readers * blocksAhead; });
        if (m_over || (m_sourceEnded && m_carry.empty()))
            return false;
        if (!m_spareBuffers.empty()) {
            block.buffer = std::move(m_spareBuffers.back());
            m_spareBuffers.pop_back();
        }
    }
    if (m_options.stop.stop_requested())
        throw ImportCanceled(translated("The import was canceled."));
    cut(block);
    block.number = m_nextToFill++;
    report();
    return true;
}

/// Reads until an event begins after at least one other: everything before it is the block.
void ChromeBlocks::cut(Block& block)
{
    block.size = m_carry.size();
    size_t wanted = blockBytes;
    for (;;) {
        const size_t needed = block.size + wanted + jsonPadding;
        if (block.buffer.size() < needed)
            block.buffer.resize(needed);
        if (!m_carry.empty()) {
            std::memcpy(block.buffer.data(), m_carry.data(), m_carry.size());
            m_carry.clear();
        }
        const size_t count = m_sourceEnded ? 0 : m_source.read(block.buffer.data() + block.size, wanted);
        block.size += count;
        m_sourceEnded = m_sourceEnded || count < wanted;
        if (m_sourceEnded)
            break;
        const size_t brace = lastEventBrace(block.text());
        if (brace != std::string_view::npos && brace > 0) {
            m_carry.assign(block.text().substr(brace));
            block.size = brace;
            break;
        }
        if (block.size >= longestEvent)
            break;
        wanted = block.size; // an event longer than a block
    }
    std::memset(block.buffer.data() + block.size, 0, jsonPadding);
}

void ChromeBlocks::deliver(Parsed parsed, ChromeEventParser& parser)
{
    const std::lock_guard lock(m_ordering);
    m_waiting.emplace(parsed.block.number, std::move(parsed));
    for (auto next = m_waiting.find(m_nextToAccept); next != m_waiting.end();
         next = m_waiting.find(m_nextToAccept)) {
        Parsed ready = std::move(next->second);
        m_waiting.erase(next);
        accept(std::move(ready), parser);
        ++m_nextToAccept;
    }
    m_ordered.notify_all();
}

void ChromeBlocks::accept(Parsed parsed, ChromeEventParser& parser)
{
    if (m_content.isListClosed) {
        keepBehind(parsed.block.text());
        return;
    }
    if (!m_unfinished.empty()) {
        Block joined;
        joined.size = m_unfinished.size() + parsed.block.size;
        joined.buffer = std::move(m_unfinished);
        joined.buffer.append(parsed.block.text());
        joined.buffer.append(jsonPadding, '\0');
        m_unfinished.clear();
        parsed.result = parser.parse(joined.text());
        parsed.block = std::move(joined);
    }
    const auto text = parsed.block.text();
    const auto rest = text.substr(size_t(parsed.result.at - text.data()));
    if (parsed.result.end == ChromeEventParser::End::List) {
        m_content.isListClosed = true;
        keepBehind(rest);
    } else if (parsed.result.end == ChromeEventParser::End::InEvent) {
        if (rest.size() < longestEvent)
            m_unfinished.assign(rest);
        else
            parsed.result.block.log.count(ImportIssue::UnreadableEvents);
    }
    m_neededBytes += neededBytes(parsed.result.block);
    checkMemory(parser);
    m_content.log.add(parsed.result.block.log);
    m_content.events.blocks.push_back(std::move(parsed.result.block));
    m_spareBuffers.push_back(std::move(parsed.block.buffer));
}

void ChromeBlocks::checkMemory(const ChromeEventParser& parser)
{
    const ImportedTexts& texts = parser.texts();
    m_bytesOfTexts[parser.reader()] =
        (int64_t(texts.names.size()) + int64_t(texts.shapes.size())) * bytesPerText +
        int64_t(texts.tracks.size()) * bytesPerTrack;
    int64_t needed = m_neededBytes;
    for (const auto& [reader, bytes] : m_bytesOfTexts)
        needed += bytes;
    int64_t most = m_options.memoryBytes;
    if (most <= 0)
        most = usualMemory * std::max<int64_t>(1, m_source.fileBytes() / usualFileBytes);
    if (needed > most)
        throw Error(translated("Cannot import {file}: its events need more than {limit} of memory. Record "
                               "fewer steps, or allow more with --memory (in GB).",
                               {{"file", m_source.path().string()}, {"limit", formatBytes(double(most))}}));
}

void ChromeBlocks::keepBehind(std::string_view text)
{
    if (m_content.behind.size() + text.size() < longestEvent)
        m_content.behind.append(text);
    else
        m_over = true;
}

void ChromeBlocks::report()
{
    if (!m_options.progress)
        return;
    ImportProgress progress{m_source.fileBytesRead(), m_source.fileBytes()};
    const double seconds = double(monotonicNs() - m_beganNs) * 1e-9;
    constexpr double soonest = 0.2; // before that the estimate would jump
    if (seconds > soonest && progress.bytesRead > 0)
        progress.secondsLeft =
            seconds * double(progress.fileBytes - progress.bytesRead) / double(progress.bytesRead);
    m_options.progress(progress);
}

} // namespace stepscope
