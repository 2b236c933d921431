#include "core/operator_bench/operator_bench_table.h"

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
                    .samplesNs = {1'000'000},
                    .overheadNs = 200'000.0,
                    .bytes = 120'000};
    return result;
}

QString textOf(const char* title, const OperatorBenchResult& result)
{
    for (const OperatorBenchColumn& column : operatorBenchColumns())
        if (column.title == title)
            return QString::fromStdString(column.text(result));
    return "no such column";
}

bool isNoted(const OperatorBenchResult& result, const char* words)
{
    return std::ranges::any_of(operatorBenchNotes({result}), [words](const std::string& note) {
        return note.find(words) != std::string::npos;
    });
}

} // namespace

class TestOperatorBenchTable : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void figuresHaveUnits()
    {
        OperatorBenchResult result = product();
        result.peak = MachinePeak{.flopsPerSecond = 8e9, .bytesPerSecond = 1e9};
        QVERIFY2(textOf("Median", result).endsWith(" ms"), qPrintable(textOf("Median", result)));
        QVERIFY(textOf("Overhead", result).endsWith(" µs"));
        QVERIFY(textOf("Arithmetic", result).endsWith(" µs"));
        QVERIFY(textOf("FLOP/s", result).endsWith("FLOP/s"));
        QVERIFY(textOf("Bytes/s", result).endsWith("B/s"));
        QVERIFY(textOf("Share of roofline", result).startsWith("25"));
    }

    void whatIsNotKnownIsADash()
    {
        OperatorBenchResult result = product();
        result.times.name = "aten::sort";
        result.times.overheadNs = -1.0;
        for (const char* title : {"Overhead", "Arithmetic", "FLOP/s", "Share of roofline"})
            QCOMPARE(textOf(title, result), QString("–"));
    }

    void notesSayHowToGetTheRoofline()
    {
        OperatorBenchResult result = product();
        QVERIFY(isNoted(result, "--measure-peak --threads 2"));
        result.settings.dataType = "float64"; // has none
        QVERIFY(!isNoted(result, "--measure-peak"));
        result.settings = {};
        result.peak = MachinePeak{.flopsPerSecond = 8e9, .bytesPerSecond = 1e9};
        QVERIFY(!isNoted(result, "--measure-peak"));
        QVERIFY(isNoted(result, "without gradients"));
        QVERIFY(operatorBenchNotes({}).empty());
    }

    void layoutsHaveTheNamesThatAreTyped()
    {
        QCOMPARE(layoutName({}), std::string("contiguous"));
        QCOMPARE(layoutName({.isChannelsLast = true}), std::string("channels-last"));
    }
};

QTEST_APPLESS_MAIN(TestOperatorBenchTable)
#include "test_operator_bench_table.moc"
