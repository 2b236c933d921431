#include "core/sweep/point_training.h"

#include "core/base/text/format.h"
#include "core/language/translation.h"
#include "core/run/progress.h"
#include "core/run/run_figures.h"
#include "core/run/validation.h"
#include "core/training/training_session.h"

#include <chrono>
#include <malloc.h>
#include <thread>

namespace stepscope {

namespace {

constexpr auto trainingPoll = std::chrono::milliseconds(10);
constexpr auto tellEvery = std::chrono::milliseconds(200);

std::string epochText(const EpochMetrics& epoch, const Run& run)
{
    const auto validation = validationAfter(run, epoch.lastStep);
    return translated(validation ? translatable("Epoch {number}: {validation}; {result}, training {time}")
                                 : translatable("Epoch {number}: {result}, training {time}"),
                      {{"number", epochNumberText(epoch.epoch, run.plan.epochs, run.experiment)},
                       {"validation", validation ? validationText(*validation) : std::string()},
                       {"result", testLine(epoch)},
                       {"time", formatNs(double(epoch.trainNs))}});
}

/// Reports the news of a run.
class News
{
public:
    explicit News(const SweepListener& tell)
        : m_tell(tell)
    {
    }

    void tell(const Run& run)
    {
        for (; m_entries < run.log.size(); ++m_entries) {
            // A failure's sentence is reported once, at the end; epochs are reported as figures.
            if (run.log[m_entries].level == LogLevel::Warning)
                say(LogLevel::Warning, run.log[m_entries].text);
        }
        for (; m_epochs < run.epochs.size(); ++m_epochs)
            say(LogLevel::Info, epochText(run.epochs[m_epochs], run));
        const auto now = std::chrono::steady_clock::now();
        if (run.isOver() || now - m_told < tellEvery)
            return;
        m_told = now;
        SweepEvent event{.kind = SweepEvent::Kind::Progressed};
        event.progress = progressOf(run);
        m_tell(event);
    }

private:
    void say(LogLevel level, const std::string& text)
    {
        SweepEvent event{.kind = SweepEvent::Kind::Said};
        event.level = level;
        event.text = text;
        m_tell(event);
    }

    const SweepListener& m_tell;
    size_t m_entries = 0;
    size_t m_epochs = 0;
    std::chrono::steady_clock::time_point m_told;
};

/// Reads what is shown of a point while it trains; its profile only goes to the run file.
void drainWithoutProfile(RunFeed& feed, Run& run)
{
    auto update = feed.take();
    if (!update)
        return;
    update->chunks.clear();
    update->totals.reset();
    update->samples.clear();
    std::move(*update).applyTo(run);
}

} // namespace

PointResult trainPoint(const Experiment& experiment, const std::filesystem::path& runFile,
                       const std::function<std::shared_ptr<Engine>()>& engine, const PointContext& context)
{
    PointResult result;
    {
        Run run;
        run.experiment = experiment;
        News news(context.tell);
        TrainingSession session(experiment, engine, runFile);
        while (!run.isOver()) {
            if (context.stopRequested())
                session.control().requestStop();
            drainWithoutProfile(session.feed(), run);
            news.tell(run);
            if (!run.isOver())
                std::this_thread::sleep_for(trainingPoll);
        }
        session.join();
        result = {run.outcome, run.failure, run.failureDetail};
    }
    // Otherwise the allocator keeps the memory of a large batch, and the next point seems to need it, too.
    malloc_trim(0);
    return result;
}

} // namespace stepscope
