#include "core/base/csv.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

namespace stepscope {

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

void CsvWriter::separate()
{
    if (m_rowStarted)
        m_text += ',';
    m_rowStarted = true;
}

} // namespace stepscope
