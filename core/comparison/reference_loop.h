#pragma once

#include "core/comparison/drift.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace stepscope {

struct Run;
struct ScalarSeries;

/// Runs a fixed number of integer operations that keep the processor's execution units busy and touch no
/// memory, and returns how long they took, in ns; about 5 microseconds. On a processor that is shared, by
/// another thread of its core or by a changing clock, it slows down as a training does, which neither the
/// load nor the time that others had the processor for would show.
int64_t runReferenceLoop();

/// When a training runs the loop: between its steps, often at first and in steps that are recorded, then more
/// rarely, so that the times take little of a long run.
class ReferenceSchedule
{
public:
    /// `ns`: since the run began. True: the loop is due.
    bool isDue(int64_t ns, bool isRecorded);

private:
    int64_t m_lastNs = -1;
};

/// The tag under which a run keeps the loop's times, in ns, among its scalars.
inline constexpr std::string_view referenceTag = "stepscope/reference loop";
/// Whether a series is Stepscope's own, and no figure that a program logged.
bool isOwnTag(std::string_view tag);
/// The series that programs logged, without Stepscope's own.
std::vector<const ScalarSeries*> loggedScalars(const Run& run);

/// For each of the run's steps, by its place, the loop's time that was measured last before it, or first of
/// all. Empty: it was not measured.
std::vector<double> referenceOfSteps(const Run& run);

/// What the difference of the machine's speed adds to the variance of the logarithm of two runs' ratio: the
/// square of the logarithm of the loops' ratio. Medians or means, as of the runs' times. Nothing where either
/// is empty.
Drift driftOfMedianSpeed(std::span<const double> run, std::span<const double> baseline);
Drift driftOfMeanSpeed(std::span<const double> run, std::span<const double> baseline);

} // namespace stepscope
