#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

struct sqlite3;
struct sqlite3_stmt;

namespace stepscope {

/// The first 100 bytes of a regular file, or fewer if it is shorter. Empty for anything else, such as a FIFO;
/// does not block on it.
std::string sqliteHeaderOf(const std::filesystem::path& path);

/// Whether the header says that the file has a journal next to it, and that journal is missing or empty.
bool lacksJournal(const std::filesystem::path& path);

/// How much work statements may do on a file, so that a file that was made to be slow cannot hang the
/// program.
class SqliteWorkLimit
{
public:
    explicit SqliteWorkLimit(std::filesystem::path file)
        : m_file(std::move(file))
    {
    }

    /// Work of the running statement so far, in SQLite instructions.
    int64_t used = 0;
    /// Whether that is more than the size of the file can explain; a file may grow while it is read.
    bool isExceeded();

private:
    std::filesystem::path m_file;
    int64_t m_limit = 0;
};

/// One SQL statement, prepared once and run any number of times. Parameters and columns count from 0. All
/// functions throw Error with SQLite's reason.
class SqliteStatement
{
public:
    /// `limit` may be null and must outlive the statement.
    SqliteStatement(sqlite3* database, std::string_view sql, SqliteWorkLimit* limit = nullptr);

    SqliteStatement& bind(int parameter, int64_t value);
    SqliteStatement& bind(int parameter, double value); ///< NaN is stored as NULL
    SqliteStatement& bind(int parameter, std::string_view text);
    SqliteStatement& bindBlob(int parameter, std::span<const std::byte> bytes);

    /// Goes to the next row of the result. Returns false when there is none, also when called again.
    bool step();
    /// Runs a statement without a result and resets it for the next run.
    void run();
    void reset();

    bool isNull(int column) const;
    bool isInteger(int column) const; ///< as stored, whatever type the column was declared with
    bool isReal(int column) const;
    bool isText(int column) const;
    int64_t integer(int column) const;
    double real(int column) const;                     ///< NaN for NULL
    std::string_view text(int column) const;           ///< valid until the next step
    std::span<const std::byte> blob(int column) const; ///< valid until the next step

private:
    struct Finalize
    {
        void operator()(sqlite3_stmt* statement) const;
    };
    void check(int result) const;

    std::unique_ptr<sqlite3_stmt, Finalize> m_statement;
    SqliteWorkLimit* m_limit = nullptr;
    int64_t m_used = 0;
    bool m_isDone = false;
};

/// An open SQLite database, for one thread at a time.
class SqliteDatabase
{
public:
    enum class Access { Read, Write, Create };

    /// Read works on a file that another process is writing to and on read-only media. The file is not
    /// trusted: statements do no more work than its size can explain, and only regular files are opened.
    /// Create refuses an existing file. Throws Error.
    SqliteDatabase(const std::filesystem::path& path, Access access);

    void execute(const std::string& sql);
    SqliteStatement prepare(std::string_view sql) { return {m_database.get(), sql, m_limit.get()}; }
    int64_t integer(std::string_view sql);

private:
    struct Close
    {
        void operator()(sqlite3* database) const;
    };

    void openToRead(const std::filesystem::path& path);

    std::unique_ptr<SqliteWorkLimit> m_limit; ///< only for files that are read
    std::unique_ptr<sqlite3, Close> m_database;
};

/// All or nothing: changes made during its lifetime are undone unless commit() was called.
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
