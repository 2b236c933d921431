#include "core/torch/data/tensor_data_set.h"

#include "core/base/error.h"
#include "core/data/data_sets.h"
#include "core/data/kinds/data_set_kinds.h"
#include "core/data/labeled_images.h"
#include "core/language/translation.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace stepscope {

/// (x / 255 - mean) / standard deviation, for each channel. The tensor takes ownership of the pixels.
static Images normalizedImages(LabeledImages& images, const DataSetKind& kind)
{
    auto* pixels = new std::vector<uint8_t>(std::move(images.pixels));
    const ImageShape& shape = images.shape;
    const auto bytes = torch::from_blob(
        pixels->data(), {images.count, shape.channels, shape.rows, shape.columns},
        [pixels](void*) { delete pixels; }, torch::kUInt8);
    std::vector<torch::Tensor> values;
    for (size_t channel = 0; channel < kind.mean.size(); ++channel)
        values.push_back(torch::arange(256)
                             .to(torch::kFloat32)
                             .div_(255.0)
                             .sub_(kind.mean[channel])
                             .div_(kind.standardDeviation[channel]));
    return {bytes, torch::stack(values)};
}

static torch::Tensor labelTensor(const std::vector<int32_t>& labels)
{
    return torch::from_blob(const_cast<int32_t*>(labels.data()), {int64_t(labels.size())}, torch::kInt32)
        .to(torch::kInt64);
}

/// One fixed pattern for each class, with noise: can be learnt in seconds, needs no files, and is the same
/// for everyone.
static void makeSynthetic(int64_t count, uint64_t seed, const torch::Tensor& patterns, Images& images,
                          torch::Tensor& labels)
{
    auto generator = at::make_generator<at::CPUGeneratorImpl>(seed);
    labels = torch::randint(0, patterns.size(0), {count}, generator, torch::kInt64);
    auto shape = patterns.sizes().vec();
    shape[0] = count;
    const auto pixels = torch::randn(shape, generator).mul_(0.8);
    constexpr int64_t atOnce = 1000; // limits the memory for the patterns
    for (int64_t first = 0; first < count; first += atOnce) {
        const auto size = std::min(atOnce, count - first);
        pixels.narrow(0, first, size).add_(patterns.index_select(0, labels.narrow(0, first, size)));
    }
    images = pixels;
}

static TensorDataSet syntheticDataSet(const DataSetKind& kind, int64_t trainImages)
{
    auto generator = at::make_generator<at::CPUGeneratorImpl>(uint64_t(20));
    constexpr int64_t blockSize = 4; // pixels of the same brightness, in rows and in columns
    const auto coarse = torch::randn(
        {kind.classes(), kind.shape.channels, kind.shape.rows / blockSize, kind.shape.columns / blockSize},
        generator);
    const auto patterns = coarse.repeat_interleave(blockSize, 2).repeat_interleave(blockSize, 3);

    TensorDataSet data;
    makeSynthetic(trainImages, 21, patterns, data.trainImages, data.trainLabels);
    makeSynthetic(countSyntheticImages(trainImages).test, 22, patterns, data.testImages, data.testLabels);
    return data;
}

static TensorDataSet dataSetOfFiles(const DataSetKind& kind, const std::string& directory)
{
    auto images = readDataSet(kind, directory);
    for (const auto* part : {&images.train, &images.test}) {
        const ImageShape& shape = part->shape;
        if (shape != kind.shape)
            throw Error(
                translated("The images of {dataSet} have {size} pixels, but {expected} are expected.",
                           {{"dataSet", translated(kind.title)},
                            {"size", fmt::format("{}x{}", shape.rows, shape.columns)},
                            {"expected", fmt::format("{}x{}", kind.shape.rows, kind.shape.columns)}}));
    }
    TensorDataSet data;
    data.trainImages = normalizedImages(images.train, kind);
    data.trainLabels = labelTensor(images.train.labels);
    data.testImages = normalizedImages(images.test, kind);
    data.testLabels = labelTensor(images.test.labels);
    return data;
}

static bool isGenerated(const Experiment& experiment)
{
    const DataSetKind* const kind = findDataSetKind(experiment.dataset);
    return kind && !kind->hasFiles();
}

TensorDataSet loadTensorDataSet(const Experiment& experiment, torch::Device device)
{
    const torch::NoGradGuard noGradients;
    auto data = isGenerated(experiment)
                    ? syntheticDataSet(*findDataSetKind(experiment.dataset), experiment.syntheticImages)
                    : dataSetOfFiles(dataSetWithFiles(experiment.dataset), experiment.dataDirectory);
    for (auto* images : {&data.trainImages, &data.testImages})
        *images = images->to(device);
    for (auto* labels : {&data.trainLabels, &data.testLabels})
        *labels = labels->to(device);
    return data;
}

std::shared_ptr<const TensorDataSet> DataSetCache::get(const Experiment& experiment, torch::Device device)
{
    const auto key = fmt::format("{}\n{}\n{}\n{}", experiment.dataset, experiment.dataDirectory,
                                 isGenerated(experiment) ? experiment.syntheticImages : 0, device.str());
    if (key != m_key) {
        m_key.clear();
        m_data.reset();
        m_data = std::make_shared<const TensorDataSet>(loadTensorDataSet(experiment, device));
        m_key = key;
    }
    return m_data;
}

} // namespace stepscope
