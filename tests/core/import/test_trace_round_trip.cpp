// What `export --what trace` writes is read as the same trace again.

#include "core/exchange/chrome_trace.h"
#include "core/import/ranks/ranks.h"
#include "core/import/shared/import_source.h"
#include "core/import/stored_import.h"
#include "core/run_file/run_file.h"
#include "core/trace/steps/step_breakdown.h"
#include "imported_text.h"
#include "tests/core/import/chrome/chrome_trace_text.h"
#include "tests/core/import/ranks/rank_files.h"
#include "tests/support/device_run.h"
#include "tests/support/exported_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <QMap>
#include <QTest>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <tuple>

using namespace stepscope;
using namespace stepscope::test;

namespace {

const std::filesystem::path realTraces = STEPSCOPE_REAL_TRACES;

QString text(const std::string& words)
{
    return QString::fromStdString(words);
}

std::string threadsOf(const Trace& trace)
{
    std::string text;
    for (const TraceThread& thread : trace.threads)
        text += fmt::format("{} \"{}\" of process {}, device {}\n", thread.id, thread.name, thread.process,
                            thread.device);
    return text;
}

std::string stepsOf(const Trace& trace, int64_t fromNs)
{
    std::string text;
    for (const TraceStep& step : trace.steps)
        text += fmt::format("{} {}: {} + {}, events {} to {}\n", step.number, stepPhaseName(step.phase),
                            step.startNs - fromNs, step.durationNs, uint32_t(step.firstEvent),
                            uint32_t(step.endEvent));
    return text;
}

int64_t firstNs(const Trace& trace)
{
    int64_t first = std::numeric_limits<int64_t>::max();
    for (const int64_t ns : trace.startNs)
        first = std::min(first, ns);
    for (const TraceStep& step : trace.steps)
        first = std::min(first, step.startNs);
    for (const TraceAllocation& each : trace.allocations)
        first = std::min(first, each.timeNs);
    for (const TraceCounter& counter : trace.counters) {
        for (const auto& value : counter.values)
            first = std::min(first, value.timeNs);
    }
    return first;
}

std::string eventText(const Trace& trace, EventId event, int64_t fromNs)
{
    const ShapeId shape = trace.shape[event];
    return fmt::format("{} {} {} on {}: {} + {}, sequence {}, in {}, shapes {}", kindName(trace.kind[event]),
                       passName(trace.pass[event]), trace.names[trace.name[event]],
                       uint16_t(trace.thread[event]), trace.startNs[event] - fromNs, trace.durationNs[event],
                       trace.sequence[event], int64_t(int32_t(trace.parent[event])),
                       shape == noShape ? "" : trace.shapes[shape]);
}

std::string splitOf(const Trace& trace)
{
    std::string text;
    for (const auto& steps : {DeviceSplitter().update(trace), stepBreakdowns(trace)}) {
        for (const StepBreakdown& step : steps) {
            text += fmt::format("{}:", step.number);
            for (const int64_t ns : step.partNs)
                text += fmt::format(" {}", ns);
            text += "\n";
        }
    }
    return text;
}

/// Once, although the import reports some sentences of the log itself.
bool hasEntry(const Run& run, const LogEntry& entry)
{
    const auto count = std::ranges::count(run.log, entry.text, &LogEntry::text);
    const auto found = std::ranges::find(run.log, entry.text, &LogEntry::text);
    return count == 1 && found->level == entry.level;
}

/// The links from forward operators to their nodes in a file, "aten::mul > MulBackward0", in the order of
/// time.
QStringList linksOf(const std::string& json)
{
    using Place = std::tuple<int64_t, int64_t, double>; // process, thread, time
    std::map<Place, std::string> operators;
    std::map<int64_t, std::array<Place, 2>> ends; // by the link's id
    const auto parsed = nlohmann::json::parse(json);
    for (const auto& event : parsed.at("traceEvents")) {
        const std::string category = event.value("cat", "");
        if (category != "cpu_op" && category != "fwdbwd")
            continue;
        const Place place(event.at("pid"), event.at("tid"), event.at("ts"));
        if (category == "cpu_op" && event.at("ph") == "X")
            operators.emplace(place, event.at("name"));
        else if (category == "fwdbwd")
            ends[event.at("id")][event.at("ph") == "f" ? 1 : 0] = place;
    }
    QMap<double, QString> links; // by the time of the forward operator
    for (const auto& [id, link] : ends)
        links[std::get<2>(link[0])] = text(operators[link[0]] + " > " + operators[link[1]]);
    return links.values();
}

/// Compares everything, with times relative to the first event.
void compare(const Trace& found, const Trace& expected)
{
    const int64_t foundNs = firstNs(found);
    const int64_t expectedNs = firstNs(expected);
    QCOMPARE(text(threadsOf(found)), text(threadsOf(expected)));
    QCOMPARE(found.size(), expected.size());
    for (EventId event(0); event < expected.endEvent(); ++event)
        QCOMPARE(text(eventText(found, event, foundNs)), text(eventText(expected, event, expectedNs)));
    QCOMPARE(text(stepsOf(found, foundNs)), text(stepsOf(expected, expectedNs)));
    QVERIFY(found.devices == expected.devices);
    QCOMPARE(found.deviceWork.size(), expected.deviceWork.size());
    for (size_t i = 0; i < expected.deviceWork.size(); ++i)
        QVERIFY2(found.deviceWork[i] == expected.deviceWork[i], qPrintable(QString::number(i)));
    QCOMPARE(found.allocations.size(), expected.allocations.size());
    for (size_t i = 0; i < expected.allocations.size(); ++i) {
        TraceAllocation moved = expected.allocations[i];
        moved.timeNs += foundNs - expectedNs;
        QVERIFY2(found.allocations[i] == moved, qPrintable(QString::number(i)));
    }
    QCOMPARE(found.counters.size(), expected.counters.size());
    for (size_t i = 0; i < expected.counters.size(); ++i) {
        TraceCounter moved = expected.counters[i];
        for (auto& value : moved.values)
            value.timeNs += foundNs - expectedNs;
        QVERIFY2(found.counters[i] == moved, qPrintable(QString::number(i)));
    }
    QCOMPARE(text(splitOf(found)), text(splitOf(expected)));
}

/// A trace in which every field has a different value.
Run everything()
{
    Run run;
    run.experiment.network = "everything";
    run.outcome = RunOutcome::Finished;
    run.startUnixMs = 1'700'000'000'123;
    run.endUnixMs = run.startUnixMs + 10;
    run.log.push_back({run.startUnixMs, LogLevel::Warning, "A “note” with \\ and \"quotes\"."});
    run.log.push_back({0, LogLevel::Info, rankSentence({.rank = 3, .worldSize = 8, .backend = "a.b"})});
    run.log.push_back({0, LogLevel::Info, detectedStepsSentence("the ranges “a: b”", 2)});
    Trace& trace = run.trace;
    trace.threads = {{.id = 0, .name = "Spans", .process = 7},
                     {.id = 0, .name = "Traces", .process = 7}, // another one with the same number
                     {.id = 7, .name = "stream 7", .process = 7, .device = 1},
                     {.id = -4, .name = "", .process = 0}};
    trace.devices = {{.number = 1,
                      .name = "A \"device\"",
                      .memoryBytes = 1'000'000'000'000,
                      .computeMajor = 9,
                      .computeMinor = 1,
                      .processors = 7,
                      .threadsPerProcessor = 2048,
                      .warpSize = 64},
                     {.number = 4}};
    trace.shapes = {"[64, 1, 28, 28], [32]; stride [2, 2]", "[64], []", "[[4, 1], [2]], [3]", "no list"};
    const auto add = [&](EventKind kind, Pass pass, uint16_t thread, int64_t startNs, int64_t durationNs,
                         EventId parent = noEvent) {
        trace.append({.startNs = startNs,
                      .durationNs = durationNs,
                      .name = trace.names.intern(fmt::format("{} of {}", kindName(kind), passName(pass))),
                      .parent = parent,
                      .thread = ThreadId(thread),
                      .pass = pass,
                      .kind = kind});
        return EventId(trace.size() - 1);
    };
    constexpr int64_t from = 5'000'000;
    add(EventKind::Range, Pass::Data, 0, from + 1, 100'001);
    const EventId range = add(EventKind::Range, Pass::Forward, 0, from + 200'000, 100'000);
    const EventId layer = add(EventKind::Layer, Pass::Forward, 0, from + 200'000, 100'000, range);
    const EventId forward = add(EventKind::Operator, Pass::Forward, 0, from + 200'000, 90'000, layer);
    trace.sequence[forward] = int64_t(3) << 40 | 5; // of one of several threads
    trace.shape[forward] = ShapeId(0);
    const EventId call = add(EventKind::Runtime, Pass::Forward, 0, from + 200'000, 10'000, forward);
    const EventId backward = add(EventKind::Operator, Pass::Backward, 1, from + 400'000, 50'000);
    trace.sequence[backward] = trace.sequence[forward];
    trace.shape[backward] = ShapeId(1);
    trace.shape[add(EventKind::Operator, Pass::Loss, 1, from + 410'000, 60'000)] = ShapeId(2); // overlaps
    trace.shape[add(EventKind::Operator, Pass::Optimizer, 0, from + 500'000, 10'000)] = ShapeId(3);
    add(EventKind::PythonFunction, Pass::Other, 3, from + 20'000, 30); // of another thread, out of time
    add(EventKind::Overhead, Pass::Other, 3, from + 600'000, 0);
    for (const EventKind kind : {EventKind::Kernel, EventKind::Communication, EventKind::MemoryCopy,
                                 EventKind::MemorySet, EventKind::Synchronization, EventKind::DeviceRange}) {
        const EventId work = add(kind, Pass::Copy, 2, from + 300'000 + 10'000 * int(kind), 9'999);
        trace.deviceWork.push_back({.event = work,
                                    .launcher = kind == EventKind::MemorySet ? forward : call,
                                    .bytes = 12'345'678'901,
                                    .direction = CopyDirection::PeerToPeer,
                                    .occupancy = 0.333333343F,
                                    .blocksPerProcessor = 1.1F,
                                    .warpsPerProcessor = 1e-7F,
                                    .grid = {1, 2, 3},
                                    .block = {4, 5, 6},
                                    .registers = 7,
                                    .sharedBytes = 8});
    }
    add(EventKind::Kernel, Pass::Other, 2, from + 900'000, 1); // of which nothing else is known
    const EventId bare = add(EventKind::Kernel, Pass::Other, 2, from + 910'000, 1);
    trace.deviceWork.push_back({.event = bare, .block = {0, 9, 0}});
    trace.steps = {{.number = 4,
                    .startNs = from,
                    .durationNs = 450'000,
                    .firstEvent = EventId(0),
                    .endEvent = backward,
                    .phase = StepPhase::Active},
                   {.number = 9,
                    .startNs = from + 450'000,
                    .durationNs = 600'000,
                    .firstEvent = backward,
                    .endEvent = EventId(trace.size() - 2),
                    .phase = StepPhase::Warmup}};
    trace.allocations = {
        {.timeNs = from + 210'000,
         .bytes = 1'024,
         .address = 0xFFFFFFFFFFFFFFFF,
         .event = forward,
         .thread = ThreadId(0),
         .device = 1},
        {.timeNs = from + 50, .bytes = -1'024, .address = uint64_t(1) << 63, .thread = ThreadId(1)}};
    trace.counters = {
        {.name = "Power [W]", .process = 7, .device = 1, .values = {{from, 0.1}, {from + 9, 1e300}}},
        {.name = "Power [W]", .process = 7, .device = -1, .values = {{from + 3, -12345678.901234567}}},
        {.name = "Power [W]", .process = 8, .device = 1, .values = {{from + 4, 3.0}}}};
    return run;
}

} // namespace

class TestTraceRoundTrip : public QObject
{
    Q_OBJECT

private:
    ImportFolder m_folder;

    Trace again(const Run& run)
    {
        const Run found = m_folder.import(chromeTraceJson(run)).run;
        checkSound(found.trace);
        [&] {
            QVERIFY(rankOf(found) == rankOf(run));
            QCOMPARE(stepSourceOf(found), stepSourceOf(run));
            for (const LogEntry& entry : run.log)
                QVERIFY2(hasEntry(found, entry), entry.text.c_str());
            if (run.startUnixMs > 0)
                QCOMPARE(found.startUnixMs, run.startUnixMs);
        }();
        return found.trace;
    }

private Q_SLOTS:
    void everyFieldIsKept()
    {
        const Run run = everything();
        const Trace found = again(run);
        compare(found, run.trace);
        QVERIFY(rankOf(run) == (TraceRank{.rank = 3, .worldSize = 8, .backend = "a.b"}));
        QCOMPARE(stepSourceOf(run), std::string("the ranges “a: b”"));
        QVERIFY(chromeTraceJson(run).find(R"("cat":"fwdbwd")") != std::string::npos);
    }

    void recordedRunsAreKept()
    {
        const DeviceRun device(3);
        compare(again(device.run), device.run.trace);
        const DeviceRun ranks(2, 2);
        compare(again(ranks.run), ranks.run.trace);
    }

    void importedTracesAreKept()
    {
        for (const auto& dialect : {KinetoDialect(), dialectOf2021(), dialectOf2022(), dialectOf2024()}) {
            const Run run = m_folder.import(KinetoWriter(dialect).write()).run;
            compare(again(run), run.trace);
        }
        const std::array files = {m_folder.write("r0.json", RankWriter{.rank = 0}.write()),
                                  m_folder.write("r1.json", RankWriter{.rank = 1, .device = 1}.write())};
        const Run one = importFile(files[1]).run;
        QCOMPARE(rankOf(one).rank, 1);
        compare(again(one), one.trace);
        const Run ranks = importRanks(files).run;
        compare(again(ranks), ranks.trace);
    }

    void aRunFileKeepsWhatTheFileSaid()
    {
        ImportedRun imported = m_folder.import(chromeTraceJson(everything()));
        const auto path = writeImportedRun(storedRun(imported), m_folder.path() / "library");
        const Run stored = readRunFile(path).run;
        compare(stored.trace, imported.run.trace);
        QVERIFY(rankOf(stored) == rankOf(imported.run));
        QCOMPARE(stepSourceOf(stored), stepSourceOf(imported.run));
    }

    /// What other programs read still has the same passes and links.
    void aFileThatWasChangedIsReadAsAnyOther()
    {
        std::string text = chromeTraceJson(everything());
        const std::string key = R"("events":)";
        const size_t at = text.find(key, text.find("\n\"stepscope\""));
        text.replace(at, key.size(), key + "9");
        const auto imported = m_folder.import(text);
        checkSound(imported.run.trace);
        QVERIFY(printed(imported.run.trace).find("operator Backward") != std::string::npos);
        QCOMPARE(imported.run.trace.steps.size(), size_t(2));
    }

    void indicesThatPointNowhereAreNotFollowed()
    {
        const std::string text = chromeTraceJson(everything());
        for (const char* list : {R"("Stepscope":[0,0,2,-1])", R"("Stepscope":[4,0,3,-1])",
                                 R"("Stepscope":[-1,2,0,5])", R"("Stepscope":[0,3])"}) {
            for (const char* number : {"99", "-7", "4294967296", "9223372036854775807"}) {
                std::string changed = text;
                const size_t at = changed.find(list);
                QVERIFY2(at != std::string::npos, list);
                const size_t comma = changed.rfind(',', at + std::string_view(list).size() - 1);
                changed.insert(comma + 1, number);
                checkSound(m_folder.import(changed).run.trace);
            }
        }
    }

    /// Steps with the same number, as after editing, are renumbered, and can be saved.
    void stepsWhoseNumbersDoNotRiseAreCountedAnew()
    {
        const Run run = everything();
        QCOMPARE(run.trace.steps.size(), size_t(2));
        std::string text = chromeTraceJson(run);
        const auto nameOf = [&run](size_t step) {
            return fmt::format("\"ProfilerStep#{}\"", run.trace.steps[step].number);
        };
        const size_t at = text.find(nameOf(1));
        QVERIFY(at != std::string::npos);
        text.replace(at, nameOf(1).size(), nameOf(0));
        ImportedRun imported = m_folder.import(text);
        checkSound(imported.run.trace);
        QCOMPARE(imported.run.trace.steps.size(), size_t(2));
        const auto path = writeImportedRun(storedRun(imported), m_folder.path() / "library");
        const auto kept = readRunFile(path);
        QVERIFY2(kept.problems.empty(), kept.problems.empty() ? "" : kept.problems.front().c_str());
        QCOMPARE(kept.run.trace.steps[1].number, int64_t(1));
    }

    void realTracesAreKept()
    {
        if (!std::filesystem::is_directory(realTraces))
            QSKIP("Configure with -DSTEPSCOPE_REAL_TRACES=FOLDER to check against real traces.");
        for (const auto& entry : std::filesystem::directory_iterator(realTraces)) {
            qInfo("%s", entry.path().filename().c_str());
            const Run run = importFile(entry.path()).run;
            compare(again(run), run.trace);
        }
    }

    void linksOfRealTracesAreKept()
    {
        if (!std::filesystem::is_directory(realTraces))
            QSKIP("Configure with -DSTEPSCOPE_REAL_TRACES=FOLDER to check against real traces.");
        int links = 0;
        for (const auto& entry : std::filesystem::directory_iterator(realTraces)) {
            qInfo("%s", entry.path().filename().c_str());
            ImportSource source(entry.path());
            std::string content(100 << 20, '\0');
            content.resize(source.read(content.data(), content.size()));
            if (content.find("\"fwdbwd\"") == std::string::npos)
                continue;
            const auto expected = linksOf(content);
            const auto found = linksOf(chromeTraceJson(importFile(entry.path()).run));
            QCOMPARE(found.size(), expected.size());
            QCOMPARE(found, expected);
            links += int(found.size());
        }
        QVERIFY(links > 900);
    }

    void theLogIsKeptOverSeveralRoundTrips()
    {
        const Run run = everything();
        const Run once = m_folder.import(chromeTraceJson(run)).run;
        const Run twice = m_folder.import(chromeTraceJson(once)).run;
        QCOMPARE(text(twice.log.front().text), text(run.log.front().text));
        QCOMPARE(twice.log.front().unixMs, run.startUnixMs);
        QVERIFY(twice.log.front().level == LogLevel::Warning);
        for (const LogEntry& entry : once.log)
            QVERIFY2(hasEntry(twice, entry), entry.text.c_str());
    }

    void entriesOfALogThatAreNoneAreLeftOut()
    {
        std::string json = chromeTraceJson(everything());
        const std::string key = R"("notes":[)";
        const size_t at = json.find(key);
        QVERIFY(at != std::string::npos);
        json.insert(at + key.size(), R"(1,[],[1,2],["x",0,"y"],[0,7,"level"],[0,-1,"level"],[0,0,5],)");
        const Run run = m_folder.import(json).run;
        QVERIFY(std::ranges::none_of(run.log, [](const LogEntry& each) { return each.text == "level"; }));
        QVERIFY(hasEntry(run, everything().log.front()));
    }
};

QTEST_GUILESS_MAIN(TestTraceRoundTrip)
#include "test_trace_round_trip.moc"
