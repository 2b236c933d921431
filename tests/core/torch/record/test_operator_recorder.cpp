#include "core/torch/shared/torch_headers.h"

#include "core/torch/model/network.h"
#include "core/torch/record/operator_recorder.h"

#include <QtTest>

#include <functional>

using namespace stepscope;

class TestOperatorRecorder : public QObject
{
    Q_OBJECT

private:
    /// "linear > addmm": the operator with its ancestors.
    static QString path(const Trace& trace, EventId event)
    {
        QStringList names;
        for (auto i = event; i != noEvent; i = trace.parent[i])
            names.prepend(QString::fromStdString(trace.names[trace.name[i]]));
        return names.join(" > ");
    }

    static int indexOf(const Trace& trace, const QString& wanted)
    {
        for (EventId i(0); i < trace.endEvent(); ++i) {
            if (path(trace, i) == wanted)
                return int(i);
        }
        return -1;
    }

    static Trace traceOfOneStep(OperatorRecorder& recorder, const std::function<void()>& work)
    {
        recorder.beginStep(0, StepPhase::Active);
        work();
        auto chunk = recorder.endStep();
        Trace trace;
        if (chunk)
            trace.append(std::move(*chunk));
        return trace;
    }

private Q_SLOTS:
    void recordsNestedOperatorsWithShapes()
    {
        const auto x = torch::randn({4, 8});
        const auto w = torch::randn({3, 8});
        const auto b = torch::randn({3});
        OperatorRecorder recorder(true);
        recorder.setPass(Pass::Forward);
        const auto trace = traceOfOneStep(recorder, [&] { torch::linear(x, w, b); });

        const int linear = indexOf(trace, "aten::linear");
        const int addmm = indexOf(trace, "aten::linear > aten::addmm");
        QVERIFY(linear >= 0);
        QVERIFY(addmm >= 0);
        QCOMPARE(QString::fromStdString(trace.shapes[trace.shape[uint32_t(linear)]]),
                 QString("[4, 8], [3, 8], [3]"));
        QVERIFY(trace.durationNs[uint32_t(addmm)] <= trace.durationNs[uint32_t(linear)]);
        QCOMPARE(trace.pass[uint32_t(linear)], Pass::Forward);
    }

    void recordsListsOfTensors()
    {
        OperatorRecorder recorder(true);
        const auto a = torch::zeros({2, 3});
        const auto trace = traceOfOneStep(recorder, [&] { torch::cat({a, a}, 0); });
        const int cat = indexOf(trace, "aten::cat");
        QVERIFY(cat >= 0);
        QCOMPARE(QString::fromStdString(trace.shapes[trace.shape[uint32_t(cat)]]),
                 QString("[[2, 3], [2, 3]]"));
    }

    void recordsWhatIsAllocatedInWhichOperator()
    {
        OperatorRecorder recorder(true);
        const auto before = torch::zeros({16});
        const auto trace = traceOfOneStep(recorder, [&] {
            auto x = torch::empty({1024});
            x = torch::Tensor();
            before.add(before);
        });
        const auto empty = uint32_t(indexOf(trace, "aten::empty"));
        const auto add = uint32_t(indexOf(trace, "aten::add"));
        QCOMPARE(trace.allocations.size(), size_t(4));
        QCOMPARE(trace.allocations[0].bytes, int64_t(4096));
        QCOMPARE(trace.allocations[0].event, empty);
        QCOMPARE(trace.allocations[0].device, int16_t(-1));
        QCOMPARE(trace.allocations[1].bytes, int64_t(-4096));
        QCOMPARE(trace.allocations[1].address, trace.allocations[0].address);
        QCOMPARE(trace.allocations[1].event, noEvent);
        QCOMPARE(trace.allocations[2].bytes, int64_t(64));
        QCOMPARE(trace.allocations[2].event, add);
        QVERIFY(trace.allocations[0].timeNs >= trace.startNs[empty]);
        QVERIFY(trace.allocations[0].timeNs <= trace.startNs[empty] + trace.durationNs[empty]);
    }

    void whatIsFreedBetweenTwoKeptStepsIsKept()
    {
        OperatorRecorder recorder(true);
        torch::Tensor x;
        const auto first = traceOfOneStep(recorder, [&] { x = torch::empty({1024}); });
        QCOMPARE(first.allocations.size(), size_t(1));
        x = torch::Tensor();
        torch::empty({1024}); // what is allocated between them is not
        const auto second = traceOfOneStep(recorder, [] {});
        QVERIFY(!second.allocations.empty());
        QCOMPARE(second.allocations[0].bytes, int64_t(-4096));
        QCOMPARE(second.allocations[0].address, first.allocations[0].address);
        for (const auto& allocation : second.allocations)
            QVERIFY(allocation.bytes < 0);
    }

    void noAllocationIsKeptOfOtherSteps()
    {
        OperatorRecorder recorder(true);
        recorder.beginStep(0, StepPhase::Wait);
        torch::empty({1024});
        QVERIFY(!recorder.endStep());
        torch::empty({1024}); // between the steps, as in a test
        const auto trace = traceOfOneStep(recorder, [] {});
        QVERIFY(trace.allocations.empty());
    }

    void recordsWhatAConvolutionWasToldBesidesItsShapes()
    {
        OperatorRecorder recorder(true);
        const auto x = torch::randn({1, 3, 8, 8});
        const auto w = torch::randn({4, 3, 3, 3}, torch::requires_grad());
        const auto shapesOf = [](const Trace& trace, const QString& name) {
            for (EventId i(0); i < trace.endEvent(); ++i) {
                if (trace.names[trace.name[i]] == name.toStdString())
                    return QString::fromStdString(trace.shapes[trace.shape[i]]);
            }
            return QString();
        };
        const auto plain = traceOfOneStep(recorder, [&] { torch::conv2d(x, w); });
        QCOMPARE(shapesOf(plain, "aten::conv2d"), "[1, 3, 8, 8], [4, 3, 3, 3]");

        recorder.beginStep(1, StepPhase::Active);
        const auto y = torch::conv2d(x, w, {}, {2, 2}, {1, 1});
        y.sum().backward();
        Trace trace = plain;
        trace.append(*recorder.endStep());
        QStringList shapes;
        for (uint32_t i = plain.size(); i < trace.size(); ++i) {
            const auto& name = trace.names[trace.name[i]];
            if (name == "aten::conv2d" || name == "aten::convolution_backward")
                shapes += QString::fromStdString(trace.shapes[trace.shape[i]]);
        }
        QCOMPARE(shapes.join(" | "),
                 "[1, 3, 8, 8], [4, 3, 3, 3]; stride [2, 2], padding [1, 1] | "
                 "[1, 4, 4, 4], [1, 3, 8, 8], [4, 3, 3, 3]; stride [2, 2], padding [1, 1], "
                 "output mask [0, 1, 0]");
    }

    void keepsEventsOfActiveStepsOnlyButCountsAll()
    {
        const auto x = torch::ones({2});
        OperatorRecorder recorder(true);
        for (const auto phase : {StepPhase::Wait, StepPhase::Warmup, StepPhase::Active, StepPhase::Off}) {
            recorder.beginStep(0, phase);
            x.add(x);
            const auto chunk = recorder.endStep();
            QCOMPARE(chunk.has_value(), phase == StepPhase::Active);
            if (chunk) {
                QCOMPARE(chunk->events.size(), size_t(1));
                QCOMPARE(chunk->steps.front().endEvent, 1U);
            }
        }
        TraceChunk strings;
        const auto totals = recorder.totals(strings);
        QCOMPARE(totals.steps, int64_t(4));
        QCOMPARE(totals.rows.size(), size_t(1));
        QCOMPARE(totals.rows.front().calls, int64_t(4));
        QVERIFY(totals.rows.front().minNs <= totals.rows.front().maxNs);
        QVERIFY(totals.rows.front().durationNs >= 4 * totals.rows.front().minNs);
        QVERIFY(totals.rows.front().durationNs <= 4 * totals.rows.front().maxNs);
    }

    void seesNothingWhileItIsOff()
    {
        const auto x = torch::ones({2});
        OperatorRecorder recorder(true);
        recorder.setOn(false);
        x.add(x);
        recorder.setOn(true);
        recorder.beginStep(0, StepPhase::WithRecorder);
        x.mul(x);
        const auto chunk = recorder.endStep();
        QVERIFY(chunk && chunk->events.empty() && chunk->steps.empty());
        QCOMPARE(chunk->newNames, std::vector<std::string>{"aten::mul"}); // reported: totals refer to them
        const auto trace = traceOfOneStep(recorder, [&] { x.mul(x); });
        QCOMPARE(trace.size(), 1U); // what the trial kept is gone
        TraceChunk strings;
        const auto totals = recorder.totals(strings);
        QCOMPARE(totals.steps, int64_t(2));
        QCOMPARE(totals.rows.size(), size_t(1));
        QCOMPARE(totals.rows.front().calls, int64_t(2));
    }

    void selfTimesSumToTheOutermostTotals()
    {
        const auto x = torch::randn({16, 8}).requires_grad_();
        const auto w = torch::randn({4, 8}).requires_grad_();
        OperatorRecorder recorder(true);
        recorder.beginStep(0, StepPhase::Active);
        torch::log_softmax(torch::linear(x, w), 1).sum().backward();
        Trace trace;
        trace.append(std::move(*recorder.endStep()));

        int64_t outermost = 0;
        for (EventId i(0); i < trace.endEvent(); ++i)
            outermost += trace.parent[i] == noEvent ? trace.durationNs[i] : 0;
        int64_t self = 0;
        TraceChunk strings;
        for (const auto& row : recorder.totals(strings).rows)
            self += row.selfNs;
        QCOMPARE(self, outermost);
    }

    void toldApartByPassAndLinkedBySequenceNumber()
    {
        OperatorRecorder recorder(true);
        const auto x = torch::randn({4}).requires_grad_();
        recorder.beginStep(0, StepPhase::Active);
        recorder.setPass(Pass::Forward);
        const auto y = x.exp().sum();
        recorder.setPass(Pass::Backward);
        y.backward();
        Trace trace;
        trace.append(std::move(*recorder.endStep()));

        const int forward = indexOf(trace, "aten::exp");
        const int backward =
            indexOf(trace, "autograd::engine::evaluate_function: ExpBackward0 > ExpBackward0");
        QVERIFY(forward >= 0);
        QVERIFY(backward >= 0);
        QCOMPARE(trace.pass[uint32_t(forward)], Pass::Forward);
        QCOMPARE(trace.pass[uint32_t(backward)], Pass::Backward);
        QCOMPARE(trace.sequence[uint32_t(backward)], trace.sequence[uint32_t(forward)]);
    }

    void layersAreEventsButNoOperators()
    {
        OperatorRecorder recorder(true);
        auto layer = torch::nn::Linear(8, 4);
        const auto x = torch::randn({2, 8});
        const auto trace = traceOfOneStep(recorder, [&] { callLayer("fc1", layer, x); });
        const int fc1 = indexOf(trace, "fc1");
        QVERIFY(fc1 >= 0);
        QCOMPARE(trace.kind[uint32_t(fc1)], EventKind::Layer);
        QVERIFY(indexOf(trace, "fc1 > aten::linear") >= 0);
        TraceChunk strings;
        for (const auto& row : recorder.totals(strings).rows)
            QVERIFY(trace.names[row.name] != "fc1");
    }

    void whatLoaderWorkersDoIsOnThreadsOfTheirOwn()
    {
        const auto x = torch::ones({2});
        OperatorRecorder recorder(true);
        const auto stepWith = [&](const std::vector<LoaderRange>& ofTheSecond, StepPhase phase) {
            recorder.beginStep(0, phase);
            recorder.setPass(Pass::Forward);
            x.add(x);
            recorder.addLoaderWork({{.threadId = 11, .ranges = {}}, {.threadId = 12, .ranges = ofTheSecond}});
            return recorder.endStep();
        };
        QVERIFY(!stepWith({{.task = LoaderTask::Wait, .startNs = 1, .endNs = 2}}, StepPhase::Warmup));
        auto chunk = stepWith({{.task = LoaderTask::Wait, .startNs = 10, .endNs = 30},
                               {.task = LoaderTask::Batch, .batch = 17, .startNs = 30, .endNs = 90},
                               {.task = LoaderTask::Decode, .isPart = true, .startNs = 31, .endNs = 50},
                               {.task = LoaderTask::Augment, .isPart = true, .startNs = 50, .endNs = 88}},
                              StepPhase::Active);
        Trace trace;
        trace.append(std::move(*chunk));
        QStringList threads;
        for (const TraceThread& thread : trace.threads)
            threads << QString::fromStdString(thread.name);
        QCOMPARE(threads, QStringList({"training", "Data loader 1", "Data loader 2"}));
        QCOMPARE(trace.threads[2].id, int64_t(12));

        QCOMPARE(trace.size(), 5U);
        QCOMPARE(trace.thread[0], ThreadId(0)); // a step begins with an event of the training thread
        QCOMPARE(trace.steps.front().endEvent, trace.endEvent());
        QStringList ranges;
        for (EventId event(1); event < trace.endEvent(); ++event) {
            ranges << QString("%1 %2+%3")
                          .arg(path(trace, event))
                          .arg(trace.startNs[event])
                          .arg(trace.durationNs[event]);
            QCOMPARE(trace.thread[event], ThreadId(2));
            QCOMPARE(trace.kind[event], EventKind::Range);
            QCOMPARE(trace.pass[event], Pass::Other);
        }
        QCOMPARE(ranges, QStringList({"wait 10+20", "load batch 17 30+60", "load batch 17 > decode 31+19",
                                      "load batch 17 > augment 50+38"}));

        TraceChunk strings;
        const auto totals = recorder.totals(strings);
        QCOMPARE(totals.rows.size(), size_t(1));
        QCOMPARE(trace.names[totals.rows.front().name], std::string("aten::add"));
        QVERIFY(stepWith({{.task = LoaderTask::Wait, .startNs = 90, .endNs = 99}}, StepPhase::Active)
                    ->newThreads.empty());
    }

    void recordsNothingOnceItIsGone()
    {
        {
            OperatorRecorder recorder(true);
        }
        torch::ones({2}).add(1);
        OperatorRecorder second(true);
        TraceChunk strings;
        QVERIFY(second.totals(strings).rows.empty());
    }

    void withoutShapesThereAreNone()
    {
        OperatorRecorder recorder(false);
        const auto x = torch::ones({2});
        const auto trace = traceOfOneStep(recorder, [&] { x.add(x); });
        QCOMPARE(trace.size(), 1U);
        QCOMPARE(trace.shape[0], noShape);
    }
};

QTEST_GUILESS_MAIN(TestOperatorRecorder)
#include "test_operator_recorder.moc"
