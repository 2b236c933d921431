#pragma once

#include "core/base/files/text_sink.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

/// How texts are written to CSV fields. A spreadsheet takes a text that starts with = + - @, a tab or a
/// carriage return for a formula, which can run programs and send data elsewhere: such a text gets a leading
/// apostrophe, unless it is a number. Characters that change the writing direction, which reverse the
/// displayed text, and control characters are escaped as in visibleCell().
enum class CsvTexts { SafeForSpreadsheets, Raw };

/// If `wanted`, this thread writes raw texts to CSV during the object's lifetime.
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

/// Builds CSV according to RFC 4180, with "\n" as line ends: fields with a comma, a quote or a line break are
/// quoted. Texts are safe for spreadsheets unless there is a RawCsvTexts.
class CsvWriter
{
public:
    /// Without a header row.
    CsvWriter() = default;
    explicit CsvWriter(std::initializer_list<std::string_view> header);
    explicit CsvWriter(const std::vector<std::string>& header);

    CsvWriter& field(std::string_view text);
    CsvWriter& field(const char* text) { return field(std::string_view(text)); }
    CsvWriter& field(int64_t value);
    CsvWriter& field(int32_t value) { return field(int64_t(value)); }
    CsvWriter& field(uint32_t value) { return field(int64_t(value)); }
    /// The shortest text that reads back as the same value; empty for NaN.
    CsvWriter& field(double value);
    CsvWriter& field(float value);
    void endRow();

    const std::string& text() const { return m_text; }
    /// For tables that do not fit in memory: passes finished rows to the sink, some thousand at a time unless
    /// `all`, and drops them. Call it between two rows.
    void handTo(const TextSink& sink, bool all = false);

private:
    CsvWriter& writeText(std::string_view text);
    void separate();

    std::string m_text;
    bool m_rowStarted = false;
};

} // namespace stepscope
