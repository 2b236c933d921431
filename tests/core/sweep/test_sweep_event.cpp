#include "core/sweep/sweep_event.h"

#include "tests/support/std_string.h"

#include <QtTest>

using namespace stepscope;

class TestSweepEvent : public QObject
{
    Q_OBJECT

private:
    static SweepEvent again(const SweepEvent& event)
    {
        const auto line = toJson(event);
        if (line.find('\n') != std::string::npos)
            return {};
        return sweepEventFromJson(line).value_or(SweepEvent());
    }

private Q_SLOTS:
    void anEstimateComesBackWhole()
    {
        SweepEvent event{.kind = SweepEvent::Kind::Estimated, .point = 3};
        event.estimate = {.prepareSeconds = 0.5, .stepSeconds = 0.25, .testSeconds = 2, .stepsPerEpoch = 938};
        event.estimate.settings = {{"batch_size", "64"}, {"optimizer.name", "sgd"}};
        event.estimatedSeconds = 237;
        const auto back = again(event);
        QCOMPARE(back.kind, SweepEvent::Kind::Estimated);
        QCOMPARE(back.point, size_t(3));
        QCOMPARE(back.estimate.prepareSeconds, 0.5);
        QCOMPARE(back.estimate.stepSeconds, 0.25);
        QCOMPARE(back.estimate.testSeconds, 2.0);
        QCOMPARE(back.estimate.stepsPerEpoch, int64_t(938));
        QCOMPARE(back.estimatedSeconds, 237.0);
        QVERIFY(back.estimate.settings == event.estimate.settings);
        QVERIFY(back.estimate.isKnown());

        event.estimate.problem = "There is no device \"cuda:9\".";
        const auto failed = again(event);
        QCOMPARE(failed.estimate.problem, event.estimate.problem);
        QVERIFY(!failed.estimate.isKnown());
        QVERIFY(failed.estimatedSeconds < 0);
    }

    void progressComesBackWhole()
    {
        SweepEvent event{.kind = SweepEvent::Kind::Progressed, .point = 1};
        event.progress = {.fraction = 0.5,
                          .secondsLeft = 12,
                          .testsAreTimed = true,
                          .trainingSecondsLeft = 9,
                          .meanStepSeconds = 0.25,
                          .imagesPerSecond = 640,
                          .step = 50,
                          .totalSteps = 100,
                          .epoch = 2,
                          .epochs = 3,
                          .testing = true};
        event.sweepSecondsLeft = 99;
        event.estimateFactor = 1.5;
        const auto back = again(event);
        QCOMPARE(back.progress.fraction, 0.5);
        QCOMPARE(back.progress.secondsLeft, 12.0);
        QVERIFY(back.progress.testsAreTimed);
        QCOMPARE(back.progress.trainingSecondsLeft, 9.0);
        QCOMPARE(back.progress.meanStepSeconds, 0.25);
        QCOMPARE(back.progress.imagesPerSecond, 640.0);
        QCOMPARE(back.progress.step, int64_t(50));
        QCOMPARE(back.progress.totalSteps, int64_t(100));
        QCOMPARE(back.progress.epoch, 2);
        QCOMPARE(back.progress.epochs, 3);
        QVERIFY(back.progress.testing);
        QCOMPARE(back.sweepSecondsLeft, 99.0);
        QCOMPARE(back.estimateFactor, 1.5);
    }

    void anEndSaysHowAndWhy()
    {
        SweepEvent event{.kind = SweepEvent::Kind::Ended, .point = 2};
        event.outcome = RunOutcome::Crashed;
        event.text = "Its process was \"killed\".\nQuite.";
        event.detail = "out of memory";
        const auto back = again(event);
        QCOMPARE(back.outcome, RunOutcome::Crashed);
        QCOMPARE(back.text, event.text);
        QCOMPARE(back.detail, event.detail);
        event = {.kind = SweepEvent::Kind::Said};
        event.level = LogLevel::Warning;
        event.text = "broken \xff text"; // not UTF-8
        QCOMPARE(again(event).level, LogLevel::Warning);
        QVERIFY(again(event).text.starts_with("broken "));
    }

    void otherLinesAreNoEvents()
    {
        for (const char* line :
             {"", "hello", "{}", "[1]", R"({"event":"danced","point":0})",
              R"({"event":"progress","point":0})", R"({"event":"ended","point":-1.5,"outcome":"x"})"})
            QVERIFY2(!sweepEventFromJson(line), line);
    }
};

QTEST_GUILESS_MAIN(TestSweepEvent)
#include "test_sweep_event.moc"
