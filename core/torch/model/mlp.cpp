#include "core/torch/model/network.h"

#include <string>

namespace stepscope {

namespace {

/// Fully connected layers with ReLU between them.
class Mlp final : public Network
{
public:
    Mlp(int64_t inputs, int64_t classes, int64_t hiddenLayers, int64_t width)
    {
        for (int64_t i = 1; i <= hiddenLayers + 1; ++i) {
            const int64_t outputs = i <= hiddenLayers ? width : classes;
            m_names.push_back("fc" + std::to_string(i));
            m_layers.push_back(register_module(m_names.back(), torch::nn::Linear(inputs, outputs)));
            inputs = outputs;
        }
    }

    torch::Tensor forward(torch::Tensor x) override
    {
        x = torch::flatten(x, 1);
        for (size_t i = 0; i < m_layers.size(); ++i) {
            x = callLayer(m_names[i].c_str(), m_layers[i], x);
            if (i + 1 < m_layers.size())
                x = torch::relu(x);
        }
        return torch::log_softmax(x, 1);
    }

private:
    std::vector<std::string> m_names;
    std::vector<torch::nn::Linear> m_layers;
};

} // namespace

std::shared_ptr<Network> makeMlp(const ImageShape& images, int64_t classes, int64_t hiddenLayers,
                                 int64_t width)
{
    return std::make_shared<Mlp>(images.pixels(), classes, hiddenLayers, width);
}

} // namespace stepscope
