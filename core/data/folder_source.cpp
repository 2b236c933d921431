#include "core/base/error.h"
#include "core/data/data_source.h"
#include "core/data/gzip_reader.h"
#include "core/language/translation.h"

namespace stepscope {

namespace {

class FolderSource : public DataSource
{
public:
    FolderSource(std::filesystem::path folder, std::string package)
        : m_folder(std::move(folder))
        , m_package(std::move(package))
    {
    }

    std::string name() const override { return m_folder.string(); }

    std::string content(const DataSetFile& file, const std::function<void(double)>&, std::stop_token) override
    {
        const auto path = dataSetFile(m_folder, file);
        if (path.empty())
            throw Error(translated("the package {package} is not installed", {{"package", m_package}}));
        return readMaybeGzipped(path, size_t(file.bytes));
    }

private:
    std::filesystem::path m_folder;
    std::string m_package;
};

} // namespace

std::unique_ptr<DataSource> folderSource(std::filesystem::path folder, std::string package)
{
    return std::make_unique<FolderSource>(std::move(folder), std::move(package));
}

} // namespace stepscope
