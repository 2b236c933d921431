#include "core/training/memory_prediction.h"

#include "core/base/error.h"
#include "core/engine/engine.h"
#include "core/experiment/experiment_fields.h"
#include "core/language/translation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace stepscope {

MemoryPrediction::MemoryPrediction(const StepMemory& smaller, const StepMemory& larger, int64_t parts)
    : m_parts(parts)
{
    const auto samples = double(larger.batchSize - smaller.batchSize);
    if (samples == 0)
        throw Error(
            translated("The memory of steps with two batch sizes is needed to predict that of others."));
    const auto add = [&](int64_t first, int64_t second) {
        const double perSample = double(second - first) / samples;
        m_moments.push_back({double(first) - perSample * double(smaller.batchSize), perSample});
    };
    m_isOfMoments = smaller.bytes.size() == larger.bytes.size();
    if (m_isOfMoments) {
        for (size_t i = 0; i < smaller.bytes.size(); ++i)
            add(smaller.bytes[i], larger.bytes[i]);
    } else {
        add(smaller.peak(), larger.peak());
    }
}

int64_t MemoryPrediction::peakAt(int64_t batchSize) const
{
    const int64_t counted = (batchSize + m_parts - 1) / m_parts * m_parts;
    double peak = 0.0;
    for (const Moment& moment : m_moments)
        peak = std::max(peak, moment.bytes + moment.perSample * double(counted));
    return std::llround(peak);
}

int64_t MemoryPrediction::largestBatch(int64_t limitBytes, int64_t most) const
{
    if (peakAt(most) <= limitBytes)
        return most;
    double largest = double(most);
    for (const Moment& moment : m_moments) {
        if (moment.perSample > 0)
            largest = std::min(largest, std::floor((double(limitBytes) - moment.bytes) / moment.perSample));
        else if (moment.bytes + moment.perSample > double(limitBytes))
            return 0;
    }
    return std::max<int64_t>(0, int64_t(largest) / m_parts * m_parts);
}

MemoryPrediction predictMemory(Engine& engine, const Experiment& experiment,
                               const std::function<bool()>& isStopped)
{
    const auto measure = [&](int64_t batchSize) {
        if (isStopped && isStopped())
            throw Error(translated("The prediction was stopped."));
        return engine.stepMemory(experiment, batchSize);
    };
    const int64_t parts = experiment.accumulation;
    const int64_t largest = 256 * parts;
    const int64_t least = 2 * parts; // batch normalization needs two images in each part
    StepMemory smaller = measure(least);
    for (int64_t batchSize = 2 * least;; batchSize *= 2) {
        StepMemory larger = measure(batchSize);
        MemoryPrediction prediction(smaller, larger, parts);
        if (prediction.isOfMoments() || batchSize >= largest)
            return prediction;
        smaller = std::move(larger);
    }
}

bool mattersForMemory(const ExperimentField& field)
{
    constexpr auto others =
        std::to_array<std::string_view>({"epochs", "steps", "seconds", "seed", "initial_weights"});
    return !field.key.starts_with("profiler.") && !field.key.starts_with("schedule.") &&
           std::ranges::find(others, field.key) == others.end();
}

} // namespace stepscope
