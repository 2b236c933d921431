#include "core/exchange/kernel_tables.h"
#include "core/run/run_figures.h"
#include "tests/core/trace/trace_text.h"

#include <QTest>

#include <map>

using namespace stepscope;
using namespace stepscope::test;

class TestKernelTables : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void figuresThatWereNotRecordedAreEmpty()
    {
        const Trace trace =
            traceOf("aten::mm 0-20000\n"
                    "  launch 2000-4000 runtime\n"
                    "gemm 10000-30000 t1 gpu0 kernel <launch grid=8 block=64 registers=32 occupancy=0.5\n"
                    "orphan 90000-110000 t1 kernel\n");
        QCOMPARE(QString::fromStdString(kernelsCsv(kernelStatistics(trace, KernelGrouping::ByLaunch), trace)),
                 "kernel,kind,operator,calls,total_us,percent,mean_us,min_us,max_us,grid,block,"
                 "registers_per_thread,shared_memory_bytes,occupancy_percent,blocks_per_multiprocessor,"
                 "tensor_cores,ran_in_steps,steps,covers\n"
                 "gemm,kernel,aten::mm,1,20,50,20,20,20,8x1x1,64x1x1,32,0,50,,no,,0,"
                 "the whole trace\n"
                 "orphan,kernel,,1,20,50,20,20,20,,,,,,,no,,0,the whole trace\n");
    }

    void kernelsSayInWhichStepsTheyRan()
    {
        Trace trace = traceOf("launch 0-90 runtime\n"
                              "a 20-40 t1 gpu0 kernel <launch\nb 50-60 t1 gpu0 kernel <launch\n"
                              "b 110-140 t1 gpu0 kernel <launch\nc 150-160 t1 gpu0 kernel <launch\n"
                              "e 160-170 t1 gpu0 kernel <launch\nd 210-240 t1 gpu0 kernel <launch\n"
                              "e 240-250 t1 gpu0 kernel <launch\n");
        trace.steps = {{5, 0, 100, EventId(0), EventId(3), StepPhase::Active},
                       {6, 100, 100, EventId(3), EventId(6), StepPhase::Active}};
        KernelStatisticsRow early{.calls = 2, .severalSteps = true, .firstStep = 6, .lastStep = 6};
        early.ranInNone = 1;
        const auto statistics = kernelStatistics(trace, KernelGrouping::ByName);
        std::map<std::string, std::string> texts;
        for (const auto& row : statistics.rows)
            texts[trace.names[row.name]] = kernelStepsText(row);
        texts["f"] = kernelStepsText(early);
        QCOMPARE(texts["a"], std::string("5"));
        QCOMPARE(texts["b"], std::string("5 and 6; 1 of 2 ran after the step of their launch"));
        QCOMPARE(texts["c"], std::string("launched in step 5, ran in step 6"));
        QCOMPARE(texts["d"], std::string("launched in step 5, ran outside the steps"));
        QCOMPARE(texts["e"],
                 std::string("6; 2 of 2 ran after the step of their launch; 1 of 2 ran in no step"));
        QCOMPARE(texts["f"], std::string("6; 1 of 2 ran in no step")); // launched in none, too
        QCOMPARE(coveredSteps(statistics),
                 std::string("active steps 5 and 6 and 2 kernels outside of steps"));
        QVERIFY(kernelsCsv(statistics, trace)
                    .find(",\"launched in step 5, ran in step 6\",2,active steps 5 and 6 and "
                          "2 kernels outside of steps\n") != std::string::npos);
    }

    void kernelsOfSeveralOperatorsSaySo()
    {
        const Trace trace = traceOf("a 0-20\n"
                                    "b 20-40\n"
                                    "gemm 30-40 t1 gpu0 kernel <a\n"
                                    "gemm 40-50 t1 kernel <b\n");
        const auto csv = kernelsCsv(kernelStatistics(trace, KernelGrouping::ByName), trace);
        QVERIFY2(csv.find("gemm,kernel,several,2,") != std::string::npos, csv.c_str());
    }
};

QTEST_GUILESS_MAIN(TestKernelTables)
#include "test_kernel_tables.moc"
