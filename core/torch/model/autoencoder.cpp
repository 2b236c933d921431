#include "core/torch/model/network_layers.h"
#include "core/torch/model/published_networks.h"

namespace stepscope {

namespace {

namespace nn = torch::nn;

class Autoencoder final : public Network
{
public:
    explicit Autoencoder(const ImageShape& images)
        : m_encoder(*this, {}, "encoder", makePart("encoder", {images.pixels(), 1000, 500, 250, 30}))
        , m_decoder(*this, {}, "decoder", makePart("decoder", {30, 250, 500, 1000, images.pixels()}))
    {
    }

    torch::Tensor forward(torch::Tensor x) override
    {
        return m_decoder(m_encoder(torch::flatten(x, 1))).reshape(x.sizes());
    }

private:
    /// Linear layers between these numbers of values, with a sigmoid between two of them.
    static std::shared_ptr<LayerSequence> makePart(const std::string& name,
                                                   const std::vector<int64_t>& values)
    {
        auto part = makeSequence({}, name);
        for (size_t i = 0; i + 1 < values.size(); ++i) {
            if (i > 0)
                part->add(nn::Sigmoid());
            part->add(nn::Linear(values[i], values[i + 1]));
        }
        return part;
    }

    NamedLayer<std::shared_ptr<LayerSequence>> m_encoder;
    NamedLayer<std::shared_ptr<LayerSequence>> m_decoder;
};

} // namespace

std::shared_ptr<Network> makeAutoencoder(const ImageShape& images)
{
    return std::make_shared<Autoencoder>(images);
}

} // namespace stepscope
