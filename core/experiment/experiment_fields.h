#pragma once

#include "core/experiment/experiment.h"

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace stepscope {

/// One setting of an experiment: what JSON, the command line, the window and validation know of it. The list
/// of all of them is the only place where a field's name, range and explanation stand.
struct ExperimentField
{
    using Member = std::variant<std::string Experiment::*, int64_t Experiment::*, double Experiment::*,
                                bool Experiment::*>;

    std::string_view key;   ///< in JSON, "optimizer.learning_rate": an object's member
    std::string_view flag;  ///< on the command line, "--learning-rate"
    std::string_view label; ///< in the window, "Learning rate"
    std::string_view help;  ///< one sentence, for --help and tooltips
    Member member;
    double minimum = 0; ///< of a number
    double maximum = 0;
    bool aboveMinimum = false;             ///< the minimum itself is not allowed
    std::vector<std::string_view> choices; ///< of a text; empty: any
};

std::span<const ExperimentField> experimentFields();
/// Null when there is no such key.
const ExperimentField* findExperimentField(std::string_view key);

/// "1 to 1,000,000", "above 0, up to 1,000", "adadelta, adam, adamw, …": for messages, help and tooltips.
std::string allowedText(const ExperimentField& field);

/// Sets a field from text, as on the command line; booleans are "true" or "false". Throws Error naming field,
/// text and what is allowed, also for a number out of range. The field is named by its key, or by `calledAs`.
void setField(Experiment& experiment, const ExperimentField& field, std::string_view text,
              std::string_view calledAs = {});
/// The field's value as text that setField() reads back.
std::string fieldText(const Experiment& experiment, const ExperimentField& field);

struct FieldText
{
    const ExperimentField* field = nullptr;
    std::string text;
    std::string_view calledAs; ///< empty: the field's key
};

/// An experiment of which no setting is known, as of a file that another program wrote: texts are empty,
/// whole numbers are one below the smallest that is allowed, others are NaN; switches keep their
/// defaults.
Experiment unknownExperiment();
/// Whether all settings are known, as those of a training are, which has a data set and an optimizer. An
/// imported run has no data set.
bool isWhollyKnown(const Experiment& experiment);
/// Whether the value of a field is known: all of a wholly known experiment, and of any other those with an
/// allowed value, but no switches.
bool isKnown(const Experiment& experiment, const ExperimentField& field);
/// The same of the field with this key.
bool isKnown(const Experiment& experiment, std::string_view key);

/// Sets several fields, whatever their order: the network first, which brings its reference optimizer and
/// schedule, then the optimizer, which brings its defaults, then the others over them. Throws as setField()
/// does.
void setFields(Experiment& experiment, std::span<const FieldText> texts);

/// Throws Error for the first field whose value is not allowed, naming field, value and what is; also for
/// values that do not go together. What only the data or the machine can tell (a batch larger than the data
/// set, a device that is not there) is checked when training starts.
void validate(const Experiment& experiment);

/// Throws Error for a batch that is larger than the data set, which has so many images to train on. A larger
/// test batch is no mistake: it takes all test images, as in PyTorch.
void checkBatchSize(const Experiment& experiment, int64_t trainImages);

/// The experiment with which the network is known: optimizer, schedule, batch size, epochs. Throws Error for
/// a network that does not exist.
Experiment referenceExperiment(std::string_view network);

/// Default hyperparameters of an optimizer, as PyTorch documents them (those of the MNIST examples for sgd
/// and adadelta), set in place. Throws Error for an optimizer that does not exist.
void setOptimizerDefaults(Experiment& experiment, std::string_view optimizer);

} // namespace stepscope
