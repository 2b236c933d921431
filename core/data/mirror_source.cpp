#include "core/base/files/temporary_folder.h"
#include "core/data/data_source.h"
#include "core/data/download.h"
#include "core/data/gzip_reader.h"

#include <fmt/format.h>

namespace stepscope {

namespace {

class MirrorSource : public DataSource
{
public:
    explicit MirrorSource(std::string url)
        : m_url(std::move(url))
    {
        if (!m_url.ends_with('/'))
            m_url += '/';
    }

    std::string name() const override
    {
        const auto scheme = m_url.find("://");
        const auto host = scheme == std::string::npos ? 0 : scheme + 3;
        const auto end = m_url.find('/', host);
        return end > host ? m_url.substr(host, end - host) : m_url;
    }

    std::string content(const DataSetFile& file, const std::function<void(double)>& arrived,
                        std::stop_token stop) override
    {
        const TemporaryFolder folder;
        const auto path = folder.path() / file.name;
        // Incompressible content grows by a few bytes per block.
        const auto limit = file.bytes + file.bytes / 64 + 1024;
        const auto progress = [&](int64_t bytes, int64_t total) {
            arrived(total > 0 ? double(bytes) / double(total) : 0.0);
        };
        download(fmt::format("{}{}.gz", m_url, file.name), path, limit, progress, stop);
        return readMaybeGzipped(path, size_t(file.bytes));
    }

private:
    std::string m_url;
};

} // namespace

std::unique_ptr<DataSource> mirrorSource(std::string url)
{
    return std::make_unique<MirrorSource>(std::move(url));
}

} // namespace stepscope
