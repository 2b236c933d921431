#include "core/record/logged_scalars.h"

#include <nlohmann/json.hpp>

#include <QtTest>

#include <cmath>

using namespace stepscope;
using Json = nlohmann::json;

class TestLoggedScalars : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aStepTakesWhatWasLoggedBeforeItsEnd()
    {
        LoggedScalars logged;
        logged.takeScalar(Json::parse(R"({"tag":"loss","step":41,"value":0.5})"), 1100, 1100);
        logged.takeScalar(Json::parse(R"({"tag":"loss","step":null,"value":"-inf"})"), 1200, 1200);
        logged.takeScalar(Json::parse(R"({"value":3})"), 1300, 1300);
        const auto series = logged.takeBefore(1300, 7, 1000);
        QCOMPARE(series.size(), size_t(1));
        QCOMPARE(series[0].tag, std::string("loss"));
        QCOMPARE(series[0].points.size(), size_t(2));
        QCOMPARE(series[0].points[0].step, int64_t(41));
        QCOMPARE(series[0].points[0].timeNs, int64_t(100));
        QCOMPARE(series[0].points[0].value, 0.5);
        QCOMPARE(series[0].points[1].step, int64_t(7));
        QVERIFY(std::isinf(series[0].points[1].value) && series[0].points[1].value < 0.0);
        const auto rest = logged.takeBefore(9999, 8, 1000);
        QCOMPARE(rest.size(), size_t(1));
        QCOMPARE(rest[0].tag, std::string("value"));
        QVERIFY(logged.takeBefore(9999, 9, 1000).empty());
    }

    void whatIsLoggedAfterAStepBelongsToIt()
    {
        LoggedScalars logged;
        logged.takeScalar(Json::parse(R"({"value":1})"), 1100, 999); // after the update
        const auto first = logged.takeBefore(1000, 7, 0);
        QCOMPARE(first[0].points[0].step, int64_t(7));
        QCOMPARE(first[0].points[0].timeNs, int64_t(1100));
        logged.takeScalar(Json::parse(R"({"value":2})"), 1200, 999); // read when the step is over
        logged.takeScalar(Json::parse(R"({"value":3})"), 1300, 1300);
        const auto second = logged.takeBefore(2000, 8, 0);
        QCOMPARE(second[0].points[0].step, int64_t(7));
        QCOMPARE(second[0].points[1].step, int64_t(8));
    }

    void theFirstOptimizerWithARateIsTheRuns()
    {
        LoggedScalars logged;
        QVERIFY(logged.optimizer().empty());
        QVERIFY(std::isnan(logged.firstLearningRate()));
        logged.takeOptimizer(Json::parse(R"({"id":1,"type":"Unused","lr":[]})"), 10);
        QCOMPARE(logged.optimizer(), std::string("Unused"));
        QVERIFY(std::isnan(logged.firstLearningRate())); // not 0
        QVERIFY(std::isnan(logged.learningRateAt(15)));
        logged.takeOptimizer(Json::parse(R"({"id":2,"type":"SGD","lr":[0.5,0.25]})"), 20);
        logged.takeOptimizer(Json::parse(R"({"id":3,"type":"Adam","lr":[0.125]})"), 30);
        logged.takeOptimizer(Json::parse(R"({"id":2,"type":"SGD","lr":[0.0625]})"), 40);
        QCOMPARE(logged.optimizer(), std::string("SGD"));
        // However late it is asked for: the recorder reads messages in batches.
        QCOMPARE(logged.firstLearningRate(), 0.5);
        QCOMPARE(logged.learningRateAt(10), 0.5);
        QCOMPARE(logged.learningRateAt(39), 0.5);
        QCOMPARE(logged.learningRateAt(40), 0.0625);
        logged.takeOptimizer(Json::parse(R"({"id":2,"type":"SGD","lr":[0.25]})"), 35); // of another thread
        QCOMPARE(logged.learningRateAt(34), 0.5);
        QCOMPARE(logged.learningRateAt(39), 0.25);
        QCOMPARE(logged.learningRateAt(40), 0.0625);
        const auto series = logged.takeBefore(9999, 0, 0);
        QCOMPARE(series.size(), size_t(2));
        QCOMPARE(series[0].tag, std::string("learning rate"));
        QCOMPARE(series[0].points.size(), size_t(3));
        QCOMPARE(series[1].tag, std::string("learning rate 2"));
    }

    void whatIsInvalidThrows()
    {
        LoggedScalars logged;
        QVERIFY_EXCEPTION_THROWN(logged.takeScalar(Json::parse(R"({"tag":"loss"})"), 0, 0), Json::exception);
        QVERIFY_EXCEPTION_THROWN(logged.takeOptimizer(Json::parse(R"({"id":"x"})"), 0), Json::exception);
        QVERIFY(logged.takeBefore(9999, 0, 0).empty());
    }
};

QTEST_APPLESS_MAIN(TestLoggedScalars)
#include "test_logged_scalars.moc"
