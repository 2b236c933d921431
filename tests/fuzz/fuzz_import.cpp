#include "core/base/error.h"
#include "core/import/import.h"
#include "core/trace/calls/call_tree_builder.h"
#include "core/trace/operators/operator_statistics.h"
#include "core/trace/timeline/timeline_index.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/support/exported_text.h"

using namespace stepscope;

/// Recordings of other programs, and the processing of every view.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const fuzz::MemoryFile file(data, size);
    try {
        const auto imported = importFile(file.path(), {.threads = 1});
        const auto& trace = imported.run.trace;
        operatorStatistics(trace, OperatorGrouping::ByOperatorAndShape);
        callTree(trace);
        TimelineIndex index;
        index.update(trace);
        test::chromeTraceJson(imported.run);
    } catch (const Error&) {
        // one sentence for the user
    }
    return 0;
}

std::vector<std::string> fuzz::seeds()
{
    return {
        R"json({"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "GPU", "totalGlobalMem": 17, "numSms": 80}],
"baseTimeNanoseconds": 1700000000000000000, "traceEvents": [
{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#5", "pid": 1, "tid": 1, "ts": 10.000, "dur": 90.5},
{"ph": "X", "cat": "cpu_op", "name": "aten::conv2d", "pid": 1, "tid": 1, "ts": 12, "dur": 50, "args":
 {"External id": 7, "Input Dims": [[64, 1, 28, 28], [32, 1, 3, 3], []], "Sequence number": 3, "Fwd thread id": 0}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 20, "dur": 5, "args":
 {"correlation": 9, "External id": 7}},
{"ph": "X", "cat": "kernel", "name": "gemm<float, 4>", "pid": 0, "tid": "stream 7", "ts": 31, "dur": 12, "args":
 {"device": 0, "stream": 7, "correlation": 9, "grid": [1, 2, 3], "block": [32, 1, 1],
  "est. achieved occupancy %": 31, "registers per thread": 40}},
{"ph": "s", "id": 9, "pid": 1, "tid": 1, "ts": 20, "cat": "ac2g", "name": "ac2g"},
{"ph": "f", "id": 9, "pid": 0, "tid": "stream 7", "ts": 31, "cat": "ac2g", "name": "ac2g", "bp": "e"},
{"ph": "X", "cat": "gpu_memcpy", "name": "Memcpy HtoD (Pinned -> Device)", "pid": 0, "tid": "stream 7", "ts": 50,
 "dur": 2, "args": {"bytes": 4096, "memory bandwidth (GB/s)": 2.0}},
{"ph": "i", "s": "t", "name": "[memory]", "pid": 1, "tid": 1, "ts": 40, "args":
 {"Total Allocated": 1024, "Bytes": 512, "Addr": 140, "Device Type": 1, "Device Id": 0}},
{"ph": "M", "name": "thread_name", "pid": 1, "tid": 1, "args": {"name": "main"}},
{"ph": "C", "name": "power", "pid": 0, "ts": 12, "args": {"W": 61.5}}
], "traceName": "t.json", "displayTimeUnit": "ms"})json",
        R"json([{"name": "a\"b\u00b5", "ph": "B", "pid": "p", "tid": "", "ts": 1.5},
{"name": "in", "ph": "X", "ts": 2, "dur": -1}, {"ph": "E", "pid": "p", "tid": "", "ts": 9},
{"name": "Record Window End", "ph": "i", "ts": 9e300}, {"ts": NaN, "args": {"x": N/A}})json",
    };
}
