#include "core/data/own/scaling.h"

#include <QTest>

#include <cmath>
#include <vector>

using namespace stepscope;

namespace {

std::vector<int> scaled(const PixelImage& image, int64_t rows, int64_t columns)
{
    std::vector<uint8_t> result(size_t(image.shape.channels * rows * columns));
    scaleImage(image, rows, columns, result.data());
    return {result.begin(), result.end()};
}

PixelImage row(std::vector<uint8_t> pixels)
{
    return {{.channels = 1, .rows = 1, .columns = int64_t(pixels.size())}, pixels};
}

} // namespace

class TestScaling : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void channelsAreSeparated()
    {
        const PixelImage image{{.channels = 3, .rows = 1, .columns = 2}, {1, 2, 3, 4, 5, 6}};
        QCOMPARE(scaled(image, 1, 2), (std::vector<int>{1, 4, 2, 5, 3, 6}));
    }

    /// What Image.resize() of Pillow 9.4 gives with BILINEAR.
    void resultsAreThoseOfPillow()
    {
        QCOMPARE(scaled(row({0, 100}), 1, 4), (std::vector<int>{0, 25, 75, 100}));
        QCOMPARE(scaled(row({0, 100, 200, 50}), 1, 2), (std::vector<int>{71, 121}));
        QCOMPARE(scaled(row({0, 0, 0, 255, 255, 255}), 1, 2), (std::vector<int>{32, 223}));
        QCOMPARE(scaled(row({10, 250, 30, 77, 200, 3, 90}), 1, 3), (std::vector<int>{117, 101, 76}));
    }

    void aUniformImageStaysUniform()
    {
        const PixelImage image{{.channels = 1, .rows = 13, .columns = 7}, std::vector<uint8_t>(91, 200)};
        QCOMPARE(scaled(image, 5, 40), std::vector<int>(200, 200));
        QCOMPARE(scaled(image, 1, 1), std::vector<int>(1, 200));
    }

    void rowsAndColumnsAreScaledApart()
    {
        const PixelImage image{{.channels = 1, .rows = 2, .columns = 2}, {0, 100, 0, 100}};
        QCOMPARE(scaled(image, 1, 2), (std::vector<int>{0, 100}));
        QCOMPARE(scaled(image, 2, 1), (std::vector<int>{50, 50}));
    }

    /// Every pixel of a large image counts, so thin lines do not vanish.
    void smallImagesHaveTheMeanOfLargeOnes()
    {
        PixelImage image{{.channels = 1, .rows = 64, .columns = 64}, std::vector<uint8_t>(64 * 64)};
        for (size_t i = 0; i < image.pixels.size(); ++i)
            image.pixels[i] = i % 2 == 0 ? 255 : 0;
        for (const int value : scaled(image, 4, 4))
            QVERIFY(std::abs(value - 128) <= 10);
    }
};

QTEST_GUILESS_MAIN(TestScaling)
#include "test_scaling.moc"
