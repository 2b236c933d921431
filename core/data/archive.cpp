#include "core/data/archive.h"

#include "core/base/error.h"
#include "core/base/system_reason.h"
#include "core/base/text/format.h"
#include "core/data/gzip_reader.h"
#include "core/language/translation.h"

#include <minizip/unzip.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <memory>
#include <numeric>
#include <optional>
#include <string_view>
#include <vector>

namespace stepscope {

namespace {

Error damagedArchive()
{
    return Error(translated("its archive is damaged"));
}

Error cutArchive()
{
    return Error(translated("its archive is cut short"));
}

Error missingMember(const ArchiveMember& member)
{
    return Error(translated("its archive has no file {file}", {{"file", member.name}}));
}

/// A member that is being written.
class MemberFile
{
public:
    MemberFile(const ArchiveMember& member, const std::filesystem::path& folder)
        : m_member(member)
        , m_file(std::fopen((folder / std::filesystem::path(member.name).filename()).c_str(), "wbe"),
                 std::fclose)
    {
        if (!m_file)
            throw Error(systemReason());
    }

    void write(const char* data, size_t size)
    {
        m_bytes += int64_t(size);
        if (m_bytes > m_member.mostBytes)
            throw Error(
                translated("the file {file} in its archive is larger than {limit}",
                           {{"file", m_member.name}, {"limit", formatBytes(double(m_member.mostBytes))}}));
        if (std::fwrite(data, 1, size, m_file.get()) != size)
            throw Error(systemReason());
    }

    void close()
    {
        if (std::fclose(m_file.release()) != 0)
            throw Error(systemReason());
    }

private:
    const ArchiveMember& m_member;
    int64_t m_bytes = 0;
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> m_file;
};

constexpr size_t tarBlock = 512;

/// The header of a member in the format ustar:
/// https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html
class TarHeader
{
public:
    /// Throws Error when its checksum is wrong.
    explicit TarHeader(const std::array<char, tarBlock>& block)
        : m_block(block)
    {
        // The checksum itself counts as blanks.
        const auto add = [](int64_t sum, char c) { return sum + uint8_t(c); };
        const auto checksum = std::accumulate(block.begin(), block.begin() + 148, int64_t(0), add) + 8 * ' ' +
                              std::accumulate(block.begin() + 156, block.end(), int64_t(0), add);
        if (octal(148, 8) != checksum)
            throw damagedArchive();
    }

    std::string name() const
    {
        const auto prefix = text(257, 5) == "ustar" ? text(345, 155) : std::string_view();
        return prefix.empty() ? std::string(text(0, 100))
                              : std::string(prefix) + "/" + std::string(text(0, 100));
    }
    bool isFile() const { return m_block[156] == '0' || m_block[156] == '\0'; }
    int64_t bytes() const { return octal(124, 12); }

private:
    std::string_view text(size_t at, size_t length) const
    {
        const std::string_view field(m_block.data() + at, length);
        return field.substr(0, std::min(field.find('\0'), length));
    }

    int64_t octal(size_t at, size_t length) const
    {
        auto field = text(at, length);
        field.remove_prefix(std::min(field.find_first_not_of(' '), field.size()));
        int64_t number = 0;
        if (std::from_chars(field.data(), field.data() + field.size(), number, 8).ec != std::errc() ||
            number < 0)
            throw damagedArchive();
        return number;
    }

    const std::array<char, tarBlock>& m_block;
};

void unpackTar(const std::filesystem::path& archive, std::span<const ArchiveMember> members,
               const std::filesystem::path& folder)
{
    GzipReader reader(archive);
    std::array<char, tarBlock> block{};
    const auto readBlock = [&] {
        if (reader.read(block.data(), block.size()) != block.size())
            throw cutArchive();
    };
    std::vector<ArchiveMember> missing(members.begin(), members.end());
    while (!missing.empty()) {
        readBlock();
        if (std::ranges::all_of(block, [](char c) { return c == '\0'; })) // the end
            throw missingMember(missing.front());
        const TarHeader header(block);
        const auto name = header.name();
        const auto wanted = std::ranges::find(missing, name, &ArchiveMember::name);
        std::optional<MemberFile> file;
        if (wanted != missing.end() && header.isFile())
            file.emplace(*wanted, folder);
        for (auto left = header.bytes(); left > 0; left -= int64_t(tarBlock)) {
            readBlock();
            if (file)
                file->write(block.data(), size_t(std::min(left, int64_t(tarBlock))));
        }
        if (file) {
            file->close();
            missing.erase(wanted);
        }
    }
}

void unpackZipMember(unzFile zip, const ArchiveMember& member, const std::filesystem::path& folder)
{
    if (unzLocateFile(zip, member.name.c_str(), 1) != UNZ_OK)
        throw missingMember(member);
    if (unzOpenCurrentFile(zip) != UNZ_OK)
        throw damagedArchive();
    MemberFile file(member, folder);
    std::array<char, 1 << 16> piece;
    int count = 0;
    while ((count = unzReadCurrentFile(zip, piece.data(), unsigned(piece.size()))) > 0)
        file.write(piece.data(), size_t(count));
    if (unzCloseCurrentFile(zip) != UNZ_OK || count < 0) // the checksum
        throw damagedArchive();
    file.close();
}

bool isZip(const std::filesystem::path& file)
{
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> opened(std::fopen(file.c_str(), "rbe"),
                                                                 std::fclose);
    std::array<char, 4> head{};
    return opened && std::fread(head.data(), 1, head.size(), opened.get()) == head.size() &&
           std::string_view(head.data(), head.size()) == "PK\3\4";
}

} // namespace

void unpackArchive(const std::filesystem::path& archive, std::span<const ArchiveMember> members,
                   const std::filesystem::path& folder)
{
    if (!isZip(archive)) {
        unpackTar(archive, members, folder);
        return;
    }
    const std::unique_ptr<void, int (*)(unzFile)> zip(unzOpen64(archive.c_str()), unzClose);
    if (!zip)
        throw cutArchive();
    for (const auto& member : members)
        unpackZipMember(zip.get(), member, folder);
}

} // namespace stepscope
