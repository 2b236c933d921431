#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

/// The format of one generation of PyTorch's profiler: the same program must be read from each of them.
struct KinetoDialect
{
    const char* name = "2025";
    const char* operatorCategory = "cpu_op";
    const char* annotationCategory = "user_annotation";
    const char* kernelCategory = "kernel";
    const char* copyCategory = "gpu_memcpy";
    const char* runtimeCategory = "cuda_runtime";
    const char* flowCategory = "ac2g";
    const char* operatorId = "External id"; ///< of operators
    const char* deviceId = "External id";   ///< of runtime calls and device work
    const char* shapes = "Input Dims";
    const char* correlation = "correlation";
    const char* streamPrefix = ""; ///< of a stream's thread id
    bool threadsAreTexts = false;
    bool timesAreAbsolute = false;
    bool hasDecimals = true;
    bool hasAddresses = true;
};

inline KinetoDialect dialectOf2021()
{
    return {.name = "2021",
            .operatorCategory = "Operator",
            .annotationCategory = "Operator",
            .kernelCategory = "Kernel",
            .copyCategory = "Memcpy",
            .runtimeCategory = "Runtime",
            .flowCategory = "async",
            .deviceId = "external id",
            .streamPrefix = "stream ",
            .threadsAreTexts = true,
            .timesAreAbsolute = true,
            .hasDecimals = false,
            .hasAddresses = false};
}

inline KinetoDialect dialectOf2022()
{
    return {.name = "2022",
            .flowCategory = "async_cpu_to_gpu",
            .shapes = "Input dims",
            .timesAreAbsolute = true,
            .hasDecimals = false};
}

inline KinetoDialect dialectOf2024()
{
    return {.name = "2024", .timesAreAbsolute = true};
}

/// Two steps of a small training on a device, in one of these formats: loading, a copy, a convolution, a
/// loss, its backward pass on another thread, and the optimizer.
class KinetoWriter
{
public:
    static constexpr int64_t firstUs = 1'700'000'000'000'000; ///< wall clock of the trace's time 0
    static constexpr int mainThread = 4100;
    static constexpr int backwardThread = 4101;

    explicit KinetoWriter(KinetoDialect dialect = {})
        : m_dialect(dialect)
    {
    }

    std::string write()
    {
        for (int step = 5; step <= 6; ++step)
            writeStep(step, 1000 * (step - 5));
        m_events.push_back(
            fmt::format(R"({{"ph":"i","s":"g","name":"Record Window End","pid":"","tid":"","ts":{}}})",
                        time(9'000'000'000)));
        std::string text =
            "{\n  \"schemaVersion\": 1,\n  \"deviceProperties\": [{\"id\": 0, \"name\": \"Tesla "
            "V100\", \"totalGlobalMem\": 34084028416, \"computeMajor\": 7, \"computeMinor\": 0, "
            "\"maxThreadsPerMultiprocessor\": 2048, \"warpSize\": 32, \"numSms\": 80}],\n"
            "  \"traceEvents\": [\n";
        for (size_t i = 0; i < m_events.size(); ++i)
            text += (i ? ",\n  " : "  ") + m_events[i];
        text += "\n]";
        if (!m_dialect.timesAreAbsolute)
            text += fmt::format(",\n\"baseTimeNanoseconds\": {}", firstUs * 1000);
        return text + "}\n";
    }

    /// Also for events of a test's own.
    std::vector<std::string> m_events;

    std::string time(int64_t us) const
    {
        const int64_t shown = us + (m_dialect.timesAreAbsolute ? firstUs : 0);
        return m_dialect.hasDecimals ? fmt::format("{}.000", shown) : fmt::format("{}", shown);
    }
    std::string duration(int64_t us) const
    {
        return fmt::format("{}{}", us, m_dialect.hasDecimals ? ".000" : "");
    }
    std::string thread(int number) const
    {
        return fmt::format("{}{}{}", m_dialect.threadsAreTexts ? "\"" : "", number,
                           m_dialect.threadsAreTexts ? "\"" : "");
    }

    /// Returns its external id.
    int call(const char* category, const char* name, int onThread, int64_t us, int64_t lengthUs,
             const std::string& arguments = "")
    {
        m_events.push_back(fmt::format(
            R"({{"ph": "X", "cat": "{}", "name": "{}", "pid": 4100, "tid": {}, "ts": {}, "dur": {}, "args": {{"{}": {}{}}}}})",
            category, name, thread(onThread), time(us), duration(lengthUs), m_dialect.operatorId, ++m_lastId,
            arguments));
        return m_lastId;
    }

    void launch(const char* runtimeName, int onThread, int64_t us, int64_t lengthUs, int externalId,
                const char* category, const char* name, int64_t workUs, int64_t workLengthUs,
                const std::string& arguments)
    {
        const int correlation = ++m_lastCorrelation;
        m_events.push_back(fmt::format(
            R"({{"ph": "X", "cat": "{}", "name": "{}", "pid": 4100, "tid": {}, "ts": {}, "dur": {}, "args": {{"{}": {}, "{}": {}}}}})",
            m_dialect.runtimeCategory, runtimeName, thread(onThread), time(us), duration(lengthUs),
            m_dialect.deviceId, externalId, m_dialect.correlation, correlation));
        m_events.push_back(fmt::format(
            R"({{"ph": "s", "id": {}, "pid": 4100, "tid": {}, "ts": {}, "cat": "{}", "name": "launch"}})",
            correlation, onThread, time(us), m_dialect.flowCategory));
        m_events.push_back(fmt::format(
            R"({{"ph": "X", "cat": "{}", "name": "{}", "pid": 0, "tid": {}, "ts": {}, "dur": {}, "args": {{"{}": {}, "device": 0, "context": 1, "stream": 7, "correlation": {}{}}}}})",
            category, name,
            *m_dialect.streamPrefix ? fmt::format("\"{}7\"", m_dialect.streamPrefix) : std::string("7"),
            time(workUs), duration(workLengthUs), m_dialect.deviceId, externalId, correlation, arguments));
        m_events.push_back(fmt::format(
            R"({{"ph": "f", "id": {}, "pid": 0, "tid": 7, "ts": {}, "cat": "{}", "name": "launch", "bp": "e"}})",
            correlation, time(workUs), m_dialect.flowCategory));
    }

    void allocate(int64_t us, int64_t bytes, int address)
    {
        const std::string where = m_dialect.hasAddresses ? fmt::format(R"("Addr": {}, )", address) : "";
        m_events.push_back(fmt::format(
            R"({{"ph": "i", "s": "t", "name": "[memory]", "pid": 4100, "tid": {}, "ts": {}, "args": {{{}"Device Type": 1, "Device Id": 0, "Bytes": {}}}}})",
            mainThread, time(us), where, bytes));
    }

private:
    void writeStep(int number, int64_t us)
    {
        const auto operation = m_dialect.operatorCategory;
        const auto annotation = m_dialect.annotationCategory;
        call(annotation, fmt::format("ProfilerStep#{}", number).c_str(), mainThread, us, 1000);
        call(annotation, "enumerate(DataLoader)#_Iterator.__next__", mainThread, us + 10, 50);
        call(operation, "aten::stack", mainThread, us + 20, 20);
        const int copy = call(operation, "aten::copy_", mainThread, us + 70, 20);
        launch("cudaMemcpyAsync", mainThread, us + 75, 5, copy, m_dialect.copyCategory,
               "Memcpy HtoD (Pageable -> Device)", us + 82, 6,
               R"_(, "bytes": 4096, "memory bandwidth (GB/s)": 0.68)_");
        const auto sequence = [](int of, int forwardThread) {
            return fmt::format(R"(, "Fwd thread id": {}, "Sequence number": {})", forwardThread, of);
        };
        const std::string shapes = fmt::format(
            R"(, "{}": [[32, 3, 8, 8], [16, 3, 3, 3], [], []], "Input type": ["float"])", m_dialect.shapes);
        call(operation, "aten::conv2d", mainThread, us + 100, 200, sequence(number * 10, 0) + shapes);
        const int convolution =
            call(operation, "aten::convolution", mainThread, us + 110, 180, sequence(number * 10, 0));
        allocate(us + 120, 1024, 64);
        launch("cudaLaunchKernel", mainThread, us + 150, 10, convolution, m_dialect.kernelCategory,
               "void convolve<float, 128>(float*)", us + 180, 300, kernelArguments());
        call(operation, "aten::nll_loss", mainThread, us + 310, 40, sequence(number * 10 + 1, 0));
        const int back = call(operation, "autograd::engine::evaluate_function: ConvolutionBackward0",
                              backwardThread, us + 400, 100, sequence(number * 10, 1));
        launch("cudaLaunchKernel", backwardThread, us + 420, 5, back, m_dialect.kernelCategory,
               "void convolveBack<float>(float*)", us + 500, 200, kernelArguments());
        call(annotation, "Optimizer.step#SGD.step", mainThread, us + 800, 100);
        call(operation, "aten::add_", mainThread, us + 810, 20);
        allocate(us + 850, -1024, 64);
    }

    static std::string kernelArguments()
    {
        return R"(, "queued": 0, "registers per thread": 38, "shared memory": 512, "blocks per SM": 0.625, )"
               R"("warps per SM": 5.0, "grid": [50, 2, 1], "block": [256, 1, 1], "est. achieved occupancy %": 31)";
    }

    KinetoDialect m_dialect;
    int m_lastId = 0;
    int m_lastCorrelation = 0;
};
