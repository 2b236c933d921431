#include "core/experiment/experiment_kinds.h"

#include "core/base/error.h"
#include "core/base/text/name_list.h"
#include "core/experiment/augmentation.h"
#include "core/language/translation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace stepscope {

namespace {

constexpr std::string_view pytorchExamples = "https://github.com/pytorch/examples/tree/main/mnist";
constexpr std::string_view vggPaper =
    "K. Simonyan, A. Zisserman: Very deep convolutional networks for large-scale image recognition, 2014";
constexpr std::string_view resnetPaper =
    "K. He, X. Zhang, S. Ren, J. Sun: Deep residual learning for image recognition, 2015";

/// Those of the ResNet paper, which torchvision uses to train on ImageNet.
constexpr std::array<FieldValue, 5> imageNetSettings(double learningRate)
{
    return {{{"optimizer.learning_rate", learningRate},
             {"optimizer.momentum", 0.9},
             {"optimizer.weight_decay", 1e-4},
             {"schedule.step_size", 30},
             {"schedule.gamma", 0.1}}};
}
constexpr double rateWithNormalization = 0.1;
constexpr double rateWithoutNormalization = 0.01; ///< as torchvision's of AlexNet and VGG

constexpr auto networks = std::to_array<NetworkKind>({
    {.name = "mnist-convnet",
     .title = translatable("ConvNet (current)"),
     .preset = translatable("Current example"),
     .summary = translatable("The ConvNet of the current PyTorch example: Dropout, Adadelta, 14 epochs"),
     .source = pytorchExamples,
     .input = mnistShape,
     .classes = 10,
     .optimizer = "adadelta",
     .schedule = "step",
     .epochs = 14},
    {.name = "mnist-convnet-2020",
     .title = translatable("ConvNet (lab 2020)"),
     .preset = translatable("Lab 2020"),
     .summary = translatable("The lab's ConvNet of 2020: Dropout2d, Adadelta, 14 epochs"),
     .source = pytorchExamples,
     .input = mnistShape,
     .classes = 10,
     .optimizer = "adadelta",
     .schedule = "step",
     .epochs = 14},
    {.name = "mnist-convnet-2018",
     .title = translatable("ConvNet (2018)"),
     .preset = translatable("Example of 2018"),
     .summary = translatable("Two 5 × 5 convolutions and two linear layers, SGD with momentum, 10 epochs"),
     .source = pytorchExamples,
     .input = mnistShape,
     .classes = 10,
     .optimizer = "sgd",
     .schedule = "constant",
     .epochs = 10},
    {.name = "mnist-convnet-2017",
     .title = translatable("ConvNet (2017)"),
     .preset = translatable("Example of 2017"),
     .summary = translatable("A small ConvNet with Dropout2d, SGD with momentum, 10 epochs"),
     .source = pytorchExamples,
     .input = mnistShape,
     .classes = 10,
     .optimizer = "sgd",
     .schedule = "constant",
     .epochs = 10},
    {.name = mlpName,
     .title = translatable("MLP"),
     .preset = translatable("MLP"),
     .summary = translatable("Linear layers only: 2 hidden ones of 128 neurons, 10 epochs"),
     .isFlat = true,
     .optimizer = "sgd",
     .schedule = "constant",
     .epochs = 10,
     .fields = "hidden_layers width"},
    {.name = ownLayersName,
     .title = translatable("Your own layers"),
     .preset = translatable("Your own network"),
     .summary = translatable("A network described in one line, for images of any shape"),
     .optimizer = "adam",
     .schedule = "constant",
     .epochs = 10,
     .fields = "layers"},
    {.name = torchScriptName,
     .title = translatable("TorchScript model"),
     .preset = translatable("TorchScript model"),
     .summary = translatable("A model that torch.jit.save() has written, Adam, 10 epochs"),
     .optimizer = "adam",
     .schedule = "constant",
     .epochs = 10,
     .fields = "model keep_weights loss"},
    {.name = "lenet5",
     .title = translatable("LeNet-5"),
     .preset = translatable("LeNet-5"),
     .summary = translatable("Two 5 × 5 convolutions and three linear layers, SGD with momentum, 20 epochs"),
     .group = NetworkGroup::Published,
     .source = "Y. LeCun, L. Bottou, Y. Bengio, P. Haffner: Gradient-based learning applied to document "
               "recognition, 1998",
     .optimizer = "sgd",
     .schedule = "constant",
     .epochs = 20,
     .settings = {{{"optimizer.momentum", 0.9}}}},
    {.name = "alexnet",
     .title = translatable("AlexNet"),
     .preset = translatable("AlexNet"),
     .summary = translatable("Five convolutions and three linear layers, SGD with momentum, 90 epochs"),
     .group = NetworkGroup::Published,
     .source = "A. Krizhevsky: One weird trick for parallelizing convolutional neural networks, 2014",
     .leastSize = 16,
     .optimizer = "sgd",
     .schedule = "step",
     .epochs = 90,
     .settings = imageNetSettings(rateWithoutNormalization)},
    {.name = "vgg11",
     .title = translatable("VGG-11"),
     .preset = translatable("VGG-11"),
     .summary =
         translatable("Eight 3 × 3 convolutions and three linear layers, SGD with momentum, 90 epochs"),
     .group = NetworkGroup::Published,
     .source = vggPaper,
     .isLarge = true,
     .optimizer = "sgd",
     .schedule = "step",
     .epochs = 90,
     .settings = imageNetSettings(rateWithoutNormalization)},
    {.name = "vgg16",
     .title = translatable("VGG-16"),
     .preset = translatable("VGG-16"),
     .summary =
         translatable("Thirteen 3 × 3 convolutions and three linear layers, SGD with momentum, 90 epochs"),
     .group = NetworkGroup::Published,
     .source = vggPaper,
     .isLarge = true,
     .optimizer = "sgd",
     .schedule = "step",
     .epochs = 90,
     .settings = imageNetSettings(rateWithoutNormalization)},
    {.name = "resnet18",
     .title = translatable("ResNet-18"),
     .preset = translatable("ResNet-18"),
     .summary = translatable("Eight residual blocks of two convolutions, SGD with momentum, 90 epochs"),
     .group = NetworkGroup::Published,
     .source = resnetPaper,
     .leastSize = 16,
     .isLarge = true,
     .optimizer = "sgd",
     .schedule = "step",
     .epochs = 90,
     .settings = imageNetSettings(rateWithNormalization)},
    {.name = "resnet50",
     .title = translatable("ResNet-50"),
     .preset = translatable("ResNet-50"),
     .summary = translatable("16 residual blocks of three convolutions, SGD with momentum, 90 epochs"),
     .group = NetworkGroup::Published,
     .source = resnetPaper,
     .leastSize = 16,
     .isLarge = true,
     .optimizer = "sgd",
     .schedule = "step",
     .epochs = 90,
     .settings = imageNetSettings(rateWithNormalization)},
    {.name = "mobilenetv2",
     .title = translatable("MobileNetV2"),
     .preset = translatable("MobileNetV2"),
     .summary = translatable("17 inverted residual blocks with depthwise convolutions, SGD with momentum, "
                             "300 epochs"),
     .group = NetworkGroup::Published,
     .source = "M. Sandler et al.: MobileNetV2: Inverted residuals and linear bottlenecks, 2018",
     .leastSize = 16,
     .isLarge = true,
     .optimizer = "sgd",
     .schedule = "step",
     .epochs = 300,
     .settings = {{{"optimizer.learning_rate", 0.045}, // torchvision's; the paper's has RMSprop
                   {"optimizer.momentum", 0.9},
                   {"optimizer.weight_decay", 4e-5},
                   {"schedule.step_size", 1},
                   {"schedule.gamma", 0.98}}}},
    {.name = "vit-tiny",
     .title = translatable("ViT-Tiny"),
     .preset = translatable("ViT-Tiny"),
     .summary = translatable("A vision transformer of twelve blocks with three heads, AdamW, 300 epochs"),
     .group = NetworkGroup::Published,
     .source = "A. Dosovitskiy et al.: An image is worth 16x16 words, 2020; H. Touvron et al.: Training "
               "data-efficient image transformers, 2020",
     .leastSize = 8,
     .sizeStep = 4,
     .isLarge = true,
     .optimizer = "adamw",
     .schedule = "constant",
     .epochs = 300,
     .settings = {{{"optimizer.learning_rate", 5e-4}, {"optimizer.weight_decay", 0.05}}}},
    {.name = "autoencoder",
     .title = translatable("Autoencoder"),
     .preset = translatable("Autoencoder"),
     .summary = translatable("Four linear layers to 30 values and four back to the image, Adam, 50 epochs"),
     .group = NetworkGroup::Published,
     .task = Task::Reconstruction,
     .source = "G. E. Hinton, R. R. Salakhutdinov: Reducing the dimensionality of data with neural networks, "
               "2006",
     .isFlat = true,
     .optimizer = "adam",
     .schedule = "constant",
     .epochs = 50},
    {.name = "char-lstm",
     .title = translatable("LSTM (characters)"),
     .preset = translatable("LSTM on characters"),
     .summary = translatable("Two LSTM layers of 128 values predict the next character, RMSprop, 50 epochs"),
     .group = NetworkGroup::Published,
     .task = Task::NextCharacter,
     .source = "A. Karpathy: char-rnn, 2015",
     .optimizer = "rmsprop",
     .schedule = "constant",
     .epochs = 50,
     .settings = {{{"optimizer.learning_rate", 2e-3}, {"optimizer.rho", 0.95}}}},
    {.name = "char-gpt",
     .title = translatable("GPT (characters)"),
     .preset = translatable("GPT on characters"),
     .summary =
         translatable("A transformer of four blocks with four heads predicts the next character, AdamW, "
                      "5 epochs"),
     .group = NetworkGroup::Published,
     .task = Task::NextCharacter,
     .source = "A. Radford et al.: Language models are unsupervised multitask learners, 2019; A. Karpathy: "
               "nanoGPT, 2022",
     .isLarge = true,
     .optimizer = "adamw",
     .schedule = "cosine",
     .epochs = 5,
     .settings = {{{"optimizer.learning_rate", 1e-3},
                   {"optimizer.beta2", 0.99},
                   {"optimizer.weight_decay", 0.1},
                   {"schedule.warmup", 100}}}},
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
    {.name = "adamax",
     .title = "Adamax",
     .fields = {{{"optimizer.learning_rate", 0.002},
                 {"optimizer.beta1", 0.9},
                 {"optimizer.beta2", 0.999},
                 {"optimizer.epsilon", 1e-8},
                 {"optimizer.weight_decay", 0.0}}},
     .hasForms = false},
    {.name = "nadam",
     .title = "NAdam",
     .fields = {{{"optimizer.learning_rate", 0.002},
                 {"optimizer.beta1", 0.9},
                 {"optimizer.beta2", 0.999},
                 {"optimizer.epsilon", 1e-8},
                 {"optimizer.weight_decay", 0.0}}},
     .hasForms = false},
    {.name = "lion",
     .title = "Lion",
     .fields = {{{"optimizer.learning_rate", 1e-4},
                 {"optimizer.beta1", 0.9},
                 {"optimizer.beta2", 0.99},
                 {"optimizer.weight_decay", 0.0}}},
     .hasForms = false},
    {.name = "lamb",
     .title = "LAMB",
     .fields = {{{"optimizer.learning_rate", 0.001},
                 {"optimizer.beta1", 0.9},
                 {"optimizer.beta2", 0.999},
                 {"optimizer.epsilon", 1e-6},
                 {"optimizer.weight_decay", 0.01}}},
     .hasForms = false},
});

constexpr auto schedules = std::to_array<ScheduleKind>({
    {.name = "constant",
     .title = translatable("Constant"),
     .summary = translatable("{schedule} does not change it")},
    {.name = "step",
     .title = translatable("Step"),
     .summary = translatable("{schedule} multiplies it by gamma every few epochs, as given by the step size"),
     .fields = "schedule.step_size schedule.gamma"},
    {.name = "cosine",
     .title = translatable("Cosine"),
     .summary = translatable("{schedule} lowers it step by step to 0 at the end of the training")},
    {.name = "plateau",
     .title = translatable("Plateau"),
     .summary = translatable("{schedule} multiplies it by gamma when the test loss, or the validation loss "
                             "if samples are set aside, has not fallen for as many "
                             "epochs as the step size"),
     .fields = "schedule.step_size schedule.gamma"},
    {.name = "one-cycle",
     .title = translatable("One cycle"),
     .summary = translatable(
         "{schedule} raises it from 1/25 of its value during the first 30 % of the steps, and then "
         "lowers it almost to 0")},
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

/// Whether the kind names a field as one that it uses.
template<typename Kind>
bool hasField(const Kind& kind, std::string_view key)
{
    return names(kind.fields, key);
}

bool hasField(const OptimizerKind& kind, std::string_view key)
{
    return isFieldOf(kind, key);
}

/// False for a field that belongs to others of these kinds alone. An unknown one, such as the optimizer of a
/// recorded program, has the fields that all have.
template<typename Kind>
bool isOf(std::span<const Kind> kinds, std::string_view name, std::string_view key)
{
    const Kind* const chosen = find(kinds, name);
    if (chosen && hasField(*chosen, key))
        return true;
    const auto has = [key](const Kind& kind) { return hasField(kind, key); };
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

bool isFieldOf(const OptimizerKind& optimizer, std::string_view key)
{
    if (key == "optimizer.form")
        return optimizer.hasForms;
    return std::ranges::find(optimizer.fields, key, &FieldValue::key) != optimizer.fields.end();
}

static bool isText(std::string_view dataSet)
{
    const DataSetKind* const kind = findDataSetKind(dataSet);
    return kind && kind->isText();
}

/// Also for an unknown data set.
static bool hasImages(std::string_view dataSet)
{
    const DataSetKind* const kind = findDataSetKind(dataSet);
    return !kind || kind->hasImages();
}

static bool isFlat(std::string_view network)
{
    const NetworkKind* const kind = findNetworkKind(network);
    return kind && kind->isFlat;
}

static std::vector<std::string_view> namesOfFlatNetworks()
{
    std::vector<std::string_view> flat;
    for (const NetworkKind& kind : networkKinds()) {
        if (kind.isFlat)
            flat.push_back(kind.name);
    }
    return flat;
}

static bool isGeneratedData(std::string_view dataSet)
{
    const DataSetKind* const kind = findDataSetKind(dataSet);
    return kind && kind->isGenerated();
}

bool isOfForm(std::string_view dataSet, const NetworkKind& network)
{
    return network.name == torchScriptName || isText(dataSet) == (network.task == Task::NextCharacter);
}

bool usesField(const Experiment& experiment, std::string_view key)
{
    if (key.starts_with("profiler.") && key != "profiler.enabled")
        return experiment.profile;
    if (key == "execution")
        return experiment.network != torchScriptName; // which is executed so in any case
    if (key == "inter_op_threads")
        return experiment.network == torchScriptName; // the others fork nothing
    if (key == "onednn" || key == "pin_threads")
        return experiment.device == "cpu";
    if (key.starts_with("cudnn") || key == "tf32")
        return experiment.device.starts_with("cuda");
    if (key == "pinned_memory" || key == "async_copies")
        return experiment.device.starts_with("cuda") && copiesBatches(experiment);
    if (isText(experiment.dataset) && key.starts_with("loader."))
        return false;
    if (key == "augmentation")
        return hasImages(experiment.dataset);
    if (key == "channels_last")
        return hasImages(experiment.dataset) && !isFlat(experiment.network);
    if (key == "copy_batches") // on the CPU nothing is copied, and prepared batches are in any case
        return experiment.device.starts_with("cuda") && !usesLoader(experiment);
    if (key == "data_directory")
        return !isGeneratedData(experiment.dataset);
    if (key == "loader.prefetch")
        return experiment.loaderWorkers > 0;
    return isOf(dataSetKinds(), experiment.dataset, key) && isOf(networkKinds(), experiment.network, key) &&
           isOf(optimizerKinds(), experiment.optimizer, key) &&
           isOf(scheduleKinds(), experiment.schedule, key);
}

/// The kinds that use a field; none if all do.
template<typename Kind>
static std::vector<std::string_view> namesOfUsers(std::span<const Kind> kinds, std::string_view key)
{
    std::vector<std::string_view> users;
    for (const Kind& kind : kinds) {
        if (hasField(kind, key))
            users.push_back(kind.name);
    }
    return users.size() == kinds.size() ? std::vector<std::string_view>() : users;
}

static std::string kindsText(std::string_view key)
{
    if (const auto users = namesOfUsers(dataSetKinds(), key); !users.empty())
        return translatedPlural("the data set {names}", "the data sets {names}", int64_t(users.size()),
                                {{"names", listOfNames(users)}});
    if (const auto users = namesOfUsers(networkKinds(), key); !users.empty())
        return translatedPlural("the network {names}", "the networks {names}", int64_t(users.size()),
                                {{"names", listOfNames(users)}});
    if (const auto users = namesOfUsers(optimizerKinds(), key); !users.empty())
        return translatedPlural("the optimizer {names}", "the optimizers {names}", int64_t(users.size()),
                                {{"names", listOfNames(users)}});
    if (const auto users = namesOfUsers(scheduleKinds(), key); !users.empty())
        return translatedPlural("the schedule {names}", "the schedules {names}", int64_t(users.size()),
                                {{"names", listOfNames(users)}});
    return {};
}

/// What uses a field that not every experiment uses; empty for other fields.
static std::string usersText(std::string_view key)
{
    if (key.starts_with("profiler.") && key != "profiler.enabled")
        return translated("the profiler (--profile)");
    if (key == "onednn" || key == "pin_threads")
        return translated("the device cpu");
    if (key.starts_with("cudnn") || key == "tf32")
        return translated("a GPU as device");
    if (key == "data_directory")
        return translated("data sets that have files");
    if (key == "copy_batches")
        return translated(
            "a GPU as device, without loader workers, augmentation or images decoded in each step");
    if (key == "pinned_memory" || key == "async_copies")
        return translated("a GPU as device, with batches that are copied in each step (--copy-batches)");
    if (key == "inter_op_threads")
        return translated("the network {network}", {{"network", std::string(torchScriptName)}});
    if (key == "loader.workers")
        return translated("data sets of images or tables");
    if (key == "loader.prefetch")
        return translated("loader workers (--loader-workers)");
    if (key == "augmentation")
        return translated("data sets of images");
    if (key == "channels_last")
        return translated("data sets of images and networks other than {networks}",
                          {{"networks", listOfNames(namesOfFlatNetworks())}});
    return kindsText(key);
}

std::string whyUnused(std::string_view key)
{
    if (key == "execution")
        return translated("a TorchScript model always runs as a static graph");
    const std::string users = usersText(key);
    return users.empty() ? users : translated("it is used only with {users}", {{"users", users}});
}

Task taskOf(const Experiment& experiment)
{
    if (experiment.network == torchScriptName) {
        if (isText(experiment.dataset))
            return Task::NextCharacter;
        return experiment.loss == "mse" ? Task::Reconstruction : Task::Classification;
    }
    const NetworkKind* const network = findNetworkKind(experiment.network);
    return network ? network->task : Task::Classification;
}

bool returnsLoss(const Experiment& experiment)
{
    return experiment.network == torchScriptName && experiment.loss == modelLossName;
}

bool isTraced(const Experiment& experiment)
{
    return usesField(experiment, "execution") && experiment.execution == "torchscript";
}

bool decodesInSteps(const Experiment& experiment)
{
    const DataSetKind* const kind = findDataSetKind(experiment.dataset);
    return experiment.decodeImages && kind && kind->format == DataFormat::ImageFolder;
}

bool usesLoader(const Experiment& experiment)
{
    return !isText(experiment.dataset) &&
           (experiment.loaderWorkers > 0 || hasAugmentation(experiment.augmentation) ||
            decodesInSteps(experiment));
}

bool copiesBatches(const Experiment& experiment)
{
    return experiment.copyBatches || usesLoader(experiment);
}

std::string networkGroupTitle(NetworkGroup group)
{
    return group == NetworkGroup::Published ? translated("Published networks")
                                            : translated("Simple networks");
}

/// A table has one row of values where an image has pixels.
[[noreturn]] static void refuseTable(const DataSetDescription& dataSet, const NetworkKind& network,
                                     const std::string& expected)
{
    throw Error(
        translatedPlural("The rows of {dataset} have {count} value, but the network {network} expects "
                         "images of {expected}; choose a network for tables, such as mlp.",
                         "The rows of {dataset} have {count} values, but the network {network} expects "
                         "images of {expected}; choose a network for tables, such as mlp.",
                         dataSet.shape.columns,
                         {{"dataset", dataSet.name},
                          {"count", fmt::format("{}", dataSet.shape.columns)},
                          {"network", std::string(network.name)},
                          {"expected", expected}}));
}

static void checkSize(const DataSetDescription& dataSet, const NetworkKind& network)
{
    const auto [channels, rows, columns] = dataSet.shape;
    if (!hasImages(dataSet.name) && rows < network.leastSize)
        refuseTable(dataSet, network,
                    translated("at least {least} × {least} pixels",
                               {{"least", fmt::format("{}", network.leastSize)}}));
    const auto refuse = [&](Translatable sentence, int64_t expected) {
        throw Error(translated(sentence, {{"dataset", dataSet.name},
                                          {"rows", fmt::format("{}", rows)},
                                          {"columns", fmt::format("{}", columns)},
                                          {"network", std::string(network.name)},
                                          {"expected", fmt::format("{}", expected)}}));
    };
    if (std::min(rows, columns) < network.leastSize)
        refuse(translatable("The images of {dataset} have {rows} × {columns} pixels, but the network "
                            "{network} needs at least {expected} × {expected}."),
               network.leastSize);
    if (rows % network.sizeStep != 0 || columns % network.sizeStep != 0)
        refuse(translatable("The images of {dataset} have {rows} × {columns} pixels, but the network "
                            "{network} needs multiples of {expected}."),
               network.sizeStep);
}

static void checkForm(const DataSetDescription& dataSet, const NetworkKind& network)
{
    if (isOfForm(dataSet.name, network))
        return;
    const bool expectsText = network.task == Task::NextCharacter;
    throw Error(translated(
        expectsText ? translatable("The network {network} predicts the characters of a text, but the "
                                   "data set {dataset} is not a text; choose one, such as "
                                   "tiny-shakespeare.")
                    : translatable("The network {network} expects images, but the data set {dataset} "
                                   "is a text; choose a network for texts, such as char-gpt."),
        {{"network", std::string(network.name)}, {"dataset", dataSet.name}}));
}

void checkShapes(const DataSetDescription& dataSet, const NetworkKind& network)
{
    checkForm(dataSet, network);
    if (dataSet.isText)
        return;
    if (isAdaptable(network))
        return checkSize(dataSet, network);
    const auto text = [](const ImageShape& shape) {
        return fmt::format("{} × {} × {}", shape.channels, shape.rows, shape.columns);
    };
    if (dataSet.shape != network.input && !hasImages(dataSet.name))
        refuseTable(dataSet, network, text(network.input));
    if (dataSet.shape != network.input)
        throw Error(translated("The images of {dataset} have the shape {shape}, but the network {network} "
                               "expects {expected} (channels × rows × columns).",
                               {{"dataset", dataSet.name},
                                {"shape", text(dataSet.shape)},
                                {"network", std::string(network.name)},
                                {"expected", text(network.input)}}));
    if (dataSet.classes() != network.classes)
        throw Error(translated("The data set {dataset} has {classes} classes, but the network {network} "
                               "has {expected} outputs.",
                               {{"dataset", dataSet.name},
                                {"classes", fmt::format("{}", dataSet.classes())},
                                {"network", std::string(network.name)},
                                {"expected", fmt::format("{}", network.classes)}}));
}

} // namespace stepscope
