#include "core/torch/model/network_layers.h"
#include "core/torch/model/published_networks.h"

namespace stepscope {

namespace {

namespace nn = torch::nn;

constexpr int64_t hiddenValues = 128;
constexpr int64_t layerCount = 2;

class CharLstm final : public Network
{
public:
    explicit CharLstm(int64_t characters)
        : m_characters(characters)
        , m_lstm(register_module(
              "lstm",
              nn::LSTM(nn::LSTMOptions(characters, hiddenValues).num_layers(layerCount).batch_first(true))))
        , m_decoder(*this, {}, "decoder", nn::Linear(hiddenValues, characters))
    {
    }

    torch::Tensor forward(torch::Tensor x) override
    {
        return m_decoder(callLstm(torch::one_hot(x, m_characters).to(torch::kFloat32)));
    }

private:
    torch::Tensor callLstm(const torch::Tensor& x)
    {
        const LayerScope scope("lstm");
        return std::get<0>(m_lstm->forward(x));
    }

    int64_t m_characters;
    nn::LSTM m_lstm;
    NamedLayer<nn::Linear> m_decoder;
};

} // namespace

std::shared_ptr<Network> makeCharLstm(int64_t characters)
{
    return std::make_shared<CharLstm>(characters);
}

} // namespace stepscope
