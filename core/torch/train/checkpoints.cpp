#include "core/torch/train/checkpoints.h"

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/data/own/trusted_models.h"
#include "core/language/translation.h"
#include "core/torch/train/compute_settings.h"
#include "core/torch/weights/named_tensors.h"

#include <exception>

namespace stepscope {

namespace {

constexpr std::string_view samplerPrefix = "sampler.";
constexpr std::string_view randomPrefix = "random.";

/// The tensors whose names begin with `prefix`, without it.
NamedTensors tensorsWith(SafetensorsReader& file, std::string_view prefix)
{
    NamedTensors tensors;
    for (const StoredTensor& stored : file.header().tensors) {
        if (stored.name.starts_with(prefix))
            tensors.emplace_back(stored.name.substr(prefix.size()), loadTensor(file, stored));
    }
    return tensors;
}

} // namespace

void saveCheckpoint(const std::filesystem::path& path, const CheckpointFacts& facts,
                    const TrainingState& state)
{
    NamedTensors tensors;
    addTensors(tensors, modelPrefix, weightsOf(state.network));
    addTensors(tensors, optimizerPrefix, state.optimizer.state());
    addTensors(tensors, samplerPrefix, state.sampler.state());
    addTensors(tensors, randomPrefix, RandomState(state.device).tensors());
    saveTensors(path, tensors, checkpointMetadata(facts));
}

TrainingPosition loadCheckpoint(const std::filesystem::path& path, const Experiment& experiment,
                                const TrainingState& state)
{
    SafetensorsReader file(path);
    const CheckpointFacts facts = checkpointFacts(file);
    checkResumable(facts, experiment);
    if (!facts.modelSum.empty() && modelSum(experiment.model) != facts.modelSum)
        throw Error(translated("{model} is not the model that was trained: its content differs, and a "
                               "resumed training keeps its network.",
                               {{"model", experiment.model}}));
    loadTensors(file, modelPrefix, weightsOf(state.network));
    state.optimizer.setState(tensorsWith(file, optimizerPrefix));
    state.sampler.setState(tensorsWith(file, samplerPrefix));
    RandomState(state.device).restore(tensorsWith(file, randomPrefix));
    return facts.position;
}

void TrainingSaver::save(const CheckpointFacts& facts, const TrainingState& state, bool isEnd)
{
    constexpr int64_t leastShare = 50; // of the time since the last saving
    const int64_t beginNs = monotonicNs();
    if (!isEnd && m_tookNs > 0 && beginNs - m_savedNs < leastShare * m_tookNs)
        return;
    try {
        if (!m_files.weights.empty())
            saveTensors(m_files.weights, weightsOf(state.network), {{"format", "pt"}});
        if (!m_files.checkpoint.empty())
            saveCheckpoint(m_files.checkpoint, facts, state);
    } catch (const std::exception& error) { // also of LibTorch, and of too little memory
        if (!m_hasWarned)
            m_sink.logged(LogLevel::Warning,
                          translated("The weights are not saved. {reason}", {{"reason", error.what()}}));
        m_hasWarned = true;
    }
    m_savedNs = monotonicNs();
    m_tookNs = m_savedNs - beginNs;
}

} // namespace stepscope
