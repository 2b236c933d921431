#include "core/operator_bench/operator_times.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

using namespace stepscope;

namespace {

/// 2 x 100 x 100 x 100 operations in 1 ms.
OperatorBenchResult product()
{
    OperatorBenchResult result;
    result.call = {.name = "aten::mm", .arguments = {{{}, "100x100"}, {{}, "100x100"}}};
    result.times = {.name = "aten::mm",
                    .inputShapes = "[100, 100], [100, 100]",
                    .outputShapes = "[100, 100]",
                    .threads = 2,
                    .samplesNs = {900'000, 1'000'000, 1'200'000},
                    .overheadNs = 200'000.0,
                    .bytes = 120'000};
    return result;
}

} // namespace

class TestOperatorTimes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void figuresFollowFromTheMedian()
    {
        const OperatorBenchResult result = product();
        QCOMPARE(result.times.medianNs(), 1e6);
        QCOMPARE(*result.flops(), int64_t(2'000'000));
        QCOMPARE(*result.flopsPerSecond(), 2e9);
        QCOMPARE(result.bytesPerSecond(), 120e6);
        QCOMPARE(*result.arithmeticNs(), 800'000.0);
    }

    void theRoofIsThatOfTheIntensity()
    {
        OperatorBenchResult result = product();
        QVERIFY(!result.roofShare());
        result.peak = MachinePeak{.flopsPerSecond = 8e9, .bytesPerSecond = 1e9}; // compute-bound from 8
        QCOMPARE(*result.roofShare(), 0.25);
        result.peak->bytesPerSecond = 0.24e9; // 16.7 operations per byte reach 4e9
        QVERIFY(qAbs(*result.roofShare() - 0.5) < 1e-9);
        result.times.name = "aten::sort"; // no formula: by its bytes
        QVERIFY(qAbs(*result.roofShare() - 0.5) < 1e-9);
    }

    void whatIsNotKnownIsNotAFigure()
    {
        OperatorBenchResult result = product();
        result.times.name = "aten::sort";
        result.times.overheadNs = -1.0;
        QVERIFY(!result.flops());
        QVERIFY(!result.flopsPerSecond());
        QVERIFY(!result.arithmeticNs());
        const auto json = QJsonDocument::fromJson(QByteArray::fromStdString(operatorBenchJson({result})))
                              .array()[0]
                              .toObject();
        for (const char* key : {"flops", "flop_per_s", "overhead_us", "arithmetic_us", "back_to_back_us"})
            QVERIFY2(json[key].isNull(), key);
        QCOMPARE(json["median_us"].toDouble(), 1000.0);
        const auto lines = QString::fromStdString(operatorBenchCsv({result})).split('\n');
        const auto columns = lines[0].split(',');
        QVERIFY(lines[1].endsWith(",")); // no share of the roofline
        QVERIFY(columns.contains("p99_us"));
    }

    void csvHasARowPerResult()
    {
        const auto lines = QString::fromStdString(operatorBenchCsv({product(), product()})).split('\n');
        QCOMPARE(lines.size(), 4); // with the header, and the end of the last row
        QVERIFY(lines[1].startsWith("mm 100x100 100x100,aten::mm,"));
        QVERIFY(lines[1].contains(",2000000,120000,"));
    }
};

QTEST_APPLESS_MAIN(TestOperatorTimes)
#include "test_operator_times.moc"
