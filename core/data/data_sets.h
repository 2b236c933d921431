#pragma once

#include "core/data/kinds/data_set_kinds.h"
#include "core/data/labeled_images.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace stepscope {

/// The file with this name in the folder, plain, else with .gz; an empty path when there is neither.
std::filesystem::path dataSetFile(const std::filesystem::path& folder, const DataSetFile& file);

/// Where the system's package installs a data set: /usr/share/datasets/name.
std::filesystem::path systemDataSetFolder(const DataSetKind& kind);

/// The folder with all files of the data set (plain or .gz), the first of: `directory` if not empty (then no
/// other is searched), the user's data folder, the system's (/usr/share/datasets/fashion-mnist). Empty path
/// when there is none.
std::filesystem::path findDataSet(const DataSetKind& kind, const std::filesystem::path& directory = {});

/// The paths of all files, in the order of the table. Throws Error that says which is missing, or how to
/// fetch the data set.
std::vector<std::filesystem::path> dataSetFiles(const DataSetKind& kind,
                                                const std::filesystem::path& directory = {});

/// Where fetchDataSet() puts a data set: dataFolder()/"datasets"/name.
std::filesystem::path dataSetFolder(const DataSetKind& kind);

/// According to the files' headers, where the format has them. Throws like readDataSet() when a file is
/// missing or of another format.
SampleCounts countImages(const DataSetKind& kind, const std::filesystem::path& directory = {});
/// For the synthetic data set, whose test images are a sixth as many as its training images.
SampleCounts countSyntheticImages(int64_t trainImages);
/// Rows and columns of the blocks of equal brightness that its images consist of, besides noise.
inline constexpr int64_t syntheticBlockSize = 4;
/// The shape of a pattern with one value for each block of an image.
ImageShape syntheticPatternShape(const ImageShape& image);
/// The memory of its images and of the patterns of its classes, which are floats.
double syntheticBytes(const DataSetDescription& dataSet);

struct DataSetImages
{
    LabeledImages train;
    LabeledImages test;
};

/// Reads the data set's files. Throws Error that names the file, or that says how to fetch a missing data
/// set; also when images and labels differ in number, or a label is not one of the classes.
DataSetImages readDataSet(const DataSetKind& kind, const std::filesystem::path& directory = {});

struct FetchProgress
{
    std::string what;          ///< "train-images-idx3-ubyte from ossci-datasets…"
    int64_t bytes = 0;         ///< of the uncompressed files, in proportion to the share that has arrived
    int64_t expectedBytes = 0; ///< of all files, uncompressed
};

/// Fetches a data set into dataSetFolder() from its sources, see DataSetHome. Every file is checked by
/// SHA-256, or comes from one that is, before it is moved into place. Valid files are kept; those whose
/// SHA-256 is not known, if their size is right. Returns the folder. `progress` is called on the calling
/// thread. Throws Error that lists each source and why it failed, or, when stopped, that it was canceled.
std::filesystem::path fetchDataSet(const DataSetKind& kind,
                                   const std::function<void(const FetchProgress&)>& progress = {},
                                   std::stop_token stop = {});

} // namespace stepscope
