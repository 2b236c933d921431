#include "core/ab_test/ab_test.h"

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/median.h"
#include "core/comparison/repeats.h"
#include "core/data/chosen/chosen_data_set.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_kinds.h"
#include "core/language/translation.h"
#include "core/machine/environment.h"
#include "core/training/training_session.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <optional>
#include <string>
#include <thread>
#include <variant>

namespace stepscope {

namespace {

using namespace std::chrono_literals;

constexpr auto poll = 5ms;
constexpr double stepsPerBlock = 8.0; ///< of the slower one
constexpr double fewestBlocks = 16.0; ///< of both, that must fit into the time
constexpr double secondsBetweenVerdicts = 0.5;
constexpr size_t fewestPairs = 6; ///< before the test may end by its precision

/// The first step after the other training finds cold caches.
std::span<const StepMetrics> countedSteps(std::span<const StepMetrics> block)
{
    constexpr size_t manySteps = 5;
    return block.size() >= manySteps ? block.subspan(1) : block;
}

/// One of the two trainings. It waits except during its blocks.
class Side
{
public:
    Side(const Experiment& experiment, const std::string& name, const AbContext& context)
        : m_name(name)
        , m_context(context)
        , m_session(experimentForTest(experiment), context.engine)
    {
        m_session.control().setPaused(true);
        waitUntilPaused();
    }

    /// Trains for this time and at least one step. Returns the block's steps, none after a stop.
    std::vector<StepMetrics> trainFor(double seconds)
    {
        if (m_context.stopRequested())
            return {}; // the other training may still be in a step
        const size_t before = m_steps.size();
        m_session.control().setPaused(false);
        const auto start = std::chrono::steady_clock::now();
        while (secondsSince(start) < seconds && !m_context.stopRequested())
            std::this_thread::sleep_for(poll);
        m_session.control().setPaused(true);
        waitUntilPaused();
        return {m_steps.begin() + ptrdiff_t(before), m_steps.end()};
    }

    /// Whether the training has ended by itself.
    bool isOver() const { return m_isOver; }
    /// All of them, including those of the warm-up.
    std::span<const StepMetrics> steps() const { return m_steps; }

private:
    void waitUntilPaused()
    {
        while (!m_isOver && !m_session.control().waitUntilWaiting(poll) && !m_context.stopRequested())
            takeNews();
        takeNews();
    }

    void takeNews()
    {
        const auto update = m_session.feed().take();
        if (!update)
            return;
        m_steps.insert(m_steps.end(), update->steps.begin(), update->steps.end());
        m_isOver |= update->outcome == RunOutcome::Finished || update->outcome == RunOutcome::Stopped;
        if (update->outcome == RunOutcome::Failed && !m_context.stopRequested())
            throw Error(translated("{experiment} cannot be measured. {reason}",
                                   {{"experiment", m_name}, {"reason", update->failure}}),
                        update->failureDetail);
    }

    std::string m_name;
    const AbContext& m_context;
    std::vector<StepMetrics> m_steps;
    bool m_isOver = false;
    TrainingSession m_session;
};

double stepSeconds(std::span<const StepMetrics> steps)
{
    std::vector<double> seconds;
    for (const StepMetrics& step : steps)
        seconds.push_back(double(step.durationNs) / 1e9);
    return seconds.empty() ? 0.0 : medianOf(seconds);
}

/// Of a training that waits for loader workers: a few steps wait for long, and most do not.
double meanNsPerImage(std::span<const StepMetrics> steps)
{
    double ns = 0;
    double images = 0;
    for (const StepMetrics& step : steps) {
        ns += double(step.durationNs);
        images += double(std::max(step.images, 1));
    }
    return ns / images;
}

double nsPerImage(std::span<const StepMetrics> steps)
{
    std::vector<double> ns;
    for (const StepMetrics& step : steps)
        ns.push_back(double(step.durationNs) / std::max(step.images, 1));
    return medianOf(ns);
}

bool haveSameData(const Experiment& a, const Experiment& b)
{
    return a.dataset == b.dataset && a.dataDirectory == b.dataDirectory && a.imageSize == b.imageSize &&
           a.sequenceLength == b.sequenceLength && a.syntheticShape == b.syntheticShape &&
           a.syntheticClasses == b.syntheticClasses && a.validationShare == b.validationShare;
}

/// Reads the files of the user's own data; if they cannot be read, the training says why.
SampleShape readSampleShape(const Experiment& experiment)
{
    const SampleShape known = sampleShapeOf(experiment);
    if (!known.empty())
        return known;
    try {
        return sampleShapeOf(describeDataSet(experiment));
    } catch (const Error&) {
        return {};
    }
}

/// Two trainings that take turns, and what was measured so far.
class Duel
{
public:
    Duel(const AbTest& test, const AbContext& context)
        : m_test(test)
        , m_context(context)
        , m_a(test.a, "A", context)
    {
        if (haveSameData(test.a, test.b))
            return;
        m_result.a.sampleShape = readSampleShape(test.a);
        m_result.b.sampleShape = readSampleShape(test.b);
    }

    AbResult run()
    {
        if (!m_context.stopRequested())
            m_b.emplace(m_test.b, "B", m_context);
        m_start = std::chrono::steady_clock::now();
        const double block = warmUp();
        while (!isOver()) {
            trainPair(block);
            if (seconds() - m_result.seconds < secondsBetweenVerdicts && m_result.pairs() > fewestPairs)
                continue; // judging takes time in proportion to all steps
            judge();
            m_context.tell(m_result);
        }
        judge();
        return m_result;
    }

private:
    double seconds() const { return secondsSince(m_start); }

    /// Returns the length of a block in seconds. Shorter ones would all be in the same state of a busy
    /// machine, and their scatter would not show what that state does to one of the two.
    double warmUp()
    {
        if (!m_b)
            return m_context.blockSeconds;
        const double a = stepSeconds(countedSteps(m_a.trainFor(m_context.blockSeconds)));
        const double b = stepSeconds(countedSteps(m_b->trainFor(m_context.blockSeconds)));
        const double wanted = std::max(m_context.blockSeconds, stepsPerBlock * std::max(a, b));
        return std::min(wanted, std::max(m_context.blockSeconds, m_test.seconds / fewestBlocks));
    }

    bool isOver()
    {
        const bool isPrecise = m_result.pairs() >= fewestPairs && isTimePrecise() && isLossPrecise();
        if (m_context.stopRequested())
            m_result.ending = AbEnding::Stopped;
        else if (isPrecise)
            m_result.ending = AbEnding::Precise;
        else if (seconds() >= m_test.seconds || m_a.isOver() || m_b->isOver())
            m_result.ending = AbEnding::TimeUp;
        else
            return false;
        return true;
    }

    static bool isWithin(const RatioEstimate& estimate, double share)
    {
        return estimate.interval.high <= estimate.ratio * (1.0 + share) &&
               estimate.interval.low >= estimate.ratio * (1.0 - share);
    }

    bool isTimePrecise() const { return isWithin(m_result.time, m_test.precision); }

    /// By the width of the interval alone: ending as soon as there is a difference would find one by chance.
    bool isLossPrecise() const
    {
        return m_result.loss.verdict != LossVerdict::TooShort &&
               isWithin(m_result.loss.ratio, abTestOfLosses().sameWithin);
    }

    /// A, B, then B, A: a machine that gets slower steadily affects both alike.
    void trainPair(double block)
    {
        const bool isAFirst = m_result.pairs() % 2 == 0;
        const auto first = (isAFirst ? m_a : *m_b).trainFor(block);
        const auto second = (isAFirst ? *m_b : m_a).trainFor(block);
        if (first.empty() || second.empty() || m_context.stopRequested())
            return; // a stop has cut it short
        count(isAFirst ? first : second, m_result.a, m_stepsOfA);
        count(isAFirst ? second : first, m_result.b, m_stepsOfB);
    }

    void count(std::span<const StepMetrics> block, AbSide& side, std::vector<double>& stepNs) const
    {
        const auto counted = countedSteps(block);
        const bool hasWorkers = m_test.a.loaderWorkers > 0 || m_test.b.loaderWorkers > 0;
        side.nsPerImage.push_back(hasWorkers ? meanNsPerImage(counted) : nsPerImage(counted));
        for (const StepMetrics& step : counted)
            stepNs.push_back(double(step.durationNs));
    }

    void judge()
    {
        m_result.seconds = seconds();
        summarize(m_result.a, m_stepsOfA);
        summarize(m_result.b, m_stepsOfB);
        const bool haveOtherSamples =
            areOtherSamples(m_result.a.sampleShape, m_result.b.sampleShape) && m_result.pairs() > 0;
        if (haveOtherSamples)
            m_result.time.verdict = Verdict::OtherSamples;
        else
            m_result.time = ratioOfRepeats(m_result.b.nsPerImage, m_result.a.nsPerImage, abTestOfTimes());
        if (m_b)
            m_result.loss = lossChange(m_a.steps(), m_b->steps());
        if (!haveSameData(m_test.a, m_test.b) && m_result.loss.verdict != LossVerdict::TooShort)
            m_result.loss.verdict = LossVerdict::NotComparable;
    }

    static void summarize(AbSide& side, const std::vector<double>& stepNs)
    {
        if (stepNs.empty())
            return;
        side.steps = int64_t(stepNs.size());
        side.stepNs = medianOf(stepNs);
        side.imagesPerSecond = 1e9 / geometricMean(side.nsPerImage);
    }

    const AbTest& m_test;
    const AbContext& m_context;
    std::chrono::steady_clock::time_point m_start;
    Side m_a; // begins before B: the first weights of both come from one source of random numbers
    std::optional<Side> m_b;
    AbResult m_result;
    std::vector<double> m_stepsOfA; ///< durations of the counted steps
    std::vector<double> m_stepsOfB;
};

} // namespace

DifferenceTest abTestOfTimes()
{
    DifferenceTest test;
    test.sameWithin = 0.02;
    return test;
}

bool mattersInTest(const ExperimentField& field)
{
    return !field.key.starts_with("profiler.") && !field.key.starts_with("schedule.") &&
           field.key != "epochs" && field.key != "steps" && field.key != "seconds";
}

std::string whyNotCompared(const ExperimentField& field)
{
    if (field.key == "test_batch_size")
        return translated("an A/B test measures training steps alone");
    if (mattersInTest(field))
        return {};
    if (field.key.starts_with("schedule."))
        return translated("in an A/B test the learning rate is constant. Compare schedules in a sweep");
    if (field.key.starts_with("profiler."))
        return translated("an A/B test trains without the profiler");
    return translated("an A/B test trains until it ends");
}

std::string whyTheSame(const AbTest& test)
{
    const int processors = availableProcessors();
    const auto withThreads = [processors](Experiment experiment) {
        if (experiment.threads == 0)
            experiment.threads = processors;
        return experiment;
    };
    if (meanTheSame(test.a, test.b) || !meanTheSame(withThreads(test.a), withThreads(test.b)))
        return {};
    return translated("A and B are the same: on this machine, 0 threads means {count}.",
                      {{"count", std::to_string(processors)}});
}

Experiment experimentForTest(Experiment experiment)
{
    const Experiment defaults;
    for (const ExperimentField& field : experimentFields()) {
        if (!mattersInTest(field))
            std::visit([&](auto member) { experiment.*member = defaults.*member; }, field.member);
    }
    experiment.profile = false;
    experiment.schedule = "constant";
    experiment.epochs = int64_t(findExperimentField("epochs")->maximum);
    return experiment;
}

void checkAbTest(const AbTest& test)
{
    constexpr auto key = "inter_op_threads";
    if (usesField(test.a, key) && usesField(test.b, key) && test.a.interOpThreads != test.b.interOpThreads)
        throw Error(translated(
            "inter_op_threads is {a} in A and {b} in B, but both train in one process, which "
            "sets it once; compare them in a sweep, whose runs have a process each.",
            {{"a", std::to_string(test.a.interOpThreads)}, {"b", std::to_string(test.b.interOpThreads)}}));
}

AbResult runAbTest(const AbTest& test, const AbContext& context)
{
    checkAbTest(test);
    return Duel(test, context).run();
}

} // namespace stepscope
