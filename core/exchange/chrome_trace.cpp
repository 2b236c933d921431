#include "core/exchange/chrome_trace.h"

#include "core/base/clock.h"

#include <fmt/compile.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <iterator>

namespace stepscope {

namespace {

using Buffer = fmt::memory_buffer;

template<typename Format, typename... Values>
void print(Buffer& out, const Format& format, const Values&... values)
{
    fmt::format_to(std::back_inserter(out), format, values...);
}

std::string quoted(const std::string& text)
{
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// As whole µs, a point and three digits: absolute times do not fit a double.
void printUs(Buffer& out, int64_t nanoseconds)
{
    print(out, FMT_COMPILE("{}{}.{:03}"), nanoseconds < 0 ? "-" : "", std::abs(nanoseconds) / 1000,
          std::abs(nanoseconds) % 1000);
}

/// The trace's strings as JSON, each made once however often events name it.
struct Literals
{
    explicit Literals(const Trace& trace)
    {
        names.reserve(trace.names.size());
        for (uint32_t id = 0; id < trace.names.size(); ++id)
            names.push_back(quoted(trace.names[id]));
        shapes.reserve(trace.shapes.size());
        for (const auto& shape : trace.shapes) {
            const std::string list = "[" + shape + "]";
            shapes.push_back(nlohmann::json::accept(list) ? list : quoted(shape));
        }
    }

    std::vector<std::string> names;
    std::vector<std::string> shapes;
};

/// Wall clock of the monotonic time `ns`. This process knows how the two clocks differ; for a run of another
/// one, whose times mean nothing here, it is the run's start.
int64_t unixNs(const Run& run, int64_t ns)
{
    using namespace std::chrono;
    const int64_t now = duration_cast<nanoseconds>(system_clock::now().time_since_epoch()).count();
    const int64_t guess = ns + (now - monotonicNs());
    constexpr int64_t nsPerMs = 1'000'000;
    const int64_t begin = run.startUnixMs * nsPerMs;
    const int64_t end = run.endUnixMs > 0 ? (run.endUnixMs + 1) * nsPerMs : now;
    return guess >= begin && guess <= end ? guess : begin;
}

class ChromeTraceWriter
{
public:
    explicit ChromeTraceWriter(const Run& run)
        : m_run(run)
        , m_trace(run.trace)
        , m_literals(run.trace)
        , m_baseNs(firstNs(run.trace))
    {
    }

    std::string write()
    {
        constexpr size_t bytesPerEvent = 200;
        m_out.reserve(1024 + m_trace.size() * bytesPerEvent);
        print(m_out,
              FMT_COMPILE("{{\n\"schemaVersion\": 1,\n\"deviceProperties\": [],\n\"record_shapes\": {},\n"
                          "\"displayTimeUnit\": \"ms\",\n\"baseTimeNanoseconds\": {},\n"
                          "\"traceName\": \"trace.json\",\n\"traceEvents\": [\n"),
              m_trace.shapes.empty() ? 0 : 1, unixNs(m_run, m_baseNs));
        printNames();
        for (const auto& step : m_trace.steps)
            printStep(step);
        for (uint32_t index = 0; index < m_trace.size(); ++index)
            printEvent(index);
        print(m_out, FMT_COMPILE("\n]}}\n"));
        return fmt::to_string(m_out);
    }

private:
    static int64_t firstNs(const Trace& trace)
    {
        int64_t first = trace.empty() ? 0 : *std::ranges::min_element(trace.startNs);
        for (const auto& step : trace.steps)
            first =
                trace.empty() && &step == &trace.steps.front() ? step.startNs : std::min(first, step.startNs);
        return first;
    }

    void startEntry()
    {
        if (m_any)
            print(m_out, FMT_COMPILE(",\n"));
        m_any = true;
    }

    int64_t threadId(uint16_t thread) const
    {
        return thread < m_trace.threads.size() ? m_trace.threads[thread].id : thread;
    }

    void printNames()
    {
        startEntry();
        print(m_out,
              FMT_COMPILE(R"({{"ph":"M","name":"process_name","pid":{},"tid":0,"args":{{"name":{}}}}})"), pid,
              quoted("Stepscope: " + m_run.experiment.network));
        for (const auto& thread : m_trace.threads) {
            startEntry();
            print(m_out,
                  FMT_COMPILE(R"({{"ph":"M","name":"thread_name","pid":{},"tid":{},"args":{{"name":{}}}}})"),
                  pid, thread.id, quoted(thread.name.empty() ? "thread" : thread.name));
        }
    }

    void printSpan(std::string_view category, std::string_view nameLiteral, int64_t thread, int64_t startNs,
                   int64_t durationNs)
    {
        startEntry();
        print(m_out, FMT_COMPILE(R"({{"ph":"X","cat":"{}","name":{},"pid":{},"tid":{},"ts":)"), category,
              nameLiteral, pid, thread);
        printUs(m_out, startNs - m_baseNs);
        print(m_out, FMT_COMPILE(R"(,"dur":)"));
        printUs(m_out, durationNs);
    }

    void printStep(const TraceStep& step)
    {
        const uint16_t thread = step.firstEvent < m_trace.size() ? m_trace.thread[step.firstEvent] : 0;
        printSpan("user_annotation", fmt::format(R"("ProfilerStep#{}")", step.number), threadId(thread),
                  step.startNs, step.durationNs);
        print(m_out, FMT_COMPILE("}}"));
    }

    void printEvent(uint32_t index)
    {
        const bool isLayer = m_trace.kind[index] == EventKind::Layer;
        printSpan(isLayer ? "user_annotation" : "cpu_op", m_literals.names[m_trace.name[index]],
                  threadId(m_trace.thread[index]), m_trace.startNs[index], m_trace.durationNs[index]);
        print(m_out, FMT_COMPILE(R"(,"args":{{"External id":{},"Pass":"{}")"), index + 1,
              passName(m_trace.pass[index]));
        if (m_trace.sequence[index] >= 0)
            print(m_out, FMT_COMPILE(R"(,"Sequence number":{})"), m_trace.sequence[index]);
        if (const auto shape = m_trace.shape[index]; shape < m_literals.shapes.size())
            print(m_out, FMT_COMPILE(R"(,"Input Dims":{})"), m_literals.shapes[shape]);
        print(m_out, FMT_COMPILE("}}}}"));
    }

    static constexpr int pid = 1;

    const Run& m_run;
    const Trace& m_trace;
    Literals m_literals;
    int64_t m_baseNs;
    Buffer m_out;
    bool m_any = false;
};

} // namespace

std::string chromeTraceJson(const Run& run)
{
    return ChromeTraceWriter(run).write();
}

} // namespace stepscope
