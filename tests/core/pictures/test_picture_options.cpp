#include "core/base/error.h"
#include "core/pictures/picture_options.h"

#include <QtTest>

#include <functional>

using namespace stepscope;

namespace {

/// The sentence of the error, empty if there is none.
QString problemOf(const std::function<void()>& act)
{
    try {
        act();
    } catch (const Error& error) {
        return QString::fromUtf8(error.what());
    }
    return {};
}

} // namespace

class TestPictureOptions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sizeAndScaleAreRead()
    {
        PictureOptions options;
        readPictureSize(options, "1920x1080", "--size");
        readPictureScale(options, "2.5", "--scale");
        QCOMPARE(options, (PictureOptions{.width = 1920, .height = 1080, .scale = 2.5}));
    }

    void whatIsNoSizeIsRefused_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("part");
        for (const char* text : {"", "x", "1920", "1920x", "x1080", "1920x1080x2", "1920 x 1080", "a4",
                                 "1920X1080", "1.5x2", "99999999999x100"})
            QTest::newRow(text) << text << QString("--size is %1; expected: WIDTHxHEIGHT").arg(text);
        QTest::newRow("too narrow") << "99x1000"
                                    << "99 × 1000 is too small; the minimum is 100 × 100";
        QTest::newRow("negative") << "-1920x1080"
                                  << "too small";
        QTest::newRow("too wide") << "32001x100"
                                  << "the maximum is 32,000 pixels per side";
        QTest::newRow("too many pixels") << "20000x20000"
                                         << "the maximum is 150 million pixels";
    }
    void whatIsNoSizeIsRefused()
    {
        QFETCH(QString, text);
        QFETCH(QString, part);
        PictureOptions options;
        const QString problem = problemOf([&] { readPictureSize(options, text.toStdString(), "--size"); });
        QVERIFY2(problem.contains(part), qPrintable(problem));
        QVERIFY(problem.endsWith('.'));
        QCOMPARE(options, PictureOptions());
    }

    void whatIsNoScaleIsRefused_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text : {"", "0", "0.9", "3.1", "-2", "two", "2x", "nan", "inf"})
            QTest::newRow(text) << text;
    }
    void whatIsNoScaleIsRefused()
    {
        QFETCH(QString, text);
        PictureOptions options;
        const QString problem = problemOf([&] { readPictureScale(options, text.toStdString(), "--scale"); });
        QCOMPARE(problem, QString("--scale is %1; expected: a number from 1 to 3.").arg(text));
        QCOMPARE(options, PictureOptions());
    }

    void theScaleCountsForTheLimit()
    {
        checkPictureSize(10'000, 10'000, 1.0);
        const QString problem = problemOf([] { checkPictureSize(10'000, 10'000, 2.0); });
        QVERIFY2(problem.contains("20000 × 20000 is too large"), qPrintable(problem));
    }

    void onlyChosenSizesHaveALeastSide()
    {
        QCOMPARE(problemOf([] { checkPicturePixels(20, 20, 1.0); }), QString());
        QVERIFY(!problemOf([] { checkPictureSize(20, 20, 1.0); }).isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestPictureOptions)
#include "test_picture_options.moc"
