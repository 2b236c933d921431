#include "core/engine/step_memory.h"

#include "core/base/error.h"
#include "core/language/translation.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stepscope {

int64_t StepMemory::peak() const
{
    return bytes.empty() ? 0 : *std::ranges::max_element(bytes);
}

MemoryPrediction::MemoryPrediction(const StepMemory& smaller, const StepMemory& larger)
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
    double peak = 0.0;
    for (const Moment& moment : m_moments)
        peak = std::max(peak, moment.bytes + moment.perSample * double(batchSize));
    return std::llround(peak);
}

int64_t MemoryPrediction::largestBatch(int64_t limitBytes, int64_t most) const
{
    double largest = double(most);
    for (const Moment& moment : m_moments) {
        if (moment.perSample > 0)
            largest = std::min(largest, std::floor((double(limitBytes) - moment.bytes) / moment.perSample));
        else if (moment.bytes + moment.perSample > double(limitBytes))
            return 0;
    }
    return std::max<int64_t>(0, int64_t(largest));
}

} // namespace stepscope
