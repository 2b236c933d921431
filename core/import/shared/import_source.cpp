#include "core/import/shared/import_source.h"

#include "core/base/error.h"
#include "core/base/system_reason.h"
#include "core/base/text/format.h"
#include "core/language/translation.h"

#include <isa-l/igzip_lib.h>

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>

namespace stepscope {

namespace {

constexpr size_t inputBytes = 1 << 18;
/// Traces compress to a tenth or a fiftieth of their size; deflate can reach a thousandth.
constexpr int64_t mostTimesLarger = 300;
constexpr int64_t alwaysAllowedBytes = 256 << 20;

/// Describes a path that is not a regular file; empty: it is one.
std::string otherThanFile(mode_t mode)
{
    switch (mode & S_IFMT) {
    case S_IFREG:
        return {};
    case S_IFDIR:
        return translated("it is a folder");
    case S_IFIFO:
        return translated(
            "it is a pipe, which can be read only once; write its content to a file and import that");
    case S_IFSOCK:
        return translated("it is a socket");
    default:
        return translated("it is a device");
    }
}

[[noreturn]] void failToRead(const std::filesystem::path& path, const std::string& reason)
{
    throw Error(translated("Cannot read {file}: {reason}.", {{"file", path.string()}, {"reason", reason}}));
}

} // namespace

/// Opening a pipe would wait for a writer, and opening a device may have side effects.
FileDescriptor ImportSource::openRegular(const std::filesystem::path& path, int64_t& bytes)
{
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0)
        failToRead(path, systemReason());
    if (const auto what = otherThanFile(status.st_mode); !what.empty())
        failToRead(path, what);
    FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file.isOpen() || ::fstat(file.number(), &status) != 0)
        failToRead(path, systemReason());
    if (const auto what = otherThanFile(status.st_mode); !what.empty()) // it was replaced in between
        failToRead(path, what);
    bytes = status.st_size;
    return file;
}

ImportSource::ImportSource(std::filesystem::path path)
    : m_path(std::move(path))
    , m_file(openRegular(m_path, m_fileBytes))
{
    m_input.resize(inputBytes);
    const auto count = ::pread(m_file.number(), m_input.data(), 2, 0);
    if (count == 2 && m_input[0] == 0x1F && m_input[1] == 0x8B) {
        m_inflate = std::make_unique<inflate_state>();
        isal_inflate_init(m_inflate.get());
        m_inflate->crc_flag = ISAL_GZIP;
    }
}

ImportSource::~ImportSource() = default;

size_t ImportSource::read(char* to, size_t size)
{
    const size_t count = m_inflate ? readInflated(to, size) : readFile(to, size);
    m_contentBytesRead += int64_t(count);
    if (m_inflate && m_contentBytesRead > alwaysAllowedBytes &&
        m_contentBytesRead > m_fileBytesRead * mostTimesLarger)
        failToRead(
            m_path,
            translated("its gzip data decompresses to more than {count} times its size, which no trace does",
                       {{"count", std::to_string(mostTimesLarger)}}));
    return count;
}

size_t ImportSource::readFile(char* to, size_t size)
{
    size_t done = 0;
    while (done < size) {
        const auto count = ::read(m_file.number(), to + done, size - done);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            failToRead(m_path, systemReason());
        if (count == 0)
            break;
        done += size_t(count);
    }
    m_fileBytesRead += int64_t(done);
    return done;
}

bool ImportSource::fillInput()
{
    const size_t count = readFile(reinterpret_cast<char*>(m_input.data()), m_input.size());
    m_inflate->next_in = m_input.data();
    m_inflate->avail_in = uint32_t(count);
    return count > 0;
}

size_t ImportSource::readInflated(char* to, size_t size)
{
    size_t done = 0;
    while (done < size && m_damage.empty()) {
        if (m_inflate->avail_in == 0 && !fillInput()) {
            if (!m_memberEnded)
                m_damage = translated("its gzip data is cut short");
            break;
        }
        if (m_memberEnded) {
            isal_inflate_reset(m_inflate.get());
            m_inflate->crc_flag = ISAL_GZIP;
            m_memberEnded = false;
        }
        constexpr size_t most = 1 << 30; // isa-l counts in 32 bits
        const auto wanted = uint32_t(std::min(size - done, most));
        m_inflate->next_out = reinterpret_cast<uint8_t*>(to + done);
        m_inflate->avail_out = wanted;
        const int result = isal_inflate(m_inflate.get());
        done += wanted - m_inflate->avail_out;
        m_memberEnded = m_inflate->block_state == ISAL_BLOCK_FINISH;
        if (result < ISAL_DECOMP_OK || result > ISAL_OUT_OVERFLOW)
            m_damage =
                translated("its gzip data is damaged near byte {position}",
                           {{"position", formatCount(m_fileBytesRead - int64_t(m_inflate->avail_in))}});
    }
    return done;
}

} // namespace stepscope
