#include "core/torch/data/tensor_data_set.h"

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/text/format.h"
#include "core/data/chosen/chosen_data_set.h"
#include "core/data/data_sets.h"
#include "core/data/kinds/data_set_kinds.h"
#include "core/data/labeled_images.h"
#include "core/experiment/experiment_kinds.h"
#include "core/language/translation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace stepscope {

/// Of the pixels for each channel; of bytes scaled to 0..1.
struct PixelScale
{
    std::vector<double> mean;
    std::vector<double> standardDeviation;
};

/// Of images that are not bytes.
static PixelScale scaleOfValues(const LabeledImages& images)
{
    PixelScale scale;
    const auto plane = images.shape.rows * images.shape.columns;
    const auto count = double(images.count * plane);
    for (int64_t channel = 0; channel < images.shape.channels; ++channel) {
        const auto forEach = [&](auto use) {
            for (int64_t image = 0; image < images.count; ++image) {
                const float* const values =
                    images.values.data() + (image * images.shape.channels + channel) * plane;
                std::for_each(values, values + plane, use);
            }
        };
        double sum = 0;
        float least = std::numeric_limits<float>::infinity();
        float most = -least;
        forEach([&](float value) {
            sum += double(value);
            least = std::min(least, value);
            most = std::max(most, value);
        });
        const double mean = sum / count;
        double squares = 0;
        forEach([&](float value) { squares += (double(value) - mean) * (double(value) - mean); });
        scale.mean.push_back(mean);
        scale.standardDeviation.push_back(least < most ? std::sqrt(squares / count) : 1.0);
    }
    return scale;
}

static PixelScale scaleOf(const LabeledImages& images)
{
    if (!images.values.empty())
        return scaleOfValues(images);
    PixelScale scale;
    const auto plane = images.shape.rows * images.shape.columns;
    for (int64_t channel = 0; channel < images.shape.channels; ++channel) {
        std::array<int64_t, 256> counts{};
        for (int64_t image = 0; image < images.count; ++image) {
            const uint8_t* const pixels =
                images.pixels.data() + (image * images.shape.channels + channel) * plane;
            for (int64_t i = 0; i < plane; ++i)
                ++counts[pixels[i]];
        }
        double sum = 0;
        double squares = 0;
        for (size_t value = 0; value < counts.size(); ++value) {
            const double share = double(counts[value]) / double(images.count * plane);
            const double brightness = double(value) / 255.0;
            sum += share * brightness;
            squares += share * brightness * brightness;
        }
        const double deviation = std::sqrt(std::max(0.0, squares - sum * sum));
        scale.mean.push_back(sum);
        scale.standardDeviation.push_back(deviation > 1e-6 ? deviation : 1.0); // of a uniform channel
    }
    return scale;
}

/// (x / 255 - mean) / standard deviation of each byte, for each channel.
static torch::Tensor normalizedValues(const PixelScale& scale)
{
    std::vector<torch::Tensor> values;
    for (size_t channel = 0; channel < scale.mean.size(); ++channel)
        values.push_back(torch::arange(256)
                             .to(torch::kFloat32)
                             .div_(255.0)
                             .sub_(scale.mean[channel])
                             .div_(scale.standardDeviation[channel]));
    return torch::stack(values);
}

/// The tensor takes ownership of the pixels.
static Samples normalizedImages(LabeledImages& images, const PixelScale& scale)
{
    auto* pixels = new std::vector<uint8_t>(std::move(images.pixels));
    const ImageShape& shape = images.shape;
    const auto bytes = torch::from_blob(
        pixels->data(), {images.count, shape.channels, shape.rows, shape.columns},
        [pixels](void*) { delete pixels; }, torch::kUInt8);
    return {bytes, normalizedValues(scale)};
}

/// (x - mean) / standard deviation for each channel, in place. The tensor takes ownership of the values.
static Samples normalizedFloats(LabeledImages& images, const PixelScale& scale)
{
    auto* values = new std::vector<float>(std::move(images.values));
    const ImageShape& shape = images.shape;
    auto samples = torch::from_blob(
        values->data(), {images.count, shape.channels, shape.rows, shape.columns},
        [values](void*) { delete values; }, torch::kFloat32);
    for (int64_t channel = 0; channel < shape.channels; ++channel)
        samples.select(1, channel)
            .sub_(scale.mean[size_t(channel)])
            .div_(scale.standardDeviation[size_t(channel)]);
    return {samples};
}

static Samples normalizedSamples(LabeledImages& images, const PixelScale& scale)
{
    return images.values.empty() ? normalizedImages(images, scale) : normalizedFloats(images, scale);
}

static torch::Tensor labelTensor(const std::vector<int32_t>& labels)
{
    return torch::from_blob(const_cast<int32_t*>(labels.data()), {int64_t(labels.size())}, torch::kInt32)
        .to(torch::kInt64);
}

/// One fixed pattern for each class, with noise: can be learned in seconds, needs no files, and is the same
/// for everyone. `patterns` has one value for each block of pixels.
static void makeSynthetic(int64_t count, uint64_t seed, const torch::Tensor& patterns,
                          const ImageShape& shape, Samples& images, torch::Tensor& labels)
{
    auto generator = at::make_generator<at::CPUGeneratorImpl>(seed);
    labels = torch::randint(0, patterns.size(0), {count}, generator, torch::kInt64);
    const auto pixels = torch::randn({count, shape.channels, shape.rows, shape.columns}, generator).mul_(0.8);
    constexpr int64_t mostValues = 1 << 24; // limits the memory for the patterns
    const auto atOnce = std::clamp<int64_t>(mostValues / shape.pixels(), 1, 1000);
    for (int64_t first = 0; first < count; first += atOnce) {
        const auto size = std::min(atOnce, count - first);
        const auto wholeBlocks = patterns.index_select(0, labels.narrow(0, first, size))
                                     .repeat_interleave(syntheticBlockSize, 2)
                                     .repeat_interleave(syntheticBlockSize, 3);
        pixels.narrow(0, first, size).add_(wholeBlocks.narrow(2, 0, shape.rows).narrow(3, 0, shape.columns));
    }
    images = pixels;
}

static TensorDataSet syntheticDataSet(const DataSetDescription& dataSet)
{
    auto generator = at::make_generator<at::CPUGeneratorImpl>(uint64_t(20));
    const ImageShape& shape = dataSet.shape;
    const ImageShape blocks = syntheticPatternShape(shape);
    const auto patterns =
        torch::randn({dataSet.classes(), blocks.channels, blocks.rows, blocks.columns}, generator);

    TensorDataSet data;
    makeSynthetic(dataSet.counts->train, 21, patterns, shape, data.trainSamples, data.trainTargets);
    makeSynthetic(dataSet.counts->test, 22, patterns, shape, data.testSamples, data.testTargets);
    return data;
}

static TensorDataSet normalized(DataSetImages& images, const PixelScale& scale)
{
    TensorDataSet data;
    data.trainSamples = normalizedSamples(images.train, scale);
    data.trainTargets = labelTensor(images.train.labels);
    data.testSamples = normalizedSamples(images.test, scale);
    data.testTargets = labelTensor(images.test.labels);
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
    return normalized(images, {kind.mean, kind.standardDeviation});
}

/// Reports how far the reading is, from time to time.
class ReadingLog
{
public:
    explicit ReadingLog(const std::function<void(std::string)>& log)
        : m_log(log)
    {
    }

    void progress(int64_t done, int64_t total)
    {
        constexpr int64_t everyNs = 5'000'000'000;
        const auto nowNs = monotonicNs();
        if (!m_log || nowNs - m_lastNs < everyNs)
            return;
        m_lastNs = nowNs;
        m_log(translated("Reading the data set: {done} of {total} images.",
                         {{"done", formatCount(done)}, {"total", formatCount(total)}}));
    }

    void finish(const OwnImages& own, const std::string& place) const
    {
        if (!m_log)
            return;
        const DataSetDescription& description = own.description;
        m_log(translated("Read {train} training and {test} test images in {classes} classes, of {channels} × "
                         "{rows} × {columns}, from {place} in {time}. {note}",
                         {{"train", formatCount(own.images.train.count)},
                          {"test", formatCount(own.images.test.count)},
                          {"classes", formatCount(description.classes())},
                          {"channels", std::to_string(description.shape.channels)},
                          {"rows", std::to_string(description.shape.rows)},
                          {"columns", std::to_string(description.shape.columns)},
                          {"place", place},
                          {"time", formatNs(double(monotonicNs() - m_beginNs))},
                          {"note", own.note}}));
    }

private:
    const std::function<void(std::string)>& m_log;
    const int64_t m_beginNs = monotonicNs();
    int64_t m_lastNs = m_beginNs;
};

/// Normalized by the training images.
static TensorDataSet ownDataSet(const Experiment& experiment, const LoadControl& control)
{
    ReadingLog log(control.log);
    auto own = readOwnImages(experiment,
                             {.progress = [&](int64_t done, int64_t total) { log.progress(done, total); },
                              .isStopped = control.isStopped});
    const PixelScale scale = scaleOf(own.images.train);
    log.finish(own, experiment.dataDirectory);
    return normalized(own.images, scale);
}

/// At most 2,000 images of a data set, at equal distances; decoded to find their scale.
static LabeledImages sampleOf(const ImageFileReader& files, const ReadingControl& control)
{
    constexpr int64_t most = 2000; // the help of --decode-images and the manual say so
    const auto total = files.count();
    LabeledImages images{.count = std::min(total, most), .shape = files.shape()};
    const auto pixels = files.shape().pixels();
    images.pixels.resize(size_t(images.count * pixels));
    forEachInParallel(images.count, std::numeric_limits<int64_t>::max(), control, [&](int64_t number) {
        files.read(number * total / images.count, images.pixels.data() + number * pixels);
    });
    return images;
}

/// The images stay in their files.
static TensorDataSet ownFiles(const Experiment& experiment, const LoadControl& control)
{
    ReadingLog log(control.log);
    const ReadingControl reading{.progress = [&](int64_t done, int64_t total) { log.progress(done, total); },
                                 .isStopped = control.isStopped};
    const OwnImageFiles own = listOwnImages(experiment, reading);
    const auto values = normalizedValues(scaleOf(sampleOf(*own.train, reading)));
    if (control.log)
        control.log(translated(
            "{train} training and {test} test images are decoded in each step, from {place}. {note}",
            {{"train", formatCount(own.train->count())},
             {"test", formatCount(own.test->count())},
             {"place", experiment.dataDirectory},
             {"note", own.note}}));
    TensorDataSet data;
    data.trainSamples = {own.train, values};
    data.trainTargets = labelTensor(own.train->labels());
    data.testSamples = {own.test, values};
    data.testTargets = labelTensor(own.test->labels());
    return data;
}

/// The text once, and views of its sequences.
static TensorDataSet textDataSet(const Experiment& experiment, const LoadControl& control)
{
    auto [text, counts] = readChosenText(experiment);
    const int64_t firstOfTest = text.trainCount();
    if (control.log)
        control.log(translated("The text has {characters} different characters; {train} sequences are for "
                               "training and {test} for tests.",
                               {{"characters", formatCount(int64_t(text.characters.size()))},
                                {"train", formatCount(counts.train)},
                                {"test", formatCount(counts.test)}}));
    auto* const numbers = new std::vector<int64_t>(std::move(text.numbers));
    const auto all = torch::from_blob(
        numbers->data(), {int64_t(numbers->size())}, [numbers](void*) { delete numbers; }, torch::kInt64);
    const int64_t length = experiment.sequenceLength;
    const auto sequences = [&](int64_t first, int64_t count) {
        return all.as_strided({count, length}, {length, 1}, first);
    };
    return {.trainSamples = sequences(0, counts.train),
            .trainTargets = sequences(1, counts.train),
            .testSamples = sequences(firstOfTest, counts.test),
            .testTargets = sequences(firstOfTest + 1, counts.test)};
}

/// [count, 1, 1, columns], in the memory of the rows.
static torch::Tensor rowTensor(const TableRows& rows, int64_t columns)
{
    return torch::from_blob(const_cast<double*>(rows.values.data()), {rows.count, 1, 1, columns},
                            torch::kFloat64);
}

/// Each column normalized by the training rows.
static TensorDataSet tableDataSet(const Experiment& experiment, const LoadControl& control)
{
    const TableDataSet table = readChosenTable(experiment);
    if (control.log)
        control.log(translated("{train} training and {test} test rows, of {columns} columns and {classes} "
                               "classes, were read from {place}. {note}",
                               {{"train", formatCount(table.train.count)},
                                {"test", formatCount(table.test.count)},
                                {"columns", formatCount(table.columns)},
                                {"classes", formatCount(int64_t(table.classNames.size()))},
                                {"place", experiment.dataDirectory},
                                {"note", table.note}}));
    const auto train = rowTensor(table.train, table.columns);
    const auto test = rowTensor(table.test, table.columns);
    const auto mean = train.mean(0, true);
    auto deviation = train.std(/*dim=*/torch::IntArrayRef{0}, /*unbiased=*/false, /*keepdim=*/true);
    const auto isConstant =
        train.amax(0, true) == train.amin(0, true); // its deviation may be a rounding error
    deviation = torch::where(isConstant, torch::ones_like(deviation), deviation);
    const auto normalized = [&](const torch::Tensor& rows) {
        return ((rows - mean) / deviation).to(torch::kFloat32);
    };
    return {.trainSamples = normalized(train),
            .trainTargets = labelTensor(table.train.labels),
            .testSamples = normalized(test),
            .testTargets = labelTensor(table.test.labels)};
}

static TensorDataSet loadOnCpu(const Experiment& experiment, const LoadControl& control)
{
    const DataSetKind* const kind = findDataSetKind(experiment.dataset);
    if (kind && kind->isText())
        return textDataSet(experiment, control);
    if (kind && kind->isTable())
        return tableDataSet(experiment, control);
    if (kind && kind->isGenerated())
        return syntheticDataSet(describeDataSet(experiment));
    if (decodesInSteps(experiment))
        return ownFiles(experiment, control);
    if (kind && kind->isOwn())
        return ownDataSet(experiment, control);
    return dataSetOfFiles(dataSetWithFiles(experiment.dataset), experiment.dataDirectory);
}

torch::Device trainingHome(const Experiment& experiment, torch::Device device)
{
    return copiesBatches(experiment) ? torch::Device(torch::kCPU) : device;
}

TensorDataSet loadTensorDataSet(const Experiment& experiment, torch::Device device,
                                const LoadControl& control)
{
    const torch::NoGradGuard noGradients;
    TensorDataSet data = loadOnCpu(experiment, control);
    const auto home = trainingHome(experiment, device);
    data.trainSamples = data.trainSamples.to(home);
    data.trainTargets = data.trainTargets.to(home);
    data.testSamples = data.testSamples.to(device);
    data.testTargets = data.testTargets.to(device);
    return data;
}

std::shared_ptr<const TensorDataSet> DataSetCache::get(const Experiment& experiment, torch::Device device,
                                                       const LoadControl& control)
{
    const auto key = fmt::format("{}\n{}\n{}", dataSetStamp(experiment), device.str(),
                                 trainingHome(experiment, device).str());
    if (key != m_key) {
        m_key.clear();
        m_data.reset();
        m_data = std::make_shared<const TensorDataSet>(loadTensorDataSet(experiment, device, control));
        m_key = key;
    }
    return m_data;
}

} // namespace stepscope
