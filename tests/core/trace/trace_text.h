#pragma once

#include "core/trace/operators/operator_statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

namespace stepscope::test {

/// The pass of that name, in small letters.
inline std::optional<Pass> passOf(const std::string& word)
{
    for (const auto pass :
         {Pass::Data, Pass::Copy, Pass::Forward, Pass::Loss, Pass::Backward, Pass::Optimizer, Pass::Other}) {
        std::string name = passName(pass);
        name[0] = char(name[0] - 'A' + 'a');
        if (word == name)
            return pass;
    }
    return std::nullopt;
}

/// Appends a trace written as text, an event a line, its children indented by two spaces below it:
///
///     conv2d 0-100 [64,1] backward
///       kernel 10-90
///
/// is an operator with input shape, and another in it. "t1" is the thread (else that of the parent, else 0),
/// "layer" makes it a layer, a pass's name its pass (else that of the parent, else forward).
///
///     gemm 20-60 t1 gpu0 kernel <launch occupancy=0.5 blocks=0.25 grid=8 block=64 registers=32 shared=16
///     up 60-70 t1 memcpy <copy_ h2d bytes=4096
///
/// is work of a device on stream 1, launched by the latest event of the name behind "<"; other words for
/// kinds are range, python, runtime, overhead, communication, memcpy, set, sync and mark (a range on the
/// device).
inline bool readDeviceWord(Trace& trace, const std::string& word, TraceEvent& event, TraceDeviceWork& work)
{
    static const std::map<std::string, EventKind> kinds{
        {"range", EventKind::Range},          {"python", EventKind::PythonFunction},
        {"runtime", EventKind::Runtime},      {"overhead", EventKind::Overhead},
        {"kernel", EventKind::Kernel},        {"communication", EventKind::Communication},
        {"memcpy", EventKind::MemoryCopy},    {"set", EventKind::MemorySet},
        {"sync", EventKind::Synchronization}, {"mark", EventKind::DeviceRange}};
    static const std::map<std::string, CopyDirection> directions{{"h2d", CopyDirection::HostToDevice},
                                                                 {"d2h", CopyDirection::DeviceToHost},
                                                                 {"d2d", CopyDirection::DeviceToDevice}};
    const auto number = [&](const char* key, auto& value) {
        const bool isIt = word.starts_with(key);
        if (isIt)
            value = std::remove_cvref_t<decltype(value)>(std::stod(word.substr(std::string(key).size())));
        return isIt;
    };
    if (kinds.contains(word)) {
        event.kind = kinds.at(word);
    } else if (directions.contains(word)) {
        work.direction = directions.at(word);
    } else if (word[0] == '<') {
        for (EventId at(0); at < trace.endEvent(); ++at)
            work.launcher = trace.names[trace.name[at]] == word.substr(1) ? at : work.launcher;
    } else if (word.starts_with("gpu")) {
        while (trace.threads.size() <= event.thread)
            trace.threads.push_back({.id = int64_t(trace.threads.size())});
        trace.threads[event.thread].device = int16_t(std::stoi(word.substr(3)));
    } else if (!number("bytes=", work.bytes) && !number("occupancy=", work.occupancy) &&
               !number("blocks=", work.blocksPerProcessor) && !number("registers=", work.registers) &&
               !number("shared=", work.sharedBytes)) {
        if (number("grid=", work.grid[0]))
            work.grid[1] = work.grid[2] = 1;
        else if (number("block=", work.block[0]))
            work.block[1] = work.block[2] = 1;
        else
            return false;
    }
    return true;
}

inline void appendEvents(Trace& trace, const std::string& text)
{
    std::vector<EventId> stack;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const size_t indent = line.find_first_not_of(' ');
        if (indent == std::string::npos)
            continue;
        stack.resize(indent / 2);
        TraceEvent event{.pass = Pass::Forward};
        TraceDeviceWork work{.event = trace.endEvent()};
        if (!stack.empty()) {
            event.parent = stack.back();
            event.pass = trace.pass[event.parent];
            event.thread = trace.thread[event.parent];
        }
        std::istringstream words(line);
        std::string name;
        char dash = 0;
        int64_t end = 0;
        words >> name >> event.startNs >> dash >> end;
        event.name = trace.names.intern(name);
        event.durationNs = end - event.startNs;
        for (std::string word; words >> word;) {
            if (word[0] == '[') {
                const auto known = std::find(trace.shapes.begin(), trace.shapes.end(), word);
                event.shape = ShapeId(uint32_t(known - trace.shapes.begin()));
                if (known == trace.shapes.end())
                    trace.shapes.push_back(word);
            } else if (word == "layer") {
                event.kind = EventKind::Layer;
            } else if (const auto pass = passOf(word)) {
                event.pass = *pass;
            } else if (!readDeviceWord(trace, word, event, work) && word[0] == 't') {
                event.thread = ThreadId(std::stoi(word.substr(1)));
            }
        }
        stack.push_back(trace.endEvent());
        trace.append(event);
        if (event.kind >= EventKind::Kernel)
            trace.deviceWork.push_back(work);
    }
}

inline Trace traceOf(const std::string& text)
{
    Trace trace;
    appendEvents(trace, text);
    return trace;
}

/// A row a line: "conv2d [64,1] forward: 2 calls, self 20, total 100, 40 to 60, mean 50". By operator, it
/// says "2 shapes" where they differ.
inline std::string tableOf(const OperatorStatistics& statistics, const Trace& trace)
{
    std::string text;
    for (const OperatorRow& row : statistics.rows) {
        text += trace.names[row.name];
        if (row.shape != noShape)
            text += " " + trace.shapes[row.shape];
        else if (row.shapes > 0)
            text += fmt::format(" {} shapes", row.shapes);
        text += fmt::format(" {}: {} calls, self {}, total {}, {} to {}, mean {}\n", passName(row.pass),
                            row.calls, row.selfNs, row.totalNs, row.minNs, row.maxNs, row.meanNs);
    }
    return text;
}

} // namespace stepscope::test
