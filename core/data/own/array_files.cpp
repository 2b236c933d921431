#include "core/data/own/array_files.h"

#include "core/base/error.h"
#include "core/base/system_reason.h"
#include "core/data/own/own_data_set.h"
#include "core/language/translation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <minizip/unzip.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <string_view>
#include <system_error>

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

    void skip(int64_t bytes)
    {
        if (fseeko(m_file.get(), bytes, SEEK_CUR) != 0)
            throw Error(systemReason());
    }

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

/// The header of an .npy file for a tensor, which has another header in its file.
std::string npyHeaderOf(const StoredTensor& tensor)
{
    static const std::map<std::string_view, std::string_view> types{
        {"U8", "|u1"},  {"I8", "|i1"},  {"U16", "<u2"}, {"I16", "<i2"}, {"U32", "<u4"}, {"I32", "<i4"},
        {"U64", "<u8"}, {"I64", "<i8"}, {"F16", "<f2"}, {"F32", "<f4"}, {"F64", "<f8"}};
    const auto type = types.find(tensor.type);
    if (type == types.end())
        throw Error(translated("its type is {type}, which is not supported", {{"type", tensor.type}}));
    constexpr size_t mostDimensions = 32; // of NumPy
    if (tensor.shape.size() > mostDimensions)
        throw Error(
            translated("it has more than {most} dimensions", {{"most", std::to_string(mostDimensions)}}));
    const auto text =
        fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}\n", type->second,
                    fmt::join(tensor.shape, ", "), tensor.shape.size() == 1 ? "," : "");
    const auto length = uint16_t(text.size());
    return std::string("\x93NUMPY\x01\x00", 8) + char(length & 0xff) + char(length >> 8) + text;
}

/// A tensor as an .npy file.
class TensorStream : public ByteStream
{
public:
    TensorStream(const SafetensorsReader& file, const StoredTensor& tensor)
        : m_header(npyHeaderOf(tensor))
        , m_file(file.path())
        , m_left(tensor.bytes)
        , m_size(int64_t(m_header.size()) + tensor.bytes)
    {
        m_file.skip(file.dataStart() + tensor.offset);
    }

    int64_t size() const override { return m_size; }

    size_t read(void* to, size_t size) override
    {
        const auto ofHeader = std::min(size, m_header.size() - m_headerDone);
        std::copy_n(m_header.data() + m_headerDone, ofHeader, static_cast<char*>(to));
        m_headerDone += ofHeader;
        const auto ofValues = std::min(int64_t(size - ofHeader), m_left);
        const auto count = m_file.read(static_cast<char*>(to) + ofHeader, size_t(ofValues));
        m_left -= int64_t(count);
        return ofHeader + count;
    }

private:
    std::string m_header;
    size_t m_headerDone = 0; ///< bytes that have been read
    PlainStream m_file;
    int64_t m_left; ///< bytes of the tensor
    int64_t m_size;
};

/// Of the members of an archive, or the first thousand.
std::vector<std::string> membersOf(unzFile zip)
{
    constexpr size_t most = 1000;
    std::vector<std::string> names;
    for (int found = unzGoToFirstFile(zip); found == UNZ_OK && names.size() < most;
         found = unzGoToNextFile(zip)) {
        std::array<char, 256> name{};
        // Without the last byte, which stays the end of a longer name.
        if (unzGetCurrentFileInfo64(zip, nullptr, name.data(), name.size() - 1, nullptr, 0, nullptr, 0) !=
            UNZ_OK)
            break;
        names.emplace_back(name.data());
    }
    return names;
}

std::vector<std::string> filesIn(const fs::path& folder)
{
    std::vector<std::string> names;
    std::error_code problem;
    for (fs::directory_iterator file(folder, problem); !problem && file != fs::directory_iterator();
         file.increment(problem))
        names.push_back(file->path().filename().string());
    std::ranges::sort(names);
    return names;
}

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
    if (m_path.extension() == safetensorsExtension) {
        m_tensors = std::make_shared<SafetensorsReader>(m_path);
        return;
    }
    if (m_path.extension() == npyExtension)
        throw Error(translated("{file} is one array of NumPy; a file with the arrays x_train and y_train is "
                               "needed, such as an .npz file of numpy.savez().",
                               {{"file", m_path.string()}}));
    if (const unzFile zip = unzOpen64(m_path.c_str()))
        m_zip.reset(zip, unzClose);
    else
        throw Error(translated("{file} is not an .npz file, or is cut short.", {{"file", m_path.string()}}));
}

bool ArrayFiles::has(const std::string& name) const
{
    const auto file = name + npyExtension;
    if (m_tensors)
        return m_tensors->find(name) != nullptr;
    if (m_zip)
        return unzLocateFile(m_zip.get(), file.c_str(), 1) == UNZ_OK;
    std::error_code ignored;
    return fs::exists(m_path / file, ignored);
}

std::vector<std::string> ArrayFiles::names() const
{
    std::vector<std::string> names;
    if (m_tensors) {
        for (const StoredTensor& tensor : m_tensors->header().tensors)
            names.push_back(tensor.name);
        return names;
    }
    for (const std::string& file : m_zip ? membersOf(m_zip.get()) : filesIn(m_path)) {
        if (file.ends_with(npyExtension))
            names.push_back(file.substr(0, file.size() - std::string_view(npyExtension).size()));
    }
    return names;
}

std::unique_ptr<ByteStream> ArrayFiles::open(const std::string& name)
{
    if (m_tensors) {
        const StoredTensor* const tensor = m_tensors->find(name);
        if (!tensor)
            throw Error(translated("it is missing"));
        return std::make_unique<TensorStream>(*m_tensors, *tensor);
    }
    const auto file = name + npyExtension;
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
    const auto file = m_tensors ? name : name + npyExtension;
    return m_zip || m_tensors
               ? translated("{file} in {archive}", {{"file", file}, {"archive", m_path.string()}})
               : (m_path / file).string();
}

std::string ArrayFiles::stamp(const std::vector<std::string>& names) const
{
    std::string text;
    const auto add = [&text](const fs::path& file) { text += fileStamp(file) + ' '; };
    if (m_zip || m_tensors)
        add(m_path);
    else
        for (const auto& name : names)
            add(m_path / (name + npyExtension));
    return text;
}

} // namespace stepscope
