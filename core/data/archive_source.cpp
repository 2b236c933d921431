#include "core/base/error.h"
#include "core/base/files/temporary_folder.h"
#include "core/data/archive.h"
#include "core/data/data_source.h"
#include "core/data/download.h"
#include "core/data/gzip_reader.h"
#include "core/language/translation.h"

#include <filesystem>
#include <utility>

namespace stepscope {

namespace {

class ArchiveSource : public DataSource
{
public:
    ArchiveSource(const DataSetArchive& archive, std::span<const DataSetFile> files)
        : m_archive(archive)
        , m_files(files)
    {
    }

    std::string name() const override { return hostOf(m_archive.url); }
    bool bringsAllAtOnce() const override { return true; }

    std::string content(const DataSetFile& file, const std::function<void(double)>& arrived,
                        std::stop_token stop) override
    {
        if (!m_folder)
            m_folder = fetchAll(arrived, std::move(stop));
        return readMaybeGzipped(m_folder->path() / nameInArchive(file), size_t(file.bytes));
    }

private:
    std::string nameInArchive(const DataSetFile& file) const
    {
        return std::string(file.name) + std::string(m_archive.ending);
    }

    /// A folder with all files.
    std::unique_ptr<TemporaryFolder> fetchAll(const std::function<void(double)>& arrived,
                                              std::stop_token stop) const
    {
        auto folder = std::make_unique<TemporaryFolder>();
        const auto path = folder->path() / "archive";
        const auto progress = [&](int64_t bytes, int64_t) {
            arrived(double(bytes) / double(m_archive.bytes));
        };
        const auto sum =
            download(std::string(m_archive.url), path, m_archive.bytes, progress, std::move(stop));
        if (sum != m_archive.sha256)
            throw Error(unexpectedContentReason());
        std::vector<ArchiveMember> members;
        for (const auto& file : m_files)
            members.push_back({std::string(m_archive.folder) + nameInArchive(file), mostGzipBytes(file)});
        unpackArchive(path, members, folder->path());
        std::filesystem::remove(path);
        return folder;
    }

    DataSetArchive m_archive;
    std::span<const DataSetFile> m_files;
    std::unique_ptr<TemporaryFolder> m_folder; ///< with the unpacked files
};

} // namespace

std::unique_ptr<DataSource> archiveSource(const DataSetArchive& archive, std::span<const DataSetFile> files)
{
    return std::make_unique<ArchiveSource>(archive, files);
}

} // namespace stepscope
