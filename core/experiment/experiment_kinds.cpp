#include "core/experiment/experiment_kinds.h"

#include "core/base/error.h"
#include "core/language/translation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace stepscope {

namespace {

constexpr auto networks = std::to_array<NetworkKind>({
    {.name = "mnist-convnet",
     .title = translatable("ConvNet (current)"),
     .preset = translatable("Current example"),
     .summary = translatable("The ConvNet of the current PyTorch example: Dropout, Adadelta, 14 epochs"),
     .input = mnistShape,
     .classes = 10,
     .optimizer = "adadelta",
     .schedule = "step",
     .epochs = 14},
    {.name = "mnist-convnet-2020",
     .title = translatable("ConvNet (lab 2020)"),
     .preset = translatable("Lab 2020"),
     .summary = translatable("The lab's ConvNet of 2020: Dropout2d, Adadelta, 14 epochs"),
     .input = mnistShape,
     .classes = 10,
     .optimizer = "adadelta",
     .schedule = "step",
     .epochs = 14},
    {.name = "mnist-convnet-2018",
     .title = translatable("ConvNet (2018)"),
     .preset = translatable("Example of 2018"),
     .summary = translatable("Two 5 × 5 convolutions and two linear layers, SGD with momentum, 10 epochs"),
     .input = mnistShape,
     .classes = 10,
     .optimizer = "sgd",
     .schedule = "constant",
     .epochs = 10},
    {.name = "mnist-convnet-2017",
     .title = translatable("ConvNet (2017)"),
     .preset = translatable("Example of 2017"),
     .summary = translatable("A small ConvNet with Dropout2d, SGD with momentum, 10 epochs"),
     .input = mnistShape,
     .classes = 10,
     .optimizer = "sgd",
     .schedule = "constant",
     .epochs = 10},
    {.name = "mlp",
     .title = translatable("MLP"),
     .preset = translatable("MLP"),
     .summary = translatable("Linear layers only: 2 hidden ones of 128 neurons, 10 epochs"),
     .input = mnistShape,
     .classes = 10,
     .optimizer = "sgd",
     .schedule = "constant",
     .epochs = 10,
     .fields = "hidden_layers width"},
    {.name = "layers",
     .title = translatable("Your own layers"),
     .preset = translatable("Your own network"),
     .summary = translatable("A network described in one line, for images of any shape"),
     .optimizer = "adam",
     .schedule = "constant",
     .epochs = 10,
     .fields = "layers"},
});

constexpr auto optimizers = std::to_array<OptimizerKind>({
    {.name = "adadelta",
     .title = "Adadelta",
     .fields = {{{"optimizer.learning_rate", 1.0},
                 {"optimizer.rho", 0.9},
                 {"optimizer.epsilon", 1e-6},
                 {"optimizer.weight_decay", 0.0}}}},
    {.name = "sgd",
     .title = "SGD",
     .fields =
         {{{"optimizer.learning_rate", 0.01}, {"optimizer.momentum", 0.5}, {"optimizer.weight_decay", 0.0}}}},
    {.name = "adam",
     .title = "Adam",
     .fields = {{{"optimizer.learning_rate", 0.001},
                 {"optimizer.beta1", 0.9},
                 {"optimizer.beta2", 0.999},
                 {"optimizer.epsilon", 1e-8},
                 {"optimizer.weight_decay", 0.0}}}},
    {.name = "adamw",
     .title = "AdamW",
     .fields = {{{"optimizer.learning_rate", 0.001},
                 {"optimizer.beta1", 0.9},
                 {"optimizer.beta2", 0.999},
                 {"optimizer.epsilon", 1e-8},
                 {"optimizer.weight_decay", 0.01}}}},
    {.name = "rmsprop",
     .title = "RMSprop",
     .fields = {{{"optimizer.learning_rate", 0.01},
                 {"optimizer.momentum", 0.0},
                 {"optimizer.rho", 0.99},
                 {"optimizer.epsilon", 1e-8},
                 {"optimizer.weight_decay", 0.0}}}},
    {.name = "adagrad",
     .title = "Adagrad",
     .fields = {{{"optimizer.learning_rate", 0.01},
                 {"optimizer.epsilon", 1e-10},
                 {"optimizer.weight_decay", 0.0}}}},
});

constexpr auto schedules = std::to_array<ScheduleKind>({
    {.name = "constant", .title = translatable("Constant")},
    {.name = "step", .title = translatable("Step"), .fields = "schedule.step_size schedule.gamma"},
});

template<typename Kind>
const Kind* find(std::span<const Kind> kinds, std::string_view name)
{
    const auto found = std::ranges::find(kinds, name, &Kind::name);
    return found == kinds.end() ? nullptr : &*found;
}

bool names(std::string_view fields, std::string_view key)
{
    while (!fields.empty()) {
        const auto end = std::min(fields.find(' '), fields.size());
        if (fields.substr(0, end) == key)
            return true;
        fields.remove_prefix(std::min(end + 1, fields.size()));
    }
    return false;
}

bool names(std::span<const OptimizerField> fields, std::string_view key)
{
    return std::ranges::find(fields, key, &OptimizerField::key) != fields.end();
}

/// False for a field that belongs to others of these kinds alone. An unknown one, such as the optimizer of a
/// recorded program, has the fields that all have.
template<typename Kind>
bool isOf(std::span<const Kind> kinds, std::string_view name, std::string_view key)
{
    const Kind* const chosen = find(kinds, name);
    if (chosen && names(chosen->fields, key))
        return true;
    const auto has = [key](const Kind& kind) { return names(kind.fields, key); };
    return std::ranges::none_of(kinds, has) || (!chosen && std::ranges::all_of(kinds, has));
}

} // namespace

std::span<const NetworkKind> networkKinds()
{
    return networks;
}

std::span<const OptimizerKind> optimizerKinds()
{
    return optimizers;
}

std::span<const ScheduleKind> scheduleKinds()
{
    return schedules;
}

const NetworkKind* findNetworkKind(std::string_view name)
{
    return find(networkKinds(), name);
}

const OptimizerKind* findOptimizerKind(std::string_view name)
{
    return find(optimizerKinds(), name);
}

bool usesField(const Experiment& experiment, std::string_view key)
{
    if (key.starts_with("profiler.") && key != "profiler.enabled")
        return experiment.profile;
    if (key == "onednn")
        return experiment.device == "cpu";
    return isOf(dataSetKinds(), experiment.dataset, key) && isOf(networkKinds(), experiment.network, key) &&
           isOf(optimizerKinds(), experiment.optimizer, key) &&
           isOf(scheduleKinds(), experiment.schedule, key);
}

void checkShapes(const DataSetKind& dataSet, const NetworkKind& network)
{
    if (isAdaptable(network))
        return;
    const auto text = [](const ImageShape& shape) {
        return fmt::format("{} × {} × {}", shape.channels, shape.rows, shape.columns);
    };
    if (dataSet.shape != network.input)
        throw Error(translated("The images of {dataset} have the shape {shape}, but the network {network} "
                               "expects {expected} (channels × rows × columns).",
                               {{"dataset", std::string(dataSet.name)},
                                {"shape", text(dataSet.shape)},
                                {"network", std::string(network.name)},
                                {"expected", text(network.input)}}));
    if (dataSet.classes() != network.classes)
        throw Error(translated("The data set {dataset} has {classes} classes, but the network {network} "
                               "distinguishes {expected}.",
                               {{"dataset", std::string(dataSet.name)},
                                {"classes", fmt::format("{}", dataSet.classes())},
                                {"network", std::string(network.name)},
                                {"expected", fmt::format("{}", network.classes)}}));
}

} // namespace stepscope
