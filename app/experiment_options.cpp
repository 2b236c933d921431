#include "app/experiment_options.h"

#include "app/command.h"
#include "core/base/files/atomic_file.h"
#include "core/data/own/trusted_models.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/experiment_kinds.h"
#include "core/language/translation.h"
#include "core/sweep/sweep.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace stepscope {

namespace {

constexpr auto trustFlag = "--trust-model";

bool isSwitch(const ExperimentField& field)
{
    return std::holds_alternative<bool Experiment::*>(field.member);
}

/// "--no-profile" of "--profile".
std::string negated(const std::string& flag)
{
    return "--no-" + flag.substr(2);
}

std::string groupOf(const ExperimentField& field)
{
    if (field.key.starts_with("optimizer."))
        return translated("Optimizer");
    if (field.key.starts_with("schedule."))
        return translated("Learning-rate schedule");
    if (field.key.starts_with("profiler."))
        return translated("Profiler");
    return translated("Experiment");
}

/// "N" for an integer, "X" for another number.
std::string valueName(const ExperimentField& field)
{
    constexpr const char* names[] = {"NAME", "N", "X", ""};
    if (!field.placeholder.empty())
        return std::string(field.placeholder);
    return isPath(field) ? "FILE" : names[field.member.index()];
}

/// For fields that exclude each other on the command line; a file may have all of them.
std::string exclusionNote(std::string_view key)
{
    if (key == "epochs")
        return " " + translated("Cannot be given with --steps or --seconds.");
    return key == "steps" || key == "seconds" ? " " + translated("Cannot be given with --epochs.") : "";
}

std::string description(const ExperimentField& field, const Experiment& standardExperiment)
{
    const std::string standard = fieldText(standardExperiment, field);
    const std::string help = helpText(field);
    if (isPath(field))
        return help;
    if (isSwitch(field))
        return fmt::format("{} [{}]", help, standard == "true" ? translated("on") : translated("off"));
    std::string text = help + exclusionNote(field.key);
    if (!allowsAnyText(field))
        text += fmt::format(" ({})", allowedText(field));
    if (!standard.empty())
        text += fmt::format(" [{}]", standard);
    return text;
}

} // namespace

void ExperimentOptions::add(CLI::App& command, const ExperimentField& field, const Experiment& standard)
{
    auto& given = m_given.emplace_back(Given{&field});
    const std::string flag(field.flag);
    const auto text = description(field, standard);
    if (isSwitch(field)) {
        given.option = command.add_flag(flag + ",!" + negated(flag), given.on, text);
        given.option->disable_flag_override();
    } else {
        given.option = command.add_option(flag, given.text, text);
        given.option->option_text(valueName(field));
    }
    given.option->group(groupOf(field))->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

void ExperimentOptions::addTo(CLI::App& command, std::span<const std::string_view> keys,
                              const Experiment& standard)
{
    for (const auto key : keys)
        add(command, *findExperimentField(key), standard);
}

void ExperimentOptions::addTo(CLI::App& command)
{
    for (const auto& field : experimentFields())
        add(command, field, Experiment{});
    command
        .add_flag(trustFlag, m_trustsModel,
                  translated("Allow the code in the file of --model to run, now and later: its SHA-256 is "
                             "remembered."))
        ->group(translated("Experiment"));
    const auto option = [&](std::string_view key) {
        return std::ranges::find(m_given, findExperimentField(key), &Given::field)->option;
    };
    option("epochs")->excludes(option("steps"))->excludes(option("seconds"));
}

static Experiment experimentOfFile(const std::string& file)
{
    try {
        return readExperiment(file);
    } catch (const Error&) {
        if (isSavedSweep(file))
            throw UsageError(
                translated("{file} is a saved sweep, not an experiment: `stepscope sweep --from {file} "
                           "--out DIR` trains its runs.",
                           {{"file", file}}));
        throw;
    }
}

Experiment ExperimentOptions::experiment(const std::string& file) const
{
    return limited(file.empty() ? Experiment{} : experimentOfFile(file));
}

Experiment ExperimentOptions::limited(Experiment base) const
{
    auto experiment = this->experiment(std::move(base));
    if (isGiven("epochs")) {
        experiment.steps = 0; // otherwise the limits of `base` would apply
        experiment.seconds = 0;
    }
    validate(experiment, FieldNaming::Option);
    return experiment;
}

std::vector<FieldText> ExperimentOptions::given() const
{
    std::vector<FieldText> texts;
    for (const auto& given : m_given) {
        if (given.option->empty())
            continue;
        texts.push_back({given.field, isSwitch(*given.field) ? (given.on ? "true" : "false") : given.text,
                         given.field->flag});
    }
    return texts;
}

Experiment ExperimentOptions::experiment(Experiment experiment) const
{
    setFields(experiment, given());
    trustModelOf(experiment);
    return withAbsolutePaths(std::move(experiment));
}

void ExperimentOptions::trustModelOf(const Experiment& experiment) const
{
    if (m_trustsModel && usesField(experiment, "model") && !experiment.model.empty())
        trustModel(experiment.model);
}

void ExperimentOptions::refuseUnused(const std::function<bool(std::string_view key)>& isUsed) const
{
    for (const FieldText& flag : given()) {
        if (!isUsed(flag.field->key))
            throw UsageError(unusedText(givenName(flag), flag.field->key));
    }
    if (m_trustsModel && !isUsed("model"))
        throw UsageError(unusedText(trustFlag, "model"));
}

void ExperimentOptions::refuseUnused(const Experiment& experiment) const
{
    refuseUnused([&](std::string_view key) { return usesField(experiment, key); });
}

void ExperimentOptions::refuseWithoutEffect(
    const std::function<std::string(const ExperimentField& field)>& whyNone) const
{
    for (const FieldText& flag : given()) {
        if (const auto reason = whyNone(*flag.field); !reason.empty())
            throw UsageError(withoutEffectText(givenName(flag), reason));
    }
}

bool ExperimentOptions::namesDataSet(const std::string& file) const
{
    return isGiven("dataset") || (!file.empty() && nlohmann::json::parse(readFile(file)).contains("dataset"));
}

bool ExperimentOptions::isGiven(std::string_view key) const
{
    return std::ranges::any_of(
        m_given, [&](const Given& given) { return given.field->key == key && !given.option->empty(); });
}

std::string givenName(const FieldText& flag)
{
    const std::string name(flag.field->flag);
    return isSwitch(*flag.field) && flag.text == "false" ? negated(name) : name;
}

std::string withoutEffectText(const std::string& option, const std::string& reason)
{
    return translated("{option} has no effect: {reason}.", {{"option", option}, {"reason", reason}});
}

std::string unusedText(const std::string& option, std::string_view key)
{
    return withoutEffectText(option, whyUnused(key));
}

} // namespace stepscope
