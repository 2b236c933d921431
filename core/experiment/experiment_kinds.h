#pragma once

#include "core/data/kinds/data_set_kinds.h"
#include "core/experiment/experiment.h"
#include "core/language/translation.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace stepscope {

// What can be chosen in an experiment, besides data sets: networks, optimizers and schedules. Choices,
// defaults, the form in the window, presets and comparisons are derived from these tables. Fields of an
// experiment are named by their keys, separated by blanks.

/// A field that is a number, with a value.
struct FieldValue
{
    std::string_view key = {}; ///< as in ExperimentField; empty: none
    double value = 0.0;
};

/// What a network learns.
enum class Task : uint8_t {
    Classification, ///< the class of an image; the loss is the negative log likelihood
    NextCharacter,  ///< the next character at each place of a text; the loss is the cross entropy
    Reconstruction, ///< the image itself; the loss is the mean squared error of its pixels
};

/// Under which heading a list shows a network.
enum class NetworkGroup : uint8_t { Simple, Published };

struct NetworkKind
{
    std::string_view name; ///< in JSON and on the command line
    Translatable title;
    Translatable preset;  ///< what its preset is called
    Translatable summary; ///< one line: its layers, its source's optimizer and length
    NetworkGroup group = NetworkGroup::Simple;
    Task task = Task::Classification;
    std::string_view source = {}; ///< where it is described: authors, title and year, or an address
    ImageShape input = {};        ///< without rows: it adapts to the data set, as do its classes
    int64_t classes = 0;
    int64_t leastSize = 1; ///< if it adapts: rows and columns that images have at least
    int64_t sizeStep = 1;  ///< if it adapts: rows and columns are multiples of this
    /// Whether an image takes much time and memory. Tests then have smaller batches, and a graph without a
    /// training has few images.
    bool isLarge = false;
    /// Whether all its layers are linear: the order of an image's channels in memory changes nothing.
    bool isFlat = false;
    std::string_view optimizer; ///< of its source
    std::string_view schedule;
    int64_t epochs = 1;
    /// Of its source: fields of optimizer and schedule, where they differ from the defaults.
    std::array<FieldValue, 5> settings = {};
    std::string_view fields = {}; ///< that only this network uses
};

struct OptimizerKind
{
    std::string_view name;  ///< in JSON and on the command line
    std::string_view title; ///< as PyTorch's class, or its usual name
    /// All that it uses. The defaults are those of PyTorch's documentation; for sgd and adadelta those of the
    /// MNIST examples.
    std::array<FieldValue, 6> fields;
    /// Whether its update has two forms, between which optimizer.form chooses. Otherwise it is by operators.
    bool hasForms = true;
};

struct ScheduleKind
{
    std::string_view name; ///< in JSON and on the command line
    Translatable title;
    Translatable summary;         ///< what it does to the learning rate, as a part of the help of --schedule
    std::string_view fields = {}; ///< that it uses and not every schedule does
};

std::span<const NetworkKind> networkKinds();
std::span<const OptimizerKind> optimizerKinds();
std::span<const ScheduleKind> scheduleKinds();

inline constexpr std::string_view mlpName = "mlp";

/// The network whose layers the user describes: Experiment::layers.
inline constexpr std::string_view ownLayersName = "layers";

/// The network whose file the user brings; it may have any task, and accept anything.
inline constexpr std::string_view torchScriptName = "torchscript";

/// File name patterns of such models, separated by spaces.
inline constexpr std::string_view torchScriptPatterns = "*.pt *.pth *.ts";

/// The loss that such a model returns itself.
inline constexpr std::string_view modelLossName = "model";

/// Null when there is none of this name.
const NetworkKind* findNetworkKind(std::string_view name);
const OptimizerKind* findOptimizerKind(std::string_view name);

/// Whether it is a field of optimizers that this one uses.
bool isFieldOf(const OptimizerKind& optimizer, std::string_view key);

/// Whether the experiment uses a field: whether its data set, network, optimizer and schedule do, and for the
/// recorder's fields whether operators are profiled.
bool usesField(const Experiment& experiment, std::string_view key);

/// Why an experiment does not use a field, as the end of a sentence: "it is used only with the optimizers sgd
/// and rmsprop". Empty for fields that every experiment uses.
std::string whyUnused(std::string_view key);

/// What the experiment's network learns; Classification if it is not known.
Task taskOf(const Experiment& experiment);

/// Whether the network is a TorchScript model that gets samples and targets and returns its loss. If it gives
/// no values of the classes, there is no accuracy even of a classification.
bool returnsLoss(const Experiment& experiment);

/// Whether the forward passes are traced, and then run as a static graph of TorchScript.
bool isTraced(const Experiment& experiment);

/// Whether the files of an image folder are decoded in each step.
bool decodesInSteps(const Experiment& experiment);

/// Whether batches are prepared image by image on the CPU: by loader workers, with augmentation, or from
/// files that are decoded in each step.
bool usesLoader(const Experiment& experiment);

/// Whether the training samples are in host memory, and each batch is copied to the device in its step.
bool copiesBatches(const Experiment& experiment);

/// Whether both are for texts, or both for images, or the network may be for either. An unknown data set is
/// one of images.
bool isOfForm(std::string_view dataSet, const NetworkKind& network);

/// Whether a network adapts to the shape of the samples and the number of classes.
inline bool isAdaptable(const NetworkKind& network)
{
    return network.input.rows == 0;
}

/// "Published networks".
std::string networkGroupTitle(NetworkGroup group);

/// Throws Error where the samples of a data set do not fit the network: the sentence names both, what the
/// samples are and what was expected.
void checkShapes(const DataSetDescription& dataSet, const NetworkKind& network);

} // namespace stepscope
