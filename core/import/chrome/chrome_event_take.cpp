// Stores the events read.

#include "core/import/chrome/chrome_category.h"
#include "core/import/chrome/chrome_event_parser.h"
#include "core/import/events/convolution_inputs.h"
#include "core/trace/convolution_arguments.h"

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

namespace stepscope {

namespace {

bool isNumber(std::string_view text, int64_t& number)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

/// Kineto's own marks, which do not concern the program.
bool isMark(std::string_view name)
{
    return name == "Record Window End" || name.starts_with("Iteration Start:");
}

} // namespace

void ChromeEventParser::setId(std::string_view text, int64_t& number, bool& isText)
{
    if (isNumber(text, number))
        return;
    number = m_texts.trackNames.intern(text);
    isText = true;
}

ImportedTrackId ChromeEventParser::hostTrack()
{
    if (!m_lastTrack.isNone() && m_fields.process == m_lastProcess && m_fields.thread == m_lastThread)
        return m_lastTrack;
    ImportedTrack track;
    setId(m_fields.process, track.process, track.processIsText);
    setId(m_fields.thread, track.thread, track.threadIsText);
    m_lastProcess = m_fields.process;
    m_lastThread = m_fields.thread;
    m_lastTrack = m_texts.trackOf(track);
    return m_lastTrack;
}

/// Work on a stream has its device and stream in its arguments, or the device as its process and "stream 7"
/// as its thread.
ImportedTrackId ChromeEventParser::trackOf(ImportedKind kind)
{
    if (!isOnDevice(kind))
        return hostTrack();
    ImportedTrack track{.process = m_fields.device, .thread = m_fields.stream, .isStream = true};
    constexpr std::string_view prefix = "stream ";
    const auto thread =
        m_fields.thread.starts_with(prefix) ? m_fields.thread.substr(prefix.size()) : m_fields.thread;
    // Stream -1 waits for all streams of its context.
    if ((!m_fields.hasStream || m_fields.stream < 0) && !isNumber(thread, track.thread))
        return hostTrack();
    if (!m_fields.hasDevice && !isNumber(m_fields.process, track.process))
        return hostTrack();
    if (track.process < 0 || track.process > std::numeric_limits<int16_t>::max())
        return hostTrack();
    return m_texts.trackOf(track);
}

void ChromeEventParser::take(const char* textEnd)
{
    switch (m_fields.phase) {
    case 'X':
        return takeSpan();
    case 'B':
    case 'E':
        return takePart();
    case 'i':
    case 'I':
        return takeInstant();
    case 'C':
        return takeCounter(textEnd);
    case 'M':
        return takeName(textEnd);
    default:
        m_block.log.count(ImportIssue::OtherPhases, !isFlow(m_fields.phase));
    }
}

bool ChromeEventParser::isConvolution(ImportedNameId name)
{
    while (m_isConvolution.size() <= name) {
        const ImportedNameId next(uint32_t(m_isConvolution.size()));
        m_isConvolution.push_back(convolutionArguments(m_texts.names[next]));
    }
    return m_isConvolution[name];
}

ImportedEvent ChromeEventParser::event()
{
    if (m_fields.category != m_lastCategory || m_lastCategory.data() == nullptr) {
        m_lastCategory = m_fields.category;
        m_lastKind = chromeKindOf(m_fields.category);
    }
    ImportedEvent event{.startNs = m_fields.startNs,
                        .durationNs = m_fields.durationNs,
                        .name = m_texts.names.intern(m_fields.name),
                        .track = trackOf(m_lastKind),
                        .kind = m_lastKind,
                        .pass = m_fields.pass};
    const bool isCalled = m_lastKind == ImportedKind::Operator || m_lastKind == ImportedKind::Annotation ||
                          m_lastKind == ImportedKind::Unknown;
    event.link = isCalled ? m_fields.sequence : m_fields.correlation;
    // Truncated ids could collide.
    const int64_t id = m_fields.pythonId > 0 ? m_fields.pythonId : m_fields.externalId;
    event.externalId = id > 0 && std::in_range<uint32_t>(id) ? uint32_t(id) : 0;
    event.forwardThread = within<int32_t>(m_fields.forwardThread);
    constexpr size_t longestEmpty = 2;
    const auto detailOf = [this](std::string_view shapes) {
        return ImportedDetailId(uint32_t(m_texts.shapes.intern(shapes)));
    };
    if (isCalled && !m_fields.inputs.empty()) {
        event.detail = detailOf(m_fields.inputs);
    } else if (isCalled && m_fields.shapes.size() > longestEmpty) {
        event.detail =
            isConvolution(event.name)
                ? detailOf(convolutionInputs(m_fields.name, m_fields.shapes, m_fields.concreteInputs))
                : detailOf(m_fields.shapes);
    } else if (!isCalled && m_fields.hasWork) {
        event.detail = ImportedDetailId(uint32_t(m_block.work.size()));
        m_block.work.push_back({m_work});
    }
    return event;
}

void ChromeEventParser::takeSpan()
{
    if (!m_fields.hasTime)
        return m_block.log.count(ImportIssue::EventsWithoutTime);
    if (!m_fields.hasDuration)
        m_block.log.count(ImportIssue::MissingDurations);
    if (m_fields.durationNs < 0) {
        m_block.log.count(ImportIssue::NegativeDurations);
        m_fields.durationNs = 0;
    }
    const ImportedEvent made = event();
    if (made.kind == ImportedKind::ProfilerSpan)
        return;
    if (m_fields.own.kind != OwnEvent::none && m_block.own.size() == m_block.events.size())
        m_block.own.push_back(m_fields.own);
    m_block.events.push_back(made);
}

void ChromeEventParser::takePart()
{
    if (!m_fields.hasTime)
        return m_block.log.count(ImportIssue::EventsWithoutTime);
    m_fields.durationNs = 0;
    m_block.parts.push_back({event(), m_fields.phase == 'E'});
}

void ChromeEventParser::takeInstant()
{
    if (m_fields.name == "[memory]") {
        if (!m_fields.hasTime)
            return m_block.log.count(ImportIssue::EventsWithoutTime);
        constexpr int64_t hostType = 0;
        const bool isOnHost = m_memory.deviceType == hostType || m_memory.deviceId < 0;
        m_block.allocations.push_back({.timeNs = m_fields.startNs,
                                       .bytes = m_memory.bytes,
                                       .address = uint64_t(m_memory.address),
                                       .totalAllocated = m_memory.totalAllocated,
                                       .totalReserved = m_memory.totalReserved,
                                       .track = hostTrack(),
                                       .device = isOnHost ? int16_t(-1) : within<int16_t>(m_memory.deviceId),
                                       .ownThread = m_fields.own.kind, // the list is shorter
                                       .ownEvent = m_fields.own.thread});
        return;
    }
    if (isMark(m_fields.name))
        return;
    if (!m_fields.hasTime)
        return m_block.log.count(ImportIssue::EventsWithoutTime);
    m_fields.durationNs = 0;
    ImportedEvent made = event();
    if (!isOnDevice(made.kind))
        made.kind = ImportedKind::Instant;
    m_block.events.push_back(made);
}

/// Each numeric argument is its own series.
void ChromeEventParser::takeCounter(const char* textEnd)
{
    if (!m_fields.hasTime)
        return m_block.log.count(ImportIssue::EventsWithoutTime);
    if (!m_fields.arguments)
        return;
    const ImportedNameId name = m_texts.names.intern(m_fields.name);
    const ImportedTrackId track = hostTrack();
    JsonCursor cursor(m_fields.arguments, textEnd);
    std::string_view key;
    while (cursor.readKey(key)) {
        double value = 0.0;
        if (cursor.readReal(value))
            m_block.counters.push_back({m_fields.startNs, value, name, m_texts.names.intern(key), track});
        cursor.skipSpace();
        if (!cursor.take(','))
            break;
    }
}

void ChromeEventParser::takeName(const char* textEnd)
{
    ImportedName::Of of = ImportedName::Of::Process;
    std::string_view wanted = "name";
    if (m_fields.name == "thread_name") {
        of = ImportedName::Of::Thread;
    } else if (m_fields.name == "process_labels") {
        of = ImportedName::Of::ProcessLabel;
        wanted = "labels";
    } else if (m_fields.name != "process_name") {
        return;
    }
    if (!m_fields.arguments)
        return;
    JsonCursor cursor(m_fields.arguments, textEnd);
    std::string_view key;
    std::string_view text;
    while (cursor.readKey(key) && cursor.readRaw(text)) {
        if (key == wanted)
            m_block.names.push_back({of, hostTrack(), m_texts.names.intern(text)});
        cursor.skipSpace();
        if (!cursor.take(','))
            break;
    }
}

} // namespace stepscope
