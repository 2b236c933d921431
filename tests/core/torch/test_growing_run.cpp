#include "core/base/files/temporary_folder.h"
#include "core/engine/engine_loader.h"
#include "core/run_file/run_file.h"
#include "core/trace/calls/call_tree_builder.h"
#include "core/trace/operators/operator_statistics.h"
#include "core/trace/steps/step_breakdown.h"
#include "core/trace/timeline/timeline_index.h"
#include "core/training/training_session.h"

#include <QtTest>

#include <numeric>

using namespace stepscope;

namespace {

Experiment endless()
{
    Experiment experiment;
    experiment.dataset = "synthetic";
    experiment.syntheticImages = 640;
    experiment.network = "mlp";
    experiment.batchSize = 32;
    experiment.testBatchSize = 100;
    experiment.epochs = 100'000;
    experiment.profileWait = 0;
    experiment.profileWarmup = 1;
    experiment.profileActive = 5;
    experiment.profileRepeat = 0;
    return experiment;
}

int64_t callsOf(const OperatorStatistics& statistics)
{
    return std::accumulate(statistics.rows.begin(), statistics.rows.end(), int64_t(0),
                           [](int64_t sum, const OperatorRow& row) { return sum + row.calls; });
}

} // namespace

/// The real engine records on the training thread while this one reads what has come, as the window does. The
/// thread sanitizer finds missing locks here.
class TestGrowingRun : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isReadWhileItIsRecorded()
    {
        const TemporaryFolder folder;
        const auto file = folder.path() / "run.stepscope";
        TrainingSession session(endless(), loadEngine, file);
        Run run;
        OperatorStatisticsBuilder operators;
        CallTreeBuilder calls;
        TimelineIndex timeline;
        std::vector<StepBreakdown> parts;
        for (int growths = 0; !run.isOver();) {
            const auto known = run.trace.size();
            if (!session.feed().drainInto(run)) {
                QThread::msleep(1);
                continue;
            }
            operators.update(run.trace);
            calls.update(run.trace);
            timeline.update(run.trace);
            for (const auto& step : stepBreakdowns(run.trace, parts.size()))
                parts.push_back(step);
            growths += run.trace.size() > known;
            if (growths == 30)
                session.control().requestStop();
        }
        session.join();
        QVERIFY2(run.outcome == RunOutcome::Stopped, run.failure.c_str());

        const auto all = operatorStatistics(run.trace, OperatorGrouping::ByOperator);
        const auto read = operators.statistics(OperatorGrouping::ByOperator);
        QVERIFY(callsOf(all) > 0);
        QCOMPARE(callsOf(read), callsOf(all));
        QCOMPARE(read.selfNs, all.selfNs);
        QCOMPARE(parts.size(), run.trace.steps.size());
        QCOMPARE(run.trace.steps.back().endEvent, run.trace.size());
        for (const auto& step : parts)
            QCOMPARE(std::accumulate(step.partNs.begin(), step.partNs.end(), int64_t(0)), step.wallNs);

        const auto kept = readRunFile(file); // the second reader's, on a thread of its own
        QVERIFY(kept.problems.empty());
        QCOMPARE(kept.run.trace.size(), run.trace.size());
        QCOMPARE(kept.run.steps.size(), run.steps.size());
    }
};

QTEST_GUILESS_MAIN(TestGrowingRun)
#include "test_growing_run.moc"
