#include "core/sweep/sweep_estimate.h"

#include "core/base/clock.h"
#include "core/experiment/experiment_fields.h"
#include "core/run/run_figures.h"
#include "core/training/training_session.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <thread>

namespace stepscope {

namespace {

constexpr int64_t probeSteps = 12;
constexpr double probeSeconds = 2.0; // of training, and of testing
constexpr std::array<int64_t, 8> usualImages = {1000, 2000, 5000, 6000, 10'000, 20'000, 30'000, 60'000};

/// Follows a training until it has enough measurements.
class Probe
{
public:
    /// Returns whether it has.
    bool look(const Run& run)
    {
        if (!m_prepared && !run.steps.empty()) {
            m_prepared = true;
            m_estimate.prepareSeconds =
                std::max(0.0, secondsSince(m_begin) - 1e-9 * double(run.steps.front().durationNs));
        }
        if (run.stage == RunStage::Testing && run.epochs.empty())
            return lookAtTest(run);
        return false;
    }

    PointEstimate finish(const Run& run)
    {
        m_estimate.problem = run.failure;
        m_estimate.stepsPerEpoch = run.plan.stepsPerEpoch;
        if (const auto times = stepTimes(run); !run.steps.empty())
            m_estimate.stepSeconds = 1e-9 * (times.count > 0 ? times.medianNs : times.firstNs);
        if (!run.epochs.empty())
            m_estimate.testSeconds = 1e-9 * double(run.epochs.front().testNs);
        else if (!m_isTestMeasured)
            m_estimate.testSeconds = assumedTestSeconds(run);
        return m_estimate;
    }

private:
    /// For a probe without a finished test batch: each takes at least as long as the first one so far.
    double assumedTestSeconds(const Run& run) const
    {
        if (run.plan.tests == 0 || run.steps.empty())
            return 0;
        const double assumed =
            1e-9 * assumedTestNs(run.plan, 1e9 * m_estimate.stepSeconds, run.steps.front().images);
        return std::max(assumed, m_secondsInBatch * double(run.plan.testBatches));
    }

    /// Only batches that are done count, with their own time: a test has few, and the one that runs may be
    /// almost done. The first one sets up what the others use, so it counts once.
    bool lookAtTest(const Run& run)
    {
        if (!m_testing) {
            m_testing = true;
            m_testBegin = std::chrono::steady_clock::now();
        }
        const int64_t done = run.testBatchesDone;
        if (done > 0 && m_firstBatches == 0) {
            m_firstBatches = done;
            m_firstBatchesNs = run.testBatchesNs;
        }
        const bool isMeasured = done > m_firstBatches && double(run.testBatchesNs) >= 1e9 * probeSeconds / 4;
        if (!isMeasured && secondsSince(m_testBegin) <= 4 * probeSeconds)
            return false;
        m_isTestMeasured = done > 0;
        if (!m_isTestMeasured) { // a single batch takes longer
            m_secondsInBatch = secondsSince(m_testBegin);
        } else {
            const double batchNs = done > m_firstBatches ? double(run.testBatchesNs - m_firstBatchesNs) /
                                                               double(done - m_firstBatches)
                                                         : double(run.testBatchesNs) / double(done);
            m_estimate.testSeconds =
                1e-9 * (double(m_firstBatchesNs) + batchNs * double(run.plan.testBatches - m_firstBatches));
        }
        return true;
    }

    PointEstimate m_estimate;
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point m_testBegin;
    bool m_prepared = false;
    bool m_testing = false;
    bool m_isTestMeasured = false;
    double m_secondsInBatch = 0; ///< of the test's first batch, which had not ended
    int64_t m_firstBatches = 0;  ///< of the test, finished when it was first examined: usually one
    int64_t m_firstBatchesNs = 0;
};

} // namespace

double PointEstimate::seconds(const Experiment& experiment) const
{
    if (!isKnown())
        return -1;
    const auto perEpoch = double(std::max<int64_t>(1, stepsPerEpoch));
    double steps = experiment.steps > 0 ? double(experiment.steps) : double(experiment.epochs) * perEpoch;
    if (experiment.seconds > 0) {
        const double allowed = std::ceil(experiment.seconds / stepSeconds);
        steps = experiment.steps > 0 ? std::min(steps, allowed) : allowed;
    }
    return prepareSeconds + steps * stepSeconds + std::ceil(steps / perEpoch) * testSeconds;
}

double PointEstimate::secondsLeft(const Progress& progress) const
{
    if (!isKnown() || progress.testsAreTimed || progress.trainingSecondsLeft < 0)
        return progress.secondsLeft;
    const auto tests = double(progress.epochs - progress.epoch + 1);
    const double slowdown = progress.meanStepSeconds > 0 ? progress.meanStepSeconds / stepSeconds : 1.0;
    return progress.trainingSecondsLeft + tests * testSeconds * slowdown;
}

void EstimateCorrection::add(double estimatedSeconds, double takenSeconds)
{
    if (estimatedSeconds <= 0 || takenSeconds <= 0)
        return;
    m_estimated += estimatedSeconds;
    m_taken += takenSeconds;
}

std::map<std::string, std::string> speedSettings(const Experiment& experiment)
{
    std::map<std::string, std::string> settings;
    for (const ExperimentField& field : experimentFields()) {
        if (field.key != "epochs" && field.key != "steps" && field.key != "seconds" && field.key != "seed")
            settings.emplace(field.key, comparableText(experiment, field));
    }
    return settings;
}

PointEstimate probePoint(Experiment experiment, const std::function<std::shared_ptr<Engine>()>& engine,
                         const std::function<bool()>& stopRequested)
{
    experiment.steps = experiment.steps > 0 ? std::min(experiment.steps, probeSteps) : probeSteps;
    experiment.seconds = probeSeconds;
    Probe probe;
    Run run;
    run.experiment = experiment;
    TrainingSession session(experiment, engine);
    while (!run.isOver()) {
        session.feed().drainInto(run);
        if (probe.look(run) || stopRequested())
            session.control().requestStop();
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    session.join();
    session.feed().drainInto(run);
    return probe.finish(run);
}

int64_t imagesWithin(double seconds, std::span<const SweepPoint> points,
                     std::span<const PointEstimate> estimates)
{
    const auto total = [&](int64_t images) {
        double sum = 0;
        for (size_t i = 0; i < points.size() && i < estimates.size(); ++i) {
            auto experiment = points[i].experiment;
            experiment.seconds = 0;
            experiment.steps = (images + experiment.batchSize - 1) / experiment.batchSize;
            sum += std::max(0.0, estimates[i].seconds(experiment));
        }
        return sum;
    };
    const bool anyKnown = std::ranges::any_of(estimates, &PointEstimate::isKnown);
    int64_t best = usualImages.front();
    for (const auto images : usualImages) {
        if (anyKnown && total(images) <= seconds)
            best = images;
    }
    return best;
}

Sweep labSweep(const Experiment& base, const std::vector<std::string>& devices, int64_t images)
{
    Sweep sweep;
    sweep.base = referenceExperiment("mnist-convnet-2020");
    sweep.base.dataset = base.dataset;
    sweep.base.dataDirectory = base.dataDirectory;
    sweep.base.imageSize = base.imageSize;
    sweep.base.syntheticImages = base.syntheticImages;
    sweep.base.syntheticShape = base.syntheticShape;
    sweep.base.syntheticClasses = base.syntheticClasses;
    sweep.base.threads = base.threads;
    sweep.axes = {{"device", devices}, {"batch_size", {"1", "16", "64"}}};
    sweep.budget = SweepBudget::Images;
    sweep.amount = images;
    return sweep;
}

} // namespace stepscope
