#include "core/import/chrome/chrome_event_parser.h"

#include "core/import/chrome/chrome_boundary.h"
#include "core/import/events/imported_names.h"

#include <array>
#include <utility>

namespace stepscope {

namespace {

/// For each unreadable event, the text may have been scanned to its end. After this many such scans, the rest
/// of a text is left out.
constexpr size_t timesReadInVain = 32;

/// Skips to the position after the end of a list of numbers.
bool skipToBracket(JsonCursor& cursor)
{
    while (!cursor.take(']')) {
        if (cursor.at >= cursor.end) {
            cursor.ranOut = true;
            return false;
        }
        ++cursor.at;
    }
    return true;
}

std::optional<Pass> passOf(std::string_view name)
{
    for (const Pass pass :
         {Pass::Data, Pass::Forward, Pass::Loss, Pass::Backward, Pass::Optimizer, Pass::Other, Pass::Copy}) {
        if (name == passName(pass))
            return pass;
    }
    return std::nullopt;
}

} // namespace

ChromeEventParser::Result ChromeEventParser::parse(std::string_view text)
{
    m_block = {};
    m_block.reader = m_reader;
    m_block.events.reserve(m_expectedEvents);
    m_lastTrack = {};
    m_lastCategory = {};
    JsonCursor cursor(text.data(), text.data() + text.size());
    Result result;
    size_t readInVain = 0;
    for (;;) {
        cursor.skipSpace();
        while (cursor.take(','))
            cursor.skipSpace();
        const char* const begin = cursor.at;
        result.at = begin;
        if (begin >= cursor.end)
            break;
        if (*begin == ']') {
            result.at = begin + 1;
            result.end = End::List;
            break;
        }
        bool isRead = *begin == '{' && readEvent(cursor);
        if (!isRead)
            readInVain += size_t(cursor.at - begin);
        if (!isRead && *begin == '{' && !cursor.ranOut) {
            cursor.at = begin;
            cursor.isCareful = true;
            isRead = readEvent(cursor);
            cursor.isCareful = false;
        }
        if (isRead) {
            take(cursor.at);
            continue;
        }
        const char* const next = nextEvent(begin, cursor.end);
        if (!next) {
            result.end = End::InEvent;
            break;
        }
        m_block.log.count(ImportIssue::UnreadableEvents);
        if (readInVain > timesReadInVain * text.size()) {
            result.at = cursor.end;
            break;
        }
        cursor.at = next;
        cursor.ranOut = false;
    }
    m_block.log.count(ImportIssue::BareWords, cursor.bareWords);
    m_block.log.count(ImportIssue::UnescapedQuotes, cursor.quotes > 0 ? m_quotedEvents : 0);
    m_quotedEvents = 0;
    m_expectedEvents = m_block.events.size() + m_block.events.size() / 8;
    result.block = std::move(m_block);
    return result;
}

const char* ChromeEventParser::nextEvent(const char* at, const char* end) const
{
    const std::string_view text(at, size_t(end - at));
    const size_t found = nextEventBrace(text, 1);
    return found == std::string_view::npos ? nullptr : at + found;
}

bool ChromeEventParser::readEvent(JsonCursor& cursor)
{
    m_fields = {};
    const int64_t quotes = cursor.quotes;
    ++cursor.at;
    const bool isRead = readFields(cursor);
    if (isRead)
        m_quotedEvents += cursor.quotes > quotes;
    else
        cursor.quotes = quotes;
    return isRead;
}

bool ChromeEventParser::readFields(JsonCursor& cursor)
{
    // Careful reading examines each byte.
    uint16_t place = cursor.isCareful ? ChromeLayout::unknown : ChromeLayout::begin;
    bool inArguments = false;
    bool isFirst = true;
    for (;;) {
        ChromeField field = ChromeField::Other;
        const char* const begin = cursor.at;
        const uint16_t known = m_layout.next(place, begin);
        if (known != ChromeLayout::unknown) {
            cursor.at += m_layout.sizeOf(known);
            field = m_layout.fieldOf(known);
            place = known;
        } else if (readToField(cursor, inArguments, isFirst, field)) {
            place = m_layout.learn(place, {begin, size_t(cursor.at - begin)}, field);
        } else {
            return false;
        }
        isFirst = field == ChromeField::Arguments;
        switch (field) {
        case ChromeField::EventEnd:
            return true;
        case ChromeField::Arguments:
            inArguments = true;
            m_fields.arguments = cursor.at;
            m_memory = {};
            break;
        case ChromeField::ArgumentsEnd:
            inArguments = false;
            break;
        default:
            cursor.skipSpace();
            cursor.ranOut = cursor.ranOut || cursor.at >= cursor.end;
            if (cursor.ranOut || !readValue(cursor, field))
                return false;
            if (field == ChromeField::Phase && isFlow(m_fields.phase) && !cursor.isCareful)
                return skipFlow(cursor);
        }
    }
}

/// Starts after its phase. Nothing of it is kept, but with quotes in its names only careful reading finds its
/// end.
bool ChromeEventParser::skipFlow(JsonCursor& cursor)
{
    const int64_t quotes = cursor.quotes;
    const bool isSkipped = cursor.skipRestOfObject();
    if (cursor.quotes == quotes)
        return isSkipped;
    cursor.ranOut = false;
    return false;
}

/// Reads from the end of a value, or the brace before the first, to the next value, or past the brace after
/// the last.
bool ChromeEventParser::readToField(JsonCursor& cursor, bool inArguments, bool isFirst, ChromeField& field)
{
    cursor.skipSpace();
    if (!isFirst && !cursor.take(',') && !cursor.isAt('}')) {
        cursor.ranOut = cursor.ranOut || cursor.at >= cursor.end;
        return false;
    }
    cursor.skipSpace();
    if (cursor.take('}')) {
        field = inArguments ? ChromeField::ArgumentsEnd : ChromeField::EventEnd;
        return true;
    }
    std::string_view key;
    if (!cursor.readKey(key))
        return false;
    field = chromeFieldOf(key, inArguments);
    if (field == ChromeField::Arguments && !cursor.take('{'))
        field = ChromeField::Other;
    return true;
}

bool ChromeEventParser::readValue(JsonCursor& cursor, ChromeField field)
{
    const auto integer = [&cursor](int64_t& value) {
        cursor.readInteger(value);
        return !cursor.ranOut;
    };
    std::string_view text;
    switch (field) {
    case ChromeField::Phase:
        if (!cursor.readRaw(text))
            return false;
        m_fields.phase = text.size() == 1 ? text[0] : '?';
        return text.size() == 1 || !cursor.isCareful;
    case ChromeField::Time:
        m_fields.hasTime = cursor.readMicroseconds(m_fields.startNs, m_block.hasDecimals);
        return !cursor.ranOut;
    case ChromeField::Duration:
        m_fields.hasDuration = cursor.readMicroseconds(m_fields.durationNs, m_block.hasDecimals);
        return !cursor.ranOut;
    case ChromeField::Process:
        return cursor.readRaw(m_fields.process);
    case ChromeField::Thread:
        return cursor.readRaw(m_fields.thread);
    case ChromeField::Category:
        return cursor.readRaw(m_fields.category);
    case ChromeField::Name:
        return cursor.readRaw(m_fields.name);
    case ChromeField::Pass:
        if (!cursor.readRaw(text))
            return false;
        if (const auto pass = passOf(text))
            m_fields.pass = uint8_t(*pass);
        return true;
    case ChromeField::Own:
        return readOwn(cursor);
    case ChromeField::Inputs:
        return readInputs(cursor);
    case ChromeField::PythonId:
        return integer(m_fields.pythonId);
    case ChromeField::InputDims:
        return readList(cursor, m_fields.shapes);
    case ChromeField::ConcreteInputs:
        return readList(cursor, m_fields.concreteInputs);
    case ChromeField::Correlation:
        return integer(m_fields.correlation);
    case ChromeField::ExternalId:
        return integer(m_fields.externalId);
    case ChromeField::ForwardThread:
        return integer(m_fields.forwardThread);
    case ChromeField::Sequence:
        return integer(m_fields.sequence);
    case ChromeField::Device:
        m_fields.hasDevice = cursor.readInteger(m_fields.device);
        return !cursor.ranOut;
    case ChromeField::Stream:
        m_fields.hasStream = cursor.readInteger(m_fields.stream);
        return !cursor.ranOut;
    default:
        break;
    }
    if (field >= ChromeField::MemoryBytes && m_fields.phase == 'i')
        return readMemoryValue(cursor, field);
    return field >= ChromeField::Grid && field < ChromeField::MemoryBytes ? readWorkValue(cursor, field)
                                                                          : cursor.skipValue();
}

bool ChromeEventParser::readWorkValue(JsonCursor& cursor, ChromeField field)
{
    if (!m_fields.hasWork)
        m_work = {};
    m_fields.hasWork = true;
    const auto real = [&](float& value, double factor = 1.0) {
        double number = 0.0;
        if (cursor.readReal(number))
            value = float(number * factor);
        return !cursor.ranOut;
    };
    const auto count = [&](uint32_t& value) {
        int64_t number = 0;
        if (cursor.readInteger(number))
            value = within<uint32_t>(number);
        return !cursor.ranOut;
    };
    std::string_view text;
    switch (field) {
    case ChromeField::Grid:
        return readTriple(cursor, m_work.grid);
    case ChromeField::Block:
        return readTriple(cursor, m_work.block);
    case ChromeField::Direction:
        if (!cursor.readRaw(text))
            return false;
        m_work.direction = copyDirectionOf(text);
        return true;
    case ChromeField::Bytes:
        cursor.readInteger(m_work.bytes);
        return !cursor.ranOut;
    case ChromeField::BlocksPerProcessor:
        return real(m_work.blocksPerProcessor);
    case ChromeField::WarpsPerProcessor:
        return real(m_work.warpsPerProcessor);
    case ChromeField::SharedBytes:
        return count(m_work.sharedBytes);
    case ChromeField::Registers:
        return count(m_work.registers);
    case ChromeField::Occupancy:
        return real(m_work.occupancy, 0.01);
    default:
        return cursor.skipValue();
    }
}

bool ChromeEventParser::readMemoryValue(JsonCursor& cursor, ChromeField field)
{
    int64_t unread = 0;
    const auto value = [this, &unread, field]() -> int64_t& {
        switch (field) {
        case ChromeField::MemoryBytes:
            return m_memory.bytes;
        case ChromeField::MemoryAddress:
            return m_memory.address;
        case ChromeField::MemoryAllocated:
            return m_memory.totalAllocated;
        case ChromeField::MemoryReserved:
            return m_memory.totalReserved;
        case ChromeField::MemoryDeviceType:
            return m_memory.deviceType;
        case ChromeField::MemoryDevice:
            return m_memory.deviceId;
        default:
            return unread;
        }
    };
    cursor.readInteger(value());
    return !cursor.ranOut;
}

bool ChromeEventParser::readList(JsonCursor& cursor, std::string_view& list)
{
    const char* const begin = cursor.at;
    const bool isList = cursor.isAt('[');
    if (!cursor.skipValue())
        return false;
    if (isList)
        list = {begin, size_t(cursor.at - begin)};
    return true;
}

/// A text is kept with its quotes, which distinguish it from a list.
bool ChromeEventParser::readInputs(JsonCursor& cursor)
{
    const char* const begin = cursor.at;
    const bool isText = cursor.isAt('"');
    if (!cursor.skipValue())
        return false;
    if (isText)
        m_fields.inputs = {begin, size_t(cursor.at - begin)};
    return true;
}

/// A list of two to four numbers; a shorter one is ignored.
bool ChromeEventParser::readOwn(JsonCursor& cursor)
{
    if (!cursor.take('['))
        return cursor.skipValue();
    std::array<int64_t, 4> numbers = {OwnEvent::none, -1, -1, -1};
    for (int64_t& number : numbers) {
        cursor.skipSpace();
        cursor.readInteger(number);
        cursor.skipSpace();
        if (!cursor.take(','))
            break;
    }
    m_fields.own = {numbers[0], numbers[1], numbers[2], numbers[3]};
    return skipToBracket(cursor);
}

bool ChromeEventParser::readTriple(JsonCursor& cursor, uint32_t (&values)[3])
{
    if (!cursor.take('['))
        return cursor.skipValue();
    for (uint32_t& value : values) {
        int64_t number = 0;
        cursor.skipSpace();
        if (cursor.readInteger(number))
            value = within<uint32_t>(number);
        cursor.skipSpace();
        if (!cursor.take(','))
            break;
    }
    return skipToBracket(cursor);
}

} // namespace stepscope
