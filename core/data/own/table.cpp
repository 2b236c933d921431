#include "core/data/own/table.h"

#include "core/base/error.h"
#include "core/base/text/format.h"
#include "core/base/text/name_list.h"
#include "core/base/text/parse_text.h"
#include "core/base/text/visible_text.h"
#include "core/language/translation.h"
#include "core/machine/environment.h"

#include <csv.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace stepscope {

namespace {

namespace fs = std::filesystem;

constexpr size_t mostColumns = 65'536;
constexpr size_t mostClasses = 65'536;
constexpr int64_t testInterval = 6; ///< as of an image folder

using Fields = std::vector<std::string>;

/// Calls `use` with the fields of each row that is not empty.
class CsvReader
{
public:
    CsvReader(char separator, std::function<void(const Fields&)> use)
        : m_use(std::move(use))
    {
        csv_init(&m_parser, CSV_STRICT | CSV_STRICT_FINI);
        csv_set_delim(&m_parser, static_cast<unsigned char>(separator));
    }
    ~CsvReader() { csv_free(&m_parser); }
    CsvReader(const CsvReader&) = delete;
    CsvReader& operator=(const CsvReader&) = delete;

    /// False if quotation marks are not balanced. Throws what `use` throws.
    bool read(std::string_view text)
    {
        const bool isWhole =
            csv_parse(&m_parser, text.data(), text.size(), addField, endRow, this) == text.size() &&
            csv_fini(&m_parser, addField, endRow, this) == 0;
        if (m_failure)
            std::rethrow_exception(m_failure);
        return isWhole;
    }

private:
    // libcsv is C: no exception may pass through it.
    static void addField(void* text, size_t length, void* data)
    {
        static_cast<CsvReader*>(data)->guarded([=](CsvReader& reader) {
            if (reader.m_fields.size() > mostColumns) // before they need too much memory
                reader.m_use(reader.m_fields);
            reader.m_fields.emplace_back(static_cast<const char*>(text), length);
        });
    }

    static void endRow(int /*separator*/, void* data)
    {
        static_cast<CsvReader*>(data)->guarded([](CsvReader& reader) {
            reader.m_use(reader.m_fields);
            reader.m_fields.clear();
        });
    }

    /// Nothing is done after a failure.
    template<typename Action>
    void guarded(Action action)
    {
        if (m_failure)
            return;
        try {
            action(*this);
        } catch (...) {
            m_failure = std::current_exception();
        }
    }

    csv_parser m_parser{};
    std::function<void(const Fields&)> m_use;
    Fields m_fields;
    std::exception_ptr m_failure;
};

/// The one that occurs most often in the first line.
char separatorOf(std::string_view text)
{
    const auto line = text.substr(0, text.find_first_of("\r\n"));
    const auto count = [line](char separator) { return std::ranges::count(line, separator); };
    return std::ranges::max({',', ';', '\t'}, {}, count);
}

std::optional<double> finiteNumber(std::string_view text)
{
    const auto number = parseNumber<double>(text.starts_with('+') ? text.substr(1) : text);
    return number && std::isfinite(*number) ? number : std::nullopt;
}

/// Whether the text would be a number with a point instead of its comma, as in "0,5".
bool hasDecimalComma(std::string text)
{
    const auto comma = text.find(',');
    if (comma == std::string::npos)
        return false;
    text[comma] = '.';
    return finiteNumber(text).has_value();
}

/// Reads the rows of a table into numbers.
class TableBuilder
{
public:
    TableBuilder(const fs::path& file, std::string labelColumn)
        : m_file(file)
        , m_wantedLabel(std::move(labelColumn))
    {
    }

    void addRow(const Fields& fields)
    {
        ++m_row;
        if (m_row == 1) {
            beginTable(fields);
            if (m_hasNames)
                return;
        }
        if (fields.size() != m_names.size())
            fail(translatable("its number of columns is {columns}, but that of the first row is {expected}"),
                 {{"columns", formatCount(int64_t(fields.size()))},
                  {"expected", formatCount(int64_t(m_names.size()))}});
        for (size_t column = 0; column < fields.size(); ++column) {
            if (column != m_label)
                addValue(fields[column], column);
        }
        if (fields[m_label].empty())
            fail(translatable("it has no label in column {column}"),
                 {{"column", shortLine(m_names[m_label], longestShownName)}});
        m_labels.push_back(m_numbers.try_emplace(fields[m_label], int32_t(m_numbers.size())).first->second);
        if (m_numbers.size() > mostClasses)
            failAsNoClasses();
    }

    /// After the last row.
    TableDataSet finish();

    /// Throws Error about the row after the last one.
    [[noreturn]] void failAtQuotes()
    {
        ++m_row;
        fail(translatable("its quotation marks are not balanced"), {});
    }

private:
    void beginTable(const Fields& fields)
    {
        if (fields.size() == 1)
            throw Error(translated("{file} has only one column; besides the labels, at least one column of "
                                   "numbers is needed. Columns are separated by commas, semicolons or tabs.",
                                   {{"file", m_file.string()}}));
        if (fields.size() > mostColumns)
            fail(translatable("its number of columns is {columns}, but at most {most} are allowed"),
                 {{"columns", formatCount(int64_t(fields.size()))},
                  {"most", formatCount(int64_t(mostColumns))}});
        m_names = fields;
        const auto number = parseNumber<size_t>(m_wantedLabel);
        const auto named = std::ranges::find(fields, m_wantedLabel);
        const bool isNamed = !m_wantedLabel.empty() && named != fields.end();
        const bool isNumbered = number && *number >= 1 && *number <= fields.size();
        const auto hasNames = [&fields](size_t label) {
            for (size_t column = 0; column < fields.size(); ++column) {
                if (column != label && !finiteNumber(fields[column]))
                    return true;
            }
            return false;
        };
        if (m_wantedLabel.empty()) {
            m_label = fields.size() - 1;
            m_hasNames = hasNames(m_label);
        } else if (isNamed && (!number || hasNames(size_t(named - fields.begin())))) {
            m_label = size_t(named - fields.begin());
            m_hasNames = true;
        } else if (isNumbered) {
            m_label = *number - 1;
            m_hasNames = hasNames(m_label);
        } else {
            failAtLabelColumn(fields);
        }
        for (size_t column = 0; column < fields.size() && !m_hasNames; ++column)
            m_names[column] = std::to_string(column + 1);
    }

    [[noreturn]] void failAtLabelColumn(const Fields& fields) const
    {
        std::vector<std::string> names;
        for (const std::string& field : fields)
            names.push_back(shortLine(field, longestShownName));
        throw Error(translated(
            "{file} has no column \"{column}\" for the labels: its columns are {names}.",
            {{"file", m_file.string()},
             {"column", shortLine(m_wantedLabel, longestShownName)},
             {"names", listOfFirstNames(std::vector<std::string_view>(names.begin(), names.end()))}}));
    }

    void addValue(const std::string& text, size_t column)
    {
        const auto number = finiteNumber(text);
        if (!number)
            fail(text.empty() ? translatable("its column {column} is empty, but a number is expected")
                 : hasDecimalComma(text)
                     ? translatable("its column {column} is \"{text}\", but decimals need a point, as in 0.5")
                     : translatable("its column {column} is \"{text}\", but a number is expected"),
                 {{"column", shortLine(m_names[column], longestShownName)},
                  {"text", shortLine(text, longestShownName)}});
        m_values.push_back(*number);
    }

    [[noreturn]] void fail(Translatable reason, TextValues values) const
    {
        throw Error(translated("Cannot use row {row} of {file}: {reason}.",
                               {{"row", formatCount(m_row)},
                                {"file", m_file.string()},
                                {"reason", translated(reason, values)}}));
    }

    void checkClasses() const;
    [[noreturn]] void failAsNoClasses() const;
    /// The new number of each class, whose names are then sorted.
    std::vector<int32_t> sortClasses(std::vector<std::string>& names) const;

    const fs::path& m_file;
    std::string m_wantedLabel;
    int64_t m_row = 0;
    bool m_hasNames = false;
    Fields m_names; ///< of the columns
    size_t m_label = 0;
    std::vector<double> m_values;
    std::vector<int32_t> m_labels;
    std::map<std::string, int32_t> m_numbers; ///< of the labels, in the order in which they are found
};

void TableBuilder::checkClasses() const
{
    if (m_labels.empty())
        throw Error(translated("{file} has no rows of numbers.", {{"file", m_file.string()}}));
    if (m_numbers.size() < 2)
        throw Error(translated("The labels in column {column} of {file} are all \"{label}\": at least two "
                               "classes are needed.",
                               {{"column", m_names[m_label]},
                                {"file", m_file.string()},
                                {"label", shortLine(m_numbers.begin()->first, longestShownName)}}));
    if (m_numbers.size() * 2 > m_labels.size())
        failAsNoClasses();
}

void TableBuilder::failAsNoClasses() const
{
    const bool areNumbers = std::ranges::all_of(
        m_numbers, [](const auto& label) { return finiteNumber(label.first).has_value(); });
    auto sentence =
        translated("The column {column} of {file} has {classes} different values in {rows} rows, so "
                   "these are not classes: specify the label column with --label-column.",
                   {{"column", m_names[m_label]},
                    {"file", m_file.string()},
                    {"classes", formatCount(int64_t(m_numbers.size()))},
                    {"rows", formatCount(int64_t(m_labels.size()))}});
    if (areNumbers)
        sentence += " " + translated("Regression, the prediction of numbers, is not supported.");
    throw Error(sentence);
}

std::vector<int32_t> TableBuilder::sortClasses(std::vector<std::string>& names) const
{
    for (const auto& [name, number] : m_numbers)
        names.push_back(name);
    const auto isWhole = [](const std::string& name) { return parseNumber<int64_t>(name).has_value(); };
    if (std::ranges::all_of(names, isWhole))
        std::ranges::sort(names, {}, [](const std::string& name) { return *parseNumber<int64_t>(name); });
    std::vector<int32_t> places(names.size());
    for (size_t i = 0; i < names.size(); ++i)
        places[size_t(m_numbers.at(names[i]))] = int32_t(i);
    return places;
}

TableDataSet TableBuilder::finish()
{
    checkClasses();
    TableDataSet table{.columns = int64_t(m_names.size()) - 1};
    const auto places = sortClasses(table.classNames);
    std::vector<int64_t> inClass(places.size());
    for (size_t row = 0; row < m_labels.size(); ++row) {
        const auto label = places[size_t(m_labels[row])];
        auto& part = ++inClass[size_t(label)] % testInterval == 0 ? table.test : table.train;
        const auto first = m_values.begin() + int64_t(row) * table.columns;
        part.values.insert(part.values.end(), first, first + table.columns);
        part.labels.push_back(label);
        ++part.count;
    }
    if (table.test.count == 0)
        throw Error(translated("{file} has too few rows: every sixth of a class is kept for tests, and no "
                               "class has six.",
                               {{"file", m_file.string()}}));
    table.note =
        translated("The labels are those of column {column}; every sixth row of each class is used for "
                   "tests.",
                   {{"column", shortLine(m_names[m_label], longestShownName)}});
    return table;
}

} // namespace

TableDataSet readTable(const fs::path& file, const std::string& labelColumn)
{
    // A number of two characters, with its separator, becomes two doubles: as read and in its part.
    const auto most = size_t(usableMemoryBytes()) / 2 / (1 + sizeof(double));
    const std::string text = readTextFile(file, most);
    TableBuilder table(file, labelColumn);
    CsvReader reader(separatorOf(text), [&table](const Fields& fields) { table.addRow(fields); });
    if (!reader.read(text))
        table.failAtQuotes();
    return table.finish();
}

OwnDataSet describeTable(const fs::path& file, const std::string& labelColumn)
{
    auto stamp = fileStamp(file);
    auto table = readTable(file, labelColumn);
    return {.description = {.name = std::string(csvName),
                            .shape = {.channels = 1, .rows = 1, .columns = table.columns},
                            .classNames = std::move(table.classNames),
                            .counts = SampleCounts{.train = table.train.count, .test = table.test.count}},
            .stamp = std::move(stamp),
            .note = std::move(table.note)};
}

} // namespace stepscope
