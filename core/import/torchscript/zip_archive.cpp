#include "core/import/torchscript/zip_archive.h"

#include "core/base/error.h"
#include "core/base/text/format.h"
#include "core/language/translation.h"

#include <minizip/unzip.h>

#include <algorithm>
#include <array>

namespace stepscope {

namespace {

constexpr size_t mostEntries = 1'000'000;
constexpr size_t longestPath = 4096;

} // namespace

void ZipArchive::Close::operator()(void* file) const
{
    unzClose(file);
}

ZipArchive::ZipArchive(const std::filesystem::path& path)
    : m_file(unzOpen64(path.c_str()))
{
    const auto damaged = [] { return Error(translated("its list of entries is cut short or damaged")); };
    if (!m_file)
        throw damaged();
    std::string name(longestPath, '\0');
    int result = unzGoToFirstFile(m_file.get());
    for (; result == UNZ_OK; result = unzGoToNextFile(m_file.get())) {
        unz_file_info64 info = {};
        unz64_file_pos place = {};
        if (unzGetCurrentFileInfo64(m_file.get(), &info, name.data(), name.size(), nullptr, 0, nullptr, 0) !=
                UNZ_OK ||
            unzGetFilePos64(m_file.get(), &place) != UNZ_OK || m_entries.size() == mostEntries)
            throw damaged();
        if (info.size_filename < longestPath)
            m_entries.insert({name.substr(0, info.size_filename),
                              {.bytes = int64_t(std::min<uint64_t>(info.uncompressed_size, INT64_MAX)),
                               .place = place.pos_in_zip_directory,
                               .number = place.num_of_file}});
    }
    if (result != UNZ_END_OF_LIST_OF_FILE)
        throw damaged();
}

std::string ZipArchive::read(const std::string& name, int64_t mostBytes) const
{
    const auto entry = m_entries.find(name);
    if (entry == m_entries.end())
        throw Error(translated("it has no entry {entry}", {{"entry", name}}));
    const unz64_file_pos place{entry->second.place, entry->second.number};
    if (unzGoToFilePos64(m_file.get(), &place) != UNZ_OK || unzOpenCurrentFile(m_file.get()) != UNZ_OK)
        throw Error(translated("its entry {entry} is damaged", {{"entry", name}}));
    std::string content;
    std::array<char, 1 << 16> piece;
    int count = 0;
    while ((count = unzReadCurrentFile(m_file.get(), piece.data(), unsigned(piece.size()))) > 0) {
        content.append(piece.data(), size_t(count));
        if (int64_t(content.size()) > mostBytes) {
            unzCloseCurrentFile(m_file.get());
            throw Error(translated("its entry {entry} is larger than {limit}",
                                   {{"entry", name}, {"limit", formatBytes(double(mostBytes))}}));
        }
    }
    if (unzCloseCurrentFile(m_file.get()) != UNZ_OK || count < 0) // the checksum
        throw Error(translated("its entry {entry} is damaged", {{"entry", name}}));
    return content;
}

} // namespace stepscope
