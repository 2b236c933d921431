#pragma once

#include "core/base/files/sqlite.h"
#include "core/import/shared/import_log.h"
#include "core/import/shared/import_options.h"

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

/// The tables of an SQLite file of another program, of which nothing is trusted: views, virtual tables and
/// generated columns are as if they were not there.
class ImportTables
{
public:
    /// Throws Error when the file cannot be opened or its schema is damaged.
    ImportTables(const std::filesystem::path& path, const ImportOptions& options, ImportLog& log);

    bool has(std::string_view table) const { return m_columns.contains(table); }
    bool hasColumn(std::string_view table, std::string_view column) const;
    /// The most that a table can hold, found without reading it; 0 for one that is not there.
    int64_t rowsOf(std::string_view table);
    /// Of which tables progress is told.
    void expect(std::initializer_list<std::string_view> tables);

private:
    friend class ImportRows;
    void rowIsRead();

    const ImportOptions& m_options;
    ImportLog& m_log;
    SqliteDatabase m_database;
    std::map<std::string, std::vector<std::string>, std::less<>> m_columns; ///< by table
    int64_t m_fileBytes = 0;
    int64_t m_expectedRows = 0;
    int64_t m_readRows = 0;
    int64_t m_beganNs;
};

/// Goes through the rows of a table in the order in which they were written.
class ImportRows
{
public:
    /// Each column under the names it had over the years, "demangledName|name": the first that the table has
    /// is read. One that it does not have, like a table that is not there, is NULL in every row.
    ImportRows(ImportTables& tables, std::string_view table, std::initializer_list<std::string_view> columns);

    /// False behind the last row, or where the table is damaged, which the log says. Throws ImportCancelled.
    bool next();
    bool has(size_t column) const { return m_has[column]; }

    bool isText(size_t column) const { return m_statement->isText(int(column)); }
    /// None for NULL and for what is no number.
    std::optional<int64_t> integer(size_t column) const;
    int64_t integer(size_t column, int64_t otherwise) const { return integer(column).value_or(otherwise); }
    std::string_view text(size_t column) const; ///< until the next row; empty for what is no text
    std::span<const std::byte> blob(size_t column) const { return m_statement->blob(int(column)); }

private:
    ImportTables& m_tables;
    std::string m_table;
    std::vector<bool> m_has;
    std::optional<SqliteStatement> m_statement;
    int64_t m_rows = 0;
};

} // namespace stepscope
