#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace stepscope {

/// One SQL statement, prepared once and run as often as wanted. Parameters and columns count from 0. All
/// functions throw Error with SQLite's reason.
class SqliteStatement
{
public:
    SqliteStatement(sqlite3* database, std::string_view sql);

    SqliteStatement& bind(int parameter, int64_t value);
    SqliteStatement& bind(int parameter, double value); ///< NaN is kept as NULL
    SqliteStatement& bind(int parameter, std::string_view text);
    SqliteStatement& bindBlob(int parameter, std::span<const std::byte> bytes);
    SqliteStatement& bindNull(int parameter);

    /// Goes to the next row of the result; false when there is none.
    bool step();
    /// Runs a statement without result, and makes it ready to run again.
    void run();
    void reset();

    bool isNull(int column) const;
    bool isInteger(int column) const; ///< as it is kept, whatever the column was declared as
    bool isReal(int column) const;
    bool isText(int column) const;
    int64_t integer(int column) const;
    double real(int column) const;                     ///< NaN for NULL
    std::string_view text(int column) const;           ///< until the next step
    std::span<const std::byte> blob(int column) const; ///< until the next step

private:
    struct Finalize
    {
        void operator()(sqlite3_stmt* statement) const;
    };
    void check(int result) const;

    std::unique_ptr<sqlite3_stmt, Finalize> m_statement;
};

/// An open SQLite database, for one thread at a time.
class SqliteDatabase
{
public:
    enum class Access { Read, Write, Create };

    /// Read works on a file that another process is writing. Create refuses a file that is there already.
    SqliteDatabase(const std::filesystem::path& path, Access access);

    void execute(const std::string& sql);
    SqliteStatement prepare(std::string_view sql) { return {m_database.get(), sql}; }
    int64_t integer(std::string_view sql);

private:
    struct Close
    {
        void operator()(sqlite3* database) const;
    };

    std::unique_ptr<sqlite3, Close> m_database;
};

/// All or nothing: what is done while it lives is undone unless commit() was called.
class SqliteTransaction
{
public:
    explicit SqliteTransaction(SqliteDatabase& database);
    ~SqliteTransaction();
    SqliteTransaction(const SqliteTransaction&) = delete;
    SqliteTransaction& operator=(const SqliteTransaction&) = delete;
    void commit();

private:
    SqliteDatabase& m_database;
    bool m_open = true;
};

} // namespace stepscope
