#include "core/base/files/atomic_file.h"

#include "core/base/error.h"
#include "core/base/file_descriptor.h"
#include "core/base/interruption.h"
#include "core/base/processes/process_identity.h"
#include "core/base/system_reason.h"
#include "core/language/translation.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <mutex>
#include <optional>
#include <set>

namespace stepscope {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void failToWrite(const fs::path& path, const std::string& reason)
{
    throw Error(translated("Cannot write {file}: {reason}.", {{"file", path.string()}, {"reason", reason}}));
}

fs::path folderOf(const fs::path& path)
{
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

/// A file without a name gets one through this folder.
constexpr auto ownFiles = "/proc/self/fd";

/// Throws Error unless a file can be created or replaced here.
void checkTarget(const fs::path& path)
{
    std::error_code failed;
    const auto status = fs::status(path, failed);
    if (fs::is_directory(status))
        failToWrite(path, translated("a folder with this name already exists"));
    if (fs::exists(status) && !fs::is_regular_file(status))
        failToWrite(path, translated("it is not a regular file"));
    if (const auto folder = folderOf(path); fs::status(folder, failed).type() == fs::file_type::not_found)
        failToWrite(path, translated("the folder {folder} does not exist", {{"folder", folder.string()}}));
}

/// Removes the temporary files of killed processes; once per folder.
void removeStaleFiles(const fs::path& folder)
{
    static std::mutex mutex;
    static std::set<fs::path> done;
    const std::lock_guard lock(mutex);
    if (!done.insert(folder).second)
        return;
    std::error_code failed;
    for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end;
         entry.increment(failed)) {
        const auto name = entry->path().filename().string();
        struct stat status = {};
        if (name.starts_with('.') && hasMarkOfGoneProcess(name) &&
            ::lstat(entry->path().c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
            status.st_uid == ::geteuid())
            ::unlink(entry->path().c_str());
    }
}

/// A name in the target's folder that only this process uses, at most 255 bytes long.
fs::path temporaryNameFor(const fs::path& target)
{
    static std::atomic<unsigned> number{0};
    constexpr size_t longestStem = 120;
    constexpr size_t longestExtension = 30;
    const auto extension = target.extension().string();
    return folderOf(target) / fmt::format(".{}.{}-{}{}", target.stem().string().substr(0, longestStem),
                                          processMark(), number++,
                                          extension.size() <= longestExtension ? extension : "");
}

/// Returns false, with errno, on failure.
bool renameIfFree(const fs::path& from, const fs::path& to)
{
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0)
        return true;
    // Some file systems do not support that. Giving the file a second name never replaces anything either.
    return errno != EEXIST && ::link(from.c_str(), to.c_str()) == 0 && ::unlink(from.c_str()) == 0;
}

/// A file that is being written. Where the file system supports it, the file has no name until it is
/// complete, so that nothing is left when the process is killed; elsewhere it has a temporary name and is
/// removed on failure.
class UnfinishedFile
{
public:
    enum class Name { IfNeeded, Always };

    UnfinishedFile(const fs::path& path, Name name)
        : m_path(path)
    {
        if (name == Name::IfNeeded && ::access(ownFiles, X_OK) == 0)
            m_file = FileDescriptor(::open(folderOf(m_path).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666));
        if (m_file.isOpen())
            return;
        removeStaleFiles(folderOf(m_path));
        withName([&](const fs::path& temporary) {
            m_file = FileDescriptor(
                ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
            return m_file.isOpen();
        });
    }
    ~UnfinishedFile() { removeName(); }
    UnfinishedFile(const UnfinishedFile&) = delete;
    UnfinishedFile& operator=(const UnfinishedFile&) = delete;

    /// Empty if it has none.
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

    /// Opens what another writer has written under name().
    void reopen()
    {
        m_file = FileDescriptor(::open(m_name.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC));
        if (!m_file.isOpen())
            failToWrite(m_path, systemReason());
    }

    enum class Place { Taken, Free }; ///< whether an existing file is replaced

    void moveToPlace(Place place = Place::Taken)
    {
        if (struct stat existing{}; ::lstat(m_path.c_str(), &existing) == 0 && S_ISREG(existing.st_mode))
            ::fchmod(m_file.number(), existing.st_mode & 07777);
        if (::fsync(m_file.number()) != 0)
            failToWrite(m_path, systemReason());
        if (m_name.empty() && !linkAs(m_path)) {
            if (errno != EEXIST)
                failToWrite(m_path, systemReason());
            withName([&](const fs::path& temporary) { return linkAs(temporary); });
        }
        if (!m_file.close())
            failToWrite(m_path, systemReason());
        const bool isInPlace =
            m_name.empty() || (place == Place::Taken ? ::rename(m_name.c_str(), m_path.c_str()) == 0
                                                     : renameIfFree(m_name, m_path));
        if (!isInPlace)
            failToWrite(m_path, systemReason());
        m_guard.reset();
        m_name.clear();
        // The new name itself is only on the disk once its folder is; some file systems cannot flush folders.
        const FileDescriptor folder(::open(folderOf(m_path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (folder.isOpen())
            ::fsync(folder.number());
    }

private:
    /// `make` creates a file with the given name, or returns false with errno set.
    void withName(const std::function<bool(const fs::path&)>& make)
    {
        const auto begin = [&] {
            constexpr int attempts = 100; // others may use similar names
            for (int attempt = 0; attempt < attempts; ++attempt) {
                m_name = temporaryNameFor(m_path);
                if (make(m_name))
                    return;
                if (errno != EEXIST)
                    break;
            }
            m_name.clear();
            failToWrite(m_path, systemReason());
        };
        m_guard.emplace(begin, [this] { ::unlink(m_name.c_str()); });
    }

    bool linkAs(const fs::path& name) const
    {
        const auto self = fmt::format("{}/{}", ownFiles, m_file.number());
        return ::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
    }

    void removeName()
    {
        if (!m_name.empty())
            ::unlink(m_name.c_str());
    }

    fs::path m_path;
    fs::path m_name;
    FileDescriptor m_file;
    std::optional<InterruptionGuard> m_guard; ///< while the file has a name
};

} // namespace

void writeFileAtomically(const fs::path& path, std::string_view content)
{
    checkTarget(path);
    UnfinishedFile file(path, UnfinishedFile::Name::IfNeeded);
    file.write(content);
    file.moveToPlace();
}

void writePiecesAtomically(const fs::path& path, const std::function<void(const TextSink&)>& write)
{
    checkTarget(path);
    UnfinishedFile file(path, UnfinishedFile::Name::IfNeeded);
    write([&](std::string_view piece) { file.write(piece); });
    file.moveToPlace();
}

void writeFileAtomically(const fs::path& path, const std::function<void(const fs::path&)>& write)
{
    checkTarget(path);
    UnfinishedFile file(path, UnfinishedFile::Name::Always);
    file.close();
    write(file.name());
    file.reopen();
    file.moveToPlace();
}

fs::path linkTarget(const fs::path& path)
{
    std::error_code failed;
    if (!fs::is_symlink(fs::symlink_status(path, failed)))
        return path;
    auto target = fs::weakly_canonical(path, failed);
    if (failed)
        failToWrite(path, failed.message());
    return target;
}

void checkFolderWritable(const fs::path& folder)
{
    try {
        const UnfinishedFile probe(folder / "probe", UnfinishedFile::Name::IfNeeded);
    } catch (const Error& problem) {
        throw Error(translated("The folder {folder} cannot be written to.", {{"folder", folder.string()}}),
                    problem.what());
    }
}

void checkFileWritable(const fs::path& path)
{
    if (path.empty())
        return;
    checkTarget(path);
    const UnfinishedFile probe(path, UnfinishedFile::Name::IfNeeded);
}

void createFileAtomically(const fs::path& path, const std::function<void(const fs::path&)>& write)
{
    std::error_code failed;
    if (fs::exists(fs::symlink_status(path, failed)))
        failToWrite(path, translated("a file with this name already exists"));
    checkTarget(path);
    UnfinishedFile file(path, UnfinishedFile::Name::Always);
    file.close();
    write(file.name());
    file.reopen();
    file.moveToPlace(UnfinishedFile::Place::Free);
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
        throw Error(
            translated("Cannot read {file}: {reason}.", {{"file", path.string()}, {"reason", reason}}));
    };
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat information
    {
    };
    if (!file.isOpen() || ::fstat(file.number(), &information) != 0)
        fail(systemReason());
    if (S_ISDIR(information.st_mode))
        fail(translated("it is a folder"));

    // The size is only a hint: files in /proc have none, and other files may grow.
    std::string content;
    content.reserve(size_t(std::min<uintmax_t>(uintmax_t(information.st_size), limitBytes)) + 1);
    constexpr size_t piece = 1 << 16;
    for (;;) {
        const auto before = content.size();
        content.resize(before < content.capacity() ? content.capacity() : before + piece);
        const auto count = ::read(file.number(), content.data() + before, content.size() - before);
        const auto reason = count < 0 ? errno : 0;
        content.resize(before + size_t(std::max<ssize_t>(count, 0)));
        if (content.size() > limitBytes)
            fail(translatedPlural("it is larger than {count} byte", "it is larger than {count} bytes",
                                  int64_t(limitBytes), {{"count", std::to_string(limitBytes)}}));
        if (reason && reason != EINTR)
            fail(systemReason(reason));
        if (count == 0)
            return content;
    }
}

} // namespace stepscope
