#include "core/torch/model/network_layers.h"
#include "core/torch/model/published_networks.h"

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>

namespace stepscope {

namespace {

namespace nn = torch::nn;

constexpr int64_t valueCount = 128; ///< of each place
constexpr int64_t headCount = 4;
constexpr int blockCount = 4;
constexpr double weightDeviation = 0.02;

/// A linear layer without bias. Its weights are drawn from a normal distribution; those of the layers that
/// end a residual branch from a narrower one, as in GPT-2.
nn::Linear makeLinear(int64_t inputs, int64_t outputs, bool endsBranch = false)
{
    nn::Linear linear(nn::LinearOptions(inputs, outputs).bias(false));
    const double deviation = endsBranch ? weightDeviation / std::sqrt(2.0 * blockCount) : weightDeviation;
    nn::init::normal_(linear->weight, 0.0, deviation);
    return linear;
}

nn::Embedding makeEmbedding(int64_t count)
{
    nn::Embedding embedding(count, valueCount);
    nn::init::normal_(embedding->weight, 0.0, weightDeviation);
    return embedding;
}

/// LibTorch's layer has a bias, too.
class NormWithoutBias final : public nn::Module
{
public:
    NormWithoutBias()
        : Module("LayerNorm")
        , m_weight(register_parameter("weight", torch::ones({valueCount})))
    {
    }

    torch::Tensor forward(const torch::Tensor& x)
    {
        return torch::layer_norm(x, {valueCount}, m_weight, {}, 1e-5);
    }

private:
    torch::Tensor m_weight;
};

/// Minus infinity where a place would look at a later one, for the attention of all blocks.
class CausalMask
{
public:
    /// [places, places] for values [B, places, …], on their device.
    const torch::Tensor& maskFor(const torch::Tensor& x)
    {
        if (!m_mask.defined() || m_mask.size(0) != x.size(1) || m_mask.device() != x.device()) {
            const at::DisableRecordFunctionGuard noRecording;
            const auto none = -std::numeric_limits<float>::infinity();
            m_mask = torch::full({x.size(1), x.size(1)}, none).triu_(1).to(x.device());
        }
        return m_mask;
    }

private:
    torch::Tensor m_mask;
};

class CausalAttention final : public nn::Module
{
public:
    CausalAttention(const std::string& path, std::shared_ptr<CausalMask> mask)
        : Module("CausalSelfAttention")
        , m_mask(std::move(mask))
        , m_projections(*this, path, "c_attn", makeLinear(valueCount, 3 * valueCount))
        , m_result(*this, path, "c_proj", makeLinear(valueCount, valueCount, true))
    {
    }

    torch::Tensor forward(const torch::Tensor& x)
    {
        return m_result(selfAttention(m_projections(x), headCount, m_mask->maskFor(x)));
    }

private:
    std::shared_ptr<CausalMask> m_mask;
    NamedLayer<nn::Linear> m_projections;
    NamedLayer<nn::Linear> m_result;
};

class HiddenLayer final : public nn::Module
{
public:
    explicit HiddenLayer(const std::string& path)
        : Module("MLP")
        , m_first(*this, path, "c_fc", makeLinear(valueCount, 4 * valueCount))
        , m_gelu(*this, path, "gelu", nn::GELU())
        , m_result(*this, path, "c_proj", makeLinear(4 * valueCount, valueCount, true))
    {
    }

    torch::Tensor forward(const torch::Tensor& x) { return m_result(m_gelu(m_first(x))); }

private:
    NamedLayer<nn::Linear> m_first;
    NamedLayer<nn::GELU> m_gelu;
    NamedLayer<nn::Linear> m_result;
};

class Block final : public nn::Module
{
public:
    Block(const std::string& path, const std::shared_ptr<CausalMask>& mask)
        : Module("Block")
        , m_norm1(*this, path, "ln_1", std::make_shared<NormWithoutBias>())
        , m_attention(*this, path, "attn", std::make_shared<CausalAttention>(layerName(path, "attn"), mask))
        , m_norm2(*this, path, "ln_2", std::make_shared<NormWithoutBias>())
        , m_hidden(*this, path, "mlp", std::make_shared<HiddenLayer>(layerName(path, "mlp")))
    {
    }

    torch::Tensor forward(torch::Tensor x)
    {
        x = x + m_attention(m_norm1(x));
        return x + m_hidden(m_norm2(x));
    }

private:
    NamedLayer<std::shared_ptr<NormWithoutBias>> m_norm1;
    NamedLayer<std::shared_ptr<CausalAttention>> m_attention;
    NamedLayer<std::shared_ptr<NormWithoutBias>> m_norm2;
    NamedLayer<std::shared_ptr<HiddenLayer>> m_hidden;
};

/// Has the weights of an embedding, and none of its own.
class TiedLinear final : public nn::Module
{
public:
    explicit TiedLinear(nn::Embedding embedding)
        : Module("Linear")
        , m_embedding(std::move(embedding))
    {
    }

    torch::Tensor forward(const torch::Tensor& x) { return torch::linear(x, m_embedding->weight); }

private:
    nn::Embedding m_embedding;
};

class CharGpt final : public Network
{
public:
    CharGpt(int64_t characters, int64_t length)
        : m_embedding(makeEmbedding(characters))
        , m_ofCharacters(*this, {}, "wte", m_embedding)
        , m_ofPlaces(*this, {}, "wpe", makeEmbedding(length))
        , m_blocks(*this, {}, "h", makeBlocks())
        , m_norm(*this, {}, "ln_f", std::make_shared<NormWithoutBias>())
        , m_head(*this, {}, "lm_head", std::make_shared<TiedLinear>(m_embedding))
    {
    }

    torch::Tensor forward(torch::Tensor x) override
    {
        const auto places = torch::arange(x.size(1), x.options());
        return m_head(m_norm(m_blocks(m_ofCharacters(x) + m_ofPlaces(places))));
    }

private:
    static std::shared_ptr<LayerSequence> makeBlocks()
    {
        auto blocks = makeSequence({}, "h");
        const auto mask = std::make_shared<CausalMask>();
        for (int i = 0; i < blockCount; ++i)
            blocks->addBlock<Block>(mask);
        return blocks;
    }

    nn::Embedding m_embedding;
    NamedLayer<nn::Embedding> m_ofCharacters;
    NamedLayer<nn::Embedding> m_ofPlaces;
    NamedLayer<std::shared_ptr<LayerSequence>> m_blocks;
    NamedLayer<std::shared_ptr<NormWithoutBias>> m_norm;
    NamedLayer<std::shared_ptr<TiedLinear>> m_head;
};

} // namespace

std::shared_ptr<Network> makeCharGpt(int64_t characters, int64_t length)
{
    return std::make_shared<CharGpt>(characters, length);
}

} // namespace stepscope
