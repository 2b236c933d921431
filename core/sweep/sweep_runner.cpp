#include "core/sweep/sweep_runner.h"

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/experiment/experiment_kinds.h"
#include "core/run_file/run_file.h"
#include "core/sweep/point_process.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace stepscope {

SweepRunner::SweepRunner(Sweep sweep, SweepSettings settings)
    : m_sweep(std::move(sweep))
    , m_settings(std::move(settings))
    , m_points(sweepPoints(m_sweep))
    , m_estimates(m_points.size())
{
}

std::filesystem::path SweepRunner::runFile(size_t point) const
{
    return sweepRunPath(m_settings.folder, point, m_points[point]);
}

bool SweepRunner::isApart(size_t point) const
{
    if (m_settings.isolation != SweepIsolation::Automatic)
        return m_settings.isolation == SweepIsolation::Always;
    const Experiment& experiment = m_points[point].experiment;
    const bool setsItsProcess = usesField(experiment, "inter_op_threads") && experiment.interOpThreads > 0;
    return experiment.device != "cpu" || setsItsProcess ||
           pointOutcome(runFile(point)) == RunOutcome::Crashed;
}

PointEstimate SweepRunner::probe(size_t point) const
{
    const auto& experiment = m_points[point].experiment;
    if (isApart(point))
        return probePointApart(experiment, m_settings.program, m_settings.stopRequested);
    loadEngine();
    return probePoint(experiment, m_settings.engine, m_settings.stopRequested);
}

/// Once for all points of this process, so that it does not count as the time of each run of the first
/// combination.
void SweepRunner::loadEngine() const
{
    try {
        m_settings.engine();
    } catch (const Error&) { // the probe reports it
    }
}

void SweepRunner::lookWhatIsDone()
{
    m_done.resize(m_points.size());
    m_correction = {};
    for (size_t i = 0; i < m_points.size(); ++i) {
        m_done[i] = isDone(runFile(i));
        if (m_done[i] && pointOutcome(runFile(i)) == RunOutcome::Finished)
            m_correction.add(secondsOf(i), readRunSummary(runFile(i)).seconds());
    }
}

void SweepRunner::estimate()
{
    lookWhatIsDone();
    std::map<int64_t, PointEstimate> known; // by combination
    for (size_t i = 0; i < m_points.size() && !m_settings.stopRequested(); ++i) {
        if (m_done[i])
            continue;
        const auto combination = m_points[i].combination;
        if (!known.contains(combination)) {
            m_settings.tell({.kind = SweepEvent::Kind::Probing, .point = i});
            known[combination] = probe(i);
        }
        m_estimates[i] = known[combination];
        m_estimates[i].settings = speedSettings(m_points[i].experiment);
        tellEstimate(i);
    }
}

void SweepRunner::tellEstimate(size_t point) const
{
    SweepEvent event{.kind = SweepEvent::Kind::Estimated, .point = point, .estimate = m_estimates[point]};
    event.estimatedSeconds = secondsOf(point);
    m_settings.tell(event);
}

void SweepRunner::setEstimates(std::vector<PointEstimate> estimates)
{
    m_estimates = std::move(estimates);
    m_estimates.resize(m_points.size());
    lookWhatIsDone();
}

double SweepRunner::estimatedSeconds() const
{
    double sum = 0;
    for (size_t i = 0; i < m_points.size(); ++i) {
        if (!m_done[i])
            sum += std::max(0.0, secondsOf(i));
    }
    return sum;
}

void SweepRunner::setImages(int64_t images)
{
    m_sweep.budget = SweepBudget::Images;
    m_sweep.amount = images;
    m_points = sweepPoints(m_sweep);
    for (size_t i = 0; i < m_points.size(); ++i) {
        if (!m_done[i])
            tellEstimate(i);
    }
}

std::vector<std::filesystem::path> SweepRunner::runFiles() const
{
    std::vector<std::filesystem::path> files;
    const auto addIfThere = [&](const std::filesystem::path& file) {
        if (std::filesystem::exists(file) && std::ranges::find(files, file) == files.end())
            files.push_back(file);
    };
    for (const auto& point : m_points)
        addIfThere(forwardPassPath(m_settings.folder, point.experiment.device));
    for (size_t i = 0; i < m_points.size(); ++i)
        addIfThere(runFile(i));
    return files;
}

void SweepRunner::recordForwardPasses()
{
    std::set<std::string> seen;
    for (size_t i = 0; i < m_points.size() && m_settings.forwardPass; ++i) {
        const auto& experiment = m_points[i].experiment;
        const auto file = forwardPassPath(m_settings.folder, experiment.device);
        if (m_settings.stopRequested() || m_done[i] || !seen.insert(experiment.device).second ||
            pointOutcome(file) == RunOutcome::Finished)
            continue;
        try {
            removeRunFile(file);
            m_settings.forwardPass(experiment, file);
        } catch (const Error& error) {
            SweepEvent event{.kind = SweepEvent::Kind::Said, .point = i, .level = LogLevel::Warning};
            event.text = error.what();
            m_settings.tell(event);
            removeRunFile(file); // an incomplete file would only be in the way
        }
    }
}

SweepRunner::Result SweepRunner::run()
{
    Result result;
    lookWhatIsDone();
    recordForwardPasses();
    for (size_t i = 0; i < m_points.size() && !m_settings.stopRequested(); ++i) {
        if (m_done[i]) {
            result.failed += pointOutcome(runFile(i)) != RunOutcome::Finished;
            continue;
        }
        m_settings.tell({.kind = SweepEvent::Kind::Started, .point = i});
        m_pointBegin = std::chrono::steady_clock::now();
        m_fraction = 0;
        const auto ended = train(i);
        if (ended.outcome == RunOutcome::Finished) {
            m_correction.add(secondsOf(i), secondsSince(m_pointBegin));
            result.unkept += !isDone(runFile(i));
        }
        result.failed += ended.outcome == RunOutcome::Failed || ended.outcome == RunOutcome::Crashed;
        SweepEvent event{.kind = SweepEvent::Kind::Ended, .point = i};
        event.outcome = ended.outcome;
        event.text = ended.failure;
        event.detail = ended.detail;
        m_settings.tell(event);
    }
    result.stopped = m_settings.stopRequested();
    return result;
}

PointResult SweepRunner::train(size_t point)
{
    const bool apart = isApart(point); // before the file of an earlier attempt is removed
    removeRunFile(runFile(point));
    const PointContext context{.stopRequested = m_settings.stopRequested,
                               .tell = [&](const SweepEvent& event) { passOn(point, event); }};
    const auto& experiment = m_points[point].experiment;
    return apart ? trainPointApart(experiment, runFile(point), m_settings.program, context)
                 : trainPoint(experiment, runFile(point), m_settings.engine, context);
}

void SweepRunner::passOn(size_t point, SweepEvent event)
{
    event.point = point;
    if (event.kind == SweepEvent::Kind::Progressed) {
        auto& progress = event.progress;
        const auto& estimate = m_estimates[point];
        const double passed = secondsSince(m_pointBegin);
        double& left = progress.secondsLeft;
        left = estimate.secondsLeft(progress);
        if (left < 0 && estimate.isKnown()) { // it prepares: all steps and tests are to come
            const double seconds = secondsOf(point);
            left = m_correction.factor() * seconds - passed;
            left = std::max(left, m_correction.factor() * (seconds - estimate.prepareSeconds));
        }
        progress.testsAreTimed |= estimate.isKnown();
        if (left >= 0 && progress.testsAreTimed)
            progress.fraction = passed / (passed + left);
        progress.fraction = m_fraction = std::max(m_fraction, progress.fraction);
        event.estimateFactor = factorAfter(point, passed, left);
        const double after = secondsAfter(point, event.estimateFactor);
        event.sweepSecondsLeft = left < 0 || after < 0 ? -1 : left + after;
    }
    m_settings.tell(event);
}

double SweepRunner::secondsAfter(size_t point, double factor) const
{
    double sum = 0;
    for (size_t i = point + 1; i < m_points.size(); ++i) {
        if (m_done[i])
            continue;
        if (!m_estimates[i].isKnown() && m_estimates[i].problem.empty())
            return -1;
        sum += std::max(0.0, secondsOf(i));
    }
    return sum * factor;
}

double SweepRunner::factorAfter(size_t point, double passed, double left) const
{
    constexpr double enough = 0.1; // before, a slow first step would count for all points
    auto correction = m_correction;
    if (left >= 0 && passed >= enough * (passed + left))
        correction.add(secondsOf(point), passed + left);
    return correction.factor();
}

} // namespace stepscope
