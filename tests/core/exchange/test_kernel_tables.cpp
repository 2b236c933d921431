#include "core/exchange/kernel_tables.h"
#include "tests/core/trace/trace_text.h"

#include <QTest>

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
                 "tensor_cores,steps,covers\n"
                 "gemm,kernel,aten::mm,1,20,50,20,20,20,8x1x1,64x1x1,32,0,50,,no,0,"
                 "the whole trace\n"
                 "orphan,kernel,,1,20,50,20,20,20,,,,,,,no,0,the whole trace\n");
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
