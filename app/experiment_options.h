#pragma once

#include "core/experiment/experiment_fields.h"

#include <CLI/CLI.hpp>

#include <deque>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

/// The command-line flags of an experiment, one for each field of the registry.
class ExperimentOptions
{
public:
    void addTo(CLI::App& command);
    /// Adds only the flags of the fields with these keys. `standard` has the default values.
    void addTo(CLI::App& command, std::span<const std::string_view> keys, const Experiment& standard);

    /// The given flags.
    std::vector<FieldText> given() const;
    /// `base`, overridden by the given flags, with absolute paths. Throws Error.
    Experiment experiment(Experiment base) const;
    /// The experiment of the file, if one is named, overridden by the given flags. Throws Error.
    Experiment experiment(const std::string& file) const;
    /// The same of another experiment: a number of epochs replaces its limits of steps and time. Throws
    /// Error.
    Experiment limited(Experiment base) const;
    /// Remembers that the experiment's model is trusted, if --trust-model is given. Throws Error.
    void trustModelOf(const Experiment& experiment) const;
    /// Whether a flag or the file names the data set.
    bool namesDataSet(const std::string& file) const;
    /// Throws UsageError for a given flag whose field is not used: it would change nothing. `isUsed` gets a
    /// field's key. Also for --trust-model without a model.
    void refuseUnused(const std::function<bool(std::string_view key)>& isUsed) const;
    /// The same for one experiment.
    void refuseUnused(const Experiment& experiment) const;
    /// Throws UsageError for a given flag of a field that has no effect on what the command does, whatever
    /// the experiment. `whyNone` says why, as the end of the sentence; empty: the field has an effect.
    void refuseWithoutEffect(const std::function<std::string(const ExperimentField& field)>& whyNone) const;
    /// Whether the flag of the field with this key is given.
    bool isGiven(std::string_view key) const;

private:
    struct Given
    {
        const ExperimentField* field = nullptr;
        CLI::Option* option = nullptr;
        std::string text;
        bool on = false;
    };

    void add(CLI::App& command, const ExperimentField& field, const Experiment& standard);

    bool m_trustsModel = false;
    std::deque<Given> m_given; // a deque, because CLI11 keeps pointers to its elements
};

/// The flag as it was given: "--no-cudnn" for a switch that was turned off.
std::string givenName(const FieldText& flag);

/// "--steps has no effect: an A/B test trains until it ends."
std::string withoutEffectText(const std::string& option, const std::string& reason);
/// "--momentum has no effect: it is used only with the optimizers sgd and rmsprop." `option` names the
/// field with this key.
std::string unusedText(const std::string& option, std::string_view key);

} // namespace stepscope
