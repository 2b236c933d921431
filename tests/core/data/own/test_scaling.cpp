#include "core/data/own/scaling.h"

#include <QTest>

#include <algorithm>
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

/// The weights of all pixels of a side for the one with the number `i` of the result.
std::vector<float> weightsOf(int64_t from, int64_t to, int64_t i)
{
    const double step = double(from) / double(to);
    const double reach = std::max(1.0, step);
    std::vector<float> weights;
    double sum = 0;
    for (int64_t k = 0; k < from; ++k) {
        const double distance = std::abs(double(k) + 0.5 - (double(i) + 0.5) * step);
        const double weight = std::max(0.0, 1.0 - distance / reach);
        weights.push_back(float(weight));
        sum += weight;
    }
    for (float& weight : weights)
        weight = float(weight / sum);
    return weights;
}

std::vector<int> plainlyScaled(const PixelImage& image, int64_t rows, int64_t columns)
{
    const auto [channels, fromRows, fromColumns] = image.shape;
    if (rows == fromRows && columns == fromColumns)
        return scaled(image, rows, columns);
    std::vector<int> result;
    for (int64_t channel = 0; channel < channels; ++channel) {
        for (int64_t row = 0; row < rows; ++row) {
            const auto down = weightsOf(fromRows, rows, row);
            for (int64_t column = 0; column < columns; ++column) {
                const auto across = weightsOf(fromColumns, columns, column);
                float sum = 0;
                for (int64_t y = 0; y < fromRows; ++y) {
                    float narrow = 0;
                    for (int64_t x = 0; down[size_t(y)] > 0 && x < fromColumns; ++x)
                        narrow += across[size_t(x)] *
                                  float(image.pixels[size_t((y * fromColumns + x) * channels + channel)]);
                    sum += down[size_t(y)] * narrow;
                }
                result.push_back(int(std::lround(sum)));
            }
        }
    }
    return result;
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

    /// Of random bytes, against the formula of the header in the order of its sums: rows, then columns.
    void allSizesFollowTheFormula()
    {
        uint32_t random = 1;
        const auto next = [&] { return random = random * 1664525 + 1013904223; };
        for (int round = 0; round < 200; ++round) {
            PixelImage image{{.channels = round % 3 == 0 ? 1 : 3,
                              .rows = 1 + next() % 20000 / 500,
                              .columns = 1 + next() % 20000 / 500},
                             {}};
            image.pixels.resize(size_t(image.shape.pixels()));
            for (auto& pixel : image.pixels)
                pixel = uint8_t(round % 2 == 0 ? next() >> 24 : next() >> 31 ? 255 : 0);
            const int64_t rows = 1 + next() % 20000 / 500;
            const int64_t columns = 1 + next() % 20000 / 500;
            QCOMPARE(scaled(image, rows, columns), plainlyScaled(image, rows, columns));
        }
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
