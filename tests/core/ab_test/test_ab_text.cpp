#include "core/ab_test/ab_text.h"
#include "core/comparison/verdict_words.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <limits>
#include <utility>

using namespace stepscope;

namespace {

AbResult resultOf(double ratio, double low, double high, Verdict verdict)
{
    AbResult result;
    result.a = {.nsPerImage = {1e4, 1.1e4, 1e4}, .steps = 30, .stepNs = 6.4e5, .imagesPerSecond = 1e5};
    result.b = {.nsPerImage = {8e3, 8e3, 8.1e3}, .steps = 36, .stepNs = 5.1e5, .imagesPerSecond = 1.25e5};
    result.time = {.ratio = ratio, .interval = {low, high}, .verdict = verdict, .sameWithin = 0.02};
    result.seconds = 4.0;
    return result;
}

} // namespace

class TestAbText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRatioOfTimesIsToldAsSpeed()
    {
        const auto faster = resultOf(0.8, 0.75, 0.85, Verdict::Faster);
        QCOMPARE(abTimeSentence(faster), "B is 1.250 times as fast as A (1.176 to 1.333).");
        QCOMPARE(abSpeedText(faster.time), "1.250 times as fast (1.176 to 1.333)");
        QCOMPARE(abTimeSentence(resultOf(2.0, 1.9, 2.1, Verdict::Slower)),
                 "B is 0.500 times as fast as A (0.476 to 0.526).");
    }

    void whatIsNotKnownIsSaid()
    {
        QCOMPARE(abTimeSentence(resultOf(1.0, 0.99, 1.01, Verdict::Same)),
                 "A and B are equally fast within 2 %: B is 1.000 times as fast (0.990 to 1.010).");
        QCOMPARE(abTimeSentence(resultOf(0.9, 0.7, 1.2, Verdict::Unclear)),
                 "Too noisy to tell which one is faster: B is 1.111 times as fast as A (0.833 to 1.429).");
        const double infinite = std::numeric_limits<double>::infinity();
        for (const auto& [low, high] : {std::pair(0.0, infinite), std::pair(0.0005, 2000.0)}) {
            const auto wide = resultOf(0.9, low, high, Verdict::Unclear);
            QCOMPARE(abTimeSentence(wide), "Too noisy to tell which one is faster. Measure longer.");
            QCOMPARE(abSpeedText(wide.time), "too noisy to tell");
        }
        QCOMPARE(abTimeSentence({}), "Too few steps to tell which one is faster. Measure longer.");
        QCOMPARE(abLossSentence({}), "Too few steps to compare the losses.");
    }

    /// The words for readers are those of files.
    void aVerdictHasOneName()
    {
        for (const Verdict verdict : {Verdict::Slower, Verdict::Faster, Verdict::Unclear,
                                      Verdict::TooFewSamples, Verdict::OtherBatchSize, Verdict::OtherSamples})
            QCOMPARE(verdictWord({.verdict = verdict}), std::string(verdictName(verdict)));
        QCOMPARE(abSpeedText(resultOf(0.9, 0.7, 1.2, Verdict::Unclear).time),
                 "too noisy to tell (0.833 to 1.429 times as fast)");
        QCOMPARE(abSpeedText({.verdict = Verdict::TooFewSamples}), "too few steps");
        for (const LossVerdict verdict : {LossVerdict::Lower, LossVerdict::Higher, LossVerdict::Unclear,
                                          LossVerdict::NotComparable, LossVerdict::TooShort}) {
            const auto text = lossText({.verdict = verdict});
            QVERIFY2(text.ends_with(lossVerdictName(verdict)), text.c_str());
        }
        QCOMPARE(lossVerdictName(LossVerdict::Unclear), verdictName(Verdict::Unclear));
        QVERIFY(abLossSentence({.verdict = LossVerdict::Unclear, .images = 1, .a = 1.0, .b = 2.0})
                    .ends_with("too noisy to tell which is lower."));
        QVERIFY(abLossSentence({.verdict = LossVerdict::NotComparable, .images = 1, .a = 0.0, .b = 2.0})
                    .find("not comparable") != std::string::npos);
    }

    void samplesOfDifferentSizesAreNotCompared()
    {
        NamedAbResult named;
        named.result = resultOf(1.0, 0.0, std::numeric_limits<double>::infinity(), Verdict::OtherSamples);
        named.result.a.sampleShape = {64};
        named.result.b.sampleShape = {1, 28, 28};
        QCOMPARE(abTimeSentence(named.result),
                 "The speeds are not comparable: B has samples of another size (sequences of 64 characters "
                 "and images of 1 × 28 × 28).");
        QCOMPARE(abSpeedText(named.result.time), "samples of another size");
        const auto json = QJsonDocument::fromJson(QByteArray::fromStdString(abJson({&named, 1})));
        const auto row = json.array().at(0).toObject();
        QCOMPARE(row["verdict"].toString(), "samples of another size");
        QVERIFY(row["times_as_fast"].isNull() && row["low"].isNull() && row["high"].isNull());
        QVERIFY(row["a_images_per_s"].toDouble() > 0);
    }

    void lossesAreAfterTheSameImages()
    {
        QCOMPARE(
            abLossSentence({.verdict = LossVerdict::Higher, .images = 12'800, .a = 0.41234, .b = 0.5}),
            "Loss after the same 12,800 samples (geometric mean of spans): A 0.4123, B 0.5: B's is higher.");
    }

    void namesSayWhatIsDifferent()
    {
        AbTest test;
        test.b.batchSize = 128;
        QCOMPARE(abNames(test).a, "A, batch size 64");
        QCOMPARE(abNames(test).b, "B, batch size 128");
    }

    void whatIsNotKnownIsNullInFiles()
    {
        const NamedAbResult named[] = {{}};
        const auto row =
            QJsonDocument::fromJson(QByteArray::fromStdString(abJson(named))).array().at(0).toObject();
        for (const char* key : {"times_as_fast", "low", "high", "a_step_us", "b_images_per_s", "a_loss"})
            QVERIFY2(row.contains(key) && row[key].isNull(), key);
        QCOMPARE(row["ending"].toString(), "time up");
    }

    void filesHaveAllFigures()
    {
        NamedAbResult named;
        named.result = resultOf(0.8, 0.75, 0.85, Verdict::Faster);
        named.test.b.threads = 1;
        const auto json = QJsonDocument::fromJson(QByteArray::fromStdString(abJson({&named, 1})));
        const auto row = json.array().at(0).toObject();
        QCOMPARE(row["times_as_fast"].toDouble(), 1.25);
        QCOMPARE(row["verdict"].toString(), "faster");
        QCOMPARE(row["loss_verdict"].toString(), "too few steps");
        QVERIFY(row["a_loss"].isNull());
        QCOMPARE(row["a_us_per_image"].toArray().size(), 3);
        QCOMPARE(row["b_experiment"].toObject()["threads"].toInt(), 1);
        const auto csv = QString::fromStdString(abCsv({&named, 1})).split('\n');
        QCOMPARE(csv.size(), 3);
        QVERIFY(csv[0].startsWith("a,b,pairs,seconds,"));
        QVERIFY(csv[1].contains(",1.25,"));
    }
};

QTEST_GUILESS_MAIN(TestAbText)
#include "test_ab_text.moc"
