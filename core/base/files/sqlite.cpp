#include "core/base/files/sqlite.h"

#include "core/base/error.h"
#include "core/base/file_descriptor.h"
#include "core/base/system_reason.h"
#include "core/language/translation.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace stepscope {

namespace {

constexpr int mostMebibytesOfValue = 128;

/// The system's error number that caused SQLite's "database or disk is full" or "disk I/O error", such as
/// ENOSPC or EFBIG; 0 when it is not known. SQLite does not store it for failed commits, but leaves it in
/// errno.
int systemError(sqlite3* database)
{
    const int error = errno;
    const int code = sqlite3_errcode(database) & 0xff;
    if (code == SQLITE_FULL)
        return ENOSPC;
    if (const int noted = sqlite3_system_errno(database))
        return code == SQLITE_IOERR || (code == SQLITE_CANTOPEN && noted == ENOSPC) ? noted : 0;
    const bool isOfWriting = error == ENOSPC || error == EFBIG || error == EDQUOT || error == EIO;
    return code == SQLITE_IOERR && isOfWriting ? error : 0;
}

[[noreturn]] void fail(sqlite3* database)
{
    const int error = database ? systemError(database) : 0;
    if (database && (sqlite3_errcode(database) & 0xff) == SQLITE_TOOBIG)
        throw Error(translated("it has a value of more than {size}",
                               {{"size", fmt::format("{} MiB", mostMebibytesOfValue)}}));
    if (database && sqlite3_errcode(database) == SQLITE_INTERRUPT)
        throw Error(translated("reading it takes more work than a file of this size should need; it is "
                               "damaged, or made to slow its readers down"));
    if (error != 0)
        throw Error(systemReason(error));
    throw Error(database ? sqlite3_errmsg(database) : translated("out of memory"));
}

constexpr int instructionsBetweenChecks = 10'000;

int checkWork(void* limit)
{
    auto& work = *static_cast<SqliteWorkLimit*>(limit);
    work.used += instructionsBetweenChecks;
    return work.isExceeded() ? 1 : 0;
}

int64_t bytesOf(const std::filesystem::path& file)
{
    struct stat status = {};
    return ::stat(file.c_str(), &status) == 0 ? int64_t(status.st_size) : 0;
}

/// SQLite would wait for a FIFO, and its journals are next to the file that a link points to.
void checkRegular(const std::filesystem::path& path)
{
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0)
        throw Error(errno == ENOENT ? translated("there is no such file") : systemReason());
    if (S_ISDIR(status.st_mode))
        throw Error(translated("it is a folder"));
    if (!S_ISREG(status.st_mode))
        throw Error(translated("it is not a regular file"));
    struct stat link = {};
    std::error_code failed;
    const bool isLink = ::lstat(path.c_str(), &link) == 0 && S_ISLNK(link.st_mode);
    const auto file = isLink ? std::filesystem::canonical(path, failed) : path;
    for (const char* suffix : {"-wal", "-shm", "-journal"}) {
        const auto beside = file.native() + suffix;
        if (::lstat(beside.c_str(), &status) == 0 && !S_ISREG(status.st_mode))
            throw Error(translated("{file} next to it is not a regular file",
                                   {{"file", std::filesystem::path(beside).filename().string()}}));
    }
}

/// The tables that are read here need no more of SQLite's parser and compiler and have no larger values.
void limitContent(sqlite3* database)
{
    constexpr auto limits =
        std::to_array<std::pair<int, int>>({{SQLITE_LIMIT_LENGTH, mostMebibytesOfValue << 20},
                                            {SQLITE_LIMIT_SQL_LENGTH, 1 << 20},
                                            {SQLITE_LIMIT_COLUMN, 500},
                                            {SQLITE_LIMIT_EXPR_DEPTH, 20},
                                            {SQLITE_LIMIT_COMPOUND_SELECT, 3},
                                            {SQLITE_LIMIT_VDBE_OP, 25'000},
                                            {SQLITE_LIMIT_FUNCTION_ARG, 8},
                                            {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 50},
                                            {SQLITE_LIMIT_VARIABLE_NUMBER, 10},
                                            {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
                                            {SQLITE_LIMIT_WORKER_THREADS, 0}});
    for (const auto& [limit, most] : limits)
        sqlite3_limit(database, limit, most);
}

/// The path as an SQLite URI.
std::string uriPath(const std::filesystem::path& path)
{
    std::string text;
    const std::string whole = std::filesystem::absolute(path).native();
    for (const char c : whole) {
        if (c == '%' || c == '?' || c == '#')
            text += fmt::format("%{:02X}", int(c));
        else
            text += c;
    }
    return text;
}

/// Whether the content can be read; this opens the journal as well.
int firstLook(sqlite3* database)
{
    return sqlite3_exec(database, "PRAGMA schema_version", nullptr, nullptr, nullptr);
}

} // namespace

std::string sqliteHeaderOf(const std::filesystem::path& path)
{
    constexpr size_t headerBytes = 100;
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    struct stat status = {};
    if (!file.isOpen() || ::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode))
        return {};
    std::string header(headerBytes, '\0');
    header.resize(size_t(std::max<ssize_t>(::pread(file.number(), header.data(), header.size(), 0), 0)));
    return header;
}

bool lacksJournal(const std::filesystem::path& path)
{
    constexpr size_t readVersionAt = 19;
    constexpr char withWriteAheadLog = 2;
    const auto header = sqliteHeaderOf(path);
    return header.size() > readVersionAt && header[readVersionAt] == withWriteAheadLog &&
           bytesOf(path.native() + "-wal") == 0;
}

bool SqliteWorkLimit::isExceeded()
{
    if (used <= m_limit)
        return false;
    // The smallest rows take about two instructions per byte.
    constexpr int64_t always = 20'000'000;
    constexpr int64_t perByte = 8;
    m_limit = always + perByte * (bytesOf(m_file) + bytesOf(m_file.native() + "-wal"));
    return used > m_limit;
}

void SqliteStatement::Finalize::operator()(sqlite3_stmt* statement) const
{
    sqlite3_finalize(statement);
}

SqliteStatement::SqliteStatement(sqlite3* database, std::string_view sql, SqliteWorkLimit* limit)
    : m_limit(limit)
{
    if (m_limit)
        m_limit->used = 0; // examining the tables is work, too
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
    // An empty view may have a null address, which SQLite takes for NULL.
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

bool SqliteStatement::step()
{
    if (m_isDone)
        return false; // SQLite would start again
    if (m_limit)
        m_limit->used = m_used;
    const int result = sqlite3_step(m_statement.get());
    if (m_limit)
        m_used = m_limit->used;
    check(result);
    m_isDone = result == SQLITE_DONE;
    return !m_isDone;
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
    m_used = 0;
    m_isDone = false;
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

namespace {

constexpr int busyMs = 2000;

/// A file from elsewhere is data and not trusted.
void distrust(sqlite3* database)
{
    sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_exec(database, "PRAGMA cell_size_check = ON", nullptr, nullptr, nullptr);
}

} // namespace

SqliteDatabase::SqliteDatabase(const std::filesystem::path& path, Access access)
{
    if (access == Access::Create) {
        const FileDescriptor created(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
        if (!created.isOpen())
            throw Error(systemReason());
    }
    checkRegular(path);
    if (access == Access::Read) {
        openToRead(path);
        return;
    }
    sqlite3* database = nullptr;
    const int result =
        sqlite3_open_v2(path.c_str(), &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
    m_database.reset(database);
    if (result != SQLITE_OK)
        fail(database);
    sqlite3_busy_timeout(database, busyMs);
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    distrust(database);
}

void SqliteDatabase::openToRead(const std::filesystem::path& path)
{
    m_limit = std::make_unique<SqliteWorkLimit>(path);
    const auto open = [this](const std::string& name, int flags, const char* system) {
        sqlite3* database = nullptr;
        const int result = sqlite3_open_v2(name.c_str(), &database, flags | SQLITE_OPEN_NOMUTEX, system);
        m_database.reset(database);
        if (result != SQLITE_OK)
            fail(database);
        sqlite3_extended_result_codes(database, 1);
        sqlite3_busy_timeout(database, busyMs);
        limitContent(database);
        sqlite3_progress_handler(database, instructionsBetweenChecks, checkWork, m_limit.get());
        distrust(database);
        // Otherwise SQLite refuses a truncated file. The connection stays read-only.
        sqlite3_db_config(database, SQLITE_DBCONFIG_WRITABLE_SCHEMA, 1, nullptr);
        return firstLook(database);
    };
    const auto asItIs = fmt::format("file:{}?immutable=1", uriPath(path));
    if (lacksJournal(path)) {
        // Nobody writes to it, and reading it the usual way would leave a new journal next to it.
        open(asItIs, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr);
        return;
    }
    int result = open(path.native(), SQLITE_OPEN_READONLY, nullptr);
    if (result == SQLITE_READONLY_ROLLBACK) {
        // A change was interrupted. The first connection that may write undoes it.
        open(path.native(), SQLITE_OPEN_READWRITE, nullptr);
        result = open(path.native(), SQLITE_OPEN_READONLY, nullptr);
    }
    const bool cannotMakeJournal = (result & 0xFF) == SQLITE_CANTOPEN || (result & 0xFF) == SQLITE_READONLY;
    const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
    if (!cannotMakeJournal || ::faccessat(AT_FDCWD, folder.c_str(), W_OK, AT_EACCESS) == 0)
        return; // an error here occurs again at the first use
    // Nobody writes here, so the journal can be read without locks and without an index file next to it.
    open(path.native(), SQLITE_OPEN_READONLY, "unix-none");
    execute("PRAGMA locking_mode = EXCLUSIVE");
}

void SqliteDatabase::execute(const std::string& sql)
{
    if (m_limit)
        m_limit->used = 0;
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
        // SQLite has already rolled back, as it does when the disk is full.
    }
}

void SqliteTransaction::commit()
{
    m_database.execute("COMMIT");
    m_open = false;
}

} // namespace stepscope
