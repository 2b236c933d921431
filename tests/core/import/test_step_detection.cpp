#include "core/import/step_detection.h"

#include "core/import/stored_import.h"
#include "core/run_file/run_file.h"
#include "imported_text.h"
#include "tests/support/exported_text.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::test;

namespace {

/// A training loop as PyTorch's profiler sees it without prof.step(), times in µs.
class Loop
{
public:
    void batch(double us = 10)
    {
        add("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", "user_annotation", us);
    }
    void compute(double us = 100) { add("aten::mm", "cpu_op", us); }
    void update(double us = 20) { add("Optimizer.step#SGD.step", "user_annotation", us); }
    void range(const std::string& name, double us) { add(name, "user_annotation", us); }
    void wait(double us) { m_us += us; }

    /// A call that launches a kernel, which runs 50 µs later.
    void kernel(const std::string& name)
    {
        const int correlation = ++m_correlation;
        const double at = m_us;
        add("aten::op", "cpu_op", 5);
        m_events.push_back(span("cudaLaunchKernel", std::to_string(at + 1), "2",
                                fmt::format(R"(, "args": {{"correlation": {}}})", correlation)));
        m_events.back().replace(m_events.back().find("cpu_op"), 6, "cuda_runtime");
        m_events.push_back(fmt::format(
            R"({{"ph": "X", "cat": "kernel", "name": "{}", "pid": 0, "tid": 7, "ts": {}, "dur": 4, )"
            R"("args": {{"device": 0, "stream": 7, "correlation": {}}}}})",
            name, at + 50, correlation));
    }

    std::string text() const { return listOf(m_events); }

private:
    void add(const std::string& name, const char* category, double us)
    {
        m_events.push_back(span(name, std::to_string(m_us), std::to_string(us)));
        m_events.back().replace(m_events.back().find("cpu_op"), 6, category);
        m_us += us;
    }

    std::vector<std::string> m_events;
    double m_us = 1000;
    int m_correlation = 0;
};

/// "0-130 130-260", in µs after the first event.
std::string stepsOf(const Trace& trace)
{
    std::string text;
    for (const TraceStep& step : trace.steps)
        text += fmt::format("{}{}-{}", text.empty() ? "" : " ", double(step.startNs) / 1000,
                            double(step.startNs + step.durationNs) / 1000);
    return text;
}

} // namespace

class TestStepDetection : public QObject
{
    Q_OBJECT

private:
    ImportFolder m_folder;

    Run import(const Loop& loop, const std::string& stepOn = {})
    {
        const Run run =
            importFile(m_folder.write("trace.json", loop.text()), {.threads = 1, .stepOn = stepOn}).run;
        checkSound(run.trace);
        return run;
    }

private Q_SLOTS:
    void aStepGoesFromItsBatchToTheNext()
    {
        Loop loop;
        loop.compute(50); // before the first step
        for (int i = 0; i < 4; ++i) {
            loop.batch();
            loop.compute();
            loop.update();
            loop.wait(5); // the loss is printed
        }
        const Run run = import(loop);
        QCOMPARE(stepsOf(run.trace), std::string("50-185 185-320 320-455 455-585"));
        QCOMPARE(run.trace.steps[1].number, 1);
        const auto name = [&](EventId event) { return run.trace.names[run.trace.name[event]]; };
        QCOMPARE(run.trace.steps[1].endEvent - run.trace.steps[1].firstEvent, 3U);
        QVERIFY(name(run.trace.steps[1].firstEvent).starts_with("enumerate(DataLoader)"));
        QCOMPARE(run.steps.size(), size_t(4));
        QCOMPARE(run.plan.totalSteps, 4);
    }

    void theLogSaysThatTheyWereDetected()
    {
        Loop loop;
        for (int i = 0; i < 4; ++i) {
            loop.batch();
            loop.update();
        }
        const Run run = import(loop);
        QVERIFY(stepSourceOf(run).find("Optimizer.step#SGD.step") != std::string::npos);
        QVERIFY(
            run.log.back().text.starts_with("Steps were detected from the ranges “enumerate(DataLoader)"));
        const Run stored =
            readRunFile(writeImportedRun(storedRun(importFile(m_folder.write("kept.json", loop.text()))),
                                         m_folder.path() / "library"))
                .run;
        QCOMPARE(stepSourceOf(stored), stepSourceOf(run));
        const Run again = m_folder.import(chromeTraceJson(run)).run;
        QCOMPARE(stepSourceOf(again), stepSourceOf(run));
        QCOMPARE(stepsOf(again.trace), stepsOf(run.trace));
    }

    void recordedStepsStay()
    {
        Loop loop;
        loop.range("ProfilerStep#7", 500);
        for (int i = 0; i < 4; ++i)
            loop.update();
        const Run run = import(loop);
        QCOMPARE(run.trace.steps.size(), size_t(1));
        QCOMPARE(run.trace.steps[0].number, 7);
        QVERIFY(stepSourceOf(run).empty());
    }

    void pickedStepsReplaceRecordedOnes()
    {
        Loop loop;
        loop.range("ProfilerStep#7", 500);
        for (int i = 0; i < 4; ++i)
            loop.compute();
        const ImportedRun imported =
            importFile(m_folder.write("trace.json", loop.text()), {.threads = 1, .stepOn = "aten::mm"});
        const Run& run = imported.run;
        QCOMPARE(stepsOf(run.trace), std::string("500-600 600-700 700-800 800-900"));
        QCOMPARE(run.trace.steps[0].number, 0);
        QCOMPARE(run.steps.size(), size_t(4));
        QVERIFY(stepSourceOf(run).starts_with("the events “aten::mm”"));
        const auto has = [&](const std::string& sentence) {
            return std::ranges::count(imported.log.found(), sentence) == 1 &&
                   std::ranges::count(run.log, sentence, &LogEntry::text) == 1;
        };
        QVERIFY(has("The recording marks 1 step, replaced by other steps."));
        QVERIFY(has("Steps were made from the events “aten::mm”, each of which is a step: 4. The name was "
                    "picked by the user."));
    }

    /// As a trace that was exported with the steps that were made of it.
    void pickedStepsReplaceOthersThatWerePicked()
    {
        Loop loop;
        for (int i = 0; i < 4; ++i) {
            loop.compute(100);
            loop.range("block", 50);
        }
        const ImportedRun again = importFile(
            m_folder.write("again.json", chromeTraceJson(import(loop, "aten::mm"))), {.stepOn = "block"});
        QCOMPARE(stepsOf(again.run.trace), std::string("100-250 250-400 400-550"));
        const auto begin = [](const std::string& text) { return text.starts_with("Steps were made from "); };
        QCOMPARE(std::ranges::count_if(again.log.found(), begin), 1);
        QCOMPARE(std::ranges::count_if(again.run.log, begin, &LogEntry::text), 1);
        QVERIFY(stepSourceOf(again.run).starts_with("the events “block”"));
    }

    void anEventWithANumberIsPickedByItsName()
    {
        Loop loop;
        for (int i = 0; i < 3; ++i) {
            loop.range(fmt::format("iteration {}", i), 100);
            loop.range("conv1", 10);
        }
        const Trace trace = import(loop).trace;
        QCOMPARE(nameForSteps(trace, "iteration 1"), std::string("iteration"));
        QCOMPARE(nameForSteps(trace, "conv1"), std::string("conv1"));
        QCOMPARE(nameForSteps(trace, "forward"), std::string("forward"));
        QCOMPARE(nameForSteps(trace, "12"), std::string("12"));
    }

    void severalBatchesMayMakeAStep()
    {
        Loop loop;
        for (int i = 0; i < 3; ++i) {
            for (int batch = 0; batch < 2; ++batch) {
                loop.batch();
                loop.compute(40);
            }
            loop.update();
        }
        QCOMPARE(stepsOf(import(loop).trace), std::string("0-120 120-240 240-360"));
    }

    void anEvaluationIsNoStep()
    {
        Loop loop;
        for (int i = 0; i < 12; ++i) {
            if (i == 6) {
                for (int batch = 0; batch < 5; ++batch) {
                    loop.batch();
                    loop.compute(50);
                }
            }
            loop.batch();
            loop.compute();
            loop.update();
        }
        const Trace trace = import(loop).trace;
        QCOMPARE(trace.steps.size(), size_t(11)); // but for the one whose batch follows the evaluation's
        for (const TraceStep& step : trace.steps)
            QCOMPARE(step.durationNs, 130'000);
    }

    void theFirstUpdateHasNoKnownBegin()
    {
        Loop loop;
        for (int i = 0; i < 4; ++i) {
            loop.compute();
            loop.update();
        }
        QCOMPARE(stepsOf(import(loop).trace), std::string("120-240 240-360 360-480"));
    }

    void theLastBatchHasNoKnownEnd()
    {
        Loop loop;
        for (int i = 0; i < 4; ++i) {
            loop.batch();
            loop.compute();
        }
        QCOMPARE(stepsOf(import(loop).trace), std::string("0-110 110-220 220-330"));
    }

    void whatIsNotRegularIsNoStep()
    {
        Loop irregular;
        for (int i = 0; i < 8; ++i) {
            irregular.update();
            irregular.compute(i % 2 ? 20 : 900);
        }
        QCOMPARE(stepsOf(import(irregular).trace), std::string());
        Loop mixed;
        for (int i = 0; i < 9; ++i) {
            for (int batch = 0; batch <= i % 3; ++batch)
                mixed.batch();
            mixed.update();
        }
        QCOMPARE(stepsOf(import(mixed).trace), std::string());
        Loop two;
        two.update();
        two.update();
        QCOMPARE(stepsOf(import(two).trace), std::string());
    }

    void repeatedKernelsAreSteps()
    {
        Loop loop;
        loop.kernel("warm up");
        for (int i = 0; i < 6; ++i) {
            loop.wait(300); // for the next batch
            for (const char* name : {"copy", "conv", "relu", "conv", "relu", "update"})
                loop.kernel(name);
        }
        const Run run = import(loop);
        QCOMPARE(run.trace.steps.size(), size_t(5)); // of the last one the end is not known
        for (const TraceStep& step : run.trace.steps) {
            QCOMPARE(step.durationNs, 330'000);
            const Trace& trace = run.trace;
            QCOMPARE(trace.names[trace.name[step.firstEvent]], std::string("aten::op"));
            QCOMPARE(step.endEvent - step.firstEvent, 18U);
        }
        QVERIFY(stepSourceOf(run).starts_with("a pattern of 6 kernels that repeats 6 times"));
    }

    void kernelsThatRepeatInPartOnlyAreNoSteps()
    {
        Loop loop;
        for (int i = 0; i < 40; ++i) {
            loop.kernel(fmt::format("kernel {}", i * i % 7));
            loop.kernel(fmt::format("kernel {}", i % 11));
        }
        QCOMPARE(stepsOf(import(loop).trace), std::string());
        Loop one; // a kernel over and over is none either
        for (int i = 0; i < 40; ++i)
            one.kernel("same");
        QCOMPARE(stepsOf(import(one).trace), std::string());
    }

    void aNameCanBePicked()
    {
        Loop loop;
        for (int i = 0; i < 3; ++i) {
            loop.range(fmt::format("iteration {}", i), 100);
            loop.wait(10);
            loop.range("checkpoint", 5);
        }
        QCOMPARE(stepsOf(import(loop, "iteration").trace), std::string("0-100 115-215 230-330"));
        const Run marked = import(loop, "checkpoint");
        QCOMPARE(stepsOf(marked.trace), std::string("110-225 225-340"));
        QVERIFY(marked.log.back().text.find("“checkpoint”, each of which begins a step") !=
                std::string::npos);
        QVERIFY_EXCEPTION_THROWN(import(loop, "iteration 1"), Error); // one alone
        QVERIFY_EXCEPTION_THROWN(import(loop, "epoch"), Error);
    }
};

QTEST_GUILESS_MAIN(TestStepDetection)
#include "test_step_detection.moc"
