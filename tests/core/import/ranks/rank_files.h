#pragma once

#include "tests/core/import/imported_text.h"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace stepscope::test {

/// Two steps of 1 ms of a rank that computes and reduces gradients, times in µs. In each step a kernel runs
/// from 100 to 500, and an AllReduce that the rank reaches at `reachedUs`; all ranks end it at 800.
struct RankWriter
{
    int rank = 0;
    int worldSize = 2;
    int64_t baseNs = 1'700'000'000'000'000'000; ///< 0: the file has no absolute time
    double shiftUs = 0;                         ///< of all times in the file
    std::vector<double> reachedUs = {300, 400};
    bool isTold = true; ///< the file states its rank
    int device = 0;
    /// The AllReduce is a moment of the host, as a recorded program marks it, and there is no device.
    bool isOnHost = false;

    std::string write() const
    {
        std::vector<std::string> events;
        for (size_t step = 0; step < reachedUs.size(); ++step)
            addStep(events, int(step));
        std::string text = "{\"schemaVersion\": 1, ";
        if (isTold)
            text += fmt::format(R"("distributedInfo": {{"backend": "nccl", "rank": {}, "world_size": {}}}, )",
                                rank, worldSize);
        text += fmt::format(R"("deviceProperties": [{{"id": {}, "name": "GPU", "numSms": 80}}], )", device);
        if (baseNs > 0)
            text += fmt::format("\"baseTimeNanoseconds\": {}, ", baseNs);
        text += "\"traceEvents\": [";
        for (size_t i = 0; i < events.size(); ++i)
            text += (i ? ",\n" : "\n") + events[i];
        return text + "\n]}\n";
    }

private:
    std::string event(const char* category, const std::string& name, const std::string& track, double startUs,
                      double durationUs, const std::string& arguments = "") const
    {
        return fmt::format(
            R"({{"ph": "X", "cat": "{}", "name": "{}", {}, "ts": {:.3f}, "dur": {:.3f}, "args": {{{}}}}})",
            category, name, track, startUs + shiftUs, durationUs, arguments);
    }

    void addStep(std::vector<std::string>& events, int step) const
    {
        const std::string host = fmt::format(R"("pid": {}, "tid": {})", 4000 + rank, 4000 + rank);
        const auto stream = [&](int number) {
            return fmt::format(R"("pid": {}, "tid": "stream {}")", device, number);
        };
        const double at = 1000.0 * step;
        const auto launch = [&](int number, double us) {
            events.push_back(event("cuda_runtime", "cudaLaunchKernel", host, at + us, 5,
                                   fmt::format(R"("correlation": {})", 10 * step + number)));
        };
        const auto work = [&](const std::string& name, int number, double startUs, double endUs) {
            events.push_back(event("kernel", name, stream(6 + number), at + startUs, endUs - startUs,
                                   fmt::format(R"("device": {}, "stream": {}, "correlation": {})", device,
                                               6 + number, 10 * step + number)));
        };
        events.push_back(event("user_annotation", fmt::format("ProfilerStep#{}", 5 + step), host, at, 1000));
        events.push_back(event("cpu_op", "aten::mm", host, at + 10, 30));
        if (isOnHost) {
            events.push_back(
                event("user_annotation", "gloo:all_reduce", host, at + reachedUs[size_t(step)], 0));
            return;
        }
        launch(1, 20);
        events.push_back(event("cpu_op", "c10d::allreduce_", host, at + 50, 30));
        launch(2, 60);
        work("gemm", 1, 100, 500);
        work("ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgs)", 2, reachedUs[size_t(step)], 800);
    }
};

} // namespace stepscope::test
