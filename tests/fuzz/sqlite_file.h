#pragma once

#include "core/base/files/sqlite.h"
#include "core/base/files/temporary_folder.h"

#include <fstream>
#include <functional>
#include <iterator>
#include <string>

namespace stepscope::fuzz {

/// A file that SQLite opens by name, with the last written bytes and without a journal.
class SqliteFile
{
public:
    std::filesystem::path write(const uint8_t* data, size_t size)
    {
        for (const char* journal : {"-wal", "-shm", "-journal"})
            std::filesystem::remove(m_path.string() + journal);
        std::ofstream file(m_path, std::ios::binary | std::ios::trunc);
        file.write(reinterpret_cast<const char*>(data), std::streamsize(size));
        return m_path;
    }

private:
    TemporaryFolder m_folder;
    std::filesystem::path m_path = m_folder.path() / "file";
};

/// The bytes of the file that `make` writes, with the smallest page size, so that mutations hit its content.
inline std::string sqliteSeed(const std::function<void(const std::filesystem::path&)>& make)
{
    const TemporaryFolder folder;
    const auto path = folder.path() / "seed";
    make(path);
    SqliteDatabase(path, SqliteDatabase::Access::Write)
        .execute("PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM");
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace stepscope::fuzz
