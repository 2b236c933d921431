#include "core/import/chrome_event_parser.h"

#include "core/import/chrome_boundary.h"
#include "core/import/chrome_names.h"

#include <algorithm>
#include <limits>

namespace stepscope {

ChromeEventParser::Result ChromeEventParser::parse(std::string_view text)
{
    m_block = {};
    m_block.reader = m_reader;
    m_block.events.reserve(text.size() / 280);
    m_lastTrack = noText;
    m_lastCategory = {};
    JsonCursor cursor(text.data(), text.data() + text.size());
    Result result;
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
        cursor.at = next;
        cursor.ranOut = false;
    }
    m_block.log.count(ImportIssue::BareWords, cursor.bareWords);
    m_block.log.count(ImportIssue::UnescapedQuotes, cursor.quotes > 0 ? m_quotedEvents : 0);
    m_quotedEvents = 0;
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
    for (;;) {
        cursor.skipSpace();
        if (cursor.take('}')) {
            m_quotedEvents += cursor.quotes > quotes;
            return true;
        }
        std::string_view key;
        if (!cursor.readKey(key) || !readField(cursor, key)) {
            cursor.quotes = quotes;
            return false;
        }
        cursor.skipSpace();
        if (cursor.take(',') || cursor.isAt('}'))
            continue;
        cursor.ranOut = cursor.ranOut || cursor.at >= cursor.end;
        cursor.quotes = quotes;
        return false;
    }
}

bool ChromeEventParser::readField(JsonCursor& cursor, std::string_view key)
{
    std::string_view text;
    switch (key.size()) {
    case 2:
        if (key == "ph") {
            if (!cursor.readRaw(text))
                return false;
            m_fields.phase = text.size() == 1 ? text[0] : '?';
            return text.size() == 1 || !cursor.isCareful;
        }
        if (key == "ts") {
            m_fields.hasTime = cursor.readMicroseconds(m_fields.startNs, m_block.hasDecimals);
            return !cursor.ranOut;
        }
        if (key == "id") {
            cursor.readInteger(m_fields.id);
            return !cursor.ranOut;
        }
        break;
    case 3:
        if (key == "pid")
            return cursor.readRaw(m_fields.process);
        if (key == "tid")
            return cursor.readRaw(m_fields.thread);
        if (key == "cat")
            return cursor.readRaw(m_fields.category);
        if (key == "dur") {
            m_fields.hasDuration = cursor.readMicroseconds(m_fields.durationNs, m_block.hasDecimals);
            return !cursor.ranOut;
        }
        break;
    case 4:
        if (key == "name")
            return cursor.readRaw(m_fields.name);
        if (key == "args" && cursor.isAt('{'))
            return readArguments(cursor);
        break;
    default:
        break;
    }
    return cursor.skipValue();
}

bool ChromeEventParser::readArguments(JsonCursor& cursor)
{
    m_fields.arguments = cursor.at;
    m_memory = {};
    ++cursor.at;
    for (;;) {
        cursor.skipSpace();
        if (cursor.take('}'))
            return true;
        std::string_view key;
        if (!cursor.readKey(key) || !readArgument(cursor, key))
            return false;
        cursor.skipSpace();
        if (cursor.take(',') || cursor.isAt('}'))
            continue;
        cursor.ranOut = cursor.ranOut || cursor.at >= cursor.end;
        return false;
    }
}

namespace {

/// Whether two keys are the same but for the case of letters.
bool isKey(std::string_view key, std::string_view lower)
{
    return key.size() == lower.size() && std::ranges::equal(key, lower, [](char a, char b) {
               return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b;
           });
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

bool ChromeEventParser::readArgument(JsonCursor& cursor, std::string_view key)
{
    const auto integer = [&cursor](int64_t& value) {
        cursor.readInteger(value);
        return !cursor.ranOut;
    };
    switch (key.size()) {
    case 4:
        if (key == "Pass") {
            std::string_view text;
            if (!cursor.readRaw(text))
                return false;
            if (const auto pass = passOf(text))
                m_fields.pass = uint8_t(*pass);
            return true;
        }
        break;
    case 9:
        if (key == "Python id")
            return integer(m_fields.pythonId);
        break;
    case 10:
        if (isKey(key, "input dims") && cursor.isAt('[')) {
            const char* const begin = cursor.at;
            if (!cursor.skipValue())
                return false;
            m_fields.shapes = {begin, size_t(cursor.at - begin)};
            return true;
        }
        break;
    case 11:
        if (key == "correlation")
            return integer(m_fields.correlation);
        if (isKey(key, "external id"))
            return integer(m_fields.externalId);
        break;
    case 13:
        if (key == "Fwd thread id")
            return integer(m_fields.forwardThread);
        break;
    case 15:
        if (key == "Sequence number") {
            m_fields.hasSequence = true;
            return integer(m_fields.sequence);
        }
        break;
    default:
        break;
    }
    bool known = false;
    if (!readWorkArgument(cursor, key, known) || (!known && !readMemoryArgument(cursor, key, known)))
        return false;
    return known || cursor.skipValue();
}

bool ChromeEventParser::readTriple(JsonCursor& cursor, uint32_t (&values)[3])
{
    if (!cursor.take('['))
        return cursor.skipValue();
    for (uint32_t& value : values) {
        int64_t number = 0;
        cursor.skipSpace();
        if (cursor.readInteger(number))
            value = uint32_t(std::clamp<int64_t>(number, 0, 0xFFFFFFFF));
        cursor.skipSpace();
        if (!cursor.take(','))
            break;
    }
    while (!cursor.take(']')) {
        if (cursor.at >= cursor.end) {
            cursor.ranOut = true;
            return false;
        }
        ++cursor.at;
    }
    return true;
}

bool ChromeEventParser::readWorkArgument(JsonCursor& cursor, std::string_view key, bool& known)
{
    const auto start = [this] {
        if (!m_fields.hasWork)
            m_work = {};
        m_fields.hasWork = true;
    };
    const auto real = [&](float& value, double factor = 1.0) {
        start();
        known = true;
        double number = 0.0;
        if (cursor.readReal(number))
            value = float(number * factor);
        return !cursor.ranOut;
    };
    const auto count = [&](uint32_t& value) {
        start();
        known = true;
        int64_t number = 0;
        if (cursor.readInteger(number))
            value = uint32_t(std::clamp<int64_t>(number, 0, 0xFFFFFFFF));
        return !cursor.ranOut;
    };
    switch (key.size()) {
    case 4:
        if (key == "grid") {
            start();
            known = true;
            return readTriple(cursor, m_work.grid);
        }
        if (key == "kind") {
            start();
            known = true;
            std::string_view text;
            if (!cursor.readRaw(text))
                return false;
            m_work.direction = copyDirectionOf(text);
            return true;
        }
        if (key == "size") {
            start();
            known = true;
            cursor.readInteger(m_work.bytes);
            return !cursor.ranOut;
        }
        break;
    case 5:
        if (key == "block") {
            start();
            known = true;
            return readTriple(cursor, m_work.block);
        }
        if (key == "bytes") {
            start();
            known = true;
            cursor.readInteger(m_work.bytes);
            return !cursor.ranOut;
        }
        break;
    case 6:
        if (key == "device") {
            known = true;
            m_fields.hasDevice = cursor.readInteger(m_fields.device);
            return !cursor.ranOut;
        }
        if (key == "stream") {
            known = true;
            m_fields.hasStream = cursor.readInteger(m_fields.stream);
            return !cursor.ranOut;
        }
        break;
    case 13:
        if (key == "blocks per SM")
            return real(m_work.blocksPerProcessor);
        if (key == "shared memory")
            return count(m_work.sharedBytes);
        break;
    case 12:
        if (key == "warps per SM")
            return real(m_work.warpsPerProcessor);
        break;
    case 20:
        if (key == "registers per thread")
            return count(m_work.registers);
        break;
    case 25:
        if (key == "est. achieved occupancy %")
            return real(m_work.occupancy, 0.01);
        break;
    default:
        break;
    }
    return true;
}

bool ChromeEventParser::readMemoryArgument(JsonCursor& cursor, std::string_view key, bool& known)
{
    if (m_fields.phase != 'i')
        return true;
    const auto integer = [&](int64_t& value) {
        known = true;
        cursor.readInteger(value);
        return !cursor.ranOut;
    };
    if (key == "Bytes")
        return integer(m_memory.bytes);
    if (key == "Addr")
        return integer(m_memory.address);
    if (key == "Total Allocated")
        return integer(m_memory.totalAllocated);
    if (key == "Total Reserved")
        return integer(m_memory.totalReserved);
    if (key == "Device Type")
        return integer(m_memory.deviceType);
    if (key == "Device Id")
        return integer(m_memory.deviceId);
    return true;
}

} // namespace stepscope
