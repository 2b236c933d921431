#include "core/torch/record/device_activities.h"
#include "core/torch/record/kineto_details.h"

#include <QtTest>

#include <string>

using namespace stepscope;

class TestDeviceActivities : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesTellWhatAnActivityIs()
    {
        QCOMPARE(activityKind("cudaLaunchKernel", false), EventKind::Runtime);
        QCOMPARE(activityKind("cuLaunchKernel", false), EventKind::Runtime);
        QCOMPARE(activityKind("hipMemcpyAsync", false), EventKind::Runtime);
        QCOMPARE(activityKind("custom_operator", false), EventKind::Operator);
        QCOMPARE(activityKind("Activity Buffer Request", false), EventKind::Overhead);
        QCOMPARE(activityKind("void at::native::vectorized_elementwise_kernel<4>", true), EventKind::Kernel);
        QCOMPARE(activityKind("ncclDevKernel_AllReduce_Sum_f32_RING_LL", true), EventKind::Communication);
        QCOMPARE(activityKind("Memset (Device)", true), EventKind::MemorySet);
        QCOMPARE(activityKind("Stream Wait Event", true), EventKind::Synchronization);
        const std::string copy = "Memcpy HtoD (Pageable -> Device)";
        QCOMPARE(activityKind(copy, true), EventKind::MemoryCopy);
        QCOMPARE(copyDirection(copy), CopyDirection::HostToDevice);
        QCOMPARE(copyDirection("Memcpy PtoP (Device -> Device)"), CopyDirection::PeerToPeer);
        QCOMPARE(copyDirection("sgemm_HtoD"), CopyDirection::None);
    }

    void detailsComeFromTheTraceThatKinetoWrote()
    {
        DeviceActivities seen;
        for (const uint64_t correlation : {7, 8, 9}) {
            seen.activities.emplace_back().correlation = correlation;
            seen.activities.back().device = 0;
        }
        seen.activities[1].work.direction = CopyDirection::DeviceToHost;
        addKinetoDetails(R"({"deviceProperties": [
            {"id": 0, "name": "NVIDIA H200", "totalGlobalMem": 150754820096, "computeMajor": 9,
             "computeMinor": 0, "numSms": 132, "maxThreadsPerMultiprocessor": 2048, "warpSize": 32}],
          "traceEvents": [
            {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "ts": 1, "dur": 1,
             "args": {"cbid": 211, "correlation": 7}},
            {"ph": "X", "cat": "kernel", "name": "k", "ts": 2, "dur": 3,
             "args": {"device": 0, "stream": 7, "correlation": 7, "registers per thread": 32,
                      "shared memory": 1024, "blocks per SM": 0.5, "warps per SM": 4.0,
                      "grid": [66, 1, 1], "block": [256, 1, 1], "est. achieved occupancy %": 25}},
            {"ph": "X", "cat": "gpu_memcpy", "name": "Memcpy DtoH", "ts": 9, "dur": 1,
             "args": {"device": 0, "stream": 7, "correlation": 8, "bytes": 4096}}]})",
                         seen);
        const auto& kernelWork = seen.activities[0].work;
        QCOMPARE(kernelWork.grid[0], 66U);
        QCOMPARE(kernelWork.block[0], 256U);
        QCOMPARE(kernelWork.registers, 32U);
        QCOMPARE(kernelWork.sharedBytes, 1024U);
        QCOMPARE(kernelWork.occupancy, 0.25F);
        QCOMPARE(kernelWork.blocksPerProcessor, 0.5F);
        QCOMPARE(kernelWork.bytes, int64_t(-1));
        QCOMPARE(seen.activities[1].work.bytes, int64_t(4096));
        QCOMPARE(seen.activities[1].work.direction, CopyDirection::DeviceToHost);
        QCOMPARE(seen.activities[2].work, TraceDeviceWork());
        QCOMPARE(seen.devices.size(), size_t(1));
        QCOMPARE(seen.devices[0].name, std::string("NVIDIA H200"));
        QCOMPARE(seen.devices[0].processors, 132);
        QCOMPARE(seen.devices[0].memoryBytes, int64_t(150754820096));
    }

    void aBrokenTraceOfKinetosAddsNothing()
    {
        DeviceActivities seen;
        seen.activities.emplace_back().device = 0;
        for (const char* text :
             {"", "[]", "{\"traceEvents\": [", "{\"traceEvents\": [1, {\"args\": 2}, null]}"})
            addKinetoDetails(std::string_view(text), seen);
        QCOMPARE(seen.activities[0].work, TraceDeviceWork());
        QVERIFY(seen.devices.empty());
    }
};

QTEST_GUILESS_MAIN(TestDeviceActivities)
#include "test_device_activities.moc"
