#include "chrome_trace_text.h"
#include "core/import/shared/imported_run.h"
#include "tests/core/import/imported_text.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::test;

namespace {

constexpr const char* program =
    R"(4100 range Data enumerate(DataLoader)#_Iterator.__next__ 10-60
4100 operator Data aten::stack 20-40 in enumerate(DataLoader)#_Iterator.__next__
4100 operator Forward aten::copy_ 70-90
4100 runtime Forward cudaMemcpyAsync 75-80 in aten::copy_
gpu0/7 copy Forward Memcpy HtoD (Pageable -> Device) 82-88 by cudaMemcpyAsync
4100 operator Forward aten::conv2d 100-300 ([32, 3, 8, 8], [16, 3, 3, 3]; stride [?], padding [?], dilation [?]) #50
4100 operator Forward aten::convolution 110-290 #50 in aten::conv2d
4100 runtime Forward cudaLaunchKernel 150-160 in aten::convolution
gpu0/7 kernel Forward void convolve<float, 128>(float*) 180-480 by cudaLaunchKernel
4100 operator Loss aten::nll_loss 310-350 #51
4101 operator Backward autograd::engine::evaluate_function: ConvolutionBackward0 400-500 #50
4101 runtime Backward cudaLaunchKernel 420-425 in autograd::engine::evaluate_function: ConvolutionBackward0
gpu0/7 kernel Backward void convolveBack<float>(float*) 500-700 by cudaLaunchKernel
4100 range Optimizer Optimizer.step#SGD.step 800-900
4100 operator Optimizer aten::add_ 810-830 in Optimizer.step#SGD.step
)";

/// The lines of the first step.
std::string firstStep(const Trace& trace)
{
    const std::string text = printed(trace);
    size_t at = 0;
    for (uint32_t line = 0; line < trace.steps.at(0).endEvent; ++line)
        at = text.find('\n', at) + 1;
    return text.substr(0, at);
}

} // namespace

class TestChromeTraceReader : public QObject
{
    Q_OBJECT

private:
    ImportFolder m_folder;

private Q_SLOTS:
    void everyGenerationTellsTheSame_data()
    {
        QTest::addColumn<int>("dialect");
        QTest::newRow("2021") << 0;
        QTest::newRow("2022") << 1;
        QTest::newRow("2024") << 2;
        QTest::newRow("now") << 3;
    }

    void everyGenerationTellsTheSame()
    {
        QFETCH(int, dialect);
        const KinetoDialect dialects[] = {dialectOf2021(), dialectOf2022(), dialectOf2024(), KinetoDialect()};
        const auto imported = m_folder.import(KinetoWriter(dialects[dialect]).write());
        const Trace& trace = imported.run.trace;
        QCOMPARE(QString::fromStdString(firstStep(trace)), QString(program));
        QCOMPARE(trace.steps.size(), size_t(2));
        QCOMPARE(trace.steps[1].number, 6);
        QCOMPARE(trace.steps[1].startNs, 1'000'000);
        QCOMPARE(trace.steps[1].durationNs, 1'000'000);
        QCOMPARE(trace.steps[1].firstEvent, trace.steps[0].endEvent);
        QCOMPARE(trace.steps[1].endEvent, trace.size());
        QCOMPARE(imported.origin.firstUnixNs, KinetoWriter::firstUs * 1000);
        QVERIFY(imported.log.damages().empty());
        const auto matched = imported.log.counted(ImportIssue::AllocationsWithoutAddress);
        QCOMPARE(matched, dialects[dialect].hasAddresses ? 0 : 4);
        QCOMPARE(imported.log.issues().size(), size_t(matched > 0));
    }

    void deviceWorkHasItsDescription()
    {
        const Trace trace = m_folder.import(KinetoWriter().write()).run.trace;
        QCOMPARE(trace.deviceWork.size(), size_t(6));
        const TraceDeviceWork& copy = trace.deviceWork[0];
        QCOMPARE(copy.bytes, 4096);
        QVERIFY(copy.direction == CopyDirection::HostToDevice);
        const TraceDeviceWork& kernel = trace.deviceWork[1];
        QCOMPARE(kernel.grid[0], 50U);
        QCOMPARE(kernel.grid[1], 2U);
        QCOMPARE(kernel.block[0], 256U);
        QCOMPARE(kernel.registers, 38U);
        QCOMPARE(kernel.sharedBytes, 512U);
        QCOMPARE(kernel.occupancy, 0.31F);
        QCOMPARE(kernel.blocksPerProcessor, 0.625F);
        QCOMPARE(kernel.warpsPerProcessor, 5.0F);
        QCOMPARE(trace.devices.size(), size_t(1));
        QCOMPARE(trace.devices[0].name, std::string("Tesla V100"));
        QCOMPARE(trace.devices[0].processors, 80);
        QCOMPARE(trace.devices[0].memoryBytes, 34084028416);
    }

    /// A list of shapes has a place for each argument, and newer writers add the values of those that are no
    /// tensors.
    void convolutionsSayWhatIsKnownOfTheirArguments()
    {
        const auto shapeOf = [this](const std::string& name, const std::string& arguments) {
            const auto trace =
                m_folder.import(listOf({span(name, "20", "5", R"(, "args": {)" + arguments + "}")}))
                    .run.trace;
            return trace.shapes.empty() ? std::string() : trace.shapes[0];
        };
        const std::string dims = R"("Input Dims": [[2, 3, 8, 8], [4, 3, 3, 3], [], [], [], [], []])";
        const auto values = [](const std::string& list) { return R"(, "Concrete Inputs": [)" + list + "]"; };
        QCOMPARE(shapeOf("aten::conv2d", dims),
                 std::string("[2, 3, 8, 8], [4, 3, 3, 3]; stride [?], padding [?], dilation [?]"));
        QCOMPARE(shapeOf("aten::conv2d", dims + values(R"("", "", "", "[2, 2]", "[1, 1]", "[1, 1]", "1")")),
                 std::string("[2, 3, 8, 8], [4, 3, 3, 3]; stride [2, 2], padding [1, 1]"));
        QCOMPARE(shapeOf("aten::conv2d", dims + values(R"("", "", "", "[1, 1]", "[0, 0]", "[1, 1]", "1")")),
                 std::string("[2, 3, 8, 8], [4, 3, 3, 3]"));
        QCOMPARE(shapeOf("aten::convolution",
                         dims + values(R"("", "", "", "[1, 1]", "same", "[1, 1]", "True", "[0]", "1")")),
                 std::string("[2, 3, 8, 8], [4, 3, 3, 3]; padding [?], transposed [1]"));
        QCOMPARE(shapeOf("aten::conv2d", R"("Input Dims": [[2, 3, 8, 8], [4, 3, 3, 3], []])"),
                 std::string("[2, 3, 8, 8], [4, 3, 3, 3]"));
        QCOMPARE(shapeOf("aten::mm", R"("Input Dims": [[2, 3], [3, 4], [], []])"),
                 std::string("[2, 3], [3, 4]"));
    }

    void allocationsStandInTheirOperator()
    {
        const Trace trace = m_folder.import(KinetoWriter().write()).run.trace;
        QCOMPARE(trace.allocations.size(), size_t(4));
        QCOMPARE(trace.allocations[0].bytes, 1024);
        QCOMPARE(trace.allocations[0].device, int16_t(0));
        QCOMPARE(trace.names[trace.name[trace.allocations[0].event]], std::string("aten::convolution"));
        QCOMPARE(trace.names[trace.name[trace.allocations[1].event]], std::string("Optimizer.step#SGD.step"));
    }

    void withoutAddressesWhatIsFreedIsTheBlockOfThatSize()
    {
        const Trace trace = m_folder.import(KinetoWriter(dialectOf2021()).write()).run.trace;
        QCOMPARE(trace.allocations[1].bytes, -1024);
        QCOMPARE(trace.allocations[1].address, trace.allocations[0].address);
        QVERIFY(trace.allocations[2].address != trace.allocations[0].address);
    }

    void timesKeepTheirNanoseconds()
    {
        const auto imported = m_folder.import(
            listOf({span("a", "1712195495519695.812", "10.001"), span("b", "1712195495519695.9996", "1")}));
        QCOMPARE(imported.run.trace.durationNs[0], 10'001);
        QCOMPARE(imported.run.trace.startNs[1], 188);
        QCOMPARE(imported.origin.firstUnixNs, 1712195495519695812);
    }

    void timesMayHaveExponentsOrBeTexts()
    {
        const Trace trace = m_folder
                                .import(listOf({span("a", "0", "1"), span("b", "1.5e3", "2e0"),
                                                span("c", "\"2000.25\"", "\"3\"")}))
                                .run.trace;
        QCOMPARE(trace.startNs[1], 1'500'000);
        QCOMPARE(trace.durationNs[1], 2'000);
        QCOMPARE(trace.startNs[2], 2'000'250);
        QCOMPARE(trace.durationNs[2], 3'000);
    }

    void deviceWorkIsJoinedToItsOperatorWhereTheCallIsMissing()
    {
        const auto imported = m_folder.import(listOf(
            {span("aten::mm", "0", "10", R"(, "args": {"External id": 7})"),
             R"({"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 20, "dur": 5, "args": {"External id": 7, "device": 0, "stream": 7, "correlation": 99}})"}));
        QCOMPARE(QString::fromStdString(printed(imported.run.trace)),
                 "1 operator Forward aten::mm 0-10\ngpu0/7 kernel Forward gemm 20-25 by aten::mm\n");
        QCOMPARE(imported.log.counted(ImportIssue::JoinedById), 1);
    }

    /// Some writers put the correlation where the external id should be.
    void anIdOfALaterOperatorJoinsNothing()
    {
        const auto imported = m_folder.import(listOf(
            {span("aten::mm", "100", "10", R"(, "args": {"External id": 7})"),
             R"({"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 20, "dur": 5, "args": {"External id": 7, "device": 0, "stream": 7, "correlation": 99}})"}));
        QCOMPARE(imported.log.counted(ImportIssue::WorkWithoutLaunch), 1);
        QVERIFY(imported.run.trace.deviceWork.empty());
    }

    void sequenceNumbersOfSeveralThreadsAreToldApart()
    {
        const auto forward = [](int thread, const char* name, int at, int sequence) {
            return fmt::format(
                R"({{"ph": "X", "cat": "cpu_op", "name": "{}", "pid": 1, "tid": {}, "ts": {}, "dur": 5, "args": {{"Sequence number": {}, "Fwd thread id": 0}}}})",
                name, thread, at, sequence);
        };
        const auto backward = [](const char* name, int at, int sequence, int forwardThread) {
            return fmt::format(
                R"({{"ph": "X", "cat": "cpu_op", "name": "{}", "pid": 1, "tid": 9, "ts": {}, "dur": 5, "args": {{"Sequence number": {}, "Fwd thread id": {}}}}})",
                name, at, sequence, forwardThread);
        };
        // Both threads count from 1, but only the second one gets to 3, which identifies it as autograd's
        // fourth thread.
        const Trace trace =
            m_folder
                .import(
                    listOf({forward(1, "a1", 0, 1), forward(1, "a2", 10, 2), forward(2, "b1", 20, 1),
                            forward(2, "b2", 30, 2), forward(2, "b3", 40, 3), backward("b3 back", 50, 3, 4),
                            backward("b1 back", 60, 1, 4), backward("a2 back", 70, 2, 1)}))
                .run.trace;
        const auto sequenceOf = [&trace](const char* name) {
            for (EventId event(0); event < trace.endEvent(); ++event) {
                if (trace.names[trace.name[event]] == name)
                    return trace.sequence[event];
            }
            return int64_t(-2);
        };
        QCOMPARE(sequenceOf("a1"), 1);
        QVERIFY(sequenceOf("b1") != sequenceOf("a1"));
        QCOMPARE(sequenceOf("b1 back"), sequenceOf("b1"));
        QCOMPARE(sequenceOf("b3 back"), sequenceOf("b3"));
    }

    void pythonFunctionsAndModulesEncloseOperators()
    {
        const auto python = [](const char* name, int at, int length, int id) {
            return fmt::format(
                R"({{"ph": "X", "cat": "python_function", "name": "{}", "pid": 1, "tid": 1, "ts": {}, "dur": {}, "args": {{"Python id": {}, "Python parent id": {}, "Python module id": 0}}}})",
                name, at, length, id, id - 1);
        };
        const Trace trace =
            m_folder
                .import(listOf({span("aten::conv2d", "20", "5", R"(, "args": {"External id": 1})"),
                                python("train.py(7): step", 0, 100, 1),
                                python("nn.Module: Conv2d_0", 10, 40, 2)}))
                .run.trace;
        QCOMPARE(QString::fromStdString(printed(trace)),
                 "1 python Other train.py(7): step 0-100\n"
                 "1 layer Forward Conv2d_0 10-50 in train.py(7): step\n"
                 "1 operator Forward aten::conv2d 20-25 in Conv2d_0\n");
    }

    /// It would count as the operator's own time, and it has no thread in the file.
    void theProfilersOwnWorkIsInTheThreadThatItDelays()
    {
        const auto event = [](const char* category, const char* name, int process, int thread, int at,
                              int length) {
            return fmt::format(
                R"({{"ph": "X", "cat": "{}", "name": "{}", "pid": {}, "tid": {}, "ts": {}, "dur": {}}})",
                category, name, process, thread, at, length);
        };
        const Trace trace =
            m_folder
                .import(listOf({event("cpu_op", "aten::is_pinned", 1, 1, 0, 5000),
                                event("cpu_op", "aten::mm", 1, 2, 0, 5000),
                                event("cuda_runtime", "cudaPointerGetAttributes", 1, 1, 10, 5),
                                event("cuda_runtime", "cudaLaunchKernel", 1, 2, 12, 1),
                                event("overhead", "Activity Buffer Request", -1, 0, 16, 3000),
                                event("cpu_op", "aten::add", 1, 2, 6000, 1000),
                                event("overhead", "Resource", -1, 0, 6100, 500),
                                event("cuda_runtime", "cudaLaunchKernel", 1, 2, 6603, 5),
                                event("overhead", "Buffer Flush", -1, 0, 8000, 100)}))
                .run.trace;
        QCOMPARE(trace.threads.size(), size_t(3)); // that of the flush, which is next to no call
        const auto text = QString::fromStdString(printed(trace));
        QVERIFY2(text.contains("1 overhead Forward Activity Buffer Request 16-3016 in aten::is_pinned\n"),
                 qPrintable(text));
        QVERIFY2(text.contains("overhead Forward Resource 6100-6600 in aten::add\n"), qPrintable(text));
        QVERIFY2(text.contains("Buffer Flush 8000-8100\n"), qPrintable(text));
    }

    void deviceRangesEncloseKernelsAndKernelsNothing()
    {
        const auto work = [](const char* category, const char* name, int at, int length) {
            return fmt::format(
                R"({{"ph": "X", "cat": "{}", "name": "{}", "pid": 0, "tid": 7, "ts": {}, "dur": {}, "args": {{"device": 0, "stream": 7}}}})",
                category, name, at, length);
        };
        const Trace trace =
            m_folder
                .import(listOf({work("kernel", "long", 10, 50), work("kernel", "inner", 20, 5),
                                work("gpu_user_annotation", "forward", 0, 100),
                                work("kernel", "ncclDevKernel_AllReduce", 70, 5)}))
                .run.trace;
        QCOMPARE(QString::fromStdString(printed(trace)),
                 "gpu0/7 device range Other forward 0-100\n"
                 "gpu0/7 kernel Other long 10-60 in forward\n"
                 "gpu0/7 kernel Other inner 20-25 in forward\n"
                 "gpu0/7 communication Other ncclDevKernel_AllReduce 70-75 in forward\n");
    }

    /// Some devices' writers describe a kernel where it is launched.
    void launchesTellOfTheirWork()
    {
        const Trace trace =
            m_folder
                .import(listOf(
                    {R"({"ph": "X", "cat": "cuda_runtime", "name": "hipLaunchKernel", "pid": 1, "tid": 1, "ts": 0, "dur": 5, "args": {"External id": 520, "cid": 107, "correlation": 127, "stream": "0x0", "grid": [4, 1, 1], "block": [64, 1, 1], "shared memory": 16}})",
                     R"({"ph": "X", "cat": "kernel", "name": "fill", "pid": 2, "tid": 0, "ts": 20, "dur": 5, "args": {"External id": 520, "device": 2, "stream": 0, "correlation": 127, "kind": "Dispatch Kernel"}})",
                     R"({"ph": "X", "cat": "cuda_runtime", "name": "hipMemcpyWithStream", "pid": 1, "tid": 1, "ts": 30, "dur": 5, "args": {"correlation": 128, "src": "0x7f", "dst": "0x80", "size": "4096", "kind": "1"}})",
                     R"_({"ph": "X", "cat": "gpu_memcpy", "name": "Memcpy HtoD (Host -> Device)", "pid": 2, "tid": 0, "ts": 40, "dur": 5, "args": {"device": 2, "stream": 0, "correlation": 128, "kind": "HtoD"}})_"}))
                .run.trace;
        QCOMPARE(trace.deviceWork.size(), size_t(2));
        QCOMPARE(trace.deviceWork[0].grid[0], 4U);
        QCOMPARE(trace.deviceWork[0].block[0], 64U);
        QCOMPARE(trace.deviceWork[0].sharedBytes, 16U);
        QCOMPARE(trace.deviceWork[1].bytes, 4096);
        QVERIFY(trace.deviceWork[1].direction == CopyDirection::HostToDevice);
    }

    void countersPairsInstantsAndNamesOfOtherWritersAreRead()
    {
        const auto imported = m_folder.import(
            R"([{"ph":"M","name":"thread_name","pid":1,"tid":"render","args":{"name":"Renderer"}},
                {"ph":"B","name":"frame","pid":1,"tid":"render","ts":10},
                {"ph":"B","name":"draw","pid":1,"tid":"render","ts":12},
                {"ph":"E","pid":1,"tid":"render","ts":18},
                {"ph":"i","name":"vsync","pid":1,"tid":"render","ts":19,"s":"t"},
                {"ph":"E","pid":1,"tid":"render","ts":20},
                {"ph":"C","name":"memory","pid":1,"ts":10,"args":{"heap":5,"stack":1.5}},
                {"ph":"C","name":"memory","pid":1,"ts":15,"args":{"heap":7,"stack":2}},
                {"ph":"s","id":1,"pid":1,"tid":"render","ts":10,"name":"arrow"},)");
        const Trace& trace = imported.run.trace;
        QCOMPARE(QString::fromStdString(printed(trace)), "0 operator Forward frame 0-10\n"
                                                         "0 operator Forward draw 2-8 in frame\n"
                                                         "0 range Forward vsync 9-9 in frame\n");
        QCOMPARE(trace.threads[0].name, std::string("Renderer"));
        QCOMPARE(trace.counters.size(), size_t(2));
        QCOMPARE(trace.counters[0].name, std::string("memory: heap"));
        QCOMPARE(trace.counters[0].values[1].timeNs, 5'000);
        QCOMPARE(trace.counters[0].values[1].value, 7.0);
        QVERIFY(imported.log.damages().empty());
    }

    void ofVeryManyCountersTheFirstAreKept()
    {
        std::string series;
        for (int i = 0; i < 5000; ++i)
            series += fmt::format(R"({}"series {}": {})", i ? ", " : "", i, i);
        const auto imported = m_folder.import(listOf(
            {R"({"ph": "X", "cat": "cpu_op", "name": "mm", "pid": 1, "tid": 1, "ts": 1, "dur": 2})",
             fmt::format(R"({{"ph": "C", "name": "counter", "pid": 1, "tid": 1, "ts": 1, "args": {{{}}}}})",
                         series)}));
        QCOMPARE(imported.run.trace.counters.size(), size_t(4096));
        QCOMPARE(imported.log.counted(ImportIssue::TooManyCounters), int64_t(904));
    }

    /// Such a number does not show which of them a backward operator belongs to.
    void aNumberThatVeryManyThreadsUseIsNone()
    {
        std::vector<std::string> events;
        const auto add = [&](const char* name, int ts, int thread, int forwardThread, int sequence) {
            events.push_back(fmt::format(
                R"({{"ph": "X", "cat": "cpu_op", "name": "{}", "pid": 1, "tid": {}, "ts": {}, "dur": 1,)"
                R"( "args": {{"Sequence number": {}, "Fwd thread id": {}}}}})",
                name, thread, ts, sequence, forwardThread));
        };
        for (int thread = 1; thread <= 100; ++thread)
            add("aten::mm", 10, thread, 0, 7);
        add("aten::mul", 20, 5, 0, 8);
        add("MmBackward0", 30, 200, 1, 7);
        add("MulBackward0", 40, 200, 2, 8);
        const auto trace = m_folder.import(listOf(events)).run.trace;
        const auto sequenceOf = [&](std::string_view name) {
            for (EventId event(0); event < trace.endEvent(); ++event) {
                if (trace.names[trace.name[event]] == name)
                    return trace.sequence[event];
            }
            return int64_t(-2);
        };
        QCOMPARE(sequenceOf("MmBackward0"), int64_t(-1));
        QCOMPARE(sequenceOf("MulBackward0"), sequenceOf("aten::mul"));
        QVERIFY(sequenceOf("aten::mul") >= 0);
    }

    void copiesAmongAnAcceleratorsWorkAreCopies()
    {
        const auto work = [](const char* name, int ts, const char* arguments) {
            return fmt::format(
                R"({{"ph": "X", "cat": "mtia_ccp_events", "name": "{}", "pid": 9, "tid": 4, "ts": {}, "dur": 5,)"
                R"( "args": {{"stream": 3{}}}}})",
                name, ts, arguments);
        };
        const Trace trace =
            m_folder
                .import(listOf({work("dma_request", 10, R"(, "direction": "HOST_TO_DEVICE", "size": 1852)"),
                                work("dma_request", 20, R"(, "direction": "DEVICE_TO_HOST", "size": 16)"),
                                work("fc-dtype_Float", 30, R"(, "column": "0")"),
                                work("dma_request", 40, R"(, "size": 16)"), // where to?
                                work("event_wait", 50, "")}))
                .run.trace;
        QCOMPARE(printed(trace), std::string("gpu9/3 copy Other dma_request 0-5\n"
                                             "gpu9/3 copy Other dma_request 10-15\n"
                                             "gpu9/3 kernel Other fc-dtype_Float 20-25\n"
                                             "gpu9/3 kernel Other dma_request 30-35\n"
                                             "gpu9/3 synchronization Other event_wait 40-45\n"));
        QVERIFY(trace.workOf(EventId(0))->direction == CopyDirection::HostToDevice);
        QCOMPARE(trace.workOf(EventId(0))->bytes, 1852);
        QVERIFY(trace.workOf(EventId(1))->direction == CopyDirection::DeviceToHost);
    }

    void whatIsNotKnownOfARankIsSaidToBeSo_data()
    {
        QTest::addColumn<QString>("info");
        QTest::addColumn<int>("rank");
        QTest::addColumn<int>("worldSize");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("all") << R"({"backend": "nccl", "rank": 3, "world_size": 8})" << 3 << 8
                             << "Distributed run: rank 3 of 8 (NCCL).";
        QTest::newRow("alone") << R"({"backend": "nccl", "rank": 0, "world_size": 1})" << 0 << 1
                               << "Distributed run: rank 0 of 1 (NCCL).";
        QTest::newRow("rank alone") << R"({"rank": 0})" << 0 << 0
                                    << "Distributed run: rank 0; not in the file: number of ranks, backend.";
        QTest::newRow("backend alone")
            << R"({"backend": "nccl"})" << -1 << 0
            << "Distributed run: backend NCCL; not in the file: rank, number of ranks.";
        QTest::newRow("nothing") << "{}" << -1 << 0 << "";
    }

    void whatIsNotKnownOfARankIsSaidToBeSo()
    {
        QFETCH(QString, info);
        QFETCH(int, rank);
        QFETCH(int, worldSize);
        QFETCH(QString, sentence);
        const Run run = m_folder
                            .import(fmt::format(R"({{"schemaVersion": 1, "distributedInfo": {}, )"
                                                R"("traceEvents": [{}]}})",
                                                info.toStdString(), span("aten::mm", "0", "5")))
                            .run;
        QCOMPARE(rankOf(run).rank, rank);
        QCOMPARE(rankOf(run).worldSize, worldSize);
        std::string told;
        for (const LogEntry& entry : run.log) {
            if (entry.text.find("Distributed") != std::string::npos)
                told = entry.text;
        }
        QCOMPARE(told, sentence.toStdString());
    }

    void tensorFlowsDevicesAreStreams()
    {
        const Trace trace =
            m_folder
                .import(listOf(
                    {R"({"ph":"M","name":"process_name","pid":3,"args":{"name":"/device:GPU:0"}})",
                     R"_({"ph":"M","name":"thread_name","pid":3,"tid":14,"args":{"name":"Stream #13(MemcpyH2D)"}})_",
                     R"({"ph":"M","name":"process_name","pid":7,"args":{"name":"/host:CPU"}})",
                     R"({"ph":"X","name":"MEMCPYHtoD","pid":3,"tid":14,"ts":5,"dur":2})",
                     R"({"ph":"X","name":"MatMul","pid":7,"tid":1,"ts":1,"dur":3})"}))
                .run.trace;
        QCOMPARE(QString::fromStdString(printed(trace)), "1 operator Forward MatMul 0-3\n"
                                                         "gpu0/13 copy Other MEMCPYHtoD 4-6\n");
    }

    void stepsWhoseNumbersDoNotRiseAreCountedAnew()
    {
        const auto step = [](int number, int startUs) {
            return fmt::format(R"({{"ph":"X","name":"ProfilerStep#{}","pid":1,"tid":1,"ts":{},"dur":9}})",
                               number, startUs);
        };
        const auto numbers = [this](const std::vector<std::string>& events) {
            std::vector<int64_t> found;
            for (const TraceStep& each : m_folder.import(listOf(events)).run.trace.steps)
                found.push_back(each.number);
            return found;
        };
        QCOMPARE(numbers({step(7, 0), step(8, 10)}), (std::vector<int64_t>{7, 8}));
        QCOMPARE(numbers({step(7, 0), step(7, 10), step(7, 20)}), (std::vector<int64_t>{0, 1, 2}));
    }

    void oneThreadReadsAsSeveralDo()
    {
        KinetoWriter writer;
        for (int i = 0; i < 40'000; ++i)
            writer.call("cpu_op", i % 2 ? "aten::add" : "aten::mul", KinetoWriter::mainThread, 5000 + i, 1);
        const std::string text = writer.write();
        QCOMPARE(printed(m_folder.import(text, 1).run.trace), printed(m_folder.import(text, 4).run.trace));
    }

    void gzipIsFoundByItsContent()
    {
        const auto path = m_folder.writeGzip("no-ending", KinetoWriter().write());
        QCOMPARE(importFile(path).run.trace.steps.size(), size_t(2));
    }

    void aRunKnowsWhereItCameFrom()
    {
        const auto imported = importFile(m_folder.write("worker0.pt.trace.json", KinetoWriter().write()));
        QVERIFY(isImported(imported.run));
        QVERIFY(imported.run.outcome == RunOutcome::Finished);
        QCOMPARE(imported.run.experiment.network, std::string("worker0"));
        QCOMPARE(imported.run.startUnixMs, KinetoWriter::firstUs / 1000);
        QCOMPARE(imported.run.steps.size(), size_t(2));
        QCOMPARE(imported.run.steps[1].durationNs, 1'000'000);
        QVERIFY(imported.run.log[0].text.find("worker0.pt.trace.json: Chrome trace of PyTorch's profiler") !=
                std::string::npos);
        QVERIFY(imported.run.log[1].text.starts_with("30 events on 2 threads and 1 stream in "));
    }
};

QTEST_GUILESS_MAIN(TestChromeTraceReader)
#include "test_chrome_trace_reader.moc"
