#include "core/base/sqlite.h"

#include "core/base/error.h"
#include "core/base/file_descriptor.h"
#include "core/base/system_reason.h"

#include <fcntl.h>
#include <sqlite3.h>

#include <cmath>
#include <limits>

namespace stepscope {

namespace {

[[noreturn]] void fail(sqlite3* database)
{
    throw Error(database ? sqlite3_errmsg(database) : "out of memory");
}

} // namespace

void SqliteStatement::Finalize::operator()(sqlite3_stmt* statement) const
{
    sqlite3_finalize(statement);
}

SqliteStatement::SqliteStatement(sqlite3* database, std::string_view sql)
{
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(database, sql.data(), int(sql.size()), &statement, nullptr) != SQLITE_OK)
        fail(database);
    m_statement.reset(statement);
}

void SqliteStatement::check(int result) const
{
    if (result != SQLITE_OK && result != SQLITE_ROW && result != SQLITE_DONE)
        fail(sqlite3_db_handle(m_statement.get()));
}

SqliteStatement& SqliteStatement::bind(int parameter, int64_t value)
{
    check(sqlite3_bind_int64(m_statement.get(), parameter + 1, value));
    return *this;
}

SqliteStatement& SqliteStatement::bind(int parameter, double value)
{
    check(sqlite3_bind_double(m_statement.get(), parameter + 1, value));
    return *this;
}

SqliteStatement& SqliteStatement::bind(int parameter, std::string_view text)
{
    // An empty view may have no address, which SQLite takes for NULL.
    check(sqlite3_bind_text64(m_statement.get(), parameter + 1, text.empty() ? "" : text.data(), text.size(),
                              SQLITE_TRANSIENT, SQLITE_UTF8));
    return *this;
}

SqliteStatement& SqliteStatement::bindBlob(int parameter, std::span<const std::byte> bytes)
{
    check(sqlite3_bind_blob64(m_statement.get(), parameter + 1,
                              bytes.empty() ? (const void*)"" : bytes.data(), bytes.size(),
                              SQLITE_TRANSIENT));
    return *this;
}

SqliteStatement& SqliteStatement::bindNull(int parameter)
{
    check(sqlite3_bind_null(m_statement.get(), parameter + 1));
    return *this;
}

bool SqliteStatement::step()
{
    const int result = sqlite3_step(m_statement.get());
    check(result);
    return result == SQLITE_ROW;
}

void SqliteStatement::run()
{
    try {
        while (step()) {
        }
    } catch (...) {
        sqlite3_reset(m_statement.get());
        throw;
    }
    reset();
}

void SqliteStatement::reset()
{
    check(sqlite3_reset(m_statement.get()));
}

bool SqliteStatement::isNull(int column) const
{
    return sqlite3_column_type(m_statement.get(), column) == SQLITE_NULL;
}

bool SqliteStatement::isInteger(int column) const
{
    return sqlite3_column_type(m_statement.get(), column) == SQLITE_INTEGER;
}

bool SqliteStatement::isReal(int column) const
{
    return sqlite3_column_type(m_statement.get(), column) == SQLITE_FLOAT;
}

bool SqliteStatement::isText(int column) const
{
    return sqlite3_column_type(m_statement.get(), column) == SQLITE_TEXT;
}

int64_t SqliteStatement::integer(int column) const
{
    return sqlite3_column_int64(m_statement.get(), column);
}

double SqliteStatement::real(int column) const
{
    return isNull(column) ? std::numeric_limits<double>::quiet_NaN()
                          : sqlite3_column_double(m_statement.get(), column);
}

std::string_view SqliteStatement::text(int column) const
{
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(m_statement.get(), column));
    return text ? std::string_view(text, size_t(sqlite3_column_bytes(m_statement.get(), column))) : "";
}

std::span<const std::byte> SqliteStatement::blob(int column) const
{
    const auto* bytes = static_cast<const std::byte*>(sqlite3_column_blob(m_statement.get(), column));
    return {bytes, bytes ? size_t(sqlite3_column_bytes(m_statement.get(), column)) : 0};
}

void SqliteDatabase::Close::operator()(sqlite3* database) const
{
    sqlite3_close_v2(database);
}

SqliteDatabase::SqliteDatabase(const std::filesystem::path& path, Access access)
{
    if (access == Access::Create) {
        const FileDescriptor created(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
        if (!created.isOpen())
            throw Error(systemReason());
    }
    const int flags = access == Access::Read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
    sqlite3* database = nullptr;
    const int result = sqlite3_open_v2(path.c_str(), &database, flags | SQLITE_OPEN_NOMUTEX, nullptr);
    m_database.reset(database);
    if (result != SQLITE_OK)
        fail(database);
    sqlite3_busy_timeout(database, 2000);
    // A file from elsewhere is data, nothing to be trusted.
    execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;");
    // Otherwise SQLite refuses a file whose end is missing; nothing can be written to it here.
    if (access == Access::Read)
        execute("PRAGMA writable_schema = ON");
}

void SqliteDatabase::execute(const std::string& sql)
{
    if (sqlite3_exec(m_database.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
        fail(m_database.get());
}

int64_t SqliteDatabase::integer(std::string_view sql)
{
    auto statement = prepare(sql);
    return statement.step() ? statement.integer(0) : 0;
}

SqliteTransaction::SqliteTransaction(SqliteDatabase& database)
    : m_database(database)
{
    m_database.execute("BEGIN IMMEDIATE");
}

SqliteTransaction::~SqliteTransaction()
{
    if (!m_open)
        return;
    try {
        m_database.execute("ROLLBACK");
    } catch (const Error&) {
        // SQLite has rolled back by itself, as it does when the disk is full.
    }
}

void SqliteTransaction::commit()
{
    m_database.execute("COMMIT");
    m_open = false;
}

} // namespace stepscope
