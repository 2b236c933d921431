#include "core/import/cuda/import_tables.h"

#include "core/base/clock.h"
#include "core/base/text/format.h"
#include "core/language/translation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stepscope {

namespace {

/// The first of the names, separated by bars, that is among the columns; empty: none.
std::string_view knownName(std::string_view names, const std::vector<std::string>& columns)
{
    while (!names.empty()) {
        const size_t bar = names.find('|');
        const std::string_view name = names.substr(0, bar);
        if (std::ranges::find(columns, name) != columns.end())
            return name;
        names = bar == std::string_view::npos ? std::string_view() : names.substr(bar + 1);
    }
    return {};
}

} // namespace

ImportTables::ImportTables(const std::filesystem::path& path, const ImportOptions& options, ImportLog& log)
    : m_options(options)
    , m_log(log)
    , m_database(path, SqliteDatabase::Access::Read)
    , m_fileBytes(int64_t(std::filesystem::file_size(path)))
    , m_beganNs(monotonicNs())
{
    auto tables = m_database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0");
    while (tables.step())
        m_columns.try_emplace(std::string(tables.text(0)));
    for (auto& [table, columns] : m_columns) {
        auto info = m_database.prepare("SELECT name FROM pragma_table_info(?)"); // without generated columns
        info.bind(0, table);
        while (info.step())
            columns.emplace_back(info.text(0));
    }
}

bool ImportTables::hasColumn(std::string_view table, std::string_view column) const
{
    const auto found = m_columns.find(table);
    return found != m_columns.end() && std::ranges::find(found->second, column) != found->second.end();
}

int64_t ImportTables::rowsOf(std::string_view table)
{
    if (!has(table))
        return 0;
    try {
        return m_database.integer(fmt::format(R"(SELECT max(rowid) FROM "{}")", table));
    } catch (const Error&) {
        return 0; // without row ids, or damaged, which is reported on reading
    }
}

void ImportTables::expect(std::initializer_list<std::string_view> tables)
{
    for (const auto table : tables)
        m_expectedRows += std::clamp<int64_t>(rowsOf(table), 0, m_fileBytes);
}

void ImportTables::rowIsRead()
{
    constexpr int64_t between = 1 << 14;
    if (++m_readRows % between != 0)
        return;
    if (m_options.stop.stop_requested())
        throw ImportCanceled(translated("The import was canceled."));
    if (!m_options.progress || m_expectedRows == 0)
        return;
    const double share = std::min(double(m_readRows) / double(m_expectedRows), 1.0);
    const double seconds = double(monotonicNs() - m_beganNs) / 1e9;
    m_options.progress({.bytesRead = int64_t(share * double(m_fileBytes)),
                        .fileBytes = m_fileBytes,
                        .secondsLeft = seconds * (1.0 - share) / share});
}

ImportRows::ImportRows(ImportTables& tables, std::string_view table,
                       std::initializer_list<std::string_view> columns)
    : m_tables(tables)
    , m_table(table)
{
    const auto found = tables.m_columns.find(table);
    const bool isThere = found != tables.m_columns.end();
    std::string sql;
    for (const auto names : columns) {
        const std::string_view name = isThere ? knownName(names, found->second) : std::string_view();
        m_has.push_back(!name.empty());
        sql += sql.empty() ? "SELECT " : ", ";
        sql += name.empty() ? "NULL" : fmt::format(R"("{}")", name);
    }
    if (!isThere)
        return;
    try {
        m_statement.emplace(tables.m_database.prepare(fmt::format(R"({} FROM "{}")", sql, table)));
    } catch (const Error& error) {
        tables.m_log.damage(translated("The table {table} cannot be read: {reason}.",
                                       {{"table", std::string(table)}, {"reason", error.what()}}));
    }
}

bool ImportRows::next()
{
    if (!m_statement)
        return false;
    try {
        if (!m_statement->step()) {
            m_statement.reset();
            return false;
        }
    } catch (const Error& error) {
        m_tables.m_log.damage(translatedPlural(
            "The table {table} is damaged: {reason}. Its first {count} row was read.",
            "The table {table} is damaged: {reason}. Its first {count} rows were read.", m_rows,
            {{"table", std::string(m_table)}, {"reason", error.what()}, {"count", formatCount(m_rows)}}));
        m_statement.reset();
        return false;
    }
    ++m_rows;
    m_tables.rowIsRead();
    return true;
}

std::optional<int64_t> ImportRows::integer(size_t column) const
{
    if (m_statement->isInteger(int(column)))
        return m_statement->integer(int(column));
    constexpr double most = 9e18;
    if (m_statement->isReal(int(column)) && std::abs(m_statement->real(int(column))) < most)
        return int64_t(m_statement->real(int(column)));
    return {};
}

std::string_view ImportRows::text(size_t column) const
{
    return isText(column) ? m_statement->text(int(column)) : std::string_view();
}

} // namespace stepscope
