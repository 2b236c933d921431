#include "core/experiment/network_plan.h"

#include "core/base/text/format.h"
#include "core/base/text/visible_text.h"
#include "core/experiment/nearest_name.h"
#include "core/language/translation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <system_error>
#include <utility>

namespace stepscope {

namespace {

constexpr size_t longestDescription = 20'000;
constexpr size_t mostLayers = 2'000;
constexpr int deepestNesting = 16;
constexpr int64_t largestNumber = 1'000'000;
constexpr int64_t mostParameters = 2'000'000'000;
constexpr int64_t mostActivations = 2'000'000'000; ///< of one sample

constexpr auto words = std::to_array<LayerWord>({
    {"conv", LayerKind::Convolution, "conv CHANNELS KERNEL", "stride N, padding N, same, groups N",
     translatable(
         "a convolution with a square kernel; same: padding for as many rows as the input (odd kernels)")},
    {"linear", LayerKind::Linear, "linear FEATURES", {}, translatable("a fully connected layer")},
    {"relu", LayerKind::Relu, "relu", {}, translatable("max(x, 0)")},
    {"leakyrelu", LayerKind::LeakyRelu, "leakyrelu", {}, translatable("x if positive, else x / 100")},
    {"elu", LayerKind::Elu, "elu", {}, translatable("x if positive, else exp(x) - 1")},
    {"gelu", LayerKind::Gelu, "gelu", {}, translatable("the Gaussian error linear unit")},
    {"silu", LayerKind::Silu, "silu", {}, translatable("x times its sigmoid")},
    {"sigmoid", LayerKind::Sigmoid, "sigmoid", {}, translatable("1 / (1 + exp(-x))")},
    {"tanh", LayerKind::Tanh, "tanh", {}, translatable("the hyperbolic tangent")},
    {"maxpool", LayerKind::MaxPool, "maxpool KERNEL", "stride N, padding N",
     translatable("the largest value of each square; without a stride, squares do not overlap")},
    {"avgpool", LayerKind::AveragePool, "avgpool [KERNEL]", "stride N, padding N",
     translatable("the mean of each square; without a number, of each channel")},
    {"batchnorm", LayerKind::BatchNorm, "batchnorm", {}, translatable("batch normalization")},
    {"dropout",
     LayerKind::Dropout,
     "dropout [PROBABILITY]",
     {},
     translatable("sets values to 0 in training, by default half of them")},
    {"flatten",
     LayerKind::Flatten,
     "flatten",
     {},
     translatable("makes one row of all values, as a linear layer needs it")},
    {"residual", LayerKind::Residual, "residual (LAYERS)", "| LAYERS",
     translatable("adds the input to the layers' result; after |, layers for the input")},
});

struct Token
{
    enum class Kind { Word, Number, Comma, Open, Close, Bar, End };
    Kind kind = Kind::End;
    std::string_view text;
    size_t at = 0;
};

[[noreturn]] void fail(const Token& token, std::string sentence)
{
    throw LayerTextError(
        translated("{problem} (at character {at} of the layers).",
                   {{"problem", std::move(sentence)}, {"at", formatCount(int64_t(token.at) + 1)}}),
        token.at, std::max<size_t>(token.text.size(), 1));
}

std::string quoted(const Token& token)
{
    return token.kind == Token::Kind::End ? translated("the end")
                                          : fmt::format("\"{}\"", shortLine(token.text, longestShownName));
}

/// A word consists of letters, a number of digits and points; whether it is one is decided where it is used.
std::vector<Token> tokensOf(std::string_view text)
{
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    const auto isDigit = [](char c) { return (c >= '0' && c <= '9') || c == '.'; };
    static constexpr std::string_view marks = ",()|";
    static constexpr std::array kinds = {Token::Kind::Comma, Token::Kind::Open, Token::Kind::Close,
                                         Token::Kind::Bar};
    std::vector<Token> tokens;
    for (size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
            ++at;
            continue;
        }
        Token token{.at = at};
        size_t end = at + 1;
        if (const auto mark = marks.find(c); mark != std::string_view::npos) {
            token.kind = kinds[mark];
        } else if (isLetter(c) || isDigit(c)) {
            const bool isWord = isLetter(c);
            while (end < text.size() && (isWord ? isLetter(text[end]) : isDigit(text[end])))
                ++end;
            token.kind = isWord ? Token::Kind::Word : Token::Kind::Number;
        } else {
            while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
                ++end; // the rest of a character
            token.kind = Token::Kind::Word;
            token.text = text.substr(at, end - at);
            fail(token, translated("A layer is a word followed by numbers; {text} is not expected",
                                   {{"text", quoted(token)}}));
        }
        token.text = text.substr(at, end - at);
        tokens.push_back(token);
        at = end;
    }
    tokens.push_back({.at = text.size()});
    return tokens;
}

int64_t product(std::span<const int64_t> shape)
{
    int64_t all = 1;
    for (const int64_t size : shape)
        all *= size; // below mostActivations
    return all;
}

/// Reads layers and computes their shapes on the way.
class Planner
{
public:
    Planner(std::string_view text, const ImageShape& input)
        : m_tokens(tokensOf(text))
        , m_input{input.channels, input.rows, input.columns}
    {
    }

    NetworkPlan plan(int64_t classes)
    {
        NetworkPlan plan;
        if (next().kind == Token::Kind::End)
            fail(next(),
                 translated(
                     "There are no layers; an example is \"conv 32 3, relu, flatten, linear {classes}\"",
                     {{"classes", formatCount(classes)}}));
        Path path;
        auto shape = m_input;
        readList(path, shape, plan.layers);
        if (next().kind != Token::Kind::End)
            fail(next(), next().kind == Token::Kind::Bar
                             ? translated("\"|\" is only possible in the brackets of residual (…)")
                             : translated("There is a \")\" without a \"(\""));
        if (shape != std::vector{classes})
            fail(next(),
                 translated("The network ends with {shape} values, but the data has {classes} classes: end "
                            "with \"{end}linear {classes}\"",
                            {{"shape", layerShapeText(shape)},
                             {"classes", formatCount(classes)},
                             {"end", shape.size() > 1 ? "flatten, " : ""}}));
        plan.parameters = m_parameters;
        plan.flops = m_flops;
        plan.activations = m_activations;
        return plan;
    }

private:
    /// Where the layers of a list are in the network.
    struct Path
    {
        std::string prefix; ///< "residual1."
        std::map<std::string, int> numbers;
    };
    using Shape = std::vector<int64_t>;

    const Token& next() const { return m_tokens[m_at]; }
    Token take() { return m_tokens[m_at == m_tokens.size() - 1 ? m_at : m_at++]; }
    bool takeIf(Token::Kind kind)
    {
        const bool is = next().kind == kind;
        if (is)
            take();
        return is;
    }

    void readList(Path& path, Shape& shape, std::vector<PlannedLayer>& layers)
    {
        do
            readItem(path, shape, layers);
        while (takeIf(Token::Kind::Comma));
        const auto end = next().kind;
        if (end != Token::Kind::End && end != Token::Kind::Close && end != Token::Kind::Bar)
            fail(next(), translated("A comma is expected before {text}", {{"text", quoted(next())}}));
    }

    /// A layer, or several that are repeated.
    void readItem(Path& path, Shape& shape, std::vector<PlannedLayer>& layers)
    {
        int64_t times = 1;
        if (next().kind == Token::Kind::Number) {
            times = takeWhole(1);
            const Token x = take();
            if (x.kind != Token::Kind::Word || (x.text != "x" && x.text != "X"))
                fail(x, translated("A layer begins with a word; to repeat layers, write \"{times} x (…)\"",
                                   {{"times", formatCount(times)}}));
        }
        const size_t start = m_at;
        for (int64_t i = 0; i < times; ++i) {
            m_at = start;
            if (next().kind == Token::Kind::Open) {
                const Token open = take();
                const Nesting nesting(*this, open);
                readList(path, shape, layers);
                close(open);
            } else {
                readLayer(path, shape, layers);
            }
        }
    }

    void close(const Token& open)
    {
        if (!takeIf(Token::Kind::Close))
            fail(next().kind == Token::Kind::End ? open : next(),
                 next().kind == Token::Kind::End
                     ? translated("This bracket is not closed")
                     : translated("\")\" is expected instead of {text}", {{"text", quoted(next())}}));
    }

    void readLayer(Path& path, Shape& shape, std::vector<PlannedLayer>& layers)
    {
        const Token token = take();
        const LayerWord& word = wordOf(token);
        if (++m_layers > mostLayers)
            fail(token, translated("There are more than {most} layers", {{"most", formatCount(mostLayers)}}));
        PlannedLayer layer{.kind = word.kind, .input = shape};
        std::string base(word.word);
        layer.name = path.prefix + base + std::to_string(++path.numbers[base]);
        if (word.kind == LayerKind::Residual)
            readResidual(token, layer);
        else
            readNumbers(token, word, layer);
        compute(token, layer);
        shape = layer.output;
        m_parameters += layer.parameters;
        m_flops += std::min<int64_t>(layer.flops, int64_t(5e18));
        m_activations += product(shape);
        if (m_parameters > mostParameters)
            fail(token, translated("Up to here, the network has more than {most} parameters",
                                   {{"most", formatCount(mostParameters)}}));
        if (constexpr double mostFlops = 4e18;
            double(m_flops) > mostFlops) // both are below the largest number
            fail(token, translated("Up to here, one sample takes more than {most} operations",
                                   {{"most", formatFlops(mostFlops)}}));
        if (m_activations > mostActivations)
            fail(token, translated("Up to here, the layers of one sample have more than {most} values",
                                   {{"most", formatCount(mostActivations)}}));
        layers.push_back(std::move(layer));
    }

    static const LayerWord& wordOf(const Token& token)
    {
        if (token.kind != Token::Kind::Word)
            fail(token, translated("A layer is expected instead of {text}", {{"text", quoted(token)}}));
        const auto found = std::ranges::find(words, token.text, &LayerWord::word);
        if (found != words.end())
            return *found;
        std::vector<std::string_view> names;
        for (const auto& word : words)
            names.push_back(word.word);
        auto sentence = translated("There is no layer {text}", {{"text", quoted(token)}});
        if (const auto meant = nearestName(token.text, names); !meant.empty())
            sentence += "; " + translated("did you mean {name}?", {{"name", std::string(meant)}});
        else
            sentence += "; " + translated("layers are {names}",
                                          {{"names", fmt::format("{}", fmt::join(names, ", "))}});
        fail(token, std::move(sentence));
    }

    int64_t takeWhole(int64_t least)
    {
        const Token token = take();
        int64_t value = -1;
        const char* const end = token.text.data() + token.text.size();
        if (token.kind == Token::Kind::Number) {
            const auto parsed = std::from_chars(token.text.data(), end, value);
            if (parsed.ec != std::errc() || parsed.ptr != end)
                value = -1;
        }
        if (value < least || value > largestNumber)
            fail(token,
                 translated(token.kind == Token::Kind::Open
                                ? translatable("A whole number from {least} to {most} is expected instead "
                                               "of {text}; write numbers without brackets, as in conv 8 3")
                                : translatable("A whole number from {least} to {most} is expected instead "
                                               "of {text}"),
                            {{"least", formatCount(least)},
                             {"most", formatCount(largestNumber)},
                             {"text", quoted(token)}}));
        return value;
    }

    double takeProbability()
    {
        const Token token = take();
        double value = -1.0;
        const char* const end = token.text.data() + token.text.size();
        if (const auto parsed = std::from_chars(token.text.data(), end, value);
            parsed.ec != std::errc() || parsed.ptr != end || !(value >= 0.0 && value < 1.0))
            fail(token, translated("A probability from 0 to below 1 is expected instead of {text}",
                                   {{"text", quoted(token)}}));
        return value;
    }

    void readNumbers(const Token& token, const LayerWord& word, PlannedLayer& layer)
    {
        const bool hasNumber = next().kind == Token::Kind::Number;
        switch (layer.kind) {
        case LayerKind::Convolution:
            layer.outputs = takeWhole(1);
            layer.kernel = takeWhole(1);
            break;
        case LayerKind::Linear:
            layer.outputs = takeWhole(1);
            break;
        case LayerKind::MaxPool:
            layer.kernel = layer.stride = takeWhole(1);
            break;
        case LayerKind::AveragePool:
            if (!hasNumber && next().kind == Token::Kind::Word)
                fail(next(), translated("avgpool without a kernel is the mean of each channel, so {text} is "
                                        "not expected",
                                        {{"text", quoted(next())}}));
            if (hasNumber)
                layer.kernel = layer.stride = takeWhole(1);
            break;
        case LayerKind::Dropout:
            layer.probability = hasNumber ? takeProbability() : 0.5;
            break;
        default:
            break;
        }
        std::vector<std::string_view> given;
        while (next().kind == Token::Kind::Word || next().kind == Token::Kind::Number) {
            refuseRepeated(next(), given);
            given.push_back(next().text);
            readOption(word, layer);
        }
        const bool isPool = layer.kind == LayerKind::MaxPool || layer.kind == LayerKind::AveragePool;
        if (isPool && layer.kernel > 0 && layer.padding > layer.kernel / 2) // LibTorch's own limit
            fail(token, translated("The padding of a pool can be at most half of its kernel"));
    }

    /// `given`: the options of the layer before this one.
    static void refuseRepeated(const Token& option, std::span<const std::string_view> given)
    {
        const auto isGiven = [given](std::string_view name) {
            return std::ranges::find(given, name) != given.end();
        };
        if (option.kind == Token::Kind::Word && isGiven(option.text))
            fail(option, translated("{option} is given twice", {{"option", std::string(option.text)}}));
        if ((option.text == "same" && isGiven("padding")) || (option.text == "padding" && isGiven("same")))
            fail(option, translated("same is a padding, so it cannot be given together with padding"));
    }

    void readOption(const LayerWord& word, PlannedLayer& layer)
    {
        const Token option = take();
        const bool isConvolution = layer.kind == LayerKind::Convolution;
        const bool isPool = !word.options.empty() && !isConvolution;
        if (option.text == "stride" && (isConvolution || isPool))
            layer.stride = takeWhole(1);
        else if (option.text == "padding" && (isConvolution || isPool))
            layer.padding = takeWhole(0);
        else if (option.text == "groups" && isConvolution)
            layer.groups = takeWhole(1);
        else if (option.text == "same" && isConvolution && layer.kernel % 2 == 1)
            layer.padding = layer.kernel / 2;
        else if (option.text == "same" && isConvolution)
            fail(option,
                 translated("same needs a kernel with an odd size, but this one is {kernel} × {kernel}",
                            {{"kernel", formatCount(layer.kernel)}}));
        else if (word.options.empty())
            fail(option, translated("After {layer}, a comma is expected instead of {text}",
                                    {{"layer", std::string(word.numbers)}, {"text", quoted(option)}}));
        else
            fail(option, translated("{layer} has the options {options}, so {text} is not expected",
                                    {{"layer", std::string(word.numbers)},
                                     {"options", std::string(word.options)},
                                     {"text", quoted(option)}}));
    }

    void readResidual(const Token& token, PlannedLayer& layer)
    {
        const Token open = take();
        if (open.kind != Token::Kind::Open)
            fail(open, translated("After residual, its layers are expected in brackets: residual (…)"));
        const Nesting nesting(*this, open);
        Path path{.prefix = layer.name + ".", .numbers = {}};
        layer.output = layer.input;
        readList(path, layer.output, layer.main);
        auto added = layer.input;
        if (takeIf(Token::Kind::Bar))
            readList(path, added, layer.shortcut);
        close(open);
        if (added != layer.output)
            fail(token,
                 translated("The layers of this residual block turn {input} into {result}, but {added} is "
                            "added to that: both must have the same shape. After \"|\" you can write layers "
                            "for the input",
                            {{"result", layerShapeText(layer.output)},
                             {"input", layerShapeText(layer.input)},
                             {"added", layerShapeText(added)}}));
    }

    /// Output shape, parameters and operations. Those of a residual block's layers are counted with these.
    static void compute(const Token& token, PlannedLayer& layer)
    {
        switch (layer.kind) {
        case LayerKind::Convolution:
            return computeConvolution(token, layer);
        case LayerKind::Linear:
            if (layer.input.size() != 1)
                fail(token,
                     translated(
                         "linear needs one row of values, but its input is {shape}: put flatten before it",
                         {{"shape", layerShapeText(layer.input)}}));
            layer.output = {layer.outputs};
            layer.parameters = (layer.input[0] + 1) * layer.outputs;
            layer.flops = 2 * layer.input[0] * layer.outputs;
            return;
        case LayerKind::MaxPool:
        case LayerKind::AveragePool:
            return computePool(token, layer);
        case LayerKind::BatchNorm:
            layer.output = layer.input;
            layer.parameters = 2 * layer.input[0];
            return;
        case LayerKind::Flatten:
            layer.output = {product(layer.input)};
            return;
        case LayerKind::Residual:
            layer.flops = product(layer.output); // the sum
            return;
        default:
            layer.output = layer.input;
        }
    }

    static void needRows(const Token& token, const PlannedLayer& layer)
    {
        if (layer.input.size() != 3)
            fail(token,
                 translated("{layer} needs rows and columns, but its input is one row of {count} values",
                            {{"layer", std::string(token.text)}, {"count", formatCount(layer.input[0])}}));
    }

    /// floor((size + 2 padding - kernel) / stride) + 1, as in torch.nn.Conv2d.
    static int64_t reduced(const Token& token, int64_t size, const PlannedLayer& layer)
    {
        const int64_t room = size + 2 * layer.padding - layer.kernel;
        if (room < 0)
            fail(token,
                 translated("A kernel of {kernel} × {kernel} does not fit into {shape}",
                            {{"kernel", formatCount(layer.kernel)}, {"shape", layerShapeText(layer.input)}}));
        return room / layer.stride + 1;
    }

    static void computeConvolution(const Token& token, PlannedLayer& layer)
    {
        needRows(token, layer);
        const int64_t channels = layer.input[0];
        if (channels % layer.groups != 0 || layer.outputs % layer.groups != 0)
            fail(token,
                 translated("{groups} groups do not divide the {inputs} input and {outputs} output channels "
                            "evenly",
                            {{"groups", formatCount(layer.groups)},
                             {"inputs", formatCount(channels)},
                             {"outputs", formatCount(layer.outputs)}}));
        layer.output = {layer.outputs, reduced(token, layer.input[1], layer),
                        reduced(token, layer.input[2], layer)};
        // In floating point first: a product may be too large for a whole number.
        const double perOutput =
            double(channels / layer.groups) * double(layer.kernel) * double(layer.kernel);
        const double values = double(layer.output[0]) * double(layer.output[1]) * double(layer.output[2]);
        if (perOutput * double(layer.outputs) > double(mostParameters) || values > double(mostActivations))
            fail(token, translated("This layer has more than {most} parameters or values",
                                   {{"most", formatCount(mostParameters)}}));
        layer.parameters = int64_t(perOutput) * layer.outputs + layer.outputs;
        layer.flops = 2 * int64_t(perOutput) * int64_t(values);
    }

    static void computePool(const Token& token, PlannedLayer& layer)
    {
        needRows(token, layer);
        layer.output = {layer.input[0], 1, 1};
        if (layer.kernel > 0)
            layer.output = {layer.input[0], reduced(token, layer.input[1], layer),
                            reduced(token, layer.input[2], layer)};
    }

    /// Brackets that are open.
    class Nesting
    {
    public:
        Nesting(Planner& planner, const Token& open)
            : m_depth(planner.m_depth)
        {
            if (++m_depth > deepestNesting)
                fail(open, translated("Brackets are nested more than {most} deep",
                                      {{"most", formatCount(deepestNesting)}}));
        }
        Nesting(const Nesting&) = delete;
        Nesting& operator=(const Nesting&) = delete;
        ~Nesting() { --m_depth; }

    private:
        int& m_depth;
    };

    std::vector<Token> m_tokens;
    Shape m_input;
    size_t m_at = 0;
    size_t m_layers = 0;
    int m_depth = 0;
    int64_t m_parameters = 0;
    int64_t m_flops = 0;
    int64_t m_activations = 0;
};

} // namespace

std::span<const LayerWord> layerWords()
{
    return words;
}

NetworkPlan planNetwork(std::string_view description, const ImageShape& input, int64_t classes)
{
    if (description.size() > longestDescription)
        throw LayerTextError(
            translated("The description of the layers has {size} characters; at most {most} are allowed.",
                       {{"size", formatCount(int64_t(description.size()))},
                        {"most", formatCount(longestDescription)}}),
            0, description.size());
    return Planner(description, input).plan(classes);
}

std::string usualLayers(std::string_view description)
{
    using enum Token::Kind;
    try {
        std::string usual;
        auto before = Open; // no blank at the start
        for (const Token& token : tokensOf(description)) {
            const bool isApart = before != Open && token.kind != Comma && token.kind != Close;
            if (token.kind != End && isApart)
                usual += ' ';
            usual += token.text;
            before = token.kind;
        }
        return usual;
    } catch (const LayerTextError&) {
        return std::string(description);
    }
}

std::string layerShapeText(std::span<const int64_t> shape)
{
    std::vector<std::string> sizes;
    for (const int64_t size : shape)
        sizes.push_back(formatCount(size));
    return fmt::format("{}", fmt::join(sizes, " × "));
}

} // namespace stepscope
