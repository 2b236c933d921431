#include "core/run_file/run_feed.h"

#include <QtTest>

#include <thread>

using namespace stepscope;

class TestRunFeed : public QObject
{
    Q_OBJECT

private:
    static TraceChunk chunkOfOneEvent(const std::string& name, uint32_t nameId)
    {
        TraceChunk chunk;
        if (!name.empty())
            chunk.newNames.push_back(name);
        TraceEvent event;
        event.name = NameId(nameId);
        event.durationNs = 10;
        chunk.events.push_back(event);
        TraceStep step;
        step.endEvent = EventId(1);
        step.phase = StepPhase::Active;
        chunk.steps.push_back(step);
        return chunk;
    }

private Q_SLOTS:
    void bringsTheRunUpToDateOnceForEachChange()
    {
        RunFeed feed;
        Run run;
        QVERIFY(!feed.drainInto(run));
        feed.started();
        StepMetrics step;
        step.loss = 2.0F;
        feed.stepsDone({&step, 1});
        QVERIFY(feed.drainInto(run));
        QCOMPARE(run.outcome, RunOutcome::Running);
        QVERIFY(run.startUnixMs > 0);
        QCOMPARE(run.steps.size(), size_t(1));
        QVERIFY(!feed.drainInto(run));
        QCOMPARE(run.steps.size(), size_t(1));
    }

    void samplesCountFromTheFirstStep()
    {
        RunFeed feed;
        Run run;
        feed.sampled({.timeNs = 700, .processCpuPercent = 12.0F});
        feed.drainInto(run);
        QVERIFY(run.samples.empty()); // it is not yet known how long before the first step that was
        feed.trainingBegan(1000);
        feed.sampled({.timeNs = 1250, .coreCpuPercent = {10.0F, 20.0F}});
        QVERIFY(feed.drainInto(run));
        feed.sampled({.timeNs = 1500});
        feed.drainInto(run);
        QCOMPARE(run.samples.size(), size_t(3));
        QCOMPARE(run.samples[0].timeNs, -300);
        QCOMPARE(run.samples[0].processCpuPercent, 12.0F);
        QCOMPARE(run.samples[1].timeNs, 250);
        QCOMPARE(run.samples[1].coreCpuPercent, std::vector<float>({10.0F, 20.0F}));
        QCOMPARE(run.samples[2].timeNs, 500);
    }

    void chunksOfTheTraceFitTogether()
    {
        RunFeed feed;
        Run run;
        feed.traceRecorded(chunkOfOneEvent("aten::add", 0));
        feed.drainInto(run);
        feed.traceRecorded(chunkOfOneEvent("aten::mul", 1));
        feed.traceRecorded(chunkOfOneEvent({}, 0));
        feed.drainInto(run);
        QCOMPARE(run.trace.size(), 3U);
        QCOMPARE(run.trace.names[run.trace.name[1]], std::string("aten::mul"));
        QCOMPARE(run.trace.names[run.trace.name[2]], std::string("aten::add"));
        QCOMPARE(run.trace.steps.size(), size_t(3));
        QCOMPARE(run.trace.steps[2].firstEvent, 2U);
        QCOMPARE(run.trace.steps[2].endEvent, 3U);
    }

    void anEndCarriesItsSentence()
    {
        RunFeed feed;
        Run run;
        feed.ended(RunOutcome::Failed, "It failed.", "because");
        feed.drainInto(run);
        QVERIFY(run.isOver());
        QCOMPARE(run.failure, std::string("It failed."));
        QCOMPARE(run.failureDetail, std::string("because"));
        QVERIFY(run.endUnixMs > 0);
    }

    void nothingIsLostBetweenTwoThreads()
    {
        constexpr int64_t count = 100'000;
        RunFeed feed;
        std::thread producer([&] {
            for (int64_t i = 0; i < count; ++i) {
                StepMetrics step;
                step.step = i;
                feed.stepsDone({&step, 1});
            }
            feed.ended(RunOutcome::Finished);
        });
        Run run;
        while (!run.isOver())
            feed.drainInto(run);
        producer.join();
        QCOMPARE(run.steps.size(), size_t(count));
        for (int64_t i = 0; i < count; ++i)
            QCOMPARE(run.steps[size_t(i)].step, i);
    }
};

QTEST_GUILESS_MAIN(TestRunFeed)
#include "test_run_feed.moc"
