#include "core/torch/model/features_network.h"
#include "core/torch/model/published_networks.h"

#include <algorithm>
#include <span>

namespace stepscope {

namespace {

namespace nn = torch::nn;

/// A max pooling among the channels of the convolutions.
constexpr int64_t poolMark = 0;
constexpr int64_t configurationA[] = {64,  poolMark, 128,      poolMark, 256, 256,     poolMark,
                                      512, 512,      poolMark, 512,      512, poolMark};
constexpr int64_t configurationD[] = {64,       64,  poolMark, 128, 128,      poolMark, 256, 256, 256,
                                      poolMark, 512, 512,      512, poolMark, 512,      512, 512, poolMark};

std::shared_ptr<LayerSequence> vggClassifier(int64_t inputs, int64_t classes)
{
    auto layers = std::make_shared<LayerSequence>("classifier");
    layers->add(nn::Linear(inputs, 4096));
    layers->add(makeRelu());
    layers->add(nn::Dropout(0.5));
    layers->add(nn::Linear(4096, 4096));
    layers->add(makeRelu());
    layers->add(nn::Dropout(0.5));
    layers->add(nn::Linear(4096, classes));
    return layers;
}

std::shared_ptr<Network> makeVgg(std::span<const int64_t> configuration, const ImageShape& images,
                                 int64_t classes)
{
    auto features = std::make_shared<LayerSequence>("features");
    auto [channels, rows, columns] = images;
    for (const int64_t outputs : configuration) {
        if (outputs != poolMark) {
            features->add(nn::Conv2d(nn::Conv2dOptions(channels, outputs, 3).padding(1)));
            features->add(makeRelu());
            channels = outputs;
        } else if (std::min(rows, columns) < 2) {
            features->skip(); // the names of the other layers stay
        } else {
            features->add(nn::MaxPool2d(nn::MaxPool2dOptions(2)));
            rows /= 2;
            columns /= 2;
        }
    }
    rows = std::min<int64_t>(rows, 7);
    columns = std::min<int64_t>(columns, 7);
    auto network = std::make_shared<FeaturesNetwork>(features, rows, columns,
                                                     vggClassifier(channels * rows * columns, classes));
    initializeConvolutions(*network);
    initializeLinearLayers(*network, 0.01);
    return network;
}

} // namespace

std::shared_ptr<Network> makeVgg11(const ImageShape& images, int64_t classes)
{
    return makeVgg(configurationA, images, classes);
}

std::shared_ptr<Network> makeVgg16(const ImageShape& images, int64_t classes)
{
    return makeVgg(configurationD, images, classes);
}

} // namespace stepscope
