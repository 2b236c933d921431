#include "core/base/files/csv.h"

#include "core/base/text/visible_text.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <iterator>
#include <system_error>

namespace stepscope {

static thread_local CsvTexts textsOfThread = CsvTexts::SafeForSpreadsheets;

RawCsvTexts::RawCsvTexts(bool wanted)
    : m_before(textsOfThread)
{
    if (wanted)
        textsOfThread = CsvTexts::Raw;
}

RawCsvTexts::~RawCsvTexts()
{
    textsOfThread = m_before;
}

/// "-5", "+12.3 %": spreadsheets do not compute these.
static bool isNumber(std::string_view text)
{
    if (text.starts_with('+'))
        text.remove_prefix(1);
    double number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string_view unit(end, size_t(text.data() + text.size() - end));
    return problem == std::errc() && std::isfinite(number) && (unit.empty() || unit == " %" || unit == "%");
}

static bool isFormula(std::string_view text)
{
    return !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos &&
           !isNumber(text);
}

CsvWriter::CsvWriter(std::initializer_list<std::string_view> header)
{
    for (const auto name : header)
        field(name);
    endRow();
}

CsvWriter::CsvWriter(const std::vector<std::string>& header)
{
    for (const auto& name : header)
        field(name);
    endRow();
}

CsvWriter& CsvWriter::field(std::string_view text)
{
    if (textsOfThread == CsvTexts::Raw)
        return writeText(text);
    return writeText(isFormula(text) ? "'" + visibleCell(text) : visibleCell(text));
}

CsvWriter& CsvWriter::writeText(std::string_view text)
{
    separate();
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
        m_text += text;
        return *this;
    }
    m_text += '"';
    for (const char c : text) {
        if (c == '"')
            m_text += '"';
        m_text += c;
    }
    m_text += '"';
    return *this;
}

CsvWriter& CsvWriter::field(int64_t value)
{
    separate();
    fmt::format_to(std::back_inserter(m_text), "{}", value);
    return *this;
}

CsvWriter& CsvWriter::field(double value)
{
    separate();
    if (!std::isnan(value))
        fmt::format_to(std::back_inserter(m_text), "{}", value);
    return *this;
}

CsvWriter& CsvWriter::field(float value)
{
    separate();
    if (!std::isnan(value))
        fmt::format_to(std::back_inserter(m_text), "{}", value);
    return *this;
}

void CsvWriter::endRow()
{
    m_text += '\n';
    m_rowStarted = false;
}

void CsvWriter::handTo(const TextSink& sink, bool all)
{
    constexpr size_t enough = 1 << 20;
    if (m_text.size() < enough && !all)
        return;
    sink(m_text);
    m_text.clear();
}

void CsvWriter::separate()
{
    if (m_rowStarted)
        m_text += ',';
    m_rowStarted = true;
}

} // namespace stepscope
