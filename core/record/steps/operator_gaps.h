#pragma once

#include "core/record/steps/step_finder.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace stepscope {

/// The times in which operators were not recorded, or not all of them: switched off for the whole program, or
/// left out by a thread because the recorder did not keep up. Times are in nanoseconds on one clock.
class OperatorGaps
{
public:
    /// The recording of operators was switched on or off. Threads are read one after the other, so a later
    /// change may be passed first. It is on before the first change.
    void switched(int64_t ns, bool isOn);
    void started(size_t thread, int64_t ns);
    /// Ends the thread's last gap, unless it has ended before. Does nothing if there is none.
    void ended(size_t thread, int64_t ns);

    /// Whether operators were recorded during the whole step. Forgets what was before the step.
    bool isWhole(const FoundStep& step);

private:
    struct Switch
    {
        int64_t ns = 0;
        bool isOn = false;
    };
    struct Gap
    {
        size_t thread = 0;
        int64_t startNs = 0;
        int64_t endNs = std::numeric_limits<int64_t>::max();
    };

    /// Sorted by time; the first one is before the next step.
    std::vector<Switch> m_switches = {{std::numeric_limits<int64_t>::min(), true}};
    std::vector<Gap> m_gaps; ///< sorted by time within a thread
};

} // namespace stepscope
