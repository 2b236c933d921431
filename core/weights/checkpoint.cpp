#include "core/weights/checkpoint.h"

#include "core/base/error.h"
#include "core/base/text/json_value.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_json.h"
#include "core/language/translation.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace stepscope {

namespace {

constexpr auto experimentKey = "stepscope.experiment";
constexpr auto positionKey = "stepscope.position";
constexpr auto modelKey = "stepscope.model_sha256";

/// What may change when a training is resumed. On another device or with other threads the losses are not
/// exactly the same.
bool mayChange(const ExperimentField& field)
{
    constexpr std::string_view keys[] = {
        "epochs",       "steps",           "seconds", "device",      "copy_batches",     "pinned_memory",
        "async_copies", "test_batch_size", "threads", "pin_threads", "inter_op_threads", "data_directory",
        "model"};
    return field.key.starts_with("profiler.") || field.key.starts_with("loader.") ||
           std::ranges::find(keys, field.key) != std::end(keys);
}

nlohmann::json toJson(const TrainingPosition& position)
{
    return {{"step", position.step},
            {"epoch", position.epoch},
            {"batch", position.batch},
            {"is_tested", position.isTested},
            {"trained_ns", position.trainedNs},
            {"epoch_train_ns", position.trainNs},
            {"epoch_images", position.trainImages},
            {"epoch_correct", position.trainCorrect},
            {"epoch_loss_sum", position.lossSum},
            {"plateau",
             {{"factor", position.plateau.factor},
              {"lowest_loss", position.plateau.lowestLoss},
              {"waited", position.plateau.waited}}},
            {"loss_scale",
             {{"factor", position.lossScale.factor}, {"finite_steps", position.lossScale.finiteSteps}}}};
}

/// Its start where a member is not possible.
Plateau plateauFrom(const nlohmann::json& json)
{
    Plateau plateau;
    if (!json.is_object())
        return plateau;
    const auto number = [&json](const char* key, double standard) {
        const auto found = json.find(key);
        return found != json.end() && found->is_number() ? found->get<double>() : standard;
    };
    plateau.factor = number("factor", plateau.factor);
    plateau.lowestLoss = number("lowest_loss", plateau.lowestLoss); // JSON has no infinity: null
    plateau.waited = std::max<int64_t>(0, integerOf(json, "waited").value_or(0));
    return plateau;
}

/// Its start where a member is not possible.
LossScale lossScaleFrom(const nlohmann::json& json)
{
    LossScale scale;
    if (!json.is_object())
        return scale;
    const auto factor = json.find("factor");
    if (factor != json.end() && factor->is_number() && factor->get<double>() > 0)
        scale.factor = factor->get<double>();
    scale.finiteSteps = std::max<int64_t>(0, integerOf(json, "finite_steps").value_or(0));
    return scale;
}

/// None if a member is missing or not possible.
std::optional<TrainingPosition> positionFrom(const nlohmann::json& json)
{
    constexpr int64_t most = int64_t(1) << 60;
    TrainingPosition position;
    bool isWhole = json.is_object();
    const auto read = [&](const char* key, int64_t& number, int64_t least = 0) {
        const auto value = isWhole ? integerOf(json, key) : std::nullopt;
        isWhole = value && *value >= least && *value < most;
        number = value.value_or(0);
    };
    read("step", position.step);
    read("epoch", position.epoch);
    read("batch", position.batch);
    read("trained_ns", position.trainedNs);
    read("epoch_train_ns", position.trainNs);
    read("epoch_images", position.trainImages);
    read("epoch_correct", position.trainCorrect, -1); // of no classification
    if (!isWhole || position.epoch < 1 || position.batch > position.step)
        return std::nullopt;
    const auto isTested = json.find("is_tested");
    const auto lossSum = json.find("epoch_loss_sum");
    if (isTested == json.end() || !isTested->is_boolean() || lossSum == json.end())
        return std::nullopt;
    position.isTested = isTested->get<bool>();
    // JSON has no NaN: null.
    position.lossSum =
        lossSum->is_number() ? lossSum->get<double>() : std::numeric_limits<double>::quiet_NaN();
    if (const auto plateau = json.find("plateau"); plateau != json.end())
        position.plateau = plateauFrom(*plateau);
    if (const auto scale = json.find("loss_scale"); scale != json.end())
        position.lossScale = lossScaleFrom(*scale);
    return position;
}

Error notACheckpoint(const std::filesystem::path& path)
{
    return Error(
        translated("{file} is not a checkpoint of a Stepscope training.", {{"file", path.string()}}));
}

} // namespace

std::filesystem::path weightsFileOf(const std::filesystem::path& runFile)
{
    return std::filesystem::path(runFile).replace_extension(safetensorsExtension);
}

std::filesystem::path checkpointFileOf(const std::filesystem::path& runFile)
{
    return std::filesystem::path(runFile).replace_extension(std::string(".checkpoint") +
                                                            safetensorsExtension);
}

std::vector<std::filesystem::path> weightFilesOf(const std::filesystem::path& runFile)
{
    return {weightsFileOf(runFile), checkpointFileOf(runFile)};
}

std::filesystem::path findCheckpoint(const std::filesystem::path& runOrCheckpoint)
{
    if (runOrCheckpoint.extension() == safetensorsExtension)
        return runOrCheckpoint;
    auto checkpoint = checkpointFileOf(runOrCheckpoint);
    std::error_code problem;
    if (!std::filesystem::exists(checkpoint, problem))
        throw UsageError(
            translated("{run} cannot be resumed: there is no checkpoint {file}. A training run saves "
                       "one after an epoch and when it is stopped.",
                       {{"run", runOrCheckpoint.string()}, {"file", checkpoint.string()}}));
    return checkpoint;
}

std::map<std::string, std::string> checkpointMetadata(const CheckpointFacts& facts)
{
    std::map<std::string, std::string> metadata = {{experimentKey, toJson(facts.experiment)},
                                                   {positionKey, toJson(facts.position).dump()}};
    if (!facts.modelSum.empty())
        metadata[modelKey] = facts.modelSum;
    return metadata;
}

CheckpointFacts checkpointFacts(const SafetensorsReader& file)
{
    const auto& metadata = file.header().metadata;
    const auto experiment = metadata.find(experimentKey);
    const auto position = metadata.find(positionKey);
    if (experiment == metadata.end() || position == metadata.end())
        throw notACheckpoint(file.path());
    const auto found = positionFrom(nlohmann::json::parse(position->second, nullptr, false));
    if (!found)
        throw notACheckpoint(file.path());
    const auto model = metadata.find(modelKey);
    return {.experiment = experimentFromJson(experiment->second, file.path().string()),
            .position = *found,
            .modelSum = model == metadata.end() ? std::string() : model->second};
}

CheckpointFacts readCheckpointFacts(const std::filesystem::path& checkpoint)
{
    return checkpointFacts(SafetensorsReader(checkpoint));
}

void checkResumable(const CheckpointFacts& facts, const Experiment& experiment)
{
    for (const ExperimentField& field : experimentFields()) {
        const auto before = withAbsolutePath(field, comparableText(facts.experiment, field));
        const auto now = withAbsolutePath(field, comparableText(experiment, field));
        if (before != now && !mayChange(field))
            throw Error(
                translated("{option} must stay {value} when a training is resumed. Use --weights instead "
                           "of --resume to start a new run from its weights.",
                           {{"option", std::string(field.flag)},
                            {"value", before.empty() ? translated("empty") : before}}));
    }
}

} // namespace stepscope
