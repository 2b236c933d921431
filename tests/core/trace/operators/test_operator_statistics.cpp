#include "core/trace/operators/operator_statistics.h"
#include "tests/core/trace/trace_text.h"

#include <QTest>

#include <map>

using namespace stepscope;
using namespace stepscope::test;

namespace {

constexpr auto byOperator = OperatorGrouping::ByOperator;
constexpr auto byShape = OperatorGrouping::ByOperatorAndShape;

QString table(const std::string& text, OperatorGrouping grouping = byOperator)
{
    const Trace trace = traceOf(text);
    return QString::fromStdString(tableOf(operatorStatistics(trace, grouping), trace));
}

constexpr auto convNetStep = R"(
conv1 0-210 layer
  conv2d 0-200 [8,1]
    convolution 10-190 [8,1]
      kernel 20-180 [8,1]
relu 210-240 [8,32]
conv2 240-500 layer
  conv2d 250-490 [8,32]
    convolution 260-480 [8,32]
      kernel 270-470 [8,32]
evaluate:Conv 500-900 backward
  Conv 510-890
    convolution 520-880 [8,32]
)";

double selfShares(const OperatorStatistics& statistics)
{
    double sum = 0.0;
    for (const OperatorRow& row : statistics.rows)
        sum += row.selfShare;
    return sum;
}

} // namespace

class TestOperatorStatistics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void selfTimeIsTheDurationWithoutDirectChildren()
    {
        QCOMPARE(table("conv2d 0-100\n"
                       "  convolution 10-90\n"
                       "    kernel 20-80\n"),
                 "kernel Forward: 1 calls, self 60, total 60, 60 to 60, mean 60\n"
                 "conv2d Forward: 1 calls, self 20, total 100, 100 to 100, mean 100\n"
                 "convolution Forward: 1 calls, self 20, total 80, 80 to 80, mean 80\n");
    }

    void callsOfOneOperatorAreSummed()
    {
        QCOMPARE(table("add 0-10\nadd 20-50\nadd 60-62\n"),
                 "add Forward: 3 calls, self 42, total 42, 2 to 30, mean 14\n");
    }

    void directRecursionCountsOnceInTheTotal()
    {
        QCOMPARE(table("f 0-100\n"
                       "  f 10-90\n"
                       "    f 20-80\n"),
                 "f Forward: 3 calls, self 100, total 100, 60 to 100, mean 80\n");
    }

    void indirectRecursionCountsOnceInTheTotal()
    {
        QCOMPARE(table("f 0-100\n"
                       "  g 10-90\n"
                       "    f 20-80\n"
                       "      g 30-70\n"),
                 "g Forward: 2 calls, self 60, total 80, 40 to 80, mean 60\n"
                 "f Forward: 2 calls, self 40, total 100, 60 to 100, mean 80\n");
    }

    void recursionWithAnotherShapeIsItsOwnRowWhenShapesTellApart()
    {
        const auto trace = "sum 0-100 [8,8]\n"
                           "  sum 10-90 [8]\n"
                           "    sum 20-80 [8,8]\n";
        QCOMPARE(table(trace, byShape), "sum [8,8] Forward: 2 calls, self 80, total 100, 60 to 100, mean 80\n"
                                        "sum [8] Forward: 1 calls, self 20, total 80, 80 to 80, mean 80\n");
        QCOMPARE(table(trace, byOperator),
                 "sum 2 shapes Forward: 3 calls, self 100, total 100, 60 to 100, mean 80\n");
    }

    void anOperatorKeepsItsShapeWhenAllCallsAgree()
    {
        QCOMPARE(table("relu 0-10 [8]\nrelu 10-20 [8]\n"),
                 "relu [8] Forward: 2 calls, self 20, total 20, 10 to 10, mean 10\n");
        QCOMPARE(table("relu 0-10 [8]\nrelu 10-20\n"),
                 "relu 1 shapes Forward: 2 calls, self 20, total 20, 10 to 10, mean 10\n");
        QCOMPARE(table("relu 0-10\nrelu 10-20 [8]\nrelu 20-30\n"),
                 "relu 1 shapes Forward: 3 calls, self 30, total 30, 10 to 10, mean 10\n");
    }

    void operationsCountOnceUpToTheOperatorWithAFormula()
    {
        Trace trace;
        trace.shapes = {"[2, 3], [4, 3]", "[2, 3], [3, 4]", "[2, 4]"};
        const auto add = [&](const char* name, ShapeId shape, EventId parent) {
            trace.append(
                {.durationNs = 10, .name = trace.names.intern(name), .shape = shape, .parent = parent});
            return EventId(trace.size() - 1);
        };
        const auto step = add("step", noShape, noEvent);
        const auto linear = add("aten::linear", ShapeId(0), step);
        add("aten::mm", ShapeId(1), linear); // the same 48 again
        add("aten::mul", ShapeId(2), step);
        add("aten::relu", ShapeId(2), step);
        const auto statistics = operatorStatistics(trace, byShape);
        QVERIFY(statistics.hasFlops);
        QCOMPARE(statistics.flops, int64_t(48 + 8));
        std::map<std::string, int64_t> flops;
        std::map<std::string, int64_t> selfFlops;
        for (const auto& row : statistics.rows) {
            flops[trace.names[row.name]] = row.flops;
            selfFlops[trace.names[row.name]] = row.selfFlops;
        }
        QCOMPARE(
            selfFlops, // of the innermost one with a formula
            (std::map<std::string, int64_t>{
                {"step", 0}, {"aten::linear", 0}, {"aten::mm", 48}, {"aten::mul", 8}, {"aten::relu", 0}}));
        QCOMPARE(
            flops,
            (std::map<std::string, int64_t>{
                {"step", 56}, {"aten::linear", 48}, {"aten::mm", 48}, {"aten::mul", 8}, {"aten::relu", 0}}));
    }

    void recursionCountsOperationsOnce()
    {
        Trace trace;
        trace.shapes = {"[4]", "[2]"};
        const auto name = trace.names.intern("aten::mul");
        trace.append({.durationNs = 10, .name = name, .shape = ShapeId(0)});
        trace.append({.durationNs = 8, .name = name, .shape = ShapeId(0), .parent = EventId(0)});
        trace.append({.durationNs = 6, .name = name, .shape = ShapeId(1), .parent = EventId(1)});
        QCOMPARE(operatorStatistics(trace, byOperator).rows[0].flops, int64_t(4));
        QCOMPARE(operatorStatistics(trace, byOperator).flops, int64_t(4));
        QCOMPARE(operatorStatistics(trace, byShape).rows.front().flops, int64_t(2)); // the innermost
        QCOMPARE(operatorStatistics(trace, byShape).rows.back().flops, int64_t(4));
        QCOMPARE(operatorStatistics(trace, byOperator).rows[0].selfFlops, int64_t(4));
        QCOMPARE(operatorStatistics(trace, byShape).rows.front().selfFlops, int64_t(2));
        QCOMPARE(operatorStatistics(trace, byShape).rows.back().selfFlops, int64_t(2));
    }

    void operatorsInsideNeverCountMoreThanTheFormulaAround()
    {
        Trace trace;
        trace.shapes = {"[2, 3], [3, 4]", "[100]"};
        trace.append({.durationNs = 10, .name = trace.names.intern("aten::mm"), .shape = ShapeId(0)});
        trace.append({.durationNs = 5,
                      .name = trace.names.intern("aten::mul"),
                      .shape = ShapeId(1),
                      .parent = EventId(0)});
        trace.append({.durationNs = 5, .name = trace.names.intern("aten::relu")});
        trace.append({.durationNs = 4,
                      .name = trace.names.intern("aten::mul"),
                      .shape = ShapeId(1),
                      .parent = EventId(0)});
        const auto statistics = operatorStatistics(trace, byOperator);
        int64_t sum = 0;
        for (const auto& row : statistics.rows)
            sum += row.selfFlops;
        QCOMPARE(statistics.flops, int64_t(48));
        QCOMPARE(sum, statistics.flops);
    }

    void memoryBelongsToTheInmostOperatorAndThoseAroundIt()
    {
        Trace trace = traceOf("a 0-100\n"
                              "  layer1 10-90 layer\n"
                              "    b 20-80\n"
                              "      b 30-70 [8]\n"
                              "c 100-110\n");
        trace.allocations = {{.timeNs = 40, .bytes = 100, .event = EventId(3)}, // in b within b
                             {.timeNs = 75, .bytes = -30, .event = EventId(2)}, // in b
                             {.timeNs = 85, .bytes = 7, .event = EventId(1)},   // in the layer, so in a
                             {.timeNs = 120, .bytes = 5}};                      // outside
        const auto bytesOf = [&](OperatorGrouping grouping) {
            QStringList text;
            for (const auto& row : operatorStatistics(trace, grouping).rows)
                text += QString("%1 %2/%3")
                            .arg(trace.names[row.name].c_str())
                            .arg(row.selfBytes)
                            .arg(row.totalBytes);
            text.sort();
            return text.join(", ");
        };
        QCOMPARE(bytesOf(byOperator), "a 7/77, b 70/70, c 0/0");
        QCOMPARE(bytesOf(byShape), "a 7/77, b -30/70, b 100/100, c 0/0");
        QVERIFY(operatorStatistics(trace, byOperator).hasMemory);
    }

    void withoutShapesAndAllocationsNothingIsSaidOfThem()
    {
        const auto statistics = operatorStatistics(traceOf("aten::mul 0-10\n"), byOperator);
        QVERIFY(!statistics.hasFlops);
        QVERIFY(!statistics.hasMemory);
    }

    void allocationsWaitForTheirEvents()
    {
        Trace trace = traceOf("a 0-100\nb 100-200\n");
        trace.allocations = {{.bytes = 1, .event = EventId(0)}, {.bytes = 2, .event = EventId(1)}};
        OperatorStatisticsBuilder builder;
        QVERIFY(!builder.update(trace, 1));
        QCOMPARE(builder.totals().rows[0].selfBytes, int64_t(1));
        QVERIFY(builder.update(trace));
        QCOMPARE(builder.totals().rows[1].selfBytes, int64_t(2));
    }

    void threadsAreTimedByThemselves()
    {
        QCOMPARE(table("a 0-100 t0\n"
                       "b 10-90 t1\n"
                       "  c 20-80\n"),
                 "a Forward: 1 calls, self 100, total 100, 100 to 100, mean 100\n"
                 "c Forward: 1 calls, self 60, total 60, 60 to 60, mean 60\n"
                 "b Forward: 1 calls, self 20, total 80, 80 to 80, mean 80\n");
    }

    void aParentOnAnotherThreadLosesNoSelfTime()
    {
        QCOMPARE(table("a 0-100 t0\n"
                       "  b 10-90 t1\n"),
                 "a Forward: 1 calls, self 100, total 100, 100 to 100, mean 100\n"
                 "b Forward: 1 calls, self 80, total 80, 80 to 80, mean 80\n");
    }

    void eventsOfTwoThreadsMayAlternate()
    {
        Trace trace;
        const NameId a = trace.names.intern("a");
        const NameId b = trace.names.intern("b");
        trace.append({.durationNs = 100, .name = a, .thread = ThreadId(0)});
        trace.append({.durationNs = 100, .name = a, .thread = ThreadId(1)});
        trace.append({.durationNs = 30, .name = b, .parent = EventId(0), .thread = ThreadId(0)});
        trace.append({.durationNs = 40, .name = b, .parent = EventId(1), .thread = ThreadId(1)});
        QCOMPARE(QString::fromStdString(tableOf(operatorStatistics(trace, byOperator), trace)),
                 "a Other: 2 calls, self 130, total 200, 100 to 100, mean 100\n"
                 "b Other: 2 calls, self 70, total 70, 30 to 40, mean 35\n");
    }

    void layersAreNoRowsAndLookedThrough()
    {
        QCOMPARE(table("step 0-100\n"
                       "  conv1 10-90 layer\n"
                       "    inner 15-85 layer\n"
                       "      conv2d 20-80\n"),
                 "conv2d Forward: 1 calls, self 60, total 60, 60 to 60, mean 60\n"
                 "step Forward: 1 calls, self 40, total 100, 100 to 100, mean 100\n");
    }

    void aLayerDoesNotHideRecursion()
    {
        QCOMPARE(table("f 0-100\n"
                       "  block 10-90 layer\n"
                       "    f 20-80\n"),
                 "f Forward: 2 calls, self 100, total 100, 60 to 100, mean 80\n");
    }

    void forwardAndBackwardAreToldApart()
    {
        QCOMPARE(table("convolution 0-10\n"
                       "convolution 20-50 backward\n"),
                 "convolution Backward: 1 calls, self 30, total 30, 30 to 30, mean 30\n"
                 "convolution Forward: 1 calls, self 10, total 10, 10 to 10, mean 10\n");
    }

    void theSameOperatorInAnotherPassIsNoRecursion()
    {
        QCOMPARE(table("f 0-100\n"
                       "  f 10-90 backward\n"),
                 "f Backward: 1 calls, self 80, total 80, 80 to 80, mean 80\n"
                 "f Forward: 1 calls, self 20, total 100, 100 to 100, mean 100\n");
    }

    void zeroLengthEventsCountAsCalls()
    {
        QCOMPARE(table("a 0-10\n"
                       "  b 5-5\n"
                       "    c 5-5\n"),
                 "a Forward: 1 calls, self 10, total 10, 10 to 10, mean 10\n"
                 "b Forward: 1 calls, self 0, total 0, 0 to 0, mean 0\n"
                 "c Forward: 1 calls, self 0, total 0, 0 to 0, mean 0\n");
        const auto nothing = operatorStatistics(traceOf("a 5-5\n"), byOperator);
        QCOMPARE(nothing.rows.size(), 1U);
        QCOMPARE(nothing.rows[0].selfShare, 0.0);
    }

    void childrenLongerThanTheirParentLeaveItNoLessThanZero()
    {
        const Trace trace = traceOf("a 0-10\n"
                                    "  b 0-7\n"
                                    "  b 7-12\n"
                                    "a 20-30\n");
        const auto statistics = operatorStatistics(trace, byOperator);
        QCOMPARE(QString::fromStdString(tableOf(statistics, trace)),
                 "b Forward: 2 calls, self 12, total 12, 5 to 7, mean 6\n"
                 "a Forward: 2 calls, self 10, total 20, 10 to 10, mean 10\n");
        QCOMPARE(statistics.selfNs, 22); // the outermost operators' 20, and 2 by which children are too long
        QCOMPARE(selfShares(statistics), 1.0);
    }

    void aParentThatDoesNotStandBeforeItsChildIsIgnored()
    {
        Trace trace;
        trace.append({.durationNs = 10, .name = trace.names.intern("a"), .parent = EventId(0)});
        trace.append({.durationNs = 20, .name = NameId(0), .parent = EventId(5)});
        QCOMPARE(QString::fromStdString(tableOf(operatorStatistics(trace, byOperator), trace)),
                 "a Other: 2 calls, self 30, total 30, 10 to 20, mean 15\n");
    }

    void selfTimesSumToTheOutermostOperators()
    {
        for (const auto grouping : {byOperator, byShape}) {
            const auto statistics = operatorStatistics(traceOf(convNetStep), grouping);
            QCOMPARE(statistics.selfNs, 200 + 30 + 240 + 400);
            QVERIFY(std::abs(selfShares(statistics) - 1.0) < 1e-12);
            QCOMPARE(statistics.grouping, grouping);
        }
    }

    void sharesAreOfTheSumOfSelfTimes()
    {
        const Trace trace = traceOf("a 0-80\n  b 0-20\nc 80-100\n");
        const auto rows = operatorStatistics(trace, byOperator).rows;
        QCOMPARE(rows[0].selfShare, 0.6);
        QCOMPARE(rows[0].totalShare, 0.8);
        QCOMPARE(rows[1].selfShare, 0.2);
    }

    /// Runtime calls are no self time, but they are part of an operator's total time.
    void noTotalTimeIsMoreThanTheWhole()
    {
        const Trace trace = traceOf("range 0-200 range\n"
                                    "  a 0-100\n"
                                    "    launch 10-90 runtime\n"
                                    "  b 100-200\n"
                                    "    c 120-160\n"
                                    "      mark 120-150 range\n");
        for (const auto grouping : {byOperator, byShape}) {
            const auto statistics = operatorStatistics(trace, grouping);
            QCOMPARE(statistics.selfNs, 20 + 60 + 10);
            QCOMPARE(statistics.totalNs, 200);
            for (const OperatorRow& row : statistics.rows)
                QCOMPARE(row.totalShare, double(row.totalNs) / 200);
        }
        OperatorStatisticsBuilder pieces;
        pieces.addPiece(trace);
        pieces.addPiece(trace);
        QCOMPARE(pieces.statistics(byOperator).totalNs, 400);
    }

    void rowsComeByFallingSelfTimeAndTiesByName()
    {
        OperatorTotals totals;
        for (const uint32_t name : {4U, 3U, 2U, 1U, 0U})
            totals.rows.push_back({.name = NameId(name), .calls = 1, .selfNs = name == 3 ? 20 : 5});
        QList<uint32_t> names;
        for (const OperatorRow& row : operatorStatistics(totals, byOperator).rows)
            names.append(row.name);
        QCOMPARE(names, QList<uint32_t>({3, 0, 1, 2, 4}));
    }

    void aLongTraceCanBeTakenInBitByBit()
    {
        Trace trace = traceOf(convNetStep);
        trace.steps = {{.endEvent = trace.endEvent(), .phase = StepPhase::Active}};
        OperatorStatisticsBuilder builder;
        QVERIFY(!builder.update(trace, trace.size() - 1));
        QCOMPARE(builder.totals().steps, 0); // the step is not complete
        QVERIFY(builder.update(trace, 1));
        QCOMPARE(builder.totals().steps, 1);
        QCOMPARE(tableOf(builder.statistics(byShape), trace),
                 tableOf(operatorStatistics(trace, byShape), trace));
    }

    void followingARecordingEqualsReadingItAtOnce()
    {
        const Trace whole = traceOf(convNetStep);
        for (uint32_t chunk = 1; chunk <= whole.size(); ++chunk) {
            OperatorStatisticsBuilder builder;
            Trace growing;
            growing.names = whole.names;
            growing.shapes = whole.shapes;
            builder.update(growing);
            for (EventId event(0); event < whole.endEvent(); ++event) {
                growing.append(whole.event(event));
                if (event % chunk == 0)
                    builder.update(growing);
            }
            builder.update(growing);
            for (const auto grouping : {byOperator, byShape})
                QCOMPARE(tableOf(builder.statistics(grouping), growing),
                         tableOf(operatorStatistics(whole, grouping), whole));
        }
    }

    void totalsGiveTheTableThatTheTraceGives()
    {
        const Trace trace =
            traceOf(std::string(convNetStep) + "f 900-1000 [1]\n  f 910-990 [2]\n    f 920-980 [1]\n");
        const OperatorStatistics fine = operatorStatistics(trace, byShape);
        const OperatorStatistics coarse = operatorStatistics(trace, byOperator);
        OperatorTotals totals{.steps = 7};
        for (const OperatorRow& row : fine.rows)
            totals.rows.push_back({.name = row.name,
                                   .shape = row.shape,
                                   .pass = row.pass,
                                   .calls = row.calls,
                                   .selfNs = row.selfNs,
                                   .totalNs = row.totalNs,
                                   .totalAnyShapeNs = row.totalNs,
                                   .durationNs = int64_t(row.meanNs * double(row.calls)),
                                   .minNs = row.minNs,
                                   .maxNs = row.maxNs});
        for (OperatorTotal& total : totals.rows)
            if (trace.names[total.name] == "f") // the inner calls are in the outermost one
                total.totalAnyShapeNs = trace.shapes[total.shape] == "[1]" ? 100 : 0;
        QCOMPARE(tableOf(operatorStatistics(totals, byShape), trace), tableOf(fine, trace));
        QCOMPARE(tableOf(operatorStatistics(totals, byOperator), trace), tableOf(coarse, trace));
        QCOMPARE(operatorStatistics(totals, byOperator).steps, 7);
    }

    void chunksMoveBehindWhatIsThere()
    {
        Trace trace;
        for (const char* name : {"a", "b"}) {
            TraceChunk chunk;
            chunk.newNames = {name};
            chunk.newShapes = {std::string("[") + name + "]"};
            const uint32_t id = trace.names.size();
            chunk.events = {
                {.durationNs = 10, .name = NameId(id), .shape = ShapeId(id)},
                {.durationNs = 4, .name = NameId(id), .shape = ShapeId(id), .parent = EventId(0)}};
            chunk.steps = {
                {.number = id, .firstEvent = EventId(0), .endEvent = EventId(2), .phase = StepPhase::Active}};
            trace.append(std::move(chunk));
        }
        QCOMPARE(trace.size(), 4U);
        QCOMPARE(trace.parent, std::vector<EventId>({noEvent, EventId(0), noEvent, EventId(2)}));
        QCOMPARE(trace.steps[1].firstEvent, 2U);
        QCOMPARE(trace.steps[1].endEvent, 4U);
        QCOMPARE(QString::fromStdString(tableOf(operatorStatistics(trace, byOperator), trace)),
                 "a [a] Other: 2 calls, self 10, total 10, 4 to 10, mean 7\n"
                 "b [b] Other: 2 calls, self 10, total 10, 4 to 10, mean 7\n");
    }

    void stepsAreThoseThatTheFiguresCover()
    {
        Trace trace = traceOf("a 0-10\n");
        trace.steps = {
            {.number = 0, .phase = StepPhase::Warmup},
            {.number = 1, .endEvent = EventId(1), .phase = StepPhase::Active},
            {.number = 2, .firstEvent = EventId(1), .endEvent = EventId(1), .phase = StepPhase::Active}};
        QCOMPARE(operatorStatistics(trace, byOperator).steps, 2);
    }

    void anEmptyTraceGivesAnEmptyTable()
    {
        const auto statistics = operatorStatistics(Trace{}, byOperator);
        QVERIFY(statistics.rows.empty());
        QCOMPARE(statistics.selfNs, 0);
        QCOMPARE(statistics.steps, 0);
    }

    void everyPassHasAName()
    {
        QCOMPARE(passName(Pass::Data), "Data");
        QCOMPARE(passName(Pass::Loss), "Loss");
        QCOMPARE(passName(Pass::Optimizer), "Optimizer");
    }
};

QTEST_GUILESS_MAIN(TestOperatorStatistics)
#include "test_operator_statistics.moc"
