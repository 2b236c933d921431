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

/// The tables of another program's SQLite file, which is not trusted: views, virtual tables and generated
/// columns are ignored.
class ImportTables
{
public:
    /// Throws Error if the file cannot be opened or its schema is damaged.
    ImportTables(const std::filesystem::path& path, const ImportOptions& options, ImportLog& log);

    bool has(std::string_view table) const { return m_columns.contains(table); }
    bool hasColumn(std::string_view table, std::string_view column) const;
    /// The largest possible number of rows of a table, without reading it; 0 for a missing table.
    int64_t rowsOf(std::string_view table);
    /// Sets the tables for which progress is reported.
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

/// Iterates over the rows of a table in the order in which they were written.
class ImportRows
{
public:
    /// Each column with its names in different versions, "demangledName|name": the first that the table has
    /// is read. A missing column or table is NULL in every row.
    ImportRows(ImportTables& tables, std::string_view table, std::initializer_list<std::string_view> columns);

    /// False after the last row, or if the table is damaged, which is logged. Throws ImportCanceled.
    bool next();
    bool has(size_t column) const { return m_has[column]; }

    bool isText(size_t column) const { return m_statement->isText(int(column)); }
    /// None for NULL and for values that are not numbers.
    std::optional<int64_t> integer(size_t column) const;
    int64_t integer(size_t column, int64_t otherwise) const { return integer(column).value_or(otherwise); }
    std::string_view text(size_t column) const; ///< valid until the next row; empty if it is not a text
    std::span<const std::byte> blob(size_t column) const { return m_statement->blob(int(column)); }

private:
    ImportTables& m_tables;
    std::string m_table;
    std::vector<bool> m_has;
    std::optional<SqliteStatement> m_statement;
    int64_t m_rows = 0;
};

} // namespace stepscope
