#include "core/base/error.h"
#include "core/base/files/temporary_folder.h"
#include "core/data/own/image_file.h"
#include "image_writer.h"
#include "tests/core/data/idx_file.h"
#include "tests/support/failure.h"
#include "tests/support/std_string.h"

#include <QTest>

#include <cstdlib>

using namespace stepscope;
using namespace stepscope::test;
using namespace std::string_literals;

namespace {

std::string contentOf(const std::filesystem::path& path)
{
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::vector<int> valuesOf(const PixelImage& image)
{
    return {image.pixels.begin(), image.pixels.end()};
}

} // namespace

class TestImageFile : public QObject
{
    Q_OBJECT

    TemporaryFolder m_folder;

    std::filesystem::path path(const char* name) const { return m_folder.path() / name; }

    /// The problem with a file of this content, as a message gives it after the name.
    std::string failure(const std::string& content) const
    {
        const auto file = writeFile(path("failing"), content);
        const auto text = failureOf([&] { readImageFile(file, 3); });
        const auto start = "Cannot read the image " + file.string() + ": ";
        return text.starts_with(start) ? text.substr(start.size()) : text;
    }

private Q_SLOTS:
    void aGrayPngHasOneChannel()
    {
        const auto file = writePng(path("gray.png"), 1, 2, PNG_COLOR_TYPE_GRAY, "\0\x80"s);
        const auto header = readImageHeader(file);
        QVERIFY(header.isGray);
        QCOMPARE(header.rows, 1);
        QCOMPARE(header.columns, 2);
        QCOMPARE(valuesOf(readImageFile(file, 1)), (std::vector<int>{0, 128}));
        QCOMPARE(valuesOf(readImageFile(file, 3)), (std::vector<int>{0, 0, 0, 128, 128, 128}));
    }

    void colorsOfAPngAreKept()
    {
        const auto file = writePng(path("rgb.png"), 2, 1, PNG_COLOR_TYPE_RGB, "\1\2\3\xfd\xfe\xff");
        QVERIFY(!readImageHeader(file).isGray);
        QCOMPARE(valuesOf(readImageFile(file, 3)), (std::vector<int>{1, 2, 3, 253, 254, 255}));
        const auto interlaced =
            writePng(path("interlaced.png"), 2, 1, PNG_COLOR_TYPE_RGB, "\1\2\3\xfd\xfe\xff", 8, true);
        QCOMPARE(valuesOf(readImageFile(interlaced, 3)), (std::vector<int>{1, 2, 3, 253, 254, 255}));
    }

    void aPaletteHasColors()
    {
        const auto file = writePng(path("palette.png"), 1, 2, PNG_COLOR_TYPE_PALETTE, "\1\3");
        QVERIFY(!readImageHeader(file).isGray);
        QCOMPARE(valuesOf(readImageFile(file, 3)), (std::vector<int>{255, 0, 0, 0, 0, 255}));
    }

    void sixteenBitsBecomeEight()
    {
        const auto file = writePng(path("deep.png"), 1, 2, PNG_COLOR_TYPE_GRAY, "\x80\x80\xff\xff", 16);
        QVERIFY(readImageHeader(file).isGray);
        QCOMPARE(valuesOf(readImageFile(file, 1)), (std::vector<int>{128, 255}));
        const auto bits = writePng(path("bits.png"), 1, 2, PNG_COLOR_TYPE_GRAY, "\x40", 1);
        QCOMPARE(valuesOf(readImageFile(bits, 1)), (std::vector<int>{0, 255}));
    }

    void whatIsTransparentBecomesWhite()
    {
        const auto file =
            writePng(path("alpha.png"), 1, 2, PNG_COLOR_TYPE_RGB_ALPHA, "\x0a\x14\x1e\xff\x0a\x14\x1e\0"s);
        QCOMPARE(valuesOf(readImageFile(file, 3)), (std::vector<int>{10, 20, 30, 255, 255, 255}));
        const auto gray =
            writePng(path("gray_alpha.png"), 1, 2, PNG_COLOR_TYPE_GRAY_ALPHA, "\x0a\xff\x0a\0"s);
        QVERIFY(readImageHeader(gray).isGray);
        QCOMPARE(valuesOf(readImageFile(gray, 1)), (std::vector<int>{10, 255}));
    }

    void jpegsAreReadInEachColorSpace()
    {
        const auto gray = writeJpeg(path("gray.jpg"), 8, 16, 1, filled(128, "\x40"));
        QVERIFY(readImageHeader(gray).isGray);
        QCOMPARE(readImageHeader(gray).rows, 8);
        QCOMPARE(readImageHeader(gray).columns, 16);
        QCOMPARE(valuesOf(readImageFile(gray, 1)), std::vector<int>(128, 64));
        QCOMPARE(valuesOf(readImageFile(gray, 3)), std::vector<int>(384, 64));
        for (const bool isProgressive : {false, true}) {
            const auto red = writeJpeg(path("red.jpg"), 8, 8, 3, filled(64, "\xff\0\0"s), isProgressive);
            QVERIFY(!readImageHeader(red).isGray);
            const auto image = readImageFile(red, 3);
            QVERIFY(image.pixels[0] > 250 && image.pixels[1] < 5 && image.pixels[2] < 5);
        }
    }

    /// As of a folder whose images have several sizes, some of which are damaged.
    void nothingRemainsOfAnImageWhoseMemoryIsReused()
    {
        std::string noise;
        for (int i = 0; i < 16 * 24 * 4; ++i)
            noise += char(i * 37 % 251);
        const std::vector<std::filesystem::path> files{
            writeJpeg(path("large.jpg"), 16, 24, 3, noise),
            writePng(path("large.png"), 16, 24, PNG_COLOR_TYPE_RGB, noise),
            writeJpeg(path("small.jpg"), 8, 8, 3, noise),
            writeJpeg(path("inks.jpg"), 8, 16, 4, noise),
            writePng(path("alpha.png"), 2, 3, PNG_COLOR_TYPE_RGB_ALPHA, noise),
            writeJpeg(path("gray.jpg"), 16, 16, 1, noise)};
        const auto cut = writeFile(path("cut.jpg"), contentOf(files[0]).substr(0, 700));
        PixelImage image;
        for (const auto& first : files) {
            for (const auto& second : files) {
                readImageFile(first, 3, image);
                QVERIFY(!failureOf([&] { readImageFile(cut, 3, image); }).empty());
                readImageFile(second, 3, image);
                const auto alone = readImageFile(second, 3);
                QVERIFY(image.shape == alone.shape);
                QCOMPARE(valuesOf(image), valuesOf(alone));
            }
        }
    }

    /// libjpeg writes an Adobe marker, so 255 is no ink.
    void inkIsTurnedIntoLight()
    {
        const auto file = writeJpeg(path("cmyk.jpg"), 8, 8, 4, filled(64, "\xff\0\0\xff"s));
        QVERIFY(!readImageHeader(file).isGray);
        const auto image = readImageFile(file, 3);
        QCOMPARE(image.pixels.size(), size_t(192));
        QVERIFY(image.pixels[0] > 250 && image.pixels[1] < 5 && image.pixels[2] < 5);
    }

    /// Cut to every length: no missing byte may go unnoticed.
    void aTruncatedImageIsRefused()
    {
        std::string noise;
        for (int i = 0; i < 16 * 16 * 3; ++i)
            noise += char(i * 37 % 251);
        const auto png = contentOf(writePng(path("noise.png"), 16, 16, PNG_COLOR_TYPE_RGB, noise));
        constexpr size_t endChunk = 12; // and the checksum of the image before it
        for (size_t size = 8; size < png.size() - endChunk - 4; size += 7)
            QCOMPARE(failure(png.substr(0, size)), "its PNG data is cut short or damaged.");
        for (const bool isProgressive : {false, true}) {
            const auto jpeg = contentOf(writeJpeg(path("noise.jpg"), 16, 16, 3, noise, isProgressive));
            for (size_t size = 3; size < jpeg.size() - 2; size += 7)
                QCOMPARE(failure(jpeg.substr(0, size)), "its JPEG data is cut short or damaged.");
        }
    }

    void aDamagedImageIsRefused()
    {
        auto png = contentOf(writePng(path("x.png"), 16, 16, PNG_COLOR_TYPE_RGB, filled(256, "abc")));
        png[png.size() / 2] ^= 0x10;
        QCOMPARE(failure(png), "its PNG data is cut short or damaged.");
    }

    void somethingElseIsRefused()
    {
        QCOMPARE(failure("GIF89a..."), "it is neither a PNG nor a JPEG image.");
        QCOMPARE(failure(""), "it is empty.");
        QCOMPARE(failureOf([&] { readImageHeader(path("none.png")); }),
                 "Cannot read " + path("none.png").string() + ": No such file or directory.");
    }

    void giganticImagesAreRefusedBeforeTheyTakeMemory()
    {
        QCOMPARE(failure(pngThatClaims(60'000, 50'000)), "it declares 50000 × 60000 pixels, more than the "
                                                         "limit of 16,384 per side or 100,000,000 in total.");
        QCOMPARE(failure(pngThatClaims(16'000, 16'000)), "it declares 16000 × 16000 pixels, more than the "
                                                         "limit of 16,384 per side or 100,000,000 in total.");
        auto jpeg = contentOf(writeJpeg(path("x.jpg"), 8, 8, 3, filled(64, "abc")));
        const auto frame = jpeg.find("\xff\xc0"); // then length, bits, rows and columns
        QVERIFY(frame != std::string::npos);
        jpeg.replace(frame + 5, 4, "\xfd\xe8\xfd\xe8");
        QCOMPARE(failure(jpeg), "it declares 65000 × 65000 pixels, more than the limit of 16,384 per side or "
                                "100,000,000 in total.");
        const auto file = writeFile(path("header.jpg"), jpeg);
        QVERIFY(failureOf([&] { readImageHeader(file); }).ends_with("100,000,000 in total."));
    }

    /// A camera's metadata can be longer than the part of a file that is read first.
    void aHeaderAfterLongNotesIsFound()
    {
        auto jpeg = contentOf(writeJpeg(path("x.jpg"), 8, 16, 3, filled(128, "abc")));
        const std::string note = "\xff\xe1\xff\xff" + std::string(0xffff - 2, 'n');
        jpeg.insert(2, note + note);
        const auto header = readImageHeader(writeFile(path("camera.jpg"), jpeg));
        QCOMPARE(header.rows, 8);
        QCOMPARE(header.columns, 16);
    }
};

QTEST_GUILESS_MAIN(TestImageFile)
#include "test_image_file.moc"
