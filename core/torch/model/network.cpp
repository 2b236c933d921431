#include "core/torch/model/network.h"

#include "core/base/error.h"
#include "core/data/chosen/chosen_data_set.h"
#include "core/data/kinds/data_set_kinds.h"
#include "core/experiment/experiment_kinds.h"
#include "core/language/translation.h"
#include "core/torch/model/published_networks.h"
#include "core/torch/model/script_network.h"

#include <string_view>
#include <utility>
#include <vector>

namespace stepscope {

static const NetworkKind& kindOf(const Experiment& experiment)
{
    const NetworkKind* const network = findNetworkKind(experiment.network);
    if (!network)
        throw Error(translated("There is no network named {network}.", {{"network", experiment.network}}));
    return *network;
}

/// Of `count` samples.
static std::vector<int64_t> inputSizes(const Experiment& experiment, int64_t count)
{
    const NetworkKind& network = kindOf(experiment);
    if (taskOf(experiment) == Task::NextCharacter)
        return {count, experiment.sequenceLength};
    const ImageShape shape = isAdaptable(network) ? describeDataSet(experiment).shape : network.input;
    return {count, shape.channels, shape.rows, shape.columns};
}

/// One that adapts to the experiment's data set.
template<auto Factory>
static std::shared_ptr<Network> makeAdapted(const Experiment& experiment)
{
    const auto dataSet = describeDataSet(experiment);
    return Factory(dataSet.shape, dataSet.classes());
}

static std::shared_ptr<Network> makeMlpOf(const Experiment& experiment)
{
    const auto dataSet = describeDataSet(experiment);
    return makeMlp(dataSet.shape, dataSet.classes(), experiment.hiddenLayers, experiment.width);
}

static std::shared_ptr<Network> makeOwnLayers(const Experiment& experiment)
{
    const auto dataSet = describeDataSet(experiment);
    return makePlannedNetwork(planNetwork(experiment.layers, dataSet.shape, dataSet.classes()));
}

std::shared_ptr<Network> makeNetwork(const Experiment& experiment)
{
    using Make = std::shared_ptr<Network> (*)(const Experiment&);
    static constexpr std::pair<std::string_view, Make> factories[] = {
        {"mnist-convnet", [](const Experiment&) { return makeMnistConvNet(); }},
        {"mnist-convnet-2020", [](const Experiment&) { return makeMnistConvNet2020(); }},
        {"mnist-convnet-2018", [](const Experiment&) { return makeMnistConvNet2018(); }},
        {"mnist-convnet-2017", [](const Experiment&) { return makeMnistConvNet2017(); }},
        {mlpName, makeMlpOf},
        {ownLayersName, makeOwnLayers},
        {torchScriptName, makeScriptNetwork},
        {"lenet5", makeAdapted<makeLeNet5>},
        {"alexnet", makeAdapted<makeAlexNet>},
        {"vgg11", makeAdapted<makeVgg11>},
        {"vgg16", makeAdapted<makeVgg16>},
        {"resnet18", makeAdapted<makeResNet18>},
        {"resnet50", makeAdapted<makeResNet50>},
        {"mobilenetv2", makeAdapted<makeMobileNetV2>},
        {"vit-tiny", makeAdapted<makeVitTiny>},
        {"autoencoder", [](const Experiment& e) { return makeAutoencoder(describeDataSet(e).shape); }},
        {"char-lstm", [](const Experiment& e) { return makeCharLstm(describeDataSet(e).classes()); }},
        {"char-gpt",
         [](const Experiment& e) { return makeCharGpt(describeDataSet(e).classes(), e.sequenceLength); }},
    };
    for (const auto& [name, make] : factories) {
        if (name == experiment.network)
            return make(experiment);
    }
    throw Error(translated("There is no network named {network}.", {{"network", experiment.network}}));
}

torch::Tensor zeroInputs(const Experiment& experiment, int64_t count)
{
    const bool areNumbers = taskOf(experiment) == Task::NextCharacter;
    return torch::zeros(inputSizes(experiment, count), areNumbers ? torch::kInt64 : torch::kFloat32);
}

torch::Tensor zeroTargets(const Experiment& experiment, int64_t count)
{
    return taskOf(experiment) == Task::NextCharacter ? zeroInputs(experiment, count)
                                                     : torch::zeros({count}, torch::kInt64);
}

int64_t parameterCount(const torch::nn::Module& module)
{
    int64_t count = 0;
    for (const auto& parameter : module.parameters())
        count += parameter.numel();
    return count;
}

} // namespace stepscope
