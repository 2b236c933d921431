#include "core/run/run_contents.h"

#include "tests/core/trace/trace_text.h"

#include <QtTest>

using namespace stepscope;

namespace {

Run trainingRun(RunOutcome outcome)
{
    Run run;
    run.experiment.dataset = "mnist";
    run.outcome = outcome;
    return run;
}

Run importedRun()
{
    Run run;
    run.experiment.dataset.clear();
    run.outcome = RunOutcome::Finished;
    return run;
}

} // namespace

/// What a run contains, and why it has nothing of a part.
class TestRunContents : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRunThatHasNotStartedHasNothing()
    {
        QCOMPARE(whyAbsent(nullptr, RunPart::Steps), Absence::NotStarted);
        const Run run = trainingRun(RunOutcome::NotStarted);
        for (const auto part : {RunPart::Steps, RunPart::Operators, RunPart::Memory, RunPart::Graph})
            QCOMPARE(whyAbsent(&run, part), Absence::NotStarted);
    }

    void aTrainingWaitsForItsProfiler()
    {
        Run run = trainingRun(RunOutcome::Running);
        QCOMPARE(whyAbsent(&run, RunPart::Steps), Absence::WaitingForStep);
        QCOMPARE(whyAbsent(&run, RunPart::Timeline), Absence::WaitingForProfiler);
        run.steps.emplace_back();
        QCOMPARE(whyAbsent(&run, RunPart::Steps), Absence::None);
        QCOMPARE(whyAbsent(&run, RunPart::Curves), Absence::None);
        QCOMPARE(whyAbsent(&run, RunPart::Analysis), Absence::None);
        run.outcome = RunOutcome::Stopped;
        QCOMPARE(whyAbsent(&run, RunPart::Operators), Absence::EndedBeforeProfiler);
        run.experiment.profile = false;
        QCOMPARE(whyAbsent(&run, RunPart::Operators), Absence::ProfilerOff);
        QCOMPARE(absenceReason(run, RunPart::Operators), std::string("the profiler was off"));
    }

    void aRecordedTrainingHasTheRestToo()
    {
        Run run = trainingRun(RunOutcome::Finished);
        run.trace = test::traceOf("aten::mm 0-10\n");
        QCOMPARE(whyAbsent(&run, RunPart::Timeline), Absence::None);
        QCOMPARE(absenceReason(run, RunPart::Operators), std::string("none was recorded")); // only ranges
        QCOMPARE(whyAbsent(&run, RunPart::Kernels), Absence::NotRecorded);
        QCOMPARE(whyAbsent(&run, RunPart::Memory), Absence::NotRecorded);
        QCOMPARE(whyAbsent(&run, RunPart::Graph), Absence::EndedBeforeStep);
        QCOMPARE(absenceReason(run, RunPart::Graph),
                 std::string("the run ended before the first forward pass was complete"));
        run.outcome = RunOutcome::Running;
        QCOMPARE(absenceReason(run, RunPart::Graph), std::string("the first step has not been written yet"));
    }

    void stepscopesOwnSeriesAreNoCurves()
    {
        Run run = trainingRun(RunOutcome::Failed);
        run.scalars.push_back({.tag = "stepscope/reference loop", .points = {{}}});
        QCOMPARE(whyAbsent(&run, RunPart::Curves), Absence::EndedBeforeStep);
        run.scalars.push_back({.tag = "loss", .points = {{}}});
        QCOMPARE(whyAbsent(&run, RunPart::Curves), Absence::None);
    }

    void aProgramWaitsForItsFirstStepThenForItsProfiler()
    {
        Run run = trainingRun(RunOutcome::Running);
        run.kind = RunKind::Program;
        for (const auto part : {RunPart::Operators, RunPart::Memory})
            QCOMPARE(whyAbsent(&run, part), Absence::WaitingForStep);
        QCOMPARE(whyAbsent(&run, RunPart::MachineSamples), Absence::WaitingForStep);
        run.steps.emplace_back(); // whose events are not kept
        for (const auto part : {RunPart::Operators, RunPart::Memory})
            QCOMPARE(whyAbsent(&run, part), Absence::WaitingForProfiler);
        run.outcome = RunOutcome::Finished;
        QCOMPARE(whyAbsent(&run, RunPart::Operators), Absence::EndedBeforeProfiler);
        run.steps.clear();
        QCOMPARE(whyAbsent(&run, RunPart::Operators), Absence::EndedBeforeStep);
    }

    void aProgramNeedsAnOptionForMemory()
    {
        Run run = trainingRun(RunOutcome::Running);
        run.kind = RunKind::Program;
        run.trace = test::traceOf("aten::mm 0-10\n");
        QCOMPARE(whyAbsent(&run, RunPart::Memory), Absence::NotAskedFor);
    }

    void anImportedRunHasWhatIsInItsFile()
    {
        Run run = importedRun();
        QVERIFY(contentsOf(run).isImported);
        QCOMPARE(whyAbsent(&run, RunPart::Timeline), Absence::NothingRecorded);
        QCOMPARE(whyAbsent(&run, RunPart::Curves), Absence::NotInFile);
        QCOMPARE(absenceReason(run, RunPart::Curves),
                 std::string("the imported file has no losses or other logged values"));
        run.trace = test::traceOf("aten::mm 0-10\n");
        QCOMPARE(whyAbsent(&run, RunPart::Analysis), Absence::None);
        QCOMPARE(whyAbsent(&run, RunPart::Steps), Absence::NotInFile);
        QCOMPARE(whyAbsent(&run, RunPart::Memory), Absence::NotInFile);
        QCOMPARE(absenceReason(run, RunPart::Operators), // it has other events only
                 std::string("the imported file has no operators"));
        run.plan.totalSteps = 3; // which were not read
        QCOMPARE(whyAbsent(&run, RunPart::Steps), Absence::None);
    }

    void sumsHaveNoTimes()
    {
        Run run = importedRun();
        run.trace = test::traceOf("main 0-10\n");
        run.trace.unit = "samples";
        QVERIFY(contentsOf(run).areFunctions);
        QCOMPARE(contentsOf(run).unit, std::string("samples"));
        for (const auto part : {RunPart::Timeline, RunPart::Steps, RunPart::Analysis, RunPart::Memory})
            QCOMPARE(whyAbsent(&run, part), Absence::SumsHaveNoTimes);
        QCOMPARE(whyAbsent(&run, RunPart::Operators), Absence::None);
        QCOMPARE(whyAbsent(&run, RunPart::Epochs), Absence::NotInFile);
    }

    void eventsInTheRunFileCount()
    {
        Run run = trainingRun(RunOutcome::Finished);
        run.leftOut.events = 5;
        QVERIFY(contentsOf(run).hasEvents);
        QCOMPARE(whyAbsent(&run, RunPart::Operators), Absence::None);
    }
};

QTEST_GUILESS_MAIN(TestRunContents)
#include "test_run_contents.moc"
