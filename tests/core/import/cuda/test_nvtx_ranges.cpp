#include "core/import/cuda/gpu_occupancy.h"
#include "core/import/cuda/nvtx_ranges.h"
#include "profiler_files.h"
#include "tests/core/import/imported_text.h"
#include "tests/support/std_string.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::test;

/// Names of ranges, and what is made of them.
class TestNvtxRanges : public QObject
{
    Q_OBJECT

private:
    struct Range
    {
        std::string name;
        int64_t startUs;
        int64_t endUs;
    };
    /// "number start-end" of each step, in µs from the first range on.
    std::string stepsOf(const std::vector<Range>& ranges)
    {
        const auto path = m_folder.path() / "ranges.sqlite";
        {
            ProfilerFile file(path);
            file.execute(
                "CREATE TABLE NVTX_EVENTS (start INTEGER, end INTEGER, eventType INTEGER, text TEXT, "
                "globalTid INTEGER)");
            for (const Range& each : ranges)
                file.insert("NVTX_EVENTS", each.startUs * us, each.endUs * us, 59, each.name.c_str(),
                            globalTid);
        }
        std::string text;
        for (const TraceStep& step : importFile(path).run.trace.steps)
            text += fmt::format("{}{} {}-{}", text.empty() ? "" : ", ", step.number, step.startNs / us,
                                (step.startNs + step.durationNs) / us);
        return text;
    }

    ImportFolder m_folder;

private Q_SLOTS:
    void namesOfStepsAreTold_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("stem"); // empty: no step
        QTest::addColumn<int>("number");
        QTest::newRow("iteration") << "iteration 12"
                                   << "iteration" << 12;
        QTest::newRow("capital") << "Step_3"
                                 << "step" << 3;
        QTest::newRow("together") << "iter7"
                                  << "iter" << 7;
        QTest::newRow("colon") << "Batch: 0"
                               << "batch" << 0;
        QTest::newRow("words") << "train step"
                               << "trainstep" << -1;
        QTest::newRow("profiler") << "ProfilerStep#5"
                                  << "profilerstep" << 5;
        QTest::newRow("other") << "optimizer step"
                               << "" << -1;
        QTest::newRow("layer") << "conv2"
                               << "" << -1;
        QTest::newRow("empty") << ""
                               << "" << -1;
        QTest::newRow("number alone") << "12"
                                      << "" << -1;
    }

    void namesOfStepsAreTold()
    {
        QFETCH(QString, name);
        QFETCH(QString, stem);
        QFETCH(int, number);
        const NvtxStep step = nvtxStepOf(name.toStdString());
        QCOMPARE(step.stem, stem.toStdString());
        QCOMPARE(step.number, stem.isEmpty() ? -1 : number);
    }

    void whatPyTorchAddsIsTakenOff()
    {
        const NvtxName plain = nvtxNameOf("forward");
        QCOMPARE(std::string(plain.name), std::string("forward"));
        QVERIFY(!plain.isOfPyTorch && plain.sequence == -1 && plain.shapes.empty());
        const NvtxName whole =
            nvtxNameOf("aten::addmm, seq = 7, op_id = 3, sizes = [[8], [8, 4]], input_op_ids = [(1, 0)]");
        QCOMPARE(std::string(whole.name), std::string("aten::addmm"));
        QCOMPARE(whole.sequence, 7);
        QCOMPARE(std::string(whole.shapes), std::string("[[8], [8, 4]]"));
        QVERIFY(nvtxNameOf("aten::relu").isOfPyTorch && nvtxNameOf("relu, op_id = 4").isOfPyTorch);
    }

    void stepsAreThoseThatCoverTheMost()
    {
        QCOMPARE(stepsOf({{"iteration 3", 0, 100},
                          {"batch 0", 10, 40},
                          {"batch 1", 50, 90},
                          {"iteration 4", 100, 190},
                          {"batch 2", 110, 150}}),
                 std::string("3 0-100, 4 100-190"));
    }

    void theOptimizersStepIsNoStep()
    {
        QCOMPARE(stepsOf({{"forward", 0, 60}, {"step", 90, 100}, {"forward", 100, 160}, {"step", 190, 200}}),
                 std::string());
        QCOMPARE(stepsOf({{"step", 0, 95}, {"step", 100, 190}}), std::string("0 0-95, 1 100-190"));
    }

    void numbersThatDoNotRiseAreCountedAnew()
    {
        QCOMPARE(stepsOf({{"batch 0", 0, 10}, {"batch 1", 10, 20}, {"batch 0", 20, 30}}),
                 std::string("0 0-10, 1 10-20, 2 20-30"));
    }

    void whatOverlapsAStepIsNone()
    {
        QCOMPARE(stepsOf({{"step 1", 0, 50}, {"step 2", 40, 90}, {"step 3", 60, 90}}),
                 std::string("1 0-50, 3 60-90"));
    }

    /// Against NVIDIA's occupancy calculator.
    void blocksOnAMultiprocessorAreThoseThatItsLimitsAllow_data()
    {
        QTest::addColumn<int>("threads");
        QTest::addColumn<int>("registers");
        QTest::addColumn<int>("shared");
        QTest::addColumn<int>("onV100");
        QTest::addColumn<int>("onA100");
        QTest::newRow("by warps") << 256 << 32 << 0 << 8 << 8;
        QTest::newRow("by blocks") << 32 << 16 << 0 << 32 << 32;
        // 64 registers by 32 threads: 2048 a warp, 8 warps in each quarter, 32 in all, 8 a block.
        QTest::newRow("by registers") << 256 << 64 << 0 << 4 << 4;
        // 65 registers round up to 2304 a warp: 7 warps in each quarter, 28 in all, 3 blocks of 8.
        QTest::newRow("registers rounded") << 256 << 65 << 0 << 3 << 3;
        // V100: 98304 / 32768. A100: 167936 / (32768 + 1024).
        QTest::newRow("by shared memory") << 128 << 32 << 32768 << 3 << 4;
    }

    void blocksOnAMultiprocessorAreThoseThatItsLimitsAllow()
    {
        QFETCH(int, threads);
        QFETCH(int, registers);
        QFETCH(int, shared);
        QFETCH(int, onV100);
        QFETCH(int, onA100);
        const GpuLimits v100{7, 0, 80, 32, 64, 32, 65536, 98304};
        const GpuLimits a100{8, 0, 108, 32, 64, 32, 65536, 167936};
        const TraceDeviceWork kernel{.block = {uint32_t(threads), 1, 1},
                                     .registers = uint32_t(registers),
                                     .sharedBytes = uint32_t(shared)};
        QCOMPARE(residentBlocks(kernel, v100), onV100);
        QCOMPARE(residentBlocks(kernel, a100), onA100);
        QCOMPARE(residentBlocks(kernel, {}), -1);
    }

    void hugeGridsDoNotOverflow()
    {
        constexpr uint32_t most = 0x7FFFFFFF;
        TraceDeviceWork kernel{.grid = {most, most, most}, .block = {most, most, most}, .registers = most};
        estimateOccupancy(kernel, {8, 0, 108, 32, 64, 32, 65536, 167936});
        QCOMPARE(kernel.occupancy, 0.0F); // not even one block fits
    }
};

QTEST_GUILESS_MAIN(TestNvtxRanges)
#include "test_nvtx_ranges.moc"
