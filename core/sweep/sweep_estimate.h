#pragma once

#include "core/run/progress.h"
#include "core/sweep/sweep.h"

#include <functional>
#include <memory>
#include <span>
#include <string>

namespace stepscope {

class Engine;

/// What the first steps of a point and of its test have shown.
struct PointEstimate
{
    double prepareSeconds = 0; ///< until the first step began
    double stepSeconds = 0;    ///< median of the steps after the first; 0: not known
    double testSeconds = 0;    ///< of one test
    int64_t stepsPerEpoch = 0;
    std::string problem; ///< the sentence with which the probe failed

    bool isKnown() const { return stepSeconds > 0 && problem.empty(); }
    /// How long the experiment will take, tests included; negative when that is not known. It may differ from
    /// the one that was probed in how long it trains.
    double seconds(const Experiment& experiment) const;
    /// How long a run that has come so far will take still, by its own speed and the probe's test; what the
    /// progress itself says while a test runs, or where nothing is known.
    double secondsLeft(const Experiment& experiment, const Progress& progress) const;
};

/// Trains up to 12 steps or two seconds, and tests for about as long as it takes to tell. Returns when that
/// is done or `stopRequested` says so; then nothing may be known. Does not throw.
PointEstimate probePoint(Experiment experiment, const std::function<std::shared_ptr<Engine>()>& engine,
                         const std::function<bool()>& stopRequested);

/// The largest of the usual numbers of images (1,000, 2,000, 5,000, 6,000, 10,000, … 60,000) with which all
/// points together, whose budget is in images, are estimated to take at most so many seconds; the smallest
/// one when none does, and when nothing is known. One estimate a point.
int64_t imagesWithin(double seconds, std::span<const SweepPoint> points,
                     std::span<const PointEstimate> estimates);

/// The lab: its ConvNet of 2020 at batch sizes 1, 16 and 64 on each of the devices, with a budget in images.
Sweep labSweep(const Experiment& base, const std::vector<std::string>& devices, int64_t images);

} // namespace stepscope
