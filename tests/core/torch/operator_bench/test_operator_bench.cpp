#include "core/base/error.h"
#include "core/torch/operator_bench/bound_call.h"
#include "core/torch/operator_bench/operator_bench.h"
#include "tests/core/operator_bench/typed_call.h"

#include <QtTest>

using namespace stepscope;

namespace {

OperatorTimes timesOf(const QString& line, OperatorBenchSettings settings = {})
{
    settings.seconds = 0.02;
    return measureOperator(test::typedCall(line), settings, [] { return false; });
}

std::string reasonOf(const QString& line)
{
    try {
        timesOf(line);
    } catch (const std::exception& error) {
        return error.what();
    }
    return {};
}

} // namespace

class TestOperatorBench : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void measuresAProduct()
    {
        const OperatorTimes times = timesOf("mm 20x30 30x40", {.threads = 1});
        QCOMPARE(times.name, std::string("aten::mm"));
        QCOMPARE(times.inputShapes, std::string("[20, 30], [30, 40]"));
        QCOMPARE(times.outputShapes, std::string("[20, 40]"));
        QCOMPARE(times.bytes, int64_t(4 * (20 * 30 + 30 * 40 + 20 * 40)));
        QCOMPARE(times.threads, 1);
        QVERIFY(times.samplesNs.size() >= 5);
        QVERIFY(std::ranges::is_sorted(times.samplesNs));
        QVERIFY(times.medianNs() > 0);
        QVERIFY(times.overheadNs > 0);
        QVERIFY(times.backToBackNs < 0); // only devices work asynchronously
    }

    void shapesMayBeArgumentsOfOtherTypes_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("output");
        QTest::newRow("named lists") << "conv2d 2x1x28x28 4x1x3x3 stride=2,2 padding=1,1"
                                     << "[2, 4, 14, 14]";
        QTest::newRow("list of tensors") << "cat 2x3+4x3"
                                         << "[6, 3]";
        QTest::newRow("number") << "softmax 4x10 dim=-1"
                                << "[4, 10]";
        QTest::newRow("indices") << "embedding 10x3 5:int10"
                                 << "[5, 3]";
        QTest::newRow("overload") << "add.Scalar 4 other=2.5"
                                  << "[4]";
        QTest::newRow("no bias") << "linear 4x5 6x5 none"
                                 << "[4, 6]";
        QTest::newRow("several results") << "topk 5x10 k=3"
                                         << "[5, 3], [5, 3]";
    }

    void shapesMayBeArgumentsOfOtherTypes()
    {
        QFETCH(QString, line);
        QFETCH(QString, output);
        QCOMPARE(QString::fromStdString(timesOf(line).outputShapes), output);
    }

    void dataTypesChangeTheBytes()
    {
        QCOMPARE(timesOf("add 8 8", {.dataType = "float64"}).bytes, int64_t(3 * 8 * 8));
        QCOMPARE(timesOf("add 8 8", {.dataType = "bfloat16"}).bytes, int64_t(3 * 8 * 2));
    }

    void theLayoutIsTheWantedOne()
    {
        const OperatorCall call = test::typedCall("relu 2x3x4x5");
        const auto isChannelsLast = [&](bool wanted) {
            const BoundCall bound(call, {.isChannelsLast = wanted}, BoundCall::Sizes::AsTyped);
            return bound.inputs()[0].toTensor().is_contiguous(at::MemoryFormat::ChannelsLast);
        };
        QVERIFY(isChannelsLast(true));
        QVERIFY(!isChannelsLast(false));
    }

    /// Otherwise a repeated product would become zero or infinite, which can take longer.
    void inputsThatAreChangedAreRestored()
    {
        BoundCall bound(test::typedCall("mul_ 100 100"), {}, BoundCall::Sizes::AsTyped);
        QVERIFY(bound.changesInputs());
        const at::Tensor first = bound.inputs()[0].toTensor().clone();
        bound.call();
        QVERIFY(!at::equal(bound.inputs()[0].toTensor(), first));
        bound.restoreInputs();
        QVERIFY(at::equal(bound.inputs()[0].toTensor(), first));
        QCOMPARE(timesOf("mul_ 100 100").callsPerSample, int64_t(1));
    }

    void shortCallsShareASample()
    {
        QCOMPARE(callsPerSample(500, false), int64_t(4));
        QCOMPARE(callsPerSample(500, true), int64_t(1));
        QCOMPARE(callsPerSample(5'000, false), int64_t(1));
        QCOMPARE(callsPerSample(0, false), int64_t(1'000)); // shorter than the clock can tell
    }

    void overheadIsNotKnownIfTheOperatorRefusesUnitSizes()
    {
        QVERIFY(timesOf("topk 5x10 k=3").overheadNs < 0); // 3 of 1
    }

    void wrongCallsAreRefusedWithOneSentence()
    {
        QCOMPARE(reasonOf("nosuch 3"), std::string("LibTorch has no operator aten::nosuch."));
        QVERIFY(QString::fromStdString(reasonOf("mm 3x3")).contains("\"mat2\""));
        QVERIFY(QString::fromStdString(reasonOf("mm 3x3 3x3 3x3")).contains("more arguments"));
        QVERIFY(QString::fromStdString(reasonOf("mm 3x3 3x3 colour=3")).contains("no argument \"colour\""));
        QVERIFY(QString::fromStdString(reasonOf("mm 3x3 1.5")).contains("\"1.5\" does not fit"));
        QVERIFY(!reasonOf("mm 3x3 4x4").empty()); // LibTorch's own
        QCOMPARE(
            reasonOf("add 3x3 2"),
            std::string("add 3x3 2 cannot be computed: 2 is read as the size of a tensor. For a number, use "
                        "add.Scalar 3x3 2."));
        QCOMPARE(reasonOf("add.Scalar 3x3 2"), std::string());
        QVERIFY(QString::fromStdString(reasonOf("add 1000000x1000000 1")).contains("would need"));
    }

    void stopsWhenAsked()
    {
        int calls = 0;
        QVERIFY_THROWS_EXCEPTION(Error, measureOperator(test::typedCall("add 3 3"), {.seconds = 1000.0},
                                                        [&calls] { return ++calls > 10; }));
    }
};

QTEST_APPLESS_MAIN(TestOperatorBench)
#include "test_operator_bench.moc"
