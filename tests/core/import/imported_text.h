#pragma once

#include "core/import/import.h"

#include <fmt/format.h>
#include <zlib.h>

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>
#include <string>

namespace stepscope::test {

inline const char* kindName(EventKind kind)
{
    constexpr const char* names[] = {"operator", "layer",    "range",           "python",
                                     "runtime",  "overhead", "kernel",          "communication",
                                     "copy",     "set",      "synchronization", "device range"};
    return names[size_t(kind)];
}

/// "4100" for a thread of the host, "gpu0/7" for a stream.
inline std::string threadText(const TraceThread& thread)
{
    return thread.isStream() ? fmt::format("gpu{}/{}", thread.device, thread.id) : std::to_string(thread.id);
}

/// An event a line, in the trace's order, times in µs: "4100 operator Forward aten::conv2d 100-300 in X #50".
inline std::string printed(const Trace& trace)
{
    std::string text;
    for (EventId event(0); event < trace.endEvent(); ++event) {
        const double startUs = double(trace.startNs[event]) / 1000;
        text += fmt::format("{} {} {} {} {}-{}", threadText(trace.threads[trace.thread[event]]),
                            kindName(trace.kind[event]), passName(trace.pass[event]),
                            trace.names[trace.name[event]], startUs,
                            startUs + double(trace.durationNs[event]) / 1000);
        if (trace.shape[event] != noShape)
            text += " (" + trace.shapes[trace.shape[event]] + ")";
        if (trace.sequence[event] >= 0)
            text += fmt::format(" #{}", trace.sequence[event]);
        if (trace.parent[event] != noEvent)
            text += " in " + trace.names[trace.name[trace.parent[event]]];
        const auto* work = trace.workOf(event);
        if (work && work->launcher != noEvent)
            text += " by " + trace.names[trace.name[work->launcher]];
        text += "\n";
    }
    return text;
}

/// What must hold for any trace.
inline void checkSound(const Trace& trace)
{
    for (EventId event(0); event < trace.endEvent(); ++event) {
        QVERIFY(trace.durationNs[event] >= 0);
        QVERIFY(trace.thread[event] < trace.threads.size());
        if (trace.parent[event] == noEvent)
            continue;
        QVERIFY(trace.parent[event] < event);
        QCOMPARE(trace.thread[trace.parent[event]], trace.thread[event]);
        QVERIFY(trace.startNs[trace.parent[event]] <= trace.startNs[event]);
    }
    for (size_t i = 0; i < trace.deviceWork.size(); ++i) {
        const TraceDeviceWork& work = trace.deviceWork[i];
        QVERIFY(i == 0 || trace.deviceWork[i - 1].event < work.event);
        QVERIFY(work.launcher == noEvent || work.launcher < work.event);
    }
    EventId end(0);
    for (const TraceStep& step : trace.steps) {
        QVERIFY(step.firstEvent >= end && step.endEvent >= step.firstEvent);
        end = step.endEvent;
    }
    QVERIFY(end <= trace.size());
}

/// Files of a test, in a folder of its own.
class ImportFolder
{
public:
    std::filesystem::path write(const std::string& name, const std::string& content)
    {
        const auto path = std::filesystem::path(m_folder.path().toStdString()) / name;
        std::ofstream(path, std::ios::binary) << content;
        return path;
    }

    std::filesystem::path writeGzip(const std::string& name, const std::string& content)
    {
        const auto path = std::filesystem::path(m_folder.path().toStdString()) / name;
        const gzFile file = gzopen(path.c_str(), "wb");
        gzwrite(file, content.data(), unsigned(content.size()));
        gzclose(file);
        return path;
    }

    ImportedRun import(const std::string& content, int threads = 0)
    {
        return importFile(write("trace.json", content), {.threads = threads});
    }

    std::filesystem::path path() const { return m_folder.path().toStdString(); }

private:
    QTemporaryDir m_folder;
};

/// A bare list of these events.
inline std::string listOf(const std::vector<std::string>& events)
{
    std::string text = "{\"traceEvents\": [";
    for (size_t i = 0; i < events.size(); ++i)
        text += (i ? ",\n" : "\n") + events[i];
    return text + "\n]}\n";
}

/// A complete event of the host's thread 1, times in µs as text.
inline std::string span(const std::string& name, const std::string& ts, const std::string& dur,
                        const std::string& rest = "")
{
    return fmt::format(
        R"({{"ph": "X", "cat": "cpu_op", "name": "{}", "pid": 1, "tid": 1, "ts": {}, "dur": {}{}}})", name,
        ts, dur, rest);
}

} // namespace stepscope::test
