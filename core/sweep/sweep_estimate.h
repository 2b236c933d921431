#pragma once

#include "core/run/progress.h"
#include "core/sweep/sweep.h"

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>

namespace stepscope {

class Engine;

/// Measurements of the first steps of a point and of its test.
struct PointEstimate
{
    /// Until the first step began. In a process of its own, this includes loading the engine.
    double prepareSeconds = 0;
    double stepSeconds = 0; ///< median of the steps after the first; 0: not known
    double testSeconds = 0; ///< of one test; assumed if no batch of it could be measured
    int64_t stepsPerEpoch = 0;
    std::string problem; ///< the sentence of a failed probe
    /// speedSettings() of the measured experiment; empty: not known.
    std::map<std::string, std::string> settings;

    bool isKnown() const { return stepSeconds > 0 && problem.empty(); }
    /// Estimated duration of the experiment, including tests; negative when it is not known. The experiment
    /// may differ from the measured one in how long it trains.
    double seconds(const Experiment& experiment) const;
    /// Estimated remaining time of a run with this progress, from its own speed and the measured test, which
    /// is as much slower as the run's steps; the progress' own estimate once the run has timed a test itself,
    /// or when nothing is known, as after the first step, which takes longer than any other.
    double secondsLeft(const Progress& progress) const;
};

/// Corrects the estimates of a sweep by the runs that were measured: the machine may be faster or slower than
/// during the first steps.
class EstimateCorrection
{
public:
    /// A run, both positive; others are left out.
    void add(double estimatedSeconds, double takenSeconds);
    /// What other estimates have to be multiplied by; 1 before a run was added.
    double factor() const { return m_estimated > 0 ? m_taken / m_estimated : 1.0; }

private:
    double m_estimated = 0;
    double m_taken = 0;
};

/// The values of the fields that decide how fast an experiment trains, by key: all except its length and its
/// seed.
std::map<std::string, std::string> speedSettings(const Experiment& experiment);

/// Trains up to 12 steps or two seconds, and tests until the speed is known. Returns when that is done or
/// `stopRequested` returns true; then nothing may be known. Leaves `settings` empty. Does not throw.
PointEstimate probePoint(Experiment experiment, const std::function<std::shared_ptr<Engine>()>& engine,
                         const std::function<bool()>& stopRequested);

/// The largest of the usual numbers of images (1,000, 2,000, 5,000, 6,000, 10,000, … 60,000) with which all
/// points, whose budget is in images, are estimated to take at most `seconds` in total; the smallest one when
/// none does, and when nothing is known. One estimate per point.
int64_t imagesWithin(double seconds, std::span<const SweepPoint> points,
                     std::span<const PointEstimate> estimates);

/// The lab's sweep: its ConvNet of 2020 at batch sizes 1, 16 and 64 on each of the devices, with a budget in
/// images.
Sweep labSweep(const Experiment& base, const std::vector<std::string>& devices, int64_t images);

} // namespace stepscope
