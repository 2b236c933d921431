#include "core/base/allocator.h"
#include "core/base/error.h"
#include "core/base/files/atomic_file.h"
#include "core/base/processes/process_usage.h"
#include "core/machine/environment.h"
#include "core/machine/machine_peak.h"
#include "core/machine/machine_peak_kernels.h"
#include "core/machine/processor_load.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <thread>
#include <vector>

using namespace stepscope;

namespace {

MachinePeak somePeak(int threads = 2)
{
    return {.cpuModel = cpuModelName(),
            .threads = threads,
            .instructionSet = "AVX2 and FMA",
            .flopsPerSecond = 100e9,
            .bytesPerSecond = 20e9,
            .measuredUnixMs = 1'700'000'000'000};
}

} // namespace

class TestMachinePeak : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("XDG_CACHE_HOME", m_folder->path().toUtf8());
    }

    void cleanup() { qunsetenv("XDG_CACHE_HOME"); }

    void measuresSomethingThatCanBe()
    {
        const auto peak = measureMachinePeak(1);
        QCOMPARE(peak.cpuModel, cpuModelName());
        QCOMPARE(peak.threads, 1);
        QVERIFY(!peak.instructionSet.empty());
        // From a very small board to more than one of today's cores can reach.
        QVERIFY2(peak.flopsPerSecond > 1e8 && peak.flopsPerSecond < 1e12,
                 qPrintable(QString::number(peak.flopsPerSecond)));
        QVERIFY2(peak.bytesPerSecond > 1e7 && peak.bytesPerSecond < 1e12,
                 qPrintable(QString::number(peak.bytesPerSecond)));
        QVERIFY(peak.measuredUnixMs > 0);
    }

    void givesItsMemoryBack()
    {
        keepFreedMemory(); // as the program does: otherwise memory freed on the heap stays with the process
        const auto before = processUsage().residentBytes;
        measureMachinePeak(1);
        const auto kept = processUsage().residentBytes - before;
        QVERIFY2(kept < (64 << 20), qPrintable(QString("%1 MB").arg(kept >> 20)));
    }

    void isMeasuredUnaskedOnAnIdleMachineAlone()
    {
        const auto idle = [] { return 0.05; };
        const auto busy = [] { return 0.5; };
        const auto unknown = [] { return -1.0; };
        QVERIFY(!machinePeakWhenIdle(1, false, {}, busy));
        QVERIFY(!keptMachinePeak(1));
        QVERIFY(machinePeakWhenIdle(1, false, {}, idle)->isMeasured());
        QVERIFY(machinePeakWhenIdle(1, false, {}, unknown)->isMeasured());
        auto quiet = somePeak(1);
        quiet.othersShare = 0.01;
        keepMachinePeak(quiet);
        QCOMPARE(*machinePeakWhenIdle(1, false, {}, idle), quiet); // no reason to measure it again
        QCOMPARE(*machinePeakWhenIdle(1, true, {}, busy), quiet);
        auto disturbed = quiet;
        disturbed.othersShare = 0.6;
        keepMachinePeak(disturbed);
        QCOMPARE(*machinePeakWhenIdle(1, false, {}, busy), disturbed);
        QVERIFY(machinePeakWhenIdle(1, false, {}, idle)->measuredUnixMs > disturbed.measuredUnixMs);
    }

    void whatABusyMachineReachesDoesNotLowerThePeak()
    {
        auto quiet = somePeak();
        quiet.othersShare = 0.0;
        auto busy = somePeak();
        busy.flopsPerSecond /= 3;
        busy.bytesPerSecond *= 2;
        busy.othersShare = 0.7;
        QVERIFY(busy.isOfBusyMachine());
        QVERIFY(!quiet.isOfBusyMachine() && !somePeak().isOfBusyMachine());
        const auto peak = higherPeak(quiet, busy);
        QCOMPARE(peak.flopsPerSecond, quiet.flopsPerSecond);
        QCOMPARE(peak.bytesPerSecond, busy.bytesPerSecond);
        QVERIFY(!peak.isOfBusyMachine());
        QCOMPARE(machinePeaksFromJson(toJson({busy})).front(), busy);
    }

    void aFileWithoutTheLoadIsRead()
    {
        const auto peaks = machinePeaksFromJson(
            R"([{"cpu_model":"a","threads":1,"instruction_set":"SSE2","flops_per_second":1e9,)"
            R"("bytes_per_second":1e9,"measured_unix_ms":5}])");
        QCOMPARE(peaks.front().othersShare, -1.0);
    }

    void theLoadIsSharedOutByProcess()
    {
        // 100 ticks a second, two processors, two seconds: 400 ticks, of which 300 were busy, 100 for this
        // process.
        const std::vector<CoreTicks> before{{1000, 5000}, {2000, 5000}};
        const std::vector<CoreTicks> after{{1200, 5200}, {2100, 5200}};
        const auto load = processorLoad(before, after, 1.0, 100.0);
        QCOMPARE(load.own, 0.25);
        QCOMPARE(load.others, 0.5);
        QCOMPARE(load.all(), 0.75);
        QVERIFY(processorLoad({}, {}, 1.0, 100.0).all() < 0);
        QCOMPARE(processorLoad(before, after, 9.0, 100.0).others, 0.0); // clocks differ a little
    }

    void itsLoopsCompute()
    {
        const auto kernel = bestPeakKernel();
        QVERIFY(kernel.flopsPerRound > 0);
        const float sum = kernel.run(1000); // chains and lanes of x = x / 2 + 1 / 2, which is 1
        QCOMPARE(double(sum), std::round(double(sum)));
        QVERIFY(sum >= 12);
        std::vector<float> a(100);
        triad(a.data(), std::vector<float>(100, 1.0F).data(), std::vector<float>(100, 2.0F).data(), 0.5F,
              100);
        QCOMPARE(a, std::vector<float>(100, 2.0F));
    }

    void theRoofIsTheLowerOfBothLimits()
    {
        const auto peak = somePeak();
        QCOMPARE(peak.ridge(), 5.0);
        QCOMPARE(peak.roof(1.0), 20e9);
        QCOMPARE(peak.roof(5.0), 100e9);
        QCOMPARE(peak.roof(50.0), 100e9);
        QVERIFY(!MachinePeak().isMeasured());
    }

    void isKeptAndReread()
    {
        QVERIFY(!keptMachinePeak(2));
        keepMachinePeak(somePeak());
        QCOMPARE(*keptMachinePeak(2), somePeak());
        QCOMPARE(machinePeak(2), somePeak()); // not measured
        QVERIFY(!keptMachinePeak(1));
        auto other = somePeak();
        other.cpuModel = "another processor";
        other.flopsPerSecond = 1;
        keepMachinePeak(other);
        keepMachinePeak(somePeak(4));
        QCOMPARE(*keptMachinePeak(2), somePeak());
        auto faster = somePeak();
        faster.flopsPerSecond *= 2;
        keepMachinePeak(faster);
        QCOMPARE(*keptMachinePeak(2), faster);
        QCOMPARE(machinePeaksFromJson(readFile(machinePeakFile())).size(), size_t(3));
    }

    void thatOfAnotherProcessorDoesNotCount()
    {
        auto other = somePeak(1);
        other.cpuModel = "another processor";
        keepMachinePeak(other);
        QVERIFY(!keptMachinePeak(1));
    }

    void nothingIsReadFromADamagedFile_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("cut off") << QByteArray(toJson({somePeak(1)}).c_str()).chopped(9);
        QTest::newRow("no array") << QByteArray("{}");
        QTest::newRow("no figures") << QByteArray("[{}]");
        auto broken = somePeak(1);
        broken.bytesPerSecond = -3;
        QTest::newRow("impossible") << QByteArray(toJson({broken}).c_str());
    }

    void nothingIsReadFromADamagedFile()
    {
        QFETCH(QByteArray, text);
        std::filesystem::create_directories(machinePeakFile().parent_path());
        writeFileAtomically(machinePeakFile(), text.toStdString());
        QVERIFY(!keptMachinePeak(1));
    }

    void aDamagedFileIsMeasuredAgain()
    {
        std::filesystem::create_directories(machinePeakFile().parent_path());
        writeFileAtomically(machinePeakFile(), "[{]");
        const auto peak = machinePeak(1);
        QVERIFY(peak.isMeasured());
        QCOMPARE(*keptMachinePeak(1), peak);
        QCOMPARE(machinePeak(1), peak);
    }

    void canBeStopped()
    {
        std::stop_source source;
        source.request_stop();
        QVERIFY_THROWS_EXCEPTION(Error, measureMachinePeak(1, source.get_token()));
        QVERIFY_THROWS_EXCEPTION(Error, measureMachinePeak(0));
    }

    void isMeasuredWhereItCannotBeKept()
    {
        qputenv("XDG_CACHE_HOME", "/proc/no such folder");
        QVERIFY(machinePeak(1).isMeasured());
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TestMachinePeak)
#include "test_machine_peak.moc"
