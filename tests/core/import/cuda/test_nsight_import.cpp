#include "core/advise/advice.h"
#include "core/trace/memory_profile.h"
#include "core/trace/operators/operator_statistics.h"
#include "core/trace/steps/device_figures.h"
#include "core/trace/steps/step_breakdown.h"
#include "core/trace/timeline/timeline_index.h"
#include "profiler_files.h"
#include "tests/core/import/imported_text.h"
#include "tests/support/std_string.h"

#include <QTest>

#include <cmath>

using namespace stepscope;
using namespace stepscope::test;

namespace {

bool isNear(double value, double expected)
{
    return std::abs(value - expected) < 1e-6 * std::max(1.0, std::abs(expected));
}

std::string logOf(const ImportedRun& imported)
{
    std::string text;
    for (const auto* sentences : {&imported.log.found(), &imported.log.damages()}) {
        for (const std::string& sentence : *sentences)
            text += sentence + "\n";
    }
    for (const std::string& sentence : imported.log.issues())
        text += sentence + "\n";
    return text;
}

} // namespace

class TestNsightImport : public QObject
{
    Q_OBJECT

private:
    std::filesystem::path path() const { return m_folder.path() / "trace.sqlite"; }
    ImportedRun importNew()
    {
        writeNewNsight(path());
        return importFile(path());
    }

    ImportFolder m_folder;

private Q_SLOTS:
    void everyTableFindsItsPlace()
    {
        const auto imported = importNew();
        const Trace& trace = imported.run.trace;
        checkSound(trace);
        const std::string gemm = "void gemm<float>(float const*, int)";
        QCOMPARE(printed(trace).substr(0, printed(trace).find("101 operator Forward forward 1000")),
                 "101 operator Forward forward 0-400\n"
                 "101 runtime Forward cudaMemcpyAsync 10-30 in forward\n"
                 "gpu1/7 copy Forward Memcpy HtoD (Pinned -> Device) 30-130 by cudaMemcpyAsync\n"
                 "101 runtime Forward cudaLaunchKernel 50-60 in forward\n"
                 "101 runtime Forward cudaMemcpyAsync 70-80 in forward\n"
                 "gpu1/7 kernel Forward " +
                     gemm +
                     " 150-350 by cudaLaunchKernel\n"
                     "gpu1/13 copy Forward Memcpy DtoH (Device -> Pageable) 250-300 by cudaMemcpyAsync\n"
                     "101 operator Backward backward 400-800\n"
                     "101 runtime Backward cudaMemsetAsync 420-430 in backward\n"
                     "101 runtime Backward cudaLaunchKernel 450-460 in backward\n"
                     "gpu1/7 set Backward Memset (Device) 460-470 by cudaMemsetAsync\n"
                     "gpu1/7 kernel Backward void gemm_backward<float>(float*) 480-780 by cudaLaunchKernel\n"
                     "101 runtime Other cudaStreamSynchronize 850-1000\n");
        QCOMPARE(trace.steps.size(), size_t(2));
        QCOMPARE(trace.steps.front().number, 7);
        QCOMPARE(trace.steps.back().startNs, 1000 * us);
        QCOMPARE(trace.threads.front().name, std::string("python3"));
        QCOMPARE(trace.threads.front().process, profiledProcess);
        QVERIFY2(imported.log.issues().empty(), logOf(imported).c_str());
    }

    void aDeviceIsKnownByItsOwnNumberAndItsWorkInDetail()
    {
        const auto imported = importNew();
        const Trace& trace = imported.run.trace;
        QCOMPARE(trace.devices.size(), size_t(1));
        const TraceDevice expected{.number = 1,
                                   .name = "NVIDIA A100",
                                   .memoryBytes = 42'949'672'960,
                                   .computeMajor = 8,
                                   .computeMinor = 0,
                                   .processors = 108,
                                   .threadsPerProcessor = 2048,
                                   .warpSize = 32};
        QVERIFY(trace.devices.front() == expected);
        const TraceDeviceWork& copy = trace.deviceWork.at(0);
        QCOMPARE(copy.bytes, 1'000'000);
        QVERIFY(copy.direction == CopyDirection::HostToDevice);
        const TraceDeviceWork& gemm = trace.deviceWork.at(1);
        QCOMPARE(gemm.grid[0], 216U);
        QCOMPARE(gemm.block[0], 256U);
        QCOMPARE(gemm.registers, 32U);
        QCOMPARE(gemm.blocksPerProcessor, 2.0F);
        QCOMPARE(gemm.warpsPerProcessor, 16.0F);
        QCOMPARE(gemm.occupancy, 0.25F); // 2 blocks of 256 threads of 2048
        QCOMPARE(trace.deviceWork.at(4).sharedBytes, 3072U);
    }

    void theRunTellsWhereItCameFrom()
    {
        const auto imported = importNew();
        QCOMPARE(imported.origin.format, std::string("Nsight Systems SQLite export"));
        QCOMPARE(imported.origin.firstUnixNs, 1'700'000'000'000'000'000 + 1000 * us);
        QCOMPARE(imported.run.experiment.network, std::string("trace"));
        QCOMPARE(imported.run.experiment.device, std::string("cuda:1"));
        QVERIFY2(logOf(imported).find("26 events on 1 thread and 2 streams in 2.00 ms") != std::string::npos,
                 logOf(imported).c_str());
    }

    void operatorsAndKernelsHaveTheirRows()
    {
        const Trace trace = importNew().run.trace;
        const auto operators = operatorStatistics(trace, OperatorGrouping::ByOperator);
        QCOMPARE(operators.rows.size(), size_t(2));
        const bool isFirst = trace.names[operators.rows[0].name] == "forward";
        const OperatorRow& forward = operators.rows[isFirst ? 0 : 1];
        QCOMPARE(forward.calls, 2);
        QCOMPARE(forward.selfNs, 720 * us);       // without the calls of the runtime
        QCOMPARE(forward.deviceSelfNs, 700 * us); // 100 + 200 + 50, twice
        const auto kernels = operatorStatistics(trace, OperatorGrouping::ByKernel);
        QCOMPARE(kernels.rows.size(), size_t(5));
        QCOMPARE(kernels.deviceNs, 1320 * us);
    }

    void stepsSplitByWhatTheDeviceDoes()
    {
        const Trace trace = importNew().run.trace;
        for (const StepBreakdown& step : DeviceSplitter().update(trace)) {
            QCOMPARE(step.part(StepPart::Kernel), 500 * us);
            QCOMPARE(step.part(StepPart::MemoryCopy), 100 * us); // the other one is below gemm
            QCOMPARE(step.part(StepPart::MemorySet), 10 * us);
            QCOMPARE(step.part(StepPart::Runtime), 190 * us); // 10-30, 420-430, 450-460, 850-1000
            QCOMPARE(step.part(StepPart::Operator), 150 * us);
            QCOMPARE(step.part(StepPart::Idle), 50 * us);
        }
    }

    void theDeviceHasItsFigures()
    {
        const Trace trace = importNew().run.trace;
        const auto devices = deviceFigures(trace);
        QCOMPARE(devices.size(), size_t(1));
        const DeviceFigures& device = devices.front();
        QVERIFY(isNear(device.utilization(), 0.5));
        QVERIFY(isNear(double(device.copyNs) / double(device.kernelNs), 0.3));
        QVERIFY(isNear(device.copyOverlap(), 100.0 / 300));
        QVERIFY(isNear(device.copy(CopyDirection::HostToDevice).throughput(), 10e9));
        QVERIFY(isNear(device.copy(CopyDirection::DeviceToHost).throughput(), 5e9));
        QVERIFY(isNear(device.smEfficiency, 0.35)); // (200 · 1 + 300 · 0.5) / 1000
        QVERIFY(isNear(device.occupancy, 0.1375));  // (200 · 0.25 + 300 · 0.0625) / 500
        QCOMPARE(device.ownLaunches, 4);
        QCOMPARE(device.launchDelayNs, 2 * (100 + 30) * us);
    }

    void theGuidedAnalysisAnswers()
    {
        const auto imported = importNew();
        int answered = 0;
        for (const Finding& finding : advise(imported.run, {})) {
            const bool isAsked = finding.id == FindingId::CopyTime || finding.id == FindingId::CopyOverlap ||
                                 finding.id == FindingId::CopyThroughput ||
                                 finding.id == FindingId::Utilization;
            if (!isAsked)
                continue;
            ++answered;
            QVERIFY2(finding.verdict != FindingVerdict::CannotBeTold, finding.meaning.c_str());
            if (finding.id == FindingId::Utilization)
                QVERIFY(isNear(finding.measure->value, 0.5));
        }
        QCOMPARE(answered, 4);
    }

    void theTimelineHasTracksForThreadAndStreams()
    {
        const Trace trace = importNew().run.trace;
        TimelineIndex index;
        index.update(trace);
        QCOMPARE(trace.threads.size(), size_t(3));
        QVERIFY(trace.threads[1].isStream() && trace.threads[1].id == 7 && trace.threads[1].device == 1);
        QCOMPARE(trace.threads[2].id, 13);
        QCOMPARE(index.threads().size(), size_t(3));
        QCOMPARE(index.threads()[1].lanes.front().size(),
                 8U); // in each step a copy, two kernels, a set
    }

    void anOldFileIsReadByItsOwnColumns()
    {
        writeOldNsight(path());
        const auto imported = importFile(path());
        QCOMPARE(printed(imported.run.trace),
                 std::string("101 operator Other solve 0-20\n"
                             "101 runtime Other cudaLaunch 5-15 in solve\n"
                             "101 range Other never ended 19-45\n"
                             "gpu0/7 kernel Other gemm(float const*, int) 25-45 by cudaLaunch\n"));
        QCOMPARE(imported.run.trace.deviceWork.front().blocksPerProcessor, 2.0F);
        QCOMPARE(imported.run.trace.deviceWork.front().occupancy, -1.0F); // limits are not in the file
        QCOMPARE(imported.log.counted(ImportIssue::BeginsWithoutEnd), 1);
        QCOMPARE(imported.log.counted(ImportIssue::OtherPhases), 1);
        QCOMPARE(imported.run.trace.devices.front().name, std::string("Tesla V100"));
    }

    void anyTableCanBeMissing_data()
    {
        QTest::addColumn<QString>("table");
        for (const char* table :
             {"StringIds", "ThreadNames", "META_DATA_EXPORT", "TARGET_INFO_SESSION_START_TIME",
              "TARGET_INFO_GPU", "TARGET_INFO_CUDA_DEVICE", "ENUM_CUDA_MEM_KIND",
              "CUPTI_ACTIVITY_KIND_RUNTIME", "CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_MEMCPY",
              "CUPTI_ACTIVITY_KIND_MEMSET", "NVTX_EVENTS", "OSRT_API", "CUDA_GPU_MEMORY_USAGE_EVENTS"})
            QTest::newRow(table) << table;
    }

    void anyTableCanBeMissing()
    {
        QFETCH(QString, table);
        writeNewNsight(path());
        SqliteDatabase(path(), SqliteDatabase::Access::Write).execute("DROP TABLE " + table.toStdString());
        const auto imported = importFile(path());
        checkSound(imported.run.trace);
        QVERIFY(imported.log.damages().empty());
        QVERIFY(imported.run.trace.size() >= 14);
        if (table == "CUPTI_ACTIVITY_KIND_RUNTIME")
            QCOMPARE(imported.log.counted(ImportIssue::WorkWithoutLaunch), 10);
        if (table == "NVTX_EVENTS")
            QVERIFY(imported.run.trace.steps.empty());
    }

    void processesDoNotShareTheirNumbersOfCorrelation()
    {
        writeNewNsight(path());
        constexpr int64_t other = 200LL << 24;
        const std::string rows = fmt::format(
            "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (1600000, 1610000, 0, {0} + 201, 2, 8, 0, NULL);"
            "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (1700000, 1800000, 0, 1, NULL, 7, 2, {0}, 3, 4, "
            "NULL,"
            " 32, 54, 1, 1, 256, 1, 1, 0, 0)",
            other);
        SqliteDatabase(path(), SqliteDatabase::Access::Write).execute(rows);
        const std::string text = printed(importFile(path()).run.trace);
        QVERIFY2(text.find("gpu0/7 kernel Other void gemm_backward<float>(float*) 700-800 by "
                           "cudaStreamSynchronize") != std::string::npos,
                 text.c_str());
    }

    void rangesOfPyTorchAreOperatorsWithShapes()
    {
        writeNewNsight(path());
        SqliteDatabase(path(), SqliteDatabase::Access::Write)
            .execute(fmt::format(
                "INSERT INTO NVTX_EVENTS VALUES (1005000, 1090000, 59, NULL, "
                "'aten::conv2d, seq = 12, op_id = 40, sizes = [[64, 1, 28, 28], [32, 1, 3, 3], []], "
                "input_op_ids = [(1,0)]', {0}, NULL, 0);"
                "INSERT INTO NVTX_EVENTS VALUES (1405000, 1470000, 59, NULL, "
                "'ConvolutionBackward0, seq = 12, op_id = 90', {0}, NULL, 0)",
                globalTid));
        const std::string text = printed(importFile(path()).run.trace);
        QVERIFY2(text.find("101 range Forward forward 0-400\n"
                           "101 operator Forward aten::conv2d 5-90 ([64, 1, 28, 28], [32, 1, 3, 3]) #12 in "
                           "forward\n"
                           "101 runtime Forward cudaMemcpyAsync 10-30 in aten::conv2d\n") !=
                     std::string::npos,
                 text.c_str());
        QVERIFY2(text.find("101 operator Backward ConvolutionBackward0 405-470 #12 in backward") !=
                     std::string::npos,
                 text.c_str());
    }

    void graphsSystemCallsAndMemoryAreRead()
    {
        writeNewNsight(path());
        SqliteDatabase database(path(), SqliteDatabase::Access::Write);
        database.execute(fmt::format(
            "CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE (start INTEGER, end INTEGER, deviceId INTEGER,"
            " streamId INTEGER, correlationId INTEGER, globalPid INTEGER, graphId INTEGER);"
            "INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE VALUES (1810000, 1830000, 0, 7, 6, {0}, 3);"
            "INSERT INTO StringIds VALUES (20, 'poll');"
            "INSERT INTO OSRT_API VALUES (1820000, 1840000, 0, {1}, 20, 0);"
            "INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS VALUES (1015000, {0}, 0, 1, 4096, 512, 2, 0, 1),"
            " (1425000, {0}, 0, 1, 4096, 512, 2, 1, 4);"
            "CREATE TABLE COMPOSITE_EVENTS (id INTEGER PRIMARY KEY, start INTEGER);"
            "INSERT INTO COMPOSITE_EVENTS VALUES (12, 5)",
            globalPid, globalTid));
        const auto imported = importFile(path());
        const Trace& trace = imported.run.trace;
        const std::string text = printed(trace);
        QVERIFY2(text.find("gpu1/7 kernel Other CUDA graph 3 810-830") != std::string::npos, text.c_str());
        QVERIFY2(text.find("101 range Other poll 820-840") != std::string::npos, text.c_str());
        QCOMPARE(trace.allocations.size(), size_t(2));
        QCOMPARE(trace.allocations[0].bytes, 512);
        QCOMPARE(trace.allocations[1].bytes, -512);
        QCOMPARE(trace.allocations[0].device, int16_t(1));
        QCOMPARE(trace.names[trace.name[trace.allocations[0].event]], std::string("cudaMemcpyAsync"));
        QVERIFY2(logOf(imported).find("COMPOSITE_EVENTS (12)") != std::string::npos, logOf(imported).c_str());
    }

    void progressIsToldAndCancelHeeded()
    {
        writeNewNsight(path());
        SqliteDatabase(path(), SqliteDatabase::Access::Write)
            .execute(
                fmt::format("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000) "
                            "INSERT INTO OSRT_API SELECT 1000000 + i, 1000000 + i, 0, {}, 9, 0 FROM n",
                            globalTid));
        std::vector<ImportProgress> told;
        importFile(path(), {.progress = [&](const ImportProgress& each) { told.push_back(each); }});
        QVERIFY(told.size() >= 3);
        QVERIFY(told.front().bytesRead < told.back().bytesRead);
        QVERIFY(told.back().bytesRead <= told.back().fileBytes && told.back().secondsLeft >= 0);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY_EXCEPTION_THROWN(importFile(path(), {.stop = stop.get_token()}), ImportCanceled);
    }
};

QTEST_GUILESS_MAIN(TestNsightImport)
#include "test_nsight_import.moc"
