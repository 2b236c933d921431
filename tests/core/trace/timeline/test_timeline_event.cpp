#include "core/trace/operators/operator_statistics.h"
#include "core/trace/timeline/timeline_csv.h"
#include "core/trace/timeline/timeline_event.h"
#include "core/trace/timeline/timeline_search.h"
#include "tests/core/trace/trace_text.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::test;

namespace {

TimelineIndex indexOf(const Trace& trace)
{
    TimelineIndex index;
    index.update(trace);
    return index;
}

/// Two steps, in each: a convolution in a layer, and its backward node, which runs a kernel.
Trace trainedTrace()
{
    Trace trace;
    for (int64_t step = 0; step < 2; ++step) {
        const EventId first = trace.endEvent();
        const char* text = "conv{0} {0}000-{0}400 layer\n"
                           "  empty {0}010-{0}020\n"
                           "  conv2d {0}050-{0}350\n"
                           "    convolution {0}060-{0}340\n"
                           "AddBackward0 {0}500-{0}900 backward t1\n"
                           "  kernel {0}510-{0}890\n";
        appendEvents(trace, fmt::format(fmt::runtime(text), step));
        // An operator that makes no node has the number that the next one will have.
        for (EventId event(first + 1); event <= EventId(first + 4); ++event)
            trace.sequence[event] = 7;
        trace.steps.push_back({.number = 10 + step,
                               .startNs = 1000 * step,
                               .durationNs = 1000,
                               .firstEvent = first,
                               .endEvent = trace.endEvent()});
    }
    return trace;
}

QString namesOf(const Trace& trace, const TimelineSearch& search)
{
    QStringList names;
    for (const EventId event : search.hits())
        names += QString("%1 %2")
                     .arg(QString::fromStdString(trace.names[trace.name[event]]))
                     .arg(trace.startNs[event]);
    return names.join(", ");
}

} // namespace

class TestTimelineEvent : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void selfTimesAreThoseOfTheTable()
    {
        const Trace trace = traceOf("conv2d 0-100\n"
                                    "  block 10-90 layer\n"
                                    "    convolution 20-60\n"
                                    "    add 65-70\n"
                                    "      inner 66-68\n"
                                    "  relu 91-92\n"
                                    "long 200-210\n"
                                    "  longer 200-215\n");
        const TimelineIndex index = indexOf(trace);
        const OperatorStatistics table = operatorStatistics(trace, OperatorGrouping::ByOperator);
        for (EventId event(0); event < trace.endEvent(); ++event) {
            const auto row = std::ranges::find(table.rows, trace.name[event], &OperatorRow::name);
            if (row != table.rows.end())
                QCOMPARE(selfNsOfEvent(trace, index, event), row->selfNs);
        }
        QCOMPARE(selfNsOfEvent(trace, index, EventId(0)), 100 - 40 - 5 - 1);
        QCOMPARE(selfNsOfEvent(trace, index, EventId(6)), 0);
    }

    void selfTimesAreRightWhereEventsOverlap()
    {
        Trace trace;
        const auto name = trace.names.intern("f");
        trace.append({.startNs = 0, .durationNs = 100, .name = name});
        trace.append({.startNs = 10, .durationNs = 20, .name = name, .parent = EventId(0)});
        trace.append(
            {.startNs = 20, .durationNs = 20, .name = name, .parent = EventId(0)}); // on a lane further down
        QCOMPARE(selfNsOfEvent(trace, indexOf(trace), EventId(0)), 60);
    }

    void forwardAndBackwardAreLinkedWithinTheirStep_data()
    {
        QTest::addColumn<uint32_t>("event");
        QTest::addColumn<uint32_t>("linked");
        QTest::newRow("layer") << 0U << uint32_t(noEvent);
        QTest::newRow("makes no node") << 1U << uint32_t(noEvent);
        QTest::newRow("encloses the one that does") << 2U << 4U;
        QTest::newRow("makes it") << 3U << 4U;
        QTest::newRow("node") << 4U << 3U;
        QTest::newRow("kernel in it") << 5U << uint32_t(noEvent);
        QTest::newRow("in the second step") << 8U << 10U;
        QTest::newRow("node in the second step") << 10U << 9U;
    }

    void forwardAndBackwardAreLinkedWithinTheirStep()
    {
        QFETCH(uint32_t, event);
        QTEST(uint32_t(linkedEvent(trainedTrace(), EventId(event))), "linked");
    }

    void aLossInARangeOfTheBackwardPassIsLinkedToItsNode()
    {
        Trace trace = traceOf("backward 0-100 range backward\n"
                              "  log_softmax 20-40\n"
                              "LogSoftmaxBackward0 100-150 backward t1\n");
        trace.sequence = {-1, 5, 5};
        QCOMPARE(linkedEvent(trace, EventId(0)), noEvent);
        QCOMPARE(linkedEvent(trace, EventId(1)), 2U);
        QCOMPARE(linkedEvent(trace, EventId(2)), 1U);
    }

    void withoutStepsAllEventsAreLookedAt()
    {
        Trace trace = trainedTrace();
        trace.steps.clear();
        QCOMPARE(linkedEvent(trace, EventId(4)), 9U); // the last that has the number
    }

    void theStepOfAnEventIsFound()
    {
        Trace trace = trainedTrace();
        QCOMPARE(stepOfEvent(trace, EventId(0))->number, 10);
        QCOMPARE(stepOfEvent(trace, EventId(5))->number, 10);
        QCOMPARE(stepOfEvent(trace, EventId(6))->number, 11);
        trace.append(TraceEvent{});
        QVERIFY(!stepOfEvent(trace, EventId(trace.size() - 1)));
    }

    void theLayerIsFoundFromBothPasses()
    {
        const Trace trace = trainedTrace();
        QCOMPARE(layerOfEvent(trace, EventId(0)), "conv0");
        QCOMPARE(layerOfEvent(trace, EventId(3)), "conv0");
        QCOMPARE(layerOfEvent(trace, EventId(4)), "conv0");
        QCOMPARE(layerOfEvent(trace, EventId(11)), "conv1"); // the kernel, by the node around it
        QCOMPARE(layerOfEvent(traceOf("alone 0-1\n"), EventId(0)), "");
    }

    void searchFindsTextInWhateverCase()
    {
        const Trace trace = trainedTrace();
        auto search = TimelineSearch::containing("CONV");
        QVERIFY(search.update(trace));
        QCOMPARE(namesOf(trace, search), "conv0 0, conv2d 50, convolution 60, conv1 1000, conv2d 1050, "
                                         "convolution 1060");
        auto nothing = TimelineSearch::containing("nothing like it");
        QVERIFY(nothing.update(trace));
        QVERIFY(!nothing.after(trace, 0));
        QVERIFY(!TimelineSearch::containing("").isActive());
    }

    void searchTellsOperatorsFromLayers()
    {
        Trace trace = traceOf("conv 0-10 layer\n"
                              "  conv 1-9\n");
        auto operators = TimelineSearch::ofOperator("conv");
        operators.update(trace);
        QCOMPARE(namesOf(trace, operators), "conv 1");
        auto layers = TimelineSearch::ofLayer("conv");
        layers.update(trace);
        QCOMPARE(namesOf(trace, layers), "conv 0");
    }

    void searchGoesOnByTime()
    {
        // In the order of a step's events: thread by thread.
        Trace trace = traceOf("f 0-10\n"
                              "f 50-60\n"
                              "f 20-30 t1\n");
        auto search = TimelineSearch::containing("f");
        while (!search.update(trace, 1))
            ;
        appendEvents(trace, "f 40-45\n");
        search.update(trace);
        QCOMPARE(namesOf(trace, search), "f 0, f 20, f 40, f 50");
        QCOMPARE(*search.after(trace, 20), size_t(2));
        QCOMPARE(*search.after(trace, 50), size_t(0)); // around
        QCOMPARE(*search.before(trace, 20), size_t(0));
        QCOMPARE(*search.before(trace, 0), size_t(3));
    }

    void workThatRunsInALaterStepNamesBoth()
    {
        Trace trace = traceOf("aten::mm 0-90\n  launch 10-20 runtime\n"
                              "a 20-40 t1 gpu0 kernel <launch\nb 110-140 t1 gpu0 kernel <launch\n"
                              "c 210-240 t1 gpu0 kernel <launch\n");
        trace.steps = {{5, 0, 100, EventId(0), EventId(3), StepPhase::Active},
                       {6, 100, 100, EventId(3), EventId(4), StepPhase::Active}};
        QCOMPARE(stepTextOfEvent(trace, EventId(0)), std::string("5"));
        QCOMPARE(stepTextOfEvent(trace, EventId(2)), std::string("5"));
        QCOMPARE(stepTextOfEvent(trace, EventId(3)), std::string("launched in step 5, ran in step 6"));
        QCOMPARE(stepTextOfEvent(trace, EventId(4)),
                 std::string("launched in step 5, ran outside the steps"));
        trace.threads[0].name = "training";
        trace.threads[1].name = "stream";
        const auto csv = QString::fromStdString(timelineCsv(trace, indexOf(trace), {1}, 100, 200, 0));
        QVERIFY2(csv.contains("stream,0,b,kernel,Forward,6,5,110,30,"), qPrintable(csv));
    }

    void theTableHasARowForEachEventInSight()
    {
        Trace trace = trainedTrace();
        trace.threads = {{1, "training"}, {2, "autograd 1"}};
        trace.shapes.push_back("[64, 1]");
        trace.shape[2] = ShapeId(0);
        const auto csv = QString::fromStdString(timelineCsv(trace, indexOf(trace), {0, 1}, 45, 600, 10));
        QCOMPARE(csv, "thread,lane,name,kind,pass,step,launched_in_step,start_ns,duration_ns,self_ns,shapes\n"
                      "training,0,conv0,layer,Forward,10,,-10,400,,\n"
                      "training,1,conv2d,operator,Forward,10,,40,300,20,\"[64, 1]\"\n"
                      "training,2,convolution,operator,Forward,10,,50,280,280,\n"
                      "autograd 1,0,AddBackward0,operator,Backward,10,,490,400,20,\n"
                      "autograd 1,1,kernel,operator,Backward,10,,500,380,380,\n");
    }
};

QTEST_GUILESS_MAIN(TestTimelineEvent)
#include "test_timeline_event.moc"
