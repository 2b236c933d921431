#include "core/base/error.h"
#include "core/base/files/temporary_folder.h"
#include "core/data/data_source.h"
#include "core/data/download.h"
#include "core/data/gzip_reader.h"

#include <fmt/format.h>

#include <utility>

namespace stepscope {

namespace {

class MirrorSource : public DataSource
{
public:
    MirrorSource(std::string url, std::string ending)
        : m_url(std::move(url))
        , m_ending(std::move(ending))
    {
        if (!m_url.ends_with('/'))
            m_url += '/';
    }

    std::string name() const override { return hostOf(m_url); }

    std::string content(const DataSetFile& file, const std::function<void(double)>& arrived,
                        std::stop_token stop) override
    {
        const TemporaryFolder folder;
        const auto path = folder.path() / file.name;
        const auto progress = [&](int64_t bytes, int64_t total) {
            arrived(total > 0 ? double(bytes) / double(total) : 0.0);
        };
        const auto sum = download(fmt::format("{}{}{}", m_url, file.name, m_ending), path,
                                  mostGzipBytes(file), progress, std::move(stop));
        if (!file.gzipSha256.empty() && sum != file.gzipSha256)
            throw Error(unexpectedContentReason());
        return readMaybeGzipped(path, size_t(file.bytes));
    }

private:
    std::string m_url;
    std::string m_ending; ///< of the files' names
};

} // namespace

std::unique_ptr<DataSource> mirrorSource(std::string url, std::string ending)
{
    return std::make_unique<MirrorSource>(std::move(url), std::move(ending));
}

} // namespace stepscope
