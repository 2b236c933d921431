#include "core/data/gzip_reader.h"

#include "core/base/error.h"
#include "core/base/system_reason.h"
#include "core/language/translation.h"

#include <zlib.h>

#include <algorithm>

namespace stepscope {

namespace {

[[noreturn]] void failToRead(const std::filesystem::path& file, const std::string& reason)
{
    throw Error(translated("Cannot read {file}: {reason}.", {{"file", file.string()}, {"reason", reason}}));
}

} // namespace

GzipReader::GzipReader(std::filesystem::path file)
    : m_file(std::move(file))
    , m_handle(nullptr)
{
    std::error_code ignored;
    if (std::filesystem::is_directory(m_file, ignored))
        failToRead(m_file, translated("it is a folder"));
    errno = 0;
    m_handle = gzopen(m_file.c_str(), "rbe");
    if (!m_handle)
        failToRead(m_file, errno ? systemReason() : translated("there is not enough memory"));
    gzbuffer(m_handle, 1 << 17);
}

GzipReader::~GzipReader()
{
    gzclose_r(m_handle);
}

size_t GzipReader::read(void* to, size_t size)
{
    constexpr size_t most = 1 << 30; // gzread() counts in int
    size_t done = 0;
    while (done < size) {
        const auto wanted = std::min(size - done, most);
        const auto count = gzread(m_handle, static_cast<char*>(to) + done, unsigned(wanted));
        done += size_t(std::max(count, 0));
        // Also when all bytes were read: zlib 1.3.2 reports only once that the checksum is cut short.
        int number = Z_OK;
        gzerror(m_handle, &number);
        if (number == Z_ERRNO)
            failToRead(m_file, systemReason());
        if (number == Z_BUF_ERROR)
            failToRead(m_file, translated("its gzip data is cut short"));
        if (number != Z_OK && number != Z_STREAM_END)
            failToRead(m_file, translated("its gzip data is damaged"));
        if (count < int(wanted))
            break;
    }
    return done;
}

std::string readMaybeGzipped(const std::filesystem::path& file, size_t limitBytes)
{
    GzipReader reader(file);
    std::string content;
    constexpr size_t piece = 1 << 20;
    for (;;) {
        const auto before = content.size();
        content.resize(before + piece);
        content.resize(before + reader.read(content.data() + before, piece));
        if (content.size() > limitBytes)
            failToRead(file, translatedPlural("it has more than the expected {count} byte",
                                              "it has more than the expected {count} bytes",
                                              int64_t(limitBytes), {{"count", std::to_string(limitBytes)}}));
        if (content.size() < before + piece)
            return content;
    }
}

} // namespace stepscope
