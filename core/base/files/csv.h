#pragma once

#include "core/base/files/text_sink.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

/// How texts are written into fields of CSV. A spreadsheet takes what starts with = + - @, a tab or a
/// carriage return for a formula, which can run programs and send data away: a text that does so gets an
/// apostrophe before it, unless it is a number. Marks of writing direction, which reverse what is read, and
/// control characters are written out as visibleCell() does it.
enum class CsvTexts { SafeForSpreadsheets, Raw };

/// While it lives, this thread's CSV has raw texts, if that is wanted.
class RawCsvTexts
{
public:
    explicit RawCsvTexts(bool wanted);
    ~RawCsvTexts();
    RawCsvTexts(const RawCsvTexts&) = delete;
    RawCsvTexts& operator=(const RawCsvTexts&) = delete;

private:
    CsvTexts m_before;
};

/// Builds CSV as RFC 4180 has it, with "\n" line ends: fields with a comma, a quote or a line break are
/// quoted. Texts are safe for spreadsheets unless there is a RawCsvTexts.
class CsvWriter
{
public:
    /// Without a header: the first row is whatever is written first.
    CsvWriter() = default;
    explicit CsvWriter(std::initializer_list<std::string_view> header);
    explicit CsvWriter(const std::vector<std::string>& header);

    CsvWriter& field(std::string_view text);
    CsvWriter& field(const char* text) { return field(std::string_view(text)); }
    CsvWriter& field(int64_t value);
    CsvWriter& field(int32_t value) { return field(int64_t(value)); }
    CsvWriter& field(uint32_t value) { return field(int64_t(value)); }
    /// The shortest text that reads back as the same value; nothing for NaN.
    CsvWriter& field(double value);
    CsvWriter& field(float value);
    void endRow();

    const std::string& text() const { return m_text; }
    /// For tables that are too long for memory: hands over what is finished, at some thousand rows at a time
    /// unless `all`, and forgets it. Between two rows.
    void handTo(const TextSink& sink, bool all = false);

private:
    CsvWriter& writeText(std::string_view text);
    void separate();

    std::string m_text;
    bool m_rowStarted = false;
};

} // namespace stepscope
