#include "core/comparison/operator_peak.h"
#include "core/machine/environment.h"
#include "core/machine/machine_peak.h"
#include "tests/core/trace/trace_text.h"

#include <QTemporaryDir>
#include <QTest>

using namespace stepscope;

namespace {

constexpr int threads = 3;

/// A product of 2 · 100 · 200 · 50 = 2,000,000 operations in 40 µs, 50 GFLOP/s; 500 additions in 10 µs; and
/// an operator without a formula.
Run recordedRun()
{
    Run run;
    run.trace = test::traceOf("aten::mm 0-40000\n"
                              "aten::add 40000-50000\n"
                              "aten::relu_of_mine 50000-60000\n");
    run.trace.shapes = {"[100, 200], [200, 50]", "[500], [500]", "[8]"};
    run.trace.shape = {ShapeId(0), ShapeId(1), ShapeId(2)};
    run.plan.threads = threads;
    run.outcome = RunOutcome::Finished;
    return run;
}

const OperatorRow& rowOf(const OperatorStatistics& statistics, const Run& run, const std::string& name)
{
    for (const OperatorRow& row : statistics.rows)
        if (run.trace.names[row.name] == name)
            return row;
    throw std::out_of_range(name);
}

OperatorStatistics statisticsOf(const Run& run)
{
    return operatorStatistics(run.trace, OperatorGrouping::ByOperator);
}

} // namespace

class TestOperatorPeak : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("XDG_CACHE_HOME", m_folder->path().toUtf8());
    }
    void cleanup() { qunsetenv("XDG_CACHE_HOME"); }

    void theShareIsTheSpeedOverThePeak()
    {
        const Run run = recordedRun();
        auto statistics = statisticsOf(run);
        setPeak(statistics, 200e9);
        QCOMPARE(rowOf(statistics, run, "aten::mm").flopsPerSecond(), 50e9);
        QCOMPARE(rowOf(statistics, run, "aten::mm").peakShare, 0.25);
        QCOMPARE(rowOf(statistics, run, "aten::add").flopsPerSecond(), 50e6);
        QCOMPARE(rowOf(statistics, run, "aten::add").peakShare, 0.00025);
        QCOMPARE(statistics.peakFlopsPerSecond, 200e9);
    }

    void withoutOperationsOrPeakItIsNotKnown()
    {
        const Run run = recordedRun();
        auto statistics = statisticsOf(run);
        QCOMPARE(rowOf(statistics, run, "aten::mm").peakShare, -1.0);
        setPeak(statistics, 200e9);
        QCOMPARE(rowOf(statistics, run, "aten::relu_of_mine").peakShare, -1.0);
        setPeak(statistics, 0.0);
        QCOMPARE(rowOf(statistics, run, "aten::mm").peakShare, -1.0);
    }

    void theTimeOfALaunchIsNotThatOfTheWork()
    {
        Run run = recordedRun();
        const auto speed = [&run](bool hasDevice, int64_t deviceNs) {
            auto statistics = statisticsOf(run);
            statistics.hasDevice = hasDevice;
            statistics.rows.front().deviceTotalNs = deviceNs;
            markLaunches(statistics, run);
            return statistics.rows.front().flopsPerSecond();
        };
        QVERIFY(speed(false, 0) > 0); // on the processors
        QVERIFY(speed(true, 10'000) > 0);
        QCOMPARE(speed(true, 0), 0.0);
        run.experiment.device = "cuda:0"; // whose work was not recorded
        QCOMPARE(speed(false, 0), 0.0);
        run.outcome = RunOutcome::Finished;
        run.experiment.dataset.clear(); // imported, from a file that does not name the device
        run.experiment.device.clear();
        QCOMPARE(speed(false, 0), 0.0);
        run.experiment.device = "cpu";
        QVERIFY(speed(false, 0) > 0);
    }

    void workOnADeviceIsNotSetBesideTheProcessorsPeak()
    {
        Run run = recordedRun();
        auto statistics = statisticsOf(run);
        statistics.hasDevice = true;
        statistics.rows.front().deviceTotalNs = 10'000;
        QCOMPARE(statistics.rows.front().flopsPerSecond(), 200e9); // of the time on the device
        setPeak(statistics, 200e9);
        QCOMPARE(statistics.rows.front().peakShare, -1.0);
        run.trace.devices.push_back({.name = "GPU"});
        QVERIFY(peakUse(run, cpuModelName()) == PeakUse::OnDevice);
        run.trace.devices.clear();
        run.experiment.device = "cuda:0";
        QVERIFY(peakUse(run, cpuModelName()) == PeakUse::OnDevice);
    }

    void onlyRunsOfThisMachineAreSetBesideItsPeak()
    {
        const Run run = recordedRun();
        QVERIFY(peakUse(run, cpuModelName()) == PeakUse::Comparable);
        QVERIFY(peakUse(run, "Another processor") == PeakUse::OtherMachine);
        QVERIFY(peakUse(run, "") == PeakUse::MachineUnknown);
        Run imported = run;
        imported.experiment.dataset.clear();
        imported.plan.threads = 0;
        QVERIFY(peakUse(imported, cpuModelName()) == PeakUse::ThreadsUnknown);
        imported.plan.threads = threads;
        QVERIFY(peakUse(imported, cpuModelName()) == PeakUse::Comparable);
        Run program = run;
        program.kind = RunKind::Program;
        QVERIFY(peakUse(program, cpuModelName()) == PeakUse::Comparable);
        program.plan.threads = 0;
        QVERIFY(peakUse(program, cpuModelName()) == PeakUse::ThreadsUnknown);
    }

    void thePeakIsThatOfAsManyThreads()
    {
        keepMachinePeak({cpuModelName(), threads, "AVX2 and FMA", 100e9, 10e9, 1});
        keepMachinePeak({cpuModelName(), threads + 1, "AVX2 and FMA", 400e9, 10e9, 1});
        Run run = recordedRun();
        const auto shareOfProduct = [&run](const std::string& cpuModel) {
            const auto statistics = runStatisticsWithPeak(run, cpuModel, OperatorGrouping::ByOperator);
            return rowOf(statistics.figures, run, "aten::mm").peakShare;
        };
        QCOMPARE(shareOfProduct(cpuModelName()), 0.5);
        QCOMPARE(shareOfProduct("Another processor"), -1.0);
        run.plan.threads = threads + 1;
        QCOMPARE(shareOfProduct(cpuModelName()), 0.125);
        run.plan.threads = threads + 2;
        QCOMPARE(shareOfProduct(cpuModelName()), -1.0);
    }

    void threadsComeFromTheRunThenFromItsSettings()
    {
        Run run;
        QCOMPARE(operatorThreads(run), availableProcessors());
        run.experiment.threads = 5;
        QCOMPARE(operatorThreads(run), 5);
        run.plan.threads = 4;
        QCOMPARE(operatorThreads(run), 4);
    }

    void saysWhyThereIsNone()
    {
        const Run run = recordedRun();
        auto statistics = statisticsOf(run);
        const auto why = [&](const char* name, PeakUse use) {
            return QString::fromStdString(whyNoPeakShare(statistics, rowOf(statistics, run, name), use));
        };
        QVERIFY(why("aten::mm", PeakUse::Comparable).contains("stepscope devices --measure-peak"));
        QVERIFY(why("aten::mm", PeakUse::OtherMachine).contains("another processor"));
        QVERIFY(why("aten::mm", PeakUse::MachineUnknown).contains("does not say"));
        QVERIFY(why("aten::mm", PeakUse::ThreadsUnknown).contains("how many threads"));
        QVERIFY(why("aten::mm", PeakUse::OnDevice).contains("device"));
        QVERIFY(why("aten::relu_of_mine", PeakUse::Comparable).contains("no formula"));
        setPeak(statistics, 1e9);
        QCOMPARE(why("aten::mm", PeakUse::Comparable), "");
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TestOperatorPeak)
#include "test_operator_peak.moc"
