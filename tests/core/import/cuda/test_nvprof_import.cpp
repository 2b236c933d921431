#include "core/import/cuda/cuda_call_names.h"
#include "core/trace/steps/device_figures.h"
#include "profiler_files.h"
#include "tests/core/import/imported_text.h"
#include "tests/support/std_string.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::test;

class TestNvprofImport : public QObject
{
    Q_OBJECT

private:
    std::filesystem::path path() const { return m_folder.path() / "old.nvvp"; }
    ImportedRun importFirst()
    {
        writeNvprof(path());
        return importFile(path());
    }

    ImportFolder m_folder;

private Q_SLOTS:
    void everyTableFindsItsPlace()
    {
        const auto imported = importFirst();
        const Trace& trace = imported.run.trace;
        checkSound(trace);
        QCOMPARE(printed(trace),
                 std::string(
                     "2147483749 operator Forward forward 0-400\n"
                     "2147483749 runtime Forward cudaMemcpyAsync 10-30 in forward\n"
                     "gpu0/7 copy Forward Memcpy HtoD (Pinned -> Device) 30-130 by cudaMemcpyAsync\n"
                     "2147483749 runtime Forward cudaLaunchKernel 50-60 in forward\n"
                     "2147483749 runtime Forward cudaMemcpyAsync 70-80 in forward\n"
                     "gpu0/7 kernel Forward void gemm<float>(float const*, int) 150-350 by cudaLaunchKernel\n"
                     "gpu0/13 copy Forward Memcpy DtoH (Device -> Pageable) 250-300 by cudaMemcpyAsync\n"
                     "2147483749 operator Backward backward 400-800\n"
                     "2147483749 runtime Backward cuMemsetD8Async 420-430 in backward\n"
                     "2147483749 runtime Backward cuLaunchKernel 450-460 in backward\n"
                     "gpu0/7 set Backward Memset (Device) 460-470 by cuMemsetD8Async\n"
                     "gpu0/7 kernel Backward gemm_backward 480-780 by cuLaunchKernel\n"
                     "2147483749 runtime Other cudaStreamSynchronize 850-1000\n"
                     "2147483749 runtime Other CUDA runtime call 256 1000-1010\n"));
        QCOMPARE(trace.threads.front().name, std::string("trainer"));
        QCOMPARE(trace.threads.front().process, profiledProcess);
        QCOMPARE(imported.log.counted(ImportIssue::OtherPhases), 1); // the mark
        QCOMPARE(imported.log.counted(ImportIssue::EndsWithoutBegin), 0);
        QVERIFY(imported.log.damages().empty());
    }

    void timesAreOfTheWallClock()
    {
        const auto imported = importFirst();
        QCOMPARE(imported.origin.format, std::string("nvprof SQLite file"));
        QCOMPARE(imported.origin.firstUnixNs, nvprofStartNs);
        QCOMPARE(imported.run.startUnixMs, nvprofStartNs / 1'000'000);
    }

    void theDeviceHasItsFigures()
    {
        const auto imported = importFirst();
        const auto devices = deviceFigures(imported.run.trace);
        QCOMPARE(devices.size(), size_t(1));
        const DeviceFigures& device = devices.front();
        QCOMPARE(device.properties.name, std::string("Tesla P100"));
        QCOMPARE(device.properties.memoryBytes, 17'179'869'184);
        QCOMPARE(device.kernelNs, 500 * us);
        QCOMPARE(device.copyNs, 150 * us);
        QCOMPARE(device.copyOverKernelNs, 50 * us);
        QCOMPARE(device.copy(CopyDirection::HostToDevice).throughput(), 10e9);
        // 112 blocks on 56 multiprocessors, 256 threads of 2048: 0.25; 28 blocks: 0.0625.
        QVERIFY(std::abs(device.occupancy - 0.1375) < 1e-6);
        // (200 · 1 + 300 · 0.5) of all 1010 µs.
        QVERIFY(std::abs(device.smEfficiency - 350.0 / 1010) < 1e-6);
    }

    void anyTableCanBeMissing_data()
    {
        QTest::addColumn<QString>("table");
        for (const char* table :
             {"StringTable", "Version", "CUPTI_ACTIVITY_KIND_DEVICE", "CUPTI_ACTIVITY_KIND_RUNTIME",
              "CUPTI_ACTIVITY_KIND_DRIVER", "CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL",
              "CUPTI_ACTIVITY_KIND_MEMCPY", "CUPTI_ACTIVITY_KIND_MEMSET", "CUPTI_ACTIVITY_KIND_NAME",
              "CUPTI_ACTIVITY_KIND_MARKER"})
            QTest::newRow(table) << table;
    }

    void anyTableCanBeMissing()
    {
        QFETCH(QString, table);
        writeNvprof(path());
        SqliteDatabase(path(), SqliteDatabase::Access::Write).execute("DROP TABLE " + table.toStdString());
        const auto imported = importFile(path());
        checkSound(imported.run.trace);
        QVERIFY(imported.log.damages().empty());
        QVERIFY(imported.run.trace.size() >= 9);
    }

    void kernelsOneAfterTheOtherHaveATableOfTheirOwn()
    {
        writeNvprof(path());
        SqliteDatabase(path(), SqliteDatabase::Access::Write)
            .execute(
                "ALTER TABLE CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL RENAME TO CUPTI_ACTIVITY_KIND_KERNEL");
        const Trace trace = importFile(path()).run.trace;
        QCOMPARE(std::ranges::count(trace.kind, EventKind::Kernel), 2);
    }

    void markersWithoutTheirOtherHalfAreCounted()
    {
        writeNvprof(path());
        SqliteDatabase(path(), SqliteDatabase::Access::Write)
            .execute("DELETE FROM CUPTI_ACTIVITY_KIND_MARKER WHERE (id = 1 AND flags = 4) OR (id = 2 AND "
                     "flags = 2)");
        const auto imported = importFile(path());
        QCOMPARE(imported.log.counted(ImportIssue::BeginsWithoutEnd), 1);
        QCOMPARE(imported.log.counted(ImportIssue::EndsWithoutBegin), 1);
        const std::string text = printed(imported.run.trace);
        QVERIFY2(text.starts_with("2147483749 operator Forward forward 0-1010\n"), text.c_str());
    }

    void versionsOfTheInterfaceStandInNoName()
    {
        QCOMPARE(std::string(plainCudaName("cudaLaunchKernel_v7000")), std::string("cudaLaunchKernel"));
        QCOMPARE(std::string(plainCudaName("cudaMemcpyAsync_ptsz_v7000")), std::string("cudaMemcpyAsync"));
        QCOMPARE(std::string(plainCudaName("cuMemcpyHtoD_v2")), std::string("cuMemcpyHtoD_v2"));
        QCOMPARE(std::string(plainCudaName("_v")), std::string("_v"));
        QCOMPARE(cudaRuntimeCallName(-5), std::string("CUDA runtime call -5"));
        QCOMPARE(cudaDriverCallName(307), std::string("cuLaunchKernel"));
    }
};

QTEST_GUILESS_MAIN(TestNvprofImport)
#include "test_nvprof_import.moc"
