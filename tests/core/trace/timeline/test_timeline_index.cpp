#include "core/trace/timeline/timeline_index.h"

#include "core/trace/nesting_depth.h"
#include "tests/core/trace/trace_text.h"

#include <QTest>

#include <random>

using namespace stepscope;
using namespace stepscope::test;

namespace {

/// A line a lane: "0.1: conv2d 0-10, relu 10-12" is the second lane of the first thread.
QString textOf(const TimelineIndex& index, const Trace& trace)
{
    QString text;
    for (size_t thread = 0; thread < index.threads().size(); ++thread) {
        const auto& lanes = index.threads()[thread].lanes;
        for (size_t number = 0; number < lanes.size(); ++number) {
            QStringList events;
            for (uint32_t at = 0; at < lanes[number].size(); ++at) {
                const EventId event = lanes[number].event(at);
                events += QString("%1 %2-%3")
                              .arg(QString::fromStdString(trace.names[trace.name[event]]))
                              .arg(lanes[number].startNs(at))
                              .arg(lanes[number].startNs(at) + lanes[number].durationNs(at));
            }
            text += QString("%1.%2: %3\n").arg(thread).arg(number).arg(events.join(", "));
        }
    }
    return text;
}

TimelineIndex indexOf(const Trace& trace)
{
    TimelineIndex index;
    index.update(trace);
    return index;
}

void append(Trace& trace, const char* name, int64_t startNs, int64_t endNs, EventId parent = noEvent,
            uint16_t thread = 0)
{
    trace.append({.startNs = startNs,
                  .durationNs = endNs - startNs,
                  .name = trace.names.intern(name),
                  .parent = parent,
                  .thread = ThreadId(thread)});
}

} // namespace

class TestTimelineIndex : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyDepthIsALane_data()
    {
        QTest::addColumn<QString>("events");
        QTest::addColumn<QString>("lanes");
        QTest::newRow("nested") << "conv2d 0-100\n"
                                   "  convolution 10-90\n"
                                   "    empty 12-14\n"
                                   "  add 92-99\n"
                                   "relu 100-120\n"
                                << "0.0: conv2d 0-100, relu 100-120\n"
                                   "0.1: convolution 10-90, add 92-99\n"
                                   "0.2: empty 12-14\n";
        QTest::newRow("recursive") << "f 0-100\n"
                                      "  f 10-90\n"
                                      "    f 20-80\n"
                                   << "0.0: f 0-100\n0.1: f 10-90\n0.2: f 20-80\n";
        QTest::newRow("threads") << "forward 0-100\n"
                                    "backward 50-150 t2\n"
                                    "  mm 60-70\n"
                                 << "0.0: forward 0-100\n2.0: backward 50-150\n2.1: mm 60-70\n";
        QTest::newRow("zero length") << "a 0-0\n"
                                        "  b 0-0\n"
                                        "c 0-0\n"
                                     << "0.0: a 0-0, c 0-0\n0.1: b 0-0\n";
        QTest::newRow("same times as the parent") << "a 0-10\n"
                                                     "  b 0-10\n"
                                                  << "0.0: a 0-10\n0.1: b 0-10\n";
    }

    void everyDepthIsALane()
    {
        QFETCH(QString, events);
        const Trace trace = traceOf(events.toStdString());
        QTEST(textOf(indexOf(trace), trace), "lanes");
    }

    /// Looking for a free lane takes bounded time.
    void lanesAreBounded()
    {
        Trace trace;
        constexpr int64_t events = 2'500;
        for (int64_t i = 0; i < events; ++i)
            append(trace, "op", i, i + events);
        append(trace, "behind", 3 * events, 3 * events + 1);
        const TimelineIndex index = indexOf(trace);
        const TimelineTrack& track = index.threads()[0];
        QCOMPARE(track.lanes.size(), size_t(mostNestingDepth));
        QCOMPARE(track.hidden, uint32_t(events) - mostNestingDepth);
        QVERIFY(index.laneOf(EventId(uint32_t(events) - 1)).isNone());
        QCOMPARE(index.laneOf(EventId(uint32_t(events))), LaneId(0));
    }

    void overlappingEventsMoveToAFreeLane()
    {
        Trace trace; // as an importer may leave it: no event encloses another
        append(trace, "a", 0, 100);
        append(trace, "b", 50, 150);
        append(trace, "c", 60, 70);
        append(trace, "d", 100, 200);
        append(trace, "e", 150, 160);
        const TimelineIndex index = indexOf(trace);
        QCOMPARE(textOf(index, trace), "0.0: a 0-100, d 100-200\n"
                                       "0.1: b 50-150, e 150-160\n"
                                       "0.2: c 60-70\n");
        QVERIFY(index.threads()[0].overlaps);
        QCOMPARE(index.laneOf(EventId(2)), LaneId(2));
    }

    void childrenOutsideTheirParentAreKept()
    {
        Trace trace;
        append(trace, "parent", 100, 200);
        append(trace, "early", 50, 60, EventId(0)); // begins before the recording
        append(trace, "late", 190, 260, EventId(0));
        append(trace, "next", 210, 220, EventId(0));
        const TimelineIndex index = indexOf(trace);
        QCOMPARE(index.threads()[0].events, 4U);
        QCOMPARE(textOf(index, trace), "0.0: early 50-60, parent 100-200\n"
                                       "0.1: late 190-260\n"
                                       "0.2: next 210-220\n");
        QCOMPARE(index.beginNs(), 50);
        QCOMPARE(index.endNs(), 260);
    }

    void eventsOutOfOrderAreSorted()
    {
        Trace trace;
        append(trace, "second", 100, 200);
        append(trace, "inner", 0, 40);
        append(trace, "outer", 0, 90);
        append(trace, "other", 5, 6, noEvent, 1);
        const TimelineIndex index = indexOf(trace);
        QCOMPARE(textOf(index, trace), "0.0: outer 0-90, second 100-200\n"
                                       "0.1: inner 0-40\n"
                                       "1.0: other 5-6\n");
    }

    void aMissingEndIsTakenForTheStart()
    {
        Trace trace;
        append(trace, "endless", 10, 9);
        const TimelineIndex index = indexOf(trace);
        QCOMPARE(textOf(index, trace), "0.0: endless 10-10\n");
    }

    void stepsHaveATrackOfTheirOwn()
    {
        Trace trace;
        trace.steps.push_back({.number = 3, .startNs = 0, .durationNs = 10});
        trace.steps.push_back({.number = 4, .startNs = 10, .durationNs = 20});
        TimelineIndex index = indexOf(trace);
        QCOMPARE(index.steps().lanes.at(0).size(), 2U);
        trace.steps.push_back({.number = 2, .startNs = -30, .durationNs = 5});
        index.update(trace);
        QCOMPARE(index.steps().lanes.size(), size_t(1));
        QCOMPARE(index.steps().lanes[0].id(0), 2U);
        QCOMPARE(index.beginNs(), -30);
        QCOMPARE(index.endNs(), 30);
    }

    void nothingGivesNothing()
    {
        const TimelineIndex index = indexOf({});
        QVERIFY(index.empty());
        QCOMPARE(index.beginNs(), 0);
        QCOMPARE(index.startsWithin(0, 100), 0);
    }

    void piecesGiveTheSameAsTheWhole()
    {
        std::mt19937 random(7);
        Trace trace;
        std::vector<std::vector<EventId>> stacks(3);
        int64_t now = 0;
        TimelineIndex growing;
        for (int i = 0; i < 5'000; ++i) {
            const ThreadId thread(random() % 3);
            auto& stack = stacks[thread];
            now += int64_t(random() % 5) - (random() % 50 == 0 ? 20 : 0); // some come late
            if (!stack.empty() && random() % 2)
                stack.pop_back();
            const EventId parent = stack.empty() ? noEvent : stack.back();
            stack.push_back(trace.endEvent());
            append(trace, "f", now, now + int64_t(random() % 40), parent, thread);
            if (random() % 100 == 0)
                growing.update(trace, random() % 70);
        }
        growing.update(trace);
        QCOMPARE(growing.events(), 5'000U);
        uint32_t placed = 0;
        for (const TimelineTrack& track : growing.threads()) {
            uint32_t inLanes = 0;
            for (const TimelineLane& lane : track.lanes) {
                inLanes += lane.size();
                for (uint32_t at = 1; at < lane.size(); ++at)
                    QVERIFY(lane.startNs(at) >= lane.startNs(at - 1) + lane.durationNs(at - 1));
            }
            QCOMPARE(inLanes, track.events);
            placed += inLanes;
        }
        QCOMPARE(placed, 5'000U);
    }

    void aRangeIsCounted()
    {
        const Trace trace = traceOf("a 0-100\n"
                                    "  b 10-20\n"
                                    "c 10-30 t1\n"
                                    "d 30-40 t1\n");
        const TimelineIndex index = indexOf(trace);
        QCOMPARE(index.startsWithin(0, 1000), 4);
        QCOMPARE(index.startsWithin(10, 30), 2);
        QCOMPARE(index.startsWithin(30, 31), 1);
        QCOMPARE(index.startsWithin(50, 10), 0);
    }

    void anEventTakesThirtyBytes()
    {
        Trace trace;
        constexpr uint32_t calls = 30'000;
        for (uint32_t call = 0; call < calls; ++call) {
            append(trace, "outer", call * 100, call * 100 + 90);
            append(trace, "inner", call * 100 + 10, call * 100 + 50, EventId(trace.size() - 1));
        }
        const TimelineIndex index = indexOf(trace);
        const double bytes = double(index.bytes()) / trace.size();
        QVERIFY2(bytes > 10 && bytes <= 32, qPrintable(QString::number(bytes)));
    }
};

QTEST_GUILESS_MAIN(TestTimelineIndex)
#include "test_timeline_index.moc"
