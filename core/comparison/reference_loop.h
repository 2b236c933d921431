#pragma once

#include "core/comparison/drift.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace stepscope {

struct Run;
struct ScalarSeries;

/// Runs a fixed number of integer operations that keep the processor's execution units busy without touching
/// memory, and returns their duration in ns; about 5 microseconds. When another thread of the core or a
/// changing clock slows the processor down, the loop slows down as a training does. Neither the load nor the
/// processor time of other programs would show that.
int64_t runReferenceLoop();

/// When a training runs the loop: between its steps, often at first and in recorded steps, later more rarely,
/// so that it takes only a small share of a long run.
class ReferenceSchedule
{
public:
    /// `ns`: since the run began. Returns true when the loop is due.
    bool isDue(int64_t ns, bool isRecorded);

private:
    int64_t m_lastNs = -1;
};

/// The tag of a run's scalars with the loop's times, in ns.
inline constexpr std::string_view referenceTag = "stepscope/reference loop";
/// The series that programs logged, without Stepscope's own.
std::vector<const ScalarSeries*> loggedScalars(const Run& run);

/// For each of the run's steps, by its position, the last time of the loop measured before it, or else the
/// first one. Empty if it was not measured.
std::vector<double> referenceOfSteps(const Run& run);

/// What the difference in the machine's speed adds to the variance of the logarithm of two runs' ratio: the
/// square of the logarithm of the loops' ratio. Uses medians or means, like the runs' times. Nothing if
/// either is empty.
Drift driftOfMedianSpeed(std::span<const double> run, std::span<const double> baseline);
Drift driftOfMeanSpeed(std::span<const double> run, std::span<const double> baseline);

} // namespace stepscope
