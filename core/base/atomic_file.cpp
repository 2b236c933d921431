#include "core/base/atomic_file.h"

#include "core/base/error.h"
#include "core/base/file_descriptor.h"
#include "core/base/system_reason.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>

namespace stepscope {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void failToWrite(const fs::path& path, const std::string& reason)
{
    throw Error(fmt::format("Cannot write {}: {}.", path.string(), reason));
}

fs::path folderOf(const fs::path& path)
{
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

/// Follows a symbolic link, so that the file it points to is replaced and not the link. Refuses what is no
/// file.
fs::path targetOf(const fs::path& path)
{
    std::error_code failed;
    auto target = path;
    if (fs::is_symlink(fs::symlink_status(path, failed))) {
        target = fs::weakly_canonical(path, failed);
        if (failed)
            failToWrite(path, failed.message());
    }
    const auto status = fs::status(target, failed);
    if (fs::is_directory(status))
        failToWrite(path, "a folder of that name is in the way");
    if (fs::exists(status) && !fs::is_regular_file(status))
        failToWrite(path, "it is not a regular file");
    if (const auto folder = folderOf(target); fs::status(folder, failed).type() == fs::file_type::not_found)
        failToWrite(path, fmt::format("the folder {} does not exist", folder.string()));
    return target;
}

fs::path temporaryFor(const fs::path& target)
{
    static std::atomic<unsigned> number{0};
    constexpr size_t longestStem = 160;
    return folderOf(target) / fmt::format(".{}.{}-{}{}", target.stem().string().substr(0, longestStem),
                                          getpid(), number++, target.extension().string());
}

/// False, with errno, when that cannot be done.
bool renameIfFree(const fs::path& from, const fs::path& to)
{
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0)
        return true;
    // Some file systems cannot do that; a second name never replaces anything either.
    return errno != EEXIST && ::link(from.c_str(), to.c_str()) == 0 && ::unlink(from.c_str()) == 0;
}

/// A file that is removed again unless it is moved to its place.
class Temporary
{
public:
    Temporary(const fs::path& path, fs::path target)
        : m_path(path)
        , m_target(std::move(target))
    {
        // A file of this name can only be left over from a process that was killed.
        for (int attempt = 0; attempt < 100 && !m_file.isOpen(); ++attempt) {
            m_name = temporaryFor(m_target);
            m_file = FileDescriptor(::open(m_name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
            if (!m_file.isOpen() && errno != EEXIST)
                break;
        }
        if (!m_file.isOpen())
            failToWrite(m_path, systemReason());
    }
    ~Temporary()
    {
        if (!m_moved)
            ::unlink(m_name.c_str());
    }
    Temporary(const Temporary&) = delete;
    Temporary& operator=(const Temporary&) = delete;

    const fs::path& name() const { return m_name; }

    void write(std::string_view content)
    {
        while (!content.empty()) {
            const auto count = ::write(m_file.number(), content.data(), content.size());
            if (count < 0 && errno != EINTR)
                failToWrite(m_path, systemReason());
            content.remove_prefix(size_t(std::max<ssize_t>(count, 0)));
        }
    }

    void close() { m_file.close(); }

    /// Takes up what was written under name() by another.
    void reopen()
    {
        m_file = FileDescriptor(::open(m_name.c_str(), O_WRONLY | O_CLOEXEC));
        if (!m_file.isOpen())
            failToWrite(m_path, systemReason());
    }

    enum class Place { Taken, Free }; ///< whether a file that is there is replaced

    void moveToPlace(Place place = Place::Taken)
    {
        if (struct stat existing{}; ::stat(m_target.c_str(), &existing) == 0)
            ::fchmod(m_file.number(), existing.st_mode & 07777);
        const bool isWritten = ::fsync(m_file.number()) == 0 && m_file.close();
        if (!isWritten || (place == Place::Taken ? ::rename(m_name.c_str(), m_target.c_str()) != 0
                                                 : !renameIfFree(m_name, m_target)))
            failToWrite(m_path, systemReason());
        m_moved = true;
        // The new name itself is only on the disk once its folder is; some file systems cannot do that.
        const FileDescriptor folder(::open(folderOf(m_target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (folder.isOpen())
            ::fsync(folder.number());
    }

private:
    fs::path m_path;
    fs::path m_target;
    fs::path m_name;
    FileDescriptor m_file;
    bool m_moved = false;
};

} // namespace

void writeFileAtomically(const fs::path& path, std::string_view content)
{
    Temporary temporary(path, targetOf(path));
    temporary.write(content);
    temporary.moveToPlace();
}

void writeFileAtomically(const fs::path& path, const std::function<void(const fs::path&)>& write)
{
    Temporary temporary(path, targetOf(path));
    temporary.close();
    write(temporary.name());
    temporary.reopen();
    temporary.moveToPlace();
}

void createFileAtomically(const fs::path& path, const std::function<void(const fs::path&)>& write)
{
    std::error_code failed;
    if (fs::exists(fs::symlink_status(path, failed)))
        failToWrite(path, "a file of this name is there already");
    Temporary temporary(path, path);
    temporary.close();
    write(temporary.name());
    temporary.reopen();
    temporary.moveToPlace(Temporary::Place::Free);
}

bool moveIfFree(const fs::path& from, const fs::path& to)
{
    if (renameIfFree(from, to))
        return true;
    if (errno != EEXIST)
        failToWrite(to, systemReason());
    return false;
}

std::string readFile(const fs::path& path, uintmax_t limitBytes)
{
    const auto fail = [&](const std::string& reason) -> void {
        throw Error(fmt::format("Cannot read {}: {}.", path.string(), reason));
    };
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat information
    {
    };
    if (!file.isOpen() || ::fstat(file.number(), &information) != 0)
        fail(systemReason());
    if (S_ISDIR(information.st_mode))
        fail("it is a folder");

    // The size is a hint only: files of /proc state none, and others may grow.
    std::string content;
    content.reserve(size_t(std::min<uintmax_t>(uintmax_t(information.st_size), limitBytes)) + 1);
    constexpr size_t piece = 1 << 16;
    for (;;) {
        const auto before = content.size();
        content.resize(std::max(content.capacity(), before + piece));
        const auto count = ::read(file.number(), content.data() + before, content.size() - before);
        const auto reason = count < 0 ? errno : 0;
        content.resize(before + size_t(std::max<ssize_t>(count, 0)));
        if (content.size() > limitBytes)
            fail(fmt::format("it is larger than {} bytes", limitBytes));
        if (reason && reason != EINTR)
            fail(systemReason(reason));
        if (count == 0)
            return content;
    }
}

} // namespace stepscope
