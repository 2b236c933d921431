#include "core/experiment/augmentation.h"

#include "core/base/error.h"
#include "core/experiment/experiment_fields.h"

#include <QtTest>

#include <set>
#include <utility>
#include <vector>

using namespace stepscope;

namespace {

QString refusalOf(const char* text)
{
    try {
        parseAugmentation(text);
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

constexpr ImageShape shape{.channels = 2, .rows = 3, .columns = 4};

/// Two channels of 0 to 11 and of 100 to 111, changed.
std::vector<float> changed(const AugmentationDraw& draw)
{
    std::vector<float> from;
    for (const float first : {0.0F, 100.0F})
        for (int i = 0; i < 12; ++i)
            from.push_back(first + float(i));
    constexpr float black[] = {-1.0F, -2.0F};
    std::vector<float> to(24, 7.0F);
    applyAugmentation(draw, shape, black, from.data(), to.data());
    return to;
}

} // namespace

class TestAugmentation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void changesAreRead()
    {
        QVERIFY(parseAugmentation("").isNone());
        QVERIFY(parseAugmentation("  ").isNone());
        QCOMPARE(parseAugmentation("crop 4").cropPadding, 4);
        QVERIFY(!parseAugmentation("crop 4").isFlipped);
        QVERIFY(parseAugmentation("none").isNone());
        for (const char* text : {" flip ,crop  12", "crop 12 + flip"}) {
            const auto both = parseAugmentation(text);
            QCOMPARE(both.cropPadding, 12);
            QVERIFY(both.isFlipped);
        }
    }

    void theUsualSpellingIsTheSameForTheSameChanges()
    {
        for (const char* text :
             {"crop 4, flip", "crop 4,flip", " flip ,crop  4", "crop 4 + flip", "flip+crop 4"})
            QCOMPARE(QString::fromStdString(usualAugmentation(text)), QString("crop 4, flip"));
        QCOMPARE(QString::fromStdString(usualAugmentation("crop\t12")), QString("crop 12"));
        QCOMPARE(QString::fromStdString(usualAugmentation("flip ")), QString("flip"));
        QCOMPARE(QString::fromStdString(usualAugmentation("")), QString("none"));
        QCOMPARE(QString::fromStdString(usualAugmentation("none")), QString("none"));
        QCOMPARE(QString::fromStdString(usualAugmentation("crop 4,fli")), QString("crop 4,fli"));
    }

    void otherChangesAreRefused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("quoted");
        QTest::newRow("unknown") << QByteArray("crop 4, turn") << "\"turn\"";
        QTest::newRow("no number") << QByteArray("crop") << "\"crop\"";
        QTest::newRow("zero") << QByteArray("crop 0") << "\"crop 0\"";
        QTest::newRow("too large") << QByteArray("crop 1025") << "\"crop 1025\"";
        QTest::newRow("not whole") << QByteArray("crop 1.5") << "\"crop 1.5\"";
        QTest::newRow("number of a flip") << QByteArray("flip 2") << "\"flip 2\"";
        QTest::newRow("empty part") << QByteArray("flip,") << "\"\"";
    }
    void otherChangesAreRefused()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const QString, quoted);
        QCOMPARE(refusalOf(text),
                 QString("The augmentation %1 is not known: it must be \"crop N\", with 1 to "
                         "1,024 pixels, or \"flip\"; several are separated by commas.")
                     .arg(quoted));
    }

    void normalizationIsNoAugmentation()
    {
        for (const char* text : {"normalize", "flip, Normalise"})
            QVERIFY2(refusalOf(text).contains("is no augmentation: images from files are always normalized"),
                     qPrintable(refusalOf(text)));
    }

    void aChangeIsNamedOnce()
    {
        QCOMPARE(refusalOf("flip, flip"), "The augmentation has \"flip\" twice.");
        QCOMPARE(refusalOf("crop 2, crop 2"), "The augmentation has \"crop\" twice.");
    }

    void theImageMustBeLargerThanThePadding()
    {
        Experiment experiment;
        experiment.dataset = "synthetic"; // 28 x 28
        experiment.augmentation = "crop 27";
        validate(experiment);
        experiment.augmentation = "crop 28";
        QVERIFY_EXCEPTION_THROWN(validate(experiment), Error);
        experiment.augmentation = "shear 28";
        QVERIFY_EXCEPTION_THROWN(validate(experiment), Error);
    }

    void noChangeKeepsTheImage() { QCOMPARE(changed({})[13], 101.0F); }

    void aPartBesideTheImageIsBlack()
    {
        const auto image = changed({.rows = 1, .columns = -1, .isMirrored = false});
        const std::vector<float> first{-1, 4, 5, 6, -1, 8, 9, 10, -1, -1, -1, -1};
        QCOMPARE(std::vector<float>(image.begin(), image.begin() + 12), first);
        const std::vector<float> second{-2, 104, 105, 106, -2, 108, 109, 110, -2, -2, -2, -2};
        QCOMPARE(std::vector<float>(image.begin() + 12, image.end()), second);
    }

    void aMirroredImageIsReadFromRightToLeft()
    {
        const auto image = changed({.rows = -1, .columns = 2, .isMirrored = true});
        const std::vector<float> first{-1, -1, -1, -1, -1, -1, 3, 2, -1, -1, 7, 6};
        QCOMPARE(std::vector<float>(image.begin(), image.begin() + 12), first);
    }

    void drawsCoverAllPlaces()
    {
        const auto augmentation = parseAugmentation("crop 2, flip");
        std::set<std::pair<int64_t, int64_t>> places;
        int mirrored = 0;
        constexpr int images = 4000;
        for (int64_t image = 0; image < images; ++image) {
            const auto draw = drawAugmentation(augmentation, 1, 1, image);
            places.emplace(draw.rows, draw.columns);
            mirrored += draw.isMirrored;
        }
        QCOMPARE(places.size(), size_t(25));
        QCOMPARE(places.begin()->first, -2);
        QCOMPARE(places.rbegin()->second, 2);
        QVERIFY(std::abs(mirrored - images / 2) < 160); // five standard deviations
    }

    void drawsDependOnSeedEpochAndImage()
    {
        const auto augmentation = parseAugmentation("crop 512");
        const auto rowsOf = [&](uint64_t seed, int64_t epoch, int64_t image) {
            return drawAugmentation(augmentation, seed, epoch, image).rows;
        };
        QCOMPARE(rowsOf(1, 2, 3), rowsOf(1, 2, 3));
        const std::set<int64_t> all{rowsOf(1, 2, 3), rowsOf(2, 2, 3), rowsOf(1, 3, 3),
                                    rowsOf(1, 2, 4), rowsOf(1, 3, 2), rowsOf(2, 1, 3)};
        QCOMPARE(all.size(), size_t(6));
    }
};

QTEST_GUILESS_MAIN(TestAugmentation)
#include "test_augmentation.moc"
