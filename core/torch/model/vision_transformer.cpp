#include "core/torch/model/network_layers.h"
#include "core/torch/model/published_networks.h"

namespace stepscope {

namespace {

namespace nn = torch::nn;

constexpr int64_t patchValues = 192; ///< values of each patch
constexpr int64_t headCount = 3;
constexpr int64_t hiddenValues = 4 * patchValues;
constexpr int blockCount = 12;

nn::LayerNorm makeLayerNorm()
{
    return nn::LayerNorm(nn::LayerNormOptions({patchValues}).eps(1e-6));
}

class Attention final : public nn::Module
{
public:
    explicit Attention(const std::string& path)
        : Module("Attention")
        , m_qkv(*this, path, "qkv", nn::Linear(patchValues, 3 * patchValues))
        , m_projection(*this, path, "proj", nn::Linear(patchValues, patchValues))
    {
    }

    torch::Tensor forward(const torch::Tensor& x) { return m_projection(selfAttention(m_qkv(x), headCount)); }

private:
    NamedLayer<nn::Linear> m_qkv;
    NamedLayer<nn::Linear> m_projection;
};

class HiddenLayer final : public nn::Module
{
public:
    explicit HiddenLayer(const std::string& path)
        : Module("Mlp")
        , m_fc1(*this, path, "fc1", nn::Linear(patchValues, hiddenValues))
        , m_act(*this, path, "act", nn::GELU())
        , m_fc2(*this, path, "fc2", nn::Linear(hiddenValues, patchValues))
    {
    }

    torch::Tensor forward(const torch::Tensor& x) { return m_fc2(m_act(m_fc1(x))); }

private:
    NamedLayer<nn::Linear> m_fc1;
    NamedLayer<nn::GELU> m_act;
    NamedLayer<nn::Linear> m_fc2;
};

class EncoderBlock final : public nn::Module
{
public:
    explicit EncoderBlock(const std::string& path)
        : Module("Block")
        , m_norm1(*this, path, "norm1", makeLayerNorm())
        , m_attention(*this, path, "attn", std::make_shared<Attention>(layerName(path, "attn")))
        , m_norm2(*this, path, "norm2", makeLayerNorm())
        , m_hidden(*this, path, "mlp", std::make_shared<HiddenLayer>(layerName(path, "mlp")))
    {
    }

    torch::Tensor forward(torch::Tensor x)
    {
        x = x + m_attention(m_norm1(x));
        return x + m_hidden(m_norm2(x));
    }

private:
    NamedLayer<nn::LayerNorm> m_norm1;
    NamedLayer<std::shared_ptr<Attention>> m_attention;
    NamedLayer<nn::LayerNorm> m_norm2;
    NamedLayer<std::shared_ptr<HiddenLayer>> m_hidden;
};

/// One row of values for each patch: [B, patches, values].
class PatchEmbedding final : public nn::Module
{
public:
    PatchEmbedding(const std::string& path, int64_t channels, int64_t patch)
        : Module("PatchEmbed")
        , m_projection(*this, path, "proj",
                       nn::Conv2d(nn::Conv2dOptions(channels, patchValues, patch).stride(patch)))
    {
    }

    torch::Tensor forward(const torch::Tensor& x) { return m_projection(x).flatten(2).transpose(1, 2); }

private:
    NamedLayer<nn::Conv2d> m_projection;
};

class VisionTransformer final : public Network
{
public:
    VisionTransformer(const ImageShape& images, int64_t patch, int64_t classes)
        : m_classToken(register_parameter("cls_token", torch::empty({1, 1, patchValues})))
        , m_positions(register_parameter(
              "pos_embed",
              torch::empty({1, 1 + images.rows / patch * (images.columns / patch), patchValues})))
        , m_patches(*this, {}, "patch_embed",
                    std::make_shared<PatchEmbedding>("patch_embed", images.channels, patch))
        , m_blocks(*this, {}, "blocks", makeBlocks())
        , m_norm(*this, {}, "norm", makeLayerNorm())
        , m_head(*this, {}, "head", nn::Linear(patchValues, classes))
    {
        initializeLinearLayers(*this, 0.02);
        const torch::NoGradGuard noGradients;
        m_classToken.normal_(0.0, 1e-6);
        m_positions.normal_(0.0, 0.02);
    }

    torch::Tensor forward(torch::Tensor x) override
    {
        x = m_patches(x);
        x = torch::cat({m_classToken.expand({x.size(0), -1, -1}), x}, 1) + m_positions;
        x = m_norm(m_blocks(x));
        return torch::log_softmax(m_head(x.select(1, 0)), 1);
    }

private:
    static std::shared_ptr<LayerSequence> makeBlocks()
    {
        auto sequence = std::make_shared<LayerSequence>("blocks");
        for (int i = 0; i < blockCount; ++i)
            sequence->addBlock<EncoderBlock>();
        return sequence;
    }

    torch::Tensor m_classToken;
    torch::Tensor m_positions; ///< [1, class token and patches, values]
    NamedLayer<std::shared_ptr<PatchEmbedding>> m_patches;
    NamedLayer<std::shared_ptr<LayerSequence>> m_blocks;
    NamedLayer<nn::LayerNorm> m_norm;
    NamedLayer<nn::Linear> m_head;
};

} // namespace

std::shared_ptr<Network> makeVitTiny(const ImageShape& images, int64_t classes)
{
    const bool isOfLargePatches = !isSmall(images) && images.rows % 16 == 0 && images.columns % 16 == 0;
    return std::make_shared<VisionTransformer>(images, isOfLargePatches ? 16 : 4, classes);
}

} // namespace stepscope
