#include "core/torch/model/script_network.h"

#include "core/base/error.h"
#include "core/data/chosen/chosen_data_set.h"
#include "core/data/own/trusted_models.h"
#include "core/experiment/experiment_kinds.h"
#include "core/language/translation.h"
#include "core/torch/model/graph_fusion.h"
#include "core/torch/shared/torch_errors.h"

#include <ATen/detail/CUDAHooksInterface.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <memory>
#include <mutex>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stepscope {

namespace {

namespace jit = torch::jit;

/// The layers of a model whose calls have not ended yet, on this thread. TorchScript does not report the
/// calls of its modules; two operators of our own, before and after each call, do so.
class OpenLayers
{
public:
    static OpenLayers& ofThread()
    {
        static thread_local OpenLayers layers;
        return layers;
    }

    void enter(const std::string& name)
    {
        auto& layer = m_layers.emplace_back(std::make_unique<Layer>());
        layer->path = m_layers.size() > 1 ? m_layers[m_layers.size() - 2]->path + "." + name : name;
        if (layer->function.isActive())
            layer->function.before(layer->path.c_str());
    }

    void exit()
    {
        if (!m_layers.empty())
            m_layers.pop_back();
    }

    /// After a call that has failed.
    void closeAll()
    {
        while (!m_layers.empty())
            m_layers.pop_back();
    }

private:
    struct Layer
    {
        std::string path;
        at::RecordFunction function{at::RecordScope::USER_SCOPE};
    };

    std::vector<std::unique_ptr<Layer>> m_layers;
};

constexpr auto enterName = "stepscope::enter_layer";
constexpr auto exitName = "stepscope::exit_layer";

/// Operators of TorchScript's interpreter alone, which do not appear in a profile. What a model prints is not
/// mixed with the results of a command.
void registerLayerOperators()
{
    jit::setPrintHandler([](const std::string& text) { std::fputs(text.c_str(), stderr); });
    static std::once_flag once;
    std::call_once(once, [] {
        disableCpuFusion();
        jit::registerOperator(jit::Operator(
            "stepscope::enter_layer(str name) -> ()",
            [](jit::Stack& stack) { OpenLayers::ofThread().enter(jit::pop(stack).toStringRef()); },
            c10::AliasAnalysisKind::CONSERVATIVE));
        jit::registerOperator(jit::Operator(
            "stepscope::exit_layer() -> ()", [](jit::Stack&) { OpenLayers::ofThread().exit(); },
            c10::AliasAnalysisKind::CONSERVATIVE));
    });
}

/// "layer1.0" of the module that is read from the model by these names.
std::string moduleName(const jit::Value* module)
{
    std::string name;
    for (const auto* node = module->node(); node->kind() == c10::prim::GetAttr; node = node->input()->node())
        name = node->s(c10::attr::name) + (name.empty() ? "" : "." + name);
    return name;
}

void findCalls(jit::Block* block, std::vector<jit::Node*>& calls)
{
    for (jit::Node* const node : block->nodes()) {
        if (node->kind() == c10::prim::CallMethod) // also of other methods than forward()
            calls.push_back(node);
        for (jit::Block* const inner : node->blocks())
            findCalls(inner, calls);
    }
}

/// Whether a part of it runs on another thread, where calls cannot be assigned to layers.
bool hasForks(const jit::Block* block)
{
    return std::ranges::any_of(block->nodes(), [](const jit::Node* node) {
        return node->kind() == c10::prim::fork ||
               std::ranges::any_of(node->blocks(), [](const jit::Block* inner) { return hasForks(inner); });
    });
}

/// Reports the calls of modules in a method.
void reportCalls(jit::Graph& graph)
{
    std::vector<jit::Node*> calls;
    findCalls(graph.block(), calls);
    for (jit::Node* const call : calls) {
        const std::string name = moduleName(call->input(0));
        if (name.empty())
            continue;
        const jit::WithInsertPoint before(call);
        jit::Value* const constant = graph.insertConstant(name);
        graph.insertNode(graph.create(c10::Symbol::fromQualString(enterName), {constant}, 0));
        graph.create(c10::Symbol::fromQualString(exitName), {}, 0)->insertAfter(call);
    }
}

/// "Conv2d" of "__torch__.torch.nn.modules.conv.___torch_mangle_3.Conv2d".
std::string className(const jit::Module& module)
{
    const auto type = module.type()->name();
    return type ? type->name() : std::string();
}

/// Registers parameters, buffers and modules under their names, so that they are found as those of any
/// network. What is there twice, such as weights that two layers share, is registered once.
void registerParts(torch::nn::Module& to, const jit::Module& from, std::set<const void*>& known);

class Part final : public torch::nn::Module
{
public:
    Part(const jit::Module& module, std::set<const void*>& known)
        : Module(className(module))
    {
        registerParts(*this, module, known);
    }
};

void registerParts(torch::nn::Module& to, const jit::Module& from, std::set<const void*>& known)
{
    for (const auto& parameter : from.named_parameters(/*recurse=*/false)) {
        if (known.insert(parameter.value.unsafeGetTensorImpl()).second)
            to.register_parameter(parameter.name, parameter.value, parameter.value.requires_grad());
    }
    for (const auto& buffer : from.named_buffers(/*recurse=*/false)) {
        if (known.insert(buffer.value.unsafeGetTensorImpl()).second)
            to.register_buffer(buffer.name, buffer.value);
    }
    for (const auto& child : from.named_children())
        to.register_module(child.name, std::make_shared<Part>(child.value, known));
}

/// As torch.nn.Linear and the convolutions draw their weights and biases: uniformly within 1 / sqrt(inputs of
/// an output). Weights of one dimension, those of normalizations, become 1, and their biases 0. Of the
/// buffers, only the running statistics of a normalization start anew: others are constants of the model.
void drawWeights(torch::nn::Module& module)
{
    const torch::NoGradGuard noGradients;
    auto parameters = module.named_parameters(/*recurse=*/false);
    double bound = 0.0;
    for (const auto& parameter : parameters) {
        const auto& values = parameter.value();
        if (values.dim() > 1 && values.numel() > 0)
            bound = 1.0 / std::sqrt(double(values.numel() / values.size(0)));
    }
    for (auto& parameter : parameters) {
        auto& values = parameter.value();
        const bool isBias = parameter.key().find("bias") != std::string::npos;
        if (values.dim() > 1 || (isBias && bound > 0.0))
            values.uniform_(-bound, bound);
        else
            values.fill_(isBias ? 0.0 : 1.0);
    }
    for (auto& buffer : module.named_buffers(/*recurse=*/false)) {
        if (buffer.key() == "running_var")
            buffer.value().fill_(1);
        else if (buffer.key() == "running_mean" || buffer.key() == "num_batches_tracked")
            buffer.value().zero_();
    }
    for (const auto& child : module.children())
        drawWeights(*child);
}

/// The first line of an error's message. An error of the interpreter has it after the lines of the model's
/// code, as "RuntimeError: …", or as "builtins.ValueError: …" if the code raised it.
std::string reasonOf(const std::string& text)
{
    size_t begin = 0;
    if (text.starts_with("The following operation failed in the TorchScript interpreter")) {
        static const std::regex name(R"(\n[A-Za-z_][\w.]*: )");
        if (std::smatch found; std::regex_search(text, found, name))
            begin = size_t(found.position() + found.length());
    }
    return firstLine(std::string_view(text).substr(begin));
}

/// Whether a call failed because this LibTorch is built without CUDA.
bool isMissingCuda(const std::string& text)
{
    if (at::detail::getCUDAHooks().hasCUDART())
        return false;
    return text.find("Cannot initialize CUDA without ATen_cuda library") != std::string::npos ||
           text.find("PyTorch is not linked with support for cuda devices") != std::string::npos ||
           text.find("arguments from the 'CUDA' backend") != std::string::npos;
}

/// A sentence about a file that needs another LibTorch; empty if that is not the problem.
std::string otherTorchText(const std::string& file, const std::string& text)
{
    static const std::regex version(
        R"(file with version (\d+), but the maximum supported version for reading is (\d+))");
    static const std::regex missing(R"(Unknown builtin op: ([\w:.]*\w))");
    std::smatch found;
    if (std::regex_search(text, found, version))
        return translated("{file} was saved by a newer PyTorch: its format is version {format}, but this "
                          "LibTorch ({version}) reads up to {newest}.",
                          {{"file", file},
                           {"format", found[1].str()},
                           {"version", TORCH_VERSION},
                           {"newest", found[2].str()}});
    if (!std::regex_search(text, found, missing))
        return {};
    const std::string name = found[1].str();
    return translated(name.starts_with("aten::")
                          ? translatable("{file} uses {operator}, which this LibTorch ({version}) does not "
                                         "have: it was probably saved by a newer PyTorch.")
                          : translatable("{file} uses {operator}, which this LibTorch ({version}) does not "
                                         "have: it is an operator of another library."),
                      {{"file", file}, {"operator", name}, {"version", TORCH_VERSION}});
}

std::string shapeText(const torch::Tensor& tensor)
{
    return fmt::format("{}", fmt::join(tensor.sizes(), " × "));
}

class ScriptNetwork final : public Network
{
public:
    ScriptNetwork(jit::Module module, const Experiment& experiment, int64_t classes)
        : m_module(std::move(module))
        , m_file(experiment.model)
        , m_dataSet(experiment.dataset)
        , m_loss(experiment.loss)
        , m_returnsLoss(returnsLoss(experiment))
        , m_task(taskOf(experiment))
        , m_classes(classes)
        , m_normalizes(m_task == Task::Classification && experiment.loss == "cross-entropy")
    {
        registerLayerOperators();
        reportLayers();
        std::set<const void*> known;
        registerParts(*this, m_module, known);
        const auto all = parameters();
        if (std::ranges::none_of(all, [](const torch::Tensor& weights) { return weights.requires_grad(); }))
            throw Error(
                translated("The model {file} has no parameters that could be trained.", {{"file", m_file}}));
        checkTypes();
        checkArguments();
        if (!experiment.keepWeights)
            drawWeights(*this);
    }

    void train(bool on = true) override
    {
        Module::train(on);
        m_module.train(on);
    }

    torch::Tensor forward(torch::Tensor x) override { return resultOf(x, {}).output; }

    NetworkResult resultOf(const torch::Tensor& x, const torch::Tensor& targets) override
    {
        try {
            auto result = checkedResultOf(x, targets);
            m_batchSize = x.size(0);
            return result;
        } catch (const Error& error) {
            if (m_batchSize == 0 || m_batchSize == x.size(0) || !accepts(m_batchSize, x, targets))
                throw;
            throw Error(batchSizeText(x.size(0)), error.detail().empty() ? error.what() : error.detail());
        }
    }

private:
    NetworkResult checkedResultOf(const torch::Tensor& x, const torch::Tensor& targets)
    {
        const auto given = call(x, targets);
        if (m_returnsLoss)
            return withLoss(x, given);
        if (!given.isTensor())
            throw Error(
                translated("The model {file} must give a tensor, but gives a value of the type {type}.",
                           {{"file", m_file}, {"type", given.type()->str()}}));
        const auto output = given.toTensor();
        check(x, output);
        if (c10::GradMode::is_enabled() && !output.requires_grad())
            throw Error(translated("The values that the model {file} gives do not depend on its parameters, "
                                   "so they cannot be trained.",
                                   {{"file", m_file}}));
        return {.output = m_normalizes ? torch::log_softmax(output, 1) : output, .loss = {}};
    }

    /// Whether it accepts a batch of another size with the same samples, which are repeated or cut off.
    bool accepts(int64_t batchSize, const torch::Tensor& x, const torch::Tensor& targets)
    {
        const auto numbers = torch::arange(batchSize, x.options().dtype(torch::kInt64)).remainder(x.size(0));
        try {
            checkedResultOf(x.index_select(0, numbers),
                            m_returnsLoss ? targets.index_select(0, numbers) : targets);
            return true;
        } catch (const std::exception&) {
            return false;
        }
    }

    /// Of a model that fails on a batch of `count` samples alone, such as one that was traced with a fixed
    /// size.
    std::string batchSizeText(int64_t count) const
    {
        const bool isLargeTest = !is_training() && count > m_batchSize;
        return translated(
            isLargeTest
                ? translatable("The model {file} works with batches of {size}, but not with a test batch of "
                               "{count}: set --test-batch-size to {size} if that divides the number of test "
                               "samples, or save the model so that it accepts batches of any size.")
                : translatable("The model {file} works with batches of {size}, but not with one of {count}, "
                               "the last samples of an epoch or a test: save it so that it accepts batches "
                               "of any size."),
            {{"file", m_file}, {"size", std::to_string(m_batchSize)}, {"count", std::to_string(count)}});
    }

    void reportLayers()
    {
        std::set<std::shared_ptr<jit::Graph>> graphs; // modules of one class have the same methods
        for (const auto& module : m_module.modules()) {
            for (const auto& method : module.get_methods())
                graphs.insert(method.graph());
        }
        if (std::ranges::any_of(graphs, [](const auto& graph) { return hasForks(graph->block()); }))
            return;
        for (const auto& graph : graphs)
            reportCalls(*graph);
    }

    void checkTypes() const
    {
        for (const torch::Tensor& weights : parameters()) {
            if (weights.scalar_type() != torch::kFloat32)
                throw Error(translated(
                    "The model {file} has parameters of the type {type}, but only those of the type "
                    "Float are trained.",
                    {{"file", m_file}, {"type", c10::toString(weights.scalar_type())}}));
        }
    }

    /// Whether forward() can be called with samples alone, or with samples and targets.
    void checkArguments() const
    {
        const auto forward = m_module.find_method("forward");
        if (!forward)
            throw Error(translated("The model {file} has no method forward().", {{"file", m_file}}));
        const auto& arguments = forward->function().getSchema().arguments(); // the first is the model
        const size_t given = m_returnsLoss ? 2 : 1;
        bool isCallable = arguments.size() > given;
        std::vector<std::string> names;
        for (size_t i = 1; i < arguments.size(); ++i) {
            names.push_back(arguments[i].name());
            isCallable &= i <= given ? !arguments[i].kwarg_only() : arguments[i].default_value().has_value();
        }
        if (!isCallable)
            throw Error(translated(
                m_returnsLoss
                    ? translatable("For the loss \"{loss}\", forward() of the model {file} must take samples "
                                   "and targets, but it takes ({arguments}).")
                    : translatable("For the loss \"{loss}\", forward() of the model {file} must take "
                                   "samples alone, but it takes ({arguments}); for a model that returns its "
                                   "loss, choose the loss \"model\"."),
                {{"loss", m_loss},
                 {"file", m_file},
                 {"arguments", fmt::format("{}", fmt::join(names, ", "))}}));
    }

    c10::IValue call(const torch::Tensor& x, const torch::Tensor& targets)
    {
        const struct ClosedLayers // a call that fails leaves its layers open
        {
            ~ClosedLayers() { OpenLayers::ofThread().closeAll(); }
        } closed;
        try {
            std::vector<c10::IValue> arguments{x};
            if (m_returnsLoss)
                arguments.emplace_back(targets);
            return m_module.forward(std::move(arguments));
        } catch (const std::exception& problem) {
            if (std::string_view(problem.what()).find("allocate") != std::string_view::npos)
                throw; // memory
            const std::string message = torchMessage(problem);
            if (isMissingCuda(message))
                throw Error(translated("The model {file} uses a GPU in its code, but this LibTorch is built "
                                       "without CUDA.",
                                       {{"file", m_file}}),
                            problem.what());
            throw Error(
                translated(m_returnsLoss
                               ? translatable("The model {file} failed on samples of the shape {shape} and "
                                              "targets of the shape {targets}, which the data set {dataset} "
                                              "determines: {reason}")
                               : translatable("The model {file} failed on samples of the shape {shape}, "
                                              "which the data set {dataset} determines: {reason}"),
                           {{"file", m_file},
                            {"shape", shapeText(x)},
                            {"targets", m_returnsLoss ? shapeText(targets) : std::string()},
                            {"dataset", m_dataSet},
                            {"reason", reasonOf(message)}}),
                problem.what());
        }
    }

    /// The loss is the first single floating-point value, the output the first tensor of the shape of one.
    NetworkResult withLoss(const torch::Tensor& x, const c10::IValue& given) const
    {
        std::vector<torch::Tensor> tensors;
        if (given.isTensor())
            tensors.push_back(given.toTensor());
        else if (given.isTuple()) {
            for (const c10::IValue& value : given.toTupleRef().elements()) {
                if (value.isTensor())
                    tensors.push_back(value.toTensor());
            }
        }
        NetworkResult result;
        const auto expected = expectedSizes(x);
        for (const torch::Tensor& tensor : tensors) {
            if (!tensor.defined())
                continue;
            if (!result.loss.defined() && tensor.dim() == 0 && tensor.is_floating_point())
                result.loss = tensor;
            else if (!result.output.defined() && tensor.is_floating_point() && tensor.sizes() == expected)
                result.output = tensor;
        }
        checkLoss(result.loss, given, tensors);
        if (result.loss.scalar_type() != torch::kFloat32)
            result.loss = result.loss.to(torch::kFloat32);
        return result;
    }

    void checkLoss(const torch::Tensor& loss, const c10::IValue& given,
                   const std::vector<torch::Tensor>& tensors) const
    {
        if (!loss.defined() && given.isTensor())
            throw Error(translated("The model {file} must return its loss, a single floating-point value, "
                                   "alone or in a tuple, but returns values of the shape {shape} and the "
                                   "type {type}.",
                                   {{"file", m_file},
                                    {"shape", fmt::format("[{}]", shapeText(tensors.front()))},
                                    {"type", c10::toString(tensors.front().scalar_type())}}));
        if (!loss.defined())
            throw Error(translated("The model {file} must return its loss, a single floating-point value, "
                                   "alone or in a tuple, but returns a value of the type {type} without one.",
                                   {{"file", m_file}, {"type", given.type()->str()}}));
        if (c10::GradMode::is_enabled() && !loss.requires_grad())
            throw Error(translated("The loss that the model {file} returns does not depend on its "
                                   "parameters, so they cannot be trained.",
                                   {{"file", m_file}}));
    }

    std::vector<int64_t> expectedSizes(const torch::Tensor& x) const
    {
        auto expected = x.sizes().vec();
        if (m_task == Task::Classification)
            expected = {x.size(0), m_classes};
        else if (m_task == Task::NextCharacter)
            expected.push_back(m_classes);
        return expected;
    }

    void check(const torch::Tensor& x, const torch::Tensor& output) const
    {
        const auto expected = expectedSizes(x);
        if (output.sizes() != expected)
            throw Error(translated(
                output.dim() == 0 ? translatable("The model {file} gives a single value, but {expected} are "
                                                 "expected for this data set and loss.")
                                  : translatable("The model {file} gives values of the shape {shape}, but "
                                                 "{expected} are expected for this data set and loss."),
                {{"file", m_file},
                 {"shape", shapeText(output)},
                 {"expected", fmt::format("{}", fmt::join(expected, " × "))}}));
    }

    jit::Module m_module;
    std::string m_file;
    std::string m_dataSet;
    std::string m_loss;
    bool m_returnsLoss; ///< and gets samples and targets
    Task m_task;
    int64_t m_classes;
    int64_t m_batchSize = 0; ///< the last one that it accepted
    bool m_normalizes;       ///< the cross entropy is the negative log likelihood of the softmax
};

jit::Module loadModule(const std::string& file)
{
    try {
        return jit::load(file, torch::kCPU);
    } catch (const std::exception& problem) {
        const std::string message = torchMessage(problem);
        if (const auto sentence = otherTorchText(file, message); !sentence.empty())
            throw Error(sentence, problem.what());
        throw Error(
            translated("{file} is not a TorchScript model that this LibTorch ({version}) reads ({reason}). "
                       "Save it with torch.jit.script(model).save().",
                       {{"file", file}, {"version", TORCH_VERSION}, {"reason", reasonOf(message)}}),
            problem.what());
    }
}

} // namespace

std::shared_ptr<Network> makeScriptNetwork(const Experiment& experiment)
{
    if (experiment.model.empty())
        throw Error(translated("The network {network} needs a file: name it as \"Model file\" (--model).",
                               {{"network", experiment.network}}));
    requireTrust(experiment.model);
    return std::make_shared<ScriptNetwork>(loadModule(experiment.model), experiment,
                                           describeDataSet(experiment).classes());
}

} // namespace stepscope
