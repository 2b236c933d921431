#include "core/torch/model/network.h"

#include "core/base/error.h"
#include "core/experiment/experiment_kinds.h"
#include "core/language/translation.h"

#include <string_view>
#include <utility>

namespace stepscope {

std::shared_ptr<Network> makeNetwork(const Experiment& experiment)
{
    using Make = std::shared_ptr<Network> (*)(const Experiment&);
    static constexpr std::pair<std::string_view, Make> factories[] = {
        {"mnist-convnet", [](const Experiment&) { return makeMnistConvNet(); }},
        {"mnist-convnet-2020", [](const Experiment&) { return makeMnistConvNet2020(); }},
        {"mnist-convnet-2018", [](const Experiment&) { return makeMnistConvNet2018(); }},
        {"mnist-convnet-2017", [](const Experiment&) { return makeMnistConvNet2017(); }},
        {"mlp", [](const Experiment& e) { return makeMlp(e.hiddenLayers, e.width); }},
    };
    for (const auto& [name, make] : factories) {
        if (name == experiment.network)
            return make(experiment);
    }
    throw Error(translated("There is no network named {network}.", {{"network", experiment.network}}));
}

torch::Tensor zeroImages(const Experiment& experiment, int64_t count)
{
    const NetworkKind* const kind = findNetworkKind(experiment.network);
    if (!kind)
        throw Error(translated("There is no network named {network}.", {{"network", experiment.network}}));
    return torch::zeros({count, kind->input.channels, kind->input.rows, kind->input.columns});
}

int64_t parameterCount(const torch::nn::Module& module)
{
    int64_t count = 0;
    for (const auto& parameter : module.parameters())
        count += parameter.numel();
    return count;
}

} // namespace stepscope
