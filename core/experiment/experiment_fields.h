#pragma once

#include "core/data/kinds/data_set_kinds.h"
#include "core/experiment/experiment.h"
#include "core/language/translation.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace stepscope {

/// Describes one setting of an experiment for JSON, the command line, the window and validation. The list of
/// all of them is the only place for a field's name, range and explanation.
struct ExperimentField
{
    using Member = std::variant<std::string Experiment::*, int64_t Experiment::*, double Experiment::*,
                                bool Experiment::*>;

    std::string_view key;  ///< in JSON, "optimizer.learning_rate": an object's member
    std::string_view flag; ///< on the command line, "--learning-rate"
    Translatable label;    ///< in the window, "Learning rate"
    Translatable help;     ///< what it is, see helpText()
    Member member;
    double minimum = 0; ///< for numbers
    double maximum = 0;
    bool aboveMinimum = false;             ///< the minimum itself is not allowed
    std::vector<std::string_view> choices; ///< for texts; empty: any
    /// Short names of the choices, in their order, for places with little room that do not name the setting:
    /// "bf16"; empty: as elsewhere.
    std::vector<std::string_view> shortChoices = {};
    /// The setting with its value where there is little room, "lr {value}"; none: as elsewhere.
    std::optional<Translatable> shortText = {};
    std::string_view placeholder = {}; ///< for its value in the help, "LAYERS"; empty: by its type
};

/// Whether its value is the path of a file or folder.
bool isPath(const ExperimentField& field);

/// Whether a text in place of a network's name is the file of a TorchScript model, by its extension.
bool isModelFile(std::string_view text);

/// The experiment with absolute paths, so that a file that keeps it means the same in another folder. What
/// the user gives is relative to the current folder, also in an experiment file.
Experiment withAbsolutePaths(Experiment experiment);
/// The same for the text of a field. The network may be a model's file; other texts stay as they are.
std::string withAbsolutePath(const ExperimentField& field, const std::string& text);

std::span<const ExperimentField> experimentFields();
/// Null when there is no such key.
const ExperimentField* findExperimentField(std::string_view key);

/// Its option without dashes: "learning-rate" of "--learning-rate".
std::string_view optionName(const ExperimentField& field);

/// The field that a user names by its key or its option, with dashes or underscores: "batch_size",
/// "batch-size", "optimizer.learning_rate", "learning_rate". Null when there is none.
const ExperimentField* findNamedField(std::string_view name);
/// "There is no setting bach-size; did you mean batch-size?"
std::string unknownFieldText(std::string_view name);

/// For --help and tooltips: what the field is, what each schedule does and, unless all optimizers use a
/// field, which do.
std::string helpText(const ExperimentField& field);
/// Whether it is a text that setField() does not restrict, so that there is nothing to say about it.
bool allowsAnyText(const ExperimentField& field);
/// "1 to 1,000,000", "above 0, up to 1,000", "adadelta, adam, adamw, …": for messages, help and tooltips.
std::string allowedText(const ExperimentField& field);

/// Sets a field from text, as on the command line; booleans are "true" or "false", or "on" or "off" as
/// the help writes. Throws FieldError naming the field, the text and the allowed values, also for a number
/// out of range. The field is named by its key, or by `calledAs`.
void setField(Experiment& experiment, const ExperimentField& field, std::string_view text,
              std::string_view calledAs = {});
/// The field's value as text that setField() reads back.
std::string fieldText(const Experiment& experiment, const ExperimentField& field);

/// The same in one spelling for values that mean the same, such as the augmentations "crop 4,flip" and
/// "flip, crop 4": for comparisons.
std::string comparableText(const Experiment& experiment, const ExperimentField& field);
/// Whether all settings mean the same.
bool meanTheSame(const Experiment& a, const Experiment& b);

struct FieldText
{
    const ExperimentField* field = nullptr;
    std::string text;
    std::string_view calledAs; ///< empty: the field's key
};

/// An experiment without known settings, for a file that another program wrote: texts are empty, whole
/// numbers are one below their minimum, other numbers are NaN; switches keep their defaults.
Experiment unknownExperiment();
/// Whether all settings are known. This is so for trainings, which have a data set and an optimizer. An
/// imported run has no data set.
bool isWhollyKnown(const Experiment& experiment);
/// Whether the value of a field is known: every field of a wholly known experiment; otherwise those with an
/// allowed value, except switches.
bool isKnown(const Experiment& experiment, const ExperimentField& field);
/// The same for the field with this key.
bool isKnown(const Experiment& experiment, std::string_view key);

/// Sets several fields, in any order: first the network with its reference optimizer and schedule (and, for a
/// large one, no larger test batches than those of its reference), then the optimizer with its defaults, then
/// the other fields. Layers in place of a network's name make it the network "layers", as do layers without a
/// network. Throws like setField(), and FieldError if both name layers.
void setFields(Experiment& experiment, std::span<const FieldText> texts);

/// How a sentence names fields: by the key in files, "pinned_memory", the option, "--pinned-memory", or the
/// label in the form.
enum class FieldNaming { Key, Option, Label };

/// Why a field that has this value contradicts the experiment's other fields, in one sentence; empty: it does
/// not. Such choices are disabled in the form.
std::string contradiction(const Experiment& experiment, std::string_view key, std::string_view value,
                          FieldNaming naming = FieldNaming::Key);

/// Throws FieldError for the first field whose value is not allowed, naming the field, the value and the
/// allowed values; also for values that contradict each other. What depends on the data or the machine
/// (whether the network fits the user's own images, a batch larger than the data set, a missing device) is
/// checked when training starts.
void validate(const Experiment& experiment, FieldNaming naming = FieldNaming::Key);

/// Throws FieldError if the experiment's network does not fit its data set, as checkShapes(), checkLayers()
/// and checkAugmentation() do, or if an MLP is too large.
void checkNetwork(const Experiment& experiment, const DataSetDescription& dataSet);

/// Throws LayerTextError for layers of the network "layers" that are wrong or do not fit the data set.
void checkLayers(const Experiment& experiment, const DataSetDescription& dataSet);

/// The number of the MLP's weights for a data set, without biases; may be larger than any integer type holds.
double mlpWeights(const Experiment& experiment, const DataSetDescription& dataSet);

/// How many of a data set's training samples are set aside to validate on, rounded.
int64_t validationSamples(const Experiment& experiment, int64_t trainSamples);

/// Throws FieldError for a batch that is larger than the data set, which has `trainSamples` training samples,
/// or than what the validation leaves of it; also for a validation share that sets no samples aside or leaves
/// none. A larger test batch is allowed: it contains all test samples, as in PyTorch.
void checkBatchSize(const Experiment& experiment, int64_t trainSamples);

/// The reference settings of a network: optimizer, schedule, batch size, epochs. Throws Error for an unknown
/// network.
Experiment referenceExperiment(std::string_view network);

/// Sets the optimizer and its default hyperparameters according to PyTorch's documentation (for sgd and
/// adadelta, those of the MNIST examples). Throws Error for an unknown optimizer.
void setOptimizerDefaults(Experiment& experiment, std::string_view optimizer);

} // namespace stepscope
