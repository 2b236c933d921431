#include "core/ab_test/measured_advice.h"

#include "turns_engine.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::test;

class TestMeasuredAdvice : public QObject
{
    Q_OBJECT

private:
    std::shared_ptr<TurnsEngine> m_engine;

    MeasuredAdvice measure(const std::vector<SettingChange>& changes, double seconds)
    {
        AdviceContext context;
        context.test.engine = [this] { return m_engine; };
        context.test.blockSeconds = 0.02;
        return measureAdvice({}, changes, seconds, context);
    }

private Q_SLOTS:
    void init() { m_engine = std::make_shared<TurnsEngine>(); }

    void keepsWhatIsFasterWithoutAHigherLoss()
    {
        m_engine->stepNs = [](const Experiment& experiment) {
            return 1e6 * (experiment.threads == 1 ? 0.8 : 1.0) * (experiment.channelsLast ? 0.9 : 1.0) *
                   (experiment.precision == "bfloat16" ? 0.5 : 1.0) * (experiment.oneDnn ? 1.0 : 1.3);
        };
        m_engine->loss = [](const Experiment& experiment, int64_t step) {
            const double loss = 2.0 * std::exp(-double(step) / 500.0) + 0.1;
            return experiment.precision == "bfloat16" ? 1.5 * loss : loss;
        };
        const auto advice = measure({{.finding = FindingId::Threads, .key = "threads", .value = "1"},
                                     {.key = "precision", .value = "bfloat16"},
                                     {.key = "onednn", .value = "false"},
                                     {.key = "channels_last", .value = "true"}},
                                    60.0);
        QCOMPARE(advice.trials.size(), size_t(4));
        const auto isKept = [&](size_t trial) { return advice.trials[trial].isKept; };
        QVERIFY(isKept(0));
        QVERIFY(!isKept(1)); // faster, but its loss is higher
        QVERIFY(!isKept(2)); // slower
        QVERIFY(isKept(3));
        QCOMPARE(advice.trials[3].test.a.threads, int64_t(1)); // on top of what was kept
        Experiment fastest;
        fastest.threads = 1;
        fastest.channelsLast = true;
        QVERIFY(advice.fastest == fastest);
        QVERIFY(advice.total.has_value());
        QVERIFY2(std::abs(advice.total->result.time.ratio - 0.72) < 0.01,
                 qPrintable(QString::number(advice.total->result.time.ratio)));
    }

    void withoutAGainNothingIsChanged()
    {
        const auto advice = measure({{.key = "threads", .value = "1"}}, 20.0);
        QVERIFY(!advice.trials[0].isKept);
        QCOMPARE(advice.trials[0].result.time.verdict, Verdict::Same);
        QVERIFY(advice.fastest == Experiment());
        QVERIFY(!advice.total.has_value());
    }

    void aChangeThatCannotBeTrainedIsReported()
    {
        m_engine->refusal = [](const Experiment& experiment) {
            return std::string(experiment.threads == 1 ? "No." : "");
        };
        const auto advice = measure({{.key = "threads", .value = "1"}}, 20.0);
        QCOMPARE(advice.trials[0].problem, "B cannot be measured. No.");
    }

    void theFileHasAllTrials()
    {
        const auto advice = measure({{.key = "threads", .value = "1"}}, 20.0);
        const std::string json = measuredAdviceJson(advice);
        QVERIFY(json.find("\"setting\": \"threads\"") != std::string::npos);
        QVERIFY(json.find("\"kept\": false") != std::string::npos);
        QVERIFY(json.find("\"left_out\": 0") != std::string::npos);
        QVERIFY(json.find("\"total\": null") != std::string::npos);
    }

    void whatTheTimeDoesNotAllowIsCounted()
    {
        QCOMPARE(measure({{.key = "threads", .value = "1"}, {.key = "threads", .value = "2"}}, 1.0).leftOut,
                 size_t(2));
    }
};

QTEST_GUILESS_MAIN(TestMeasuredAdvice)
#include "test_measured_advice.moc"
