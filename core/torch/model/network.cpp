#include "core/torch/model/network.h"

#include "core/base/error.h"

#include <fmt/format.h>

namespace stepscope {

std::shared_ptr<Network> makeNetwork(const Experiment& experiment)
{
    if (experiment.network == "mnist-convnet")
        return makeMnistConvNet();
    if (experiment.network == "mnist-convnet-2020")
        return makeMnistConvNet2020();
    if (experiment.network == "mnist-convnet-2018")
        return makeMnistConvNet2018();
    if (experiment.network == "mnist-convnet-2017")
        return makeMnistConvNet2017();
    if (experiment.network == "mlp")
        return makeMlp(experiment.hiddenLayers, experiment.width);
    throw Error(fmt::format("There is no network named {}.", experiment.network));
}

int64_t parameterCount(const torch::nn::Module& module)
{
    int64_t count = 0;
    for (const auto& parameter : module.parameters())
        count += parameter.numel();
    return count;
}

} // namespace stepscope
