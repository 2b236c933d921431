#include "core/data/own/array_files.h"

#include "core/base/error.h"
#include "core/base/system_reason.h"
#include "core/language/translation.h"

#include <fmt/format.h>
#include <minizip/unzip.h>

#include <algorithm>
#include <cstdio>

namespace stepscope {

namespace {

namespace fs = std::filesystem;

class PlainStream : public ByteStream
{
public:
    explicit PlainStream(const fs::path& file)
        : m_file(std::fopen(file.c_str(), "rbe"), std::fclose)
    {
        if (!m_file)
            throw Error(systemReason());
        std::error_code ignored;
        m_size = int64_t(fs::file_size(file, ignored));
    }

    int64_t size() const override { return m_size; }

    size_t read(void* to, size_t size) override
    {
        const auto count = std::fread(to, 1, size, m_file.get());
        if (count < size && std::ferror(m_file.get()))
            throw Error(systemReason());
        return count;
    }

private:
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> m_file;
    int64_t m_size = 0;
};

class ZipStream : public ByteStream
{
public:
    ZipStream(std::shared_ptr<void> zip, const std::string& member)
        : m_zip(std::move(zip))
    {
        unz_file_info64 information = {};
        if (unzLocateFile(m_zip.get(), member.c_str(), 1) != UNZ_OK)
            throw Error(translated("it is missing"));
        if (unzGetCurrentFileInfo64(m_zip.get(), &information, nullptr, 0, nullptr, 0, nullptr, 0) !=
                UNZ_OK ||
            unzOpenCurrentFile(m_zip.get()) != UNZ_OK)
            throw damaged();
        m_size = int64_t(std::min<uint64_t>(information.uncompressed_size, INT64_MAX));
    }
    ~ZipStream() override { unzCloseCurrentFile(m_zip.get()); }
    ZipStream(const ZipStream&) = delete;
    ZipStream& operator=(const ZipStream&) = delete;

    int64_t size() const override { return m_size; }

    size_t read(void* to, size_t size) override
    {
        constexpr size_t most = 1 << 20;
        size_t done = 0;
        while (done < size) {
            const auto count = unzReadCurrentFile(m_zip.get(), static_cast<char*>(to) + done,
                                                  unsigned(std::min(size - done, most)));
            if (count < 0)
                throw damaged();
            if (count == 0) {
                if (unzCloseCurrentFile(m_zip.get()) == UNZ_CRCERROR)
                    throw damaged();
                break;
            }
            done += size_t(count);
        }
        return done;
    }

private:
    static Error damaged() { return Error(translated("it is damaged in its archive")); }

    std::shared_ptr<void> m_zip;
    int64_t m_size = 0;
};

} // namespace

ArrayFiles::ArrayFiles(fs::path path)
    : m_path(std::move(path))
{
    std::error_code ignored;
    if (fs::is_directory(m_path, ignored))
        return;
    if (!fs::exists(m_path, ignored))
        throw Error(translated("{file} does not exist.", {{"file", m_path.string()}}));
    if (!fs::is_regular_file(m_path, ignored))
        throw Error(translated("{file} is neither a file nor a folder.", {{"file", m_path.string()}}));
    if (const unzFile zip = unzOpen64(m_path.c_str()))
        m_zip.reset(zip, unzClose);
    else
        throw Error(translated("{file} is not an .npz file, or is cut short.", {{"file", m_path.string()}}));
}

std::unique_ptr<ByteStream> ArrayFiles::open(const std::string& name)
{
    const auto file = name + ".npy";
    if (m_zip)
        return std::make_unique<ZipStream>(m_zip, file);
    std::error_code ignored;
    if (!fs::exists(m_path / file, ignored))
        throw Error(translated("it is missing"));
    if (!fs::is_regular_file(m_path / file, ignored))
        throw Error(translated("it is not a file"));
    return std::make_unique<PlainStream>(m_path / file);
}

std::string ArrayFiles::placeOf(const std::string& name) const
{
    const auto file = name + ".npy";
    return m_zip ? translated("{file} in {archive}", {{"file", file}, {"archive", m_path.string()}})
                 : (m_path / file).string();
}

std::string ArrayFiles::stamp(const std::vector<std::string>& names) const
{
    std::string text;
    const auto add = [&text](const fs::path& file) {
        std::error_code ignored;
        text += fmt::format("{} {} ", fs::file_size(file, ignored),
                            fs::last_write_time(file, ignored).time_since_epoch().count());
    };
    if (m_zip)
        add(m_path);
    else
        for (const auto& name : names)
            add(m_path / (name + ".npy"));
    return text;
}

} // namespace stepscope
