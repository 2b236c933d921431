#include "core/exchange/chrome_trace.h"

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/language/translation.h"
#include "core/machine/environment.h"
#include "core/run/imported_facts.h"
#include "core/run/run_times.h"
#include "core/run_file/trace_pieces.h"
#include "core/trace/autograd_links.h"
#include "core/trace/enclosing_event.h"
#include "core/trace/event_kind.h"
#include "core/trace/operators/operator_inputs.h"
#include "core/trace/trace_sums.h"

#include <fmt/compile.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <utility>

namespace stepscope {

namespace {

using Buffer = fmt::memory_buffer;

template<typename Format, typename... Values>
void print(Buffer& out, const Format& format, const Values&... values)
{
    fmt::format_to(std::back_inserter(out), format, values...);
}

template<typename Json>
std::string jsonText(const Json& json)
{
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string quoted(const std::string& text)
{
    return jsonText(nlohmann::json(text));
}

/// As whole µs, a point and three digits: absolute times do not fit in a double.
void printUs(Buffer& out, int64_t nanoseconds)
{
    print(out, FMT_COMPILE("{}{}.{:03}"), nanoseconds < 0 ? "-" : "", std::abs(nanoseconds) / 1000,
          std::abs(nanoseconds) % 1000);
}

/// The arguments for the shapes of an event's inputs: the lists and, if these are incomplete, as with ";
/// stride [2, 2]" of a convolution, the whole text.
std::string inputsLiteral(const std::string& shape)
{
    const size_t detail = shape.find("; ");
    const std::string list = "[" + shape.substr(0, detail) + "]";
    const bool isList = nlohmann::json::accept(list);
    std::string text = R"(,"Input Dims":)" + (isList ? list : quoted(shape));
    if (detail != std::string::npos || shape.ends_with("[]") || !operatorInputs(shape))
        text += R"(,"Inputs":)" + quoted(shape);
    return text;
}

/// The trace's strings as JSON, each made once.
struct Literals
{
    explicit Literals(const Trace& trace)
    {
        names.reserve(trace.names.size());
        for (NameId id(0); id < trace.names.size(); ++id)
            names.push_back(quoted(trace.names[id]));
        inputs.reserve(trace.shapes.size());
        for (const auto& shape : trace.shapes)
            inputs.push_back(inputsLiteral(shape));
    }

    std::vector<std::string> names;
    std::vector<std::string> inputs; ///< by shape
};

std::string_view directionName(CopyDirection direction)
{
    switch (direction) {
    case CopyDirection::None:
        break;
    case CopyDirection::HostToDevice:
        return "HtoD";
    case CopyDirection::DeviceToHost:
        return "DtoH";
    case CopyDirection::DeviceToDevice:
        return "DtoD";
    case CopyDirection::HostToHost:
        return "HtoH";
    case CopyDirection::PeerToPeer:
        return "PtoP";
    }
    return {};
}

/// The category as in current Kineto.
std::string_view categoryOf(EventKind kind)
{
    switch (kind) {
    case EventKind::Operator:
        break;
    case EventKind::Layer:
    case EventKind::Range:
        return "user_annotation";
    case EventKind::PythonFunction:
        return "python_function";
    case EventKind::Runtime:
        return "cuda_runtime";
    case EventKind::Overhead:
        return "overhead";
    case EventKind::Kernel:
    case EventKind::Communication:
        return "kernel";
    case EventKind::MemoryCopy:
        return "gpu_memcpy";
    case EventKind::MemorySet:
        return "gpu_memset";
    case EventKind::Synchronization:
        return "cuda_sync";
    case EventKind::DeviceRange:
        return "gpu_user_annotation";
    }
    return "cpu_op";
}

class ChromeTraceWriter
{
public:
    ChromeTraceWriter(const Run& run, const TextSink& sink, const Environment* environment)
        : m_run(run)
        , m_sink(sink)
        , m_environment(environment)
        , m_trace(&run.trace)
        , m_literals(run.trace)
        , m_processes(processIds())
        , m_counterProcesses(counterProcesses())
    {
    }

    /// Adds a whole trace or a piece of one.
    void addPiece(const Trace& piece)
    {
        m_trace = &piece;
        m_work = {};
        m_links = AutogradLinks(piece);
        if (!m_isBegun)
            begin();
        for (const auto& step : piece.steps)
            printStep(step);
        for (EventId index(0); index < piece.endEvent(); ++index) {
            printEvent(index);
            constexpr size_t enough = 1 << 20;
            if (m_out.size() >= enough)
                handOver();
        }
        for (const TraceAllocation& allocation : piece.allocations)
            printAllocation(allocation);
        m_before += piece.size();
        m_steps += int64_t(piece.steps.size());
    }

    /// `note` describes what is missing in the trace, if anything.
    void end(const std::string& note)
    {
        m_trace = &m_run.trace;
        if (!m_isBegun)
            begin();
        for (size_t i = 0; i < m_trace->counters.size(); ++i)
            printCounter(m_trace->counters[i], m_counterProcesses[i]);
        print(m_out, FMT_COMPILE("\n]"));
        if (!note.empty())
            print(m_out, FMT_COMPILE(",\n\"note\": {}"), quoted(note));
        print(m_out, FMT_COMPILE(",\n\"stepscope\": {}\n}}\n"), ownTables(note));
        handOver();
    }

private:
    void begin()
    {
        m_isBegun = true;
        m_baseNs = firstNs(*m_trace);
        print(m_out,
              FMT_COMPILE("{{\n\"schemaVersion\": 1,\n\"deviceProperties\": [{}],\n{}\"record_shapes\": {},\n"
                          "\"displayTimeUnit\": \"ms\",\n\"baseTimeNanoseconds\": {},\n"
                          "\"traceName\": \"trace.json\",\n\"traceEvents\": [\n"),
              devices(), distributedInfo(), m_trace->shapes.empty() ? 0 : 1, unixNsOf(m_run, m_baseNs));
        printNames();
    }

    void handOver()
    {
        m_sink({m_out.data(), m_out.size()});
        m_out.clear();
    }

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

    int64_t threadId(ThreadId thread) const
    {
        return thread < m_trace->threads.size() ? m_trace->threads[thread].id : thread;
    }

    /// Streams are listed under their device's number, as in Kineto, unless a process has that number.
    std::vector<int64_t> processIds() const
    {
        const auto hostOf = [](const TraceThread& thread) {
            return thread.process == 0 ? pid : thread.process;
        };
        std::vector<int64_t> ids;
        for (const TraceThread& it : m_trace->threads) {
            const bool isTaken = std::ranges::any_of(m_trace->threads, [&](const TraceThread& other) {
                return other.process != it.process || (!other.isStream() && hostOf(other) == it.device);
            });
            constexpr int64_t behindProcesses = 10'000'000; // the system counts to 4,194,304
            const int64_t own = isTaken ? behindProcesses + 1'000 * hostOf(it) + it.device : it.device;
            ids.push_back(it.isStream() ? own : hostOf(it));
        }
        return ids;
    }

    int64_t processId(ThreadId thread) const
    {
        return thread < m_processes.size() ? m_processes[thread] : pid;
    }

    /// Counters with the same name are distinguished by their process: those of devices are under the
    /// device's.
    std::vector<int64_t> counterProcesses() const
    {
        std::set<std::pair<std::string, int64_t>> taken;
        std::vector<int64_t> ids;
        for (const TraceCounter& counter : m_trace->counters) {
            constexpr int64_t behindDevices = 20'000'000; // and beyond processIds()
            int64_t id = counter.device >= 0 ? counter.device : counter.process == 0 ? pid : counter.process;
            if (!taken.emplace(counter.name, id).second) {
                id = behindDevices + int64_t(ids.size());
                taken.emplace(counter.name, id);
            }
            ids.push_back(id);
        }
        return ids;
    }

    std::string distributedInfo() const
    {
        const TraceRank rank = rankOf(m_run);
        if (!rank.isKnown())
            return {};
        nlohmann::ordered_json info = nlohmann::ordered_json::object();
        if (!rank.backend.empty())
            info["backend"] = rank.backend;
        if (rank.rank >= 0)
            info["rank"] = rank.rank;
        if (rank.worldSize > 0)
            info["world_size"] = rank.worldSize;
        return "\"distributedInfo\": " + jsonText(info) + ",\n";
    }

    /// The object "stepscope" after the events. `missing` describes what the trace lacks, if anything.
    std::string ownTables(const std::string& missing) const
    {
        nlohmann::ordered_json own = {{"version", STEPSCOPE_VERSION},
                                      {"events", m_before},
                                      {"steps", m_steps},
                                      {"threads", nlohmann::ordered_json::array()},
                                      {"counters", nlohmann::ordered_json::array()}};
        for (const TraceThread& thread : m_trace->threads)
            own["threads"].push_back({{"id", thread.id},
                                      {"name", thread.name},
                                      {"process", thread.process},
                                      {"device", thread.device}});
        for (size_t i = 0; i < m_trace->counters.size(); ++i) {
            const TraceCounter& counter = m_trace->counters[i];
            own["counters"].push_back({{"name", counter.name},
                                       {"pid", m_counterProcesses[i]},
                                       {"process", counter.process},
                                       {"device", counter.device}});
        }
        if (const std::string source = stepSourceOf(m_run); !source.empty())
            own["detected_steps"] = source;
        own["device"] = m_run.experiment.device;
        own["threads_per_operator"] = m_run.plan.threads;
        if (m_environment)
            own["environment"] = nlohmann::ordered_json::parse(toJson(*m_environment));
        own["notes"] = nlohmann::ordered_json::array();
        for (const LogEntry& entry : m_run.log)
            own["notes"].push_back(
                nlohmann::ordered_json::array({entry.unixMs, int(entry.level), entry.text}));
        if (!missing.empty())
            own["notes"].push_back(
                nlohmann::ordered_json::array({unixMsNow(), int(LogLevel::Warning), missing}));
        return jsonText(own);
    }

    void printName(std::string_view what, int64_t process, int64_t thread, const std::string& name)
    {
        startEntry();
        print(m_out, FMT_COMPILE(R"({{"ph":"M","name":"{}","pid":{},"tid":{},"args":{{"name":{}}}}})"), what,
              process, thread, quoted(name));
    }

    void printNames()
    {
        printName("process_name", pid, 0, "Stepscope: " + m_run.experiment.network);
        for (ThreadId i(0); i < m_trace->threads.size(); ++i) {
            const auto& thread = m_trace->threads[i];
            if (thread.isStream())
                printName("process_name", processId(i), 0, fmt::format("GPU {}", thread.device));
            const std::string unnamed = thread.isStream() ? fmt::format("stream {}", thread.id) : "thread";
            printName("thread_name", processId(i), thread.id, thread.name.empty() ? unnamed : thread.name);
        }
    }

    std::string devices() const
    {
        std::string text;
        for (const TraceDevice& device : m_trace->devices)
            text += fmt::format(
                R"({}{{"id":{},"name":{},"totalGlobalMem":{},"computeMajor":{},"computeMinor":{},)"
                R"("maxThreadsPerMultiprocessor":{},"warpSize":{},"numSms":{}}})",
                text.empty() ? "" : ",", device.number, quoted(device.name), device.memoryBytes,
                device.computeMajor, device.computeMinor, device.threadsPerProcessor, device.warpSize,
                device.processors);
        return text;
    }

    void printSpan(std::string_view category, std::string_view nameLiteral, ThreadId thread, int64_t startNs,
                   int64_t durationNs)
    {
        startEntry();
        print(m_out, FMT_COMPILE(R"({{"ph":"X","cat":"{}","name":{},"pid":{},"tid":{},"ts":)"), category,
              nameLiteral, processId(thread), threadId(thread));
        printUs(m_out, startNs - m_baseNs);
        print(m_out, FMT_COMPILE(R"(,"dur":)"));
        printUs(m_out, durationNs);
    }

    void printStep(const TraceStep& step)
    {
        const bool hasEvents = step.firstEvent < std::min(step.endEvent, m_trace->endEvent());
        const ThreadId thread = hasEvents ? m_trace->thread[step.firstEvent] : ThreadId(0);
        printSpan("user_annotation", fmt::format(R"("ProfilerStep#{}")", step.number), thread, step.startNs,
                  step.durationNs);
        print(m_out, FMT_COMPILE(R"(,"args":{{"Stepscope":[-1,{},{},{}]}}}})"), int(step.phase),
              m_before + step.firstEvent, m_before + step.endEvent);
    }

    void printEvent(EventId index)
    {
        const EventKind kind = m_trace->kind[index];
        printSpan(categoryOf(kind), m_literals.names[m_trace->name[index]], m_trace->thread[index],
                  m_trace->startNs[index], m_trace->durationNs[index]);
        const TraceDeviceWork* work = isOnDevice(kind) ? m_work.at(*m_trace, index) : nullptr;
        const EventId source = operatorOf(index, work);
        print(m_out, FMT_COMPILE(R"(,"args":{{"External id":{},"Pass":"{}","Stepscope":[{},{},{},{}])"),
              source == noEvent ? 0 : numberOf(source), passName(m_trace->pass[index]), int(kind),
              uint16_t(m_trace->thread[index]), numberOrNone(m_trace->parent[index]),
              numberOrNone(work ? work->launcher : noEvent));
        const EventId forward = m_links.forwardOf(index);
        printSequence(index, forward);
        if (const auto shape = m_trace->shape[index]; shape < m_literals.inputs.size())
            print(m_out, FMT_COMPILE("{}"), m_literals.inputs[shape]);
        if (kind == EventKind::Runtime)
            print(m_out, FMT_COMPILE(R"(,"correlation":{})"), numberOf(index));
        if (isOnDevice(kind))
            printWork(index, work);
        print(m_out, FMT_COMPILE("}}}}"));
        if (work && work->launcher != noEvent)
            printFlow("ac2g", numberOf(work->launcher), work->launcher, index);
        if (m_links.isArrowEnd(index))
            printFlow("fwdbwd", m_trace->sequence[index], forward, index);
    }

    void printSequence(EventId index, EventId forward)
    {
        if (m_trace->sequence[index] < 0)
            return;
        print(m_out, FMT_COMPILE(R"(,"Sequence number":{})"), m_trace->sequence[index]);
        if (isAutogradNode(*m_trace, index))
            print(m_out, FMT_COMPILE(R"(,"Fwd thread id":{})"),
                  forward == noEvent ? 1 : int64_t(m_trace->thread[forward]) + 1);
    }

    void printAllocation(const TraceAllocation& allocation)
    {
        startEntry();
        print(
            m_out,
            FMT_COMPILE(R"({{"ph":"i","cat":"cpu_instant_event","s":"t","name":"[memory]","pid":{},"tid":{},)"
                        R"("ts":)"),
            processId(allocation.thread), threadId(allocation.thread));
        printUs(m_out, allocation.timeNs - m_baseNs);
        print(m_out,
              FMT_COMPILE(R"(,"args":{{"Addr":{},"Bytes":{},"Device Type":{},"Device Id":{},)"
                          R"("Stepscope":[{},{}]}}}})"),
              int64_t(allocation.address), allocation.bytes, allocation.device < 0 ? 0 : 1, allocation.device,
              uint16_t(allocation.thread), numberOrNone(allocation.event));
    }

    void printCounter(const TraceCounter& counter, int64_t process)
    {
        const std::string name = quoted(counter.name);
        for (const TraceCounter::Value& value : counter.values) {
            if (!std::isfinite(value.value)) // JSON cannot represent it
                continue;
            startEntry();
            print(m_out, FMT_COMPILE(R"({{"ph":"C","name":{},"pid":{},"tid":0,"ts":)"), name, process);
            printUs(m_out, value.timeNs - m_baseNs);
            print(m_out, FMT_COMPILE(R"(,"args":{{"value":{}}}}})"), value.value);
        }
    }

    /// The operator of a device event or a runtime call; any other event itself.
    EventId operatorOf(EventId index, const TraceDeviceWork* work) const
    {
        const EventKind kind = m_trace->kind[index];
        if (!isOnDevice(kind) && kind != EventKind::Runtime)
            return index;
        return operatorAround(*m_trace, isOnDevice(kind) ? (work ? work->launcher : noEvent) : index);
    }

    void printWork(EventId index, const TraceDeviceWork* work)
    {
        const ThreadId thread = m_trace->thread[index];
        const bool isKnown = thread < m_trace->threads.size();
        print(m_out, FMT_COMPILE(R"(,"device":{},"stream":{})"),
              isKnown ? m_trace->threads[thread].device : 0, threadId(thread));
        if (!work)
            return;
        if (work->launcher != noEvent)
            print(m_out, FMT_COMPILE(R"(,"correlation":{})"), numberOf(work->launcher));
        if (work->bytes >= 0)
            print(m_out, FMT_COMPILE(R"(,"bytes":{})"), work->bytes);
        if (const auto direction = directionName(work->direction); !direction.empty())
            print(m_out, FMT_COMPILE(R"(,"kind":"{}")"), direction);
        printTriple("grid", work->grid);
        printTriple("block", work->block);
        if (work->grid[0] > 0 || work->registers > 0 || work->sharedBytes > 0)
            print(m_out, FMT_COMPILE(R"(,"registers per thread":{},"shared memory":{})"), work->registers,
                  work->sharedBytes);
        if (work->blocksPerProcessor >= 0.0F)
            print(m_out, FMT_COMPILE(R"(,"blocks per SM":{})"), work->blocksPerProcessor);
        if (work->warpsPerProcessor >= 0.0F)
            print(m_out, FMT_COMPILE(R"(,"warps per SM":{})"), work->warpsPerProcessor);
        if (work->occupancy >= 0.0F)
            print(m_out, FMT_COMPILE(R"(,"est. achieved occupancy %":{})"), 100.0 * double(work->occupancy));
    }

    void printTriple(std::string_view key, const uint32_t (&values)[3])
    {
        if (values[0] > 0 || values[1] > 0 || values[2] > 0)
            print(m_out, FMT_COMPILE(R"(,"{}":[{},{},{}])"), key, values[0], values[1], values[2]);
    }

    /// The arrow from a call to the work that it launched, or from a forward operator to its backward
    /// operator.
    void printFlow(std::string_view category, int64_t id, EventId from, EventId to)
    {
        const auto end = [&](std::string_view phase, EventId event) {
            startEntry();
            print(m_out, FMT_COMPILE(R"({{"ph":"{}","id":{},"pid":{},"tid":{},"cat":"{}","name":"{}",)"),
                  phase, id, processId(m_trace->thread[event]), threadId(m_trace->thread[event]), category,
                  category);
            print(m_out, FMT_COMPILE(R"("ts":)"));
            printUs(m_out, m_trace->startNs[event] - m_baseNs);
        };
        end("s", from);
        print(m_out, FMT_COMPILE("}}"));
        end("f", to);
        print(m_out, FMT_COMPILE(R"(,"bp":"e"}})"));
    }

    /// The number of an event in the whole trace, from 1.
    int64_t numberOf(EventId index) const { return m_before + index + 1; }

    /// The same from 0, for Stepscope's own arguments; -1: none.
    int64_t numberOrNone(EventId index) const { return index == noEvent ? -1 : m_before + index; }

    static constexpr int64_t pid = 1;

    const Run& m_run;
    const TextSink& m_sink;
    const Environment* m_environment; ///< null: not known
    const Trace* m_trace;             ///< the piece being written
    Literals m_literals;
    DeviceWorkWalk m_work;
    int64_t m_before = 0; ///< events in the previous pieces
    int64_t m_steps = 0;  ///< in the previous pieces
    int64_t m_baseNs = 0;
    bool m_isBegun = false;
    std::vector<int64_t> m_processes;        ///< by thread
    std::vector<int64_t> m_counterProcesses; ///< by counter
    AutogradLinks m_links{Trace()};          ///< of the piece
    Buffer m_out;
    bool m_any = false;
};

} // namespace

std::string writeChromeTrace(const Run& run, const TextSink& sink, const Environment* environment)
{
    if (!traceContents(run.trace).hasTimes)
        throw Error(translated(
            "An aggregated profile has no timestamps, so it cannot be written as a trace of events."));
    ChromeTraceWriter writer(run, sink, environment);
    auto read = forTracePieces(run, [&](const Trace& piece) { writer.addPiece(piece); });
    if (read.events == 0 && !read.problem.empty())
        throw Error(read.problem);
    writer.end(missingEventsText(run, read));
    return std::move(read.problem);
}

} // namespace stepscope
