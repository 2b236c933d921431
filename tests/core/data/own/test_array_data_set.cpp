#include "core/base/error.h"
#include "core/base/files/temporary_folder.h"
#include "core/data/own/array_data_set.h"
#include "core/weights/safetensors.h"
#include "npy_file.h"
#include "tests/core/data/idx_file.h"
#include "tests/support/failure.h"
#include "tests/support/std_string.h"
#include "tests/support/zip_file.h"

#include <QTest>

#include <cmath>
#include <filesystem>
#include <map>
#include <numeric>

using namespace stepscope;
using namespace stepscope::test;
using namespace std::string_literals;

namespace fs = std::filesystem;

class TestArrayDataSet : public QObject
{
    Q_OBJECT

    std::unique_ptr<TemporaryFolder> m_folder;
    std::map<std::string, std::string> m_arrays;

    /// `count` images of 2 × 3 pixels that count up from 0.
    static std::string images(int count, const std::string& shape)
    {
        std::string values(size_t(count) * 6, '\0');
        std::iota(values.begin(), values.end(), '\0');
        return npyFile("'|u1'", shape, values);
    }

    fs::path npz() const
    {
        const auto path = m_folder->path() / "data.npz";
        ArchiveEntries entries;
        for (const auto& [name, content] : m_arrays)
            entries.emplace_back(name + ".npy", content);
        writeZip(path, entries);
        return path;
    }

    static DataSetImages read(const fs::path& path) { return readArrays(path, describeArrays(path)); }

    /// The error about the archive, which is called "data.npz".
    std::string failure() const
    {
        const auto path = npz();
        auto text = failureOf([&] { read(path); });
        for (size_t at = 0; (at = text.find(path.string())) != std::string::npos;)
            text.replace(at, path.string().size(), "data.npz");
        return text;
    }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<TemporaryFolder>();
        m_arrays = {{"x_train", images(4, "(4, 2, 3)")},
                    {"y_train", npyFile("'|u1'", "(4,)", "\0\2\1\0"s)},
                    {"x_test", images(2, "(2, 2, 3)")},
                    {"y_test", npyFile("'<i8'", "(2,)", "\1\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0"s)}};
    }

    void anArchiveIsRead()
    {
        const auto path = npz();
        const auto described = describeArrays(path).description;
        QCOMPARE(described.shape, (ImageShape{.channels = 1, .rows = 2, .columns = 3}));
        QCOMPARE(described.classNames, (std::vector<std::string>{"0", "1", "2"}));
        QCOMPARE(described.counts->train, 4);
        QCOMPARE(described.counts->test, 2);
        const auto data = read(path);
        QCOMPARE(data.train.count, 4);
        QCOMPARE(data.train.labels, (std::vector<int32_t>{0, 2, 1, 0}));
        QCOMPARE(data.test.labels, (std::vector<int32_t>{1, 2}));
        QCOMPARE(data.train.pixels.size(), size_t(24));
        QCOMPARE(int(data.train.pixels[23]), 23);
    }

    void aFolderOfArraysIsRead()
    {
        for (const auto& [name, content] : m_arrays)
            writeFile(m_folder->path() / (name + ".npy"), content);
        QCOMPARE(read(m_folder->path()).train.labels, (std::vector<int32_t>{0, 2, 1, 0}));
        fs::remove(m_folder->path() / "x_test.npy");
        QCOMPARE(
            failureOf([&] { describeArrays(m_folder->path()); }),
            m_folder->path().string() +
                " has no array x_test; x_train, y_train and, if there are test samples, x_test and y_test "
                "are needed. It has x_train, y_test and y_train.");
    }

    void tensorsAreReadLikeArrays()
    {
        const auto path = m_folder->path() / "data.safetensors";
        std::vector<uint8_t> pixels(24);
        std::iota(pixels.begin(), pixels.end(), uint8_t(0));
        const std::vector<int64_t> labels{0, 2, 1, 0};
        const std::vector<int16_t> testLabels{1, 2};
        std::vector<TensorToStore> tensors{{"y_train", "I64", {4}, labels.data(), 32},
                                           {"x_train", "U8", {4, 2, 3}, pixels.data(), 24},
                                           {"x_test", "U8", {2, 2, 3}, pixels.data() + 12, 12},
                                           {"y_test", "I16", {2}, testLabels.data(), 4}};
        writeSafetensors(path, tensors, {});
        const auto data = read(path);
        QCOMPARE(data.train.count, 4);
        QCOMPARE(data.train.labels, (std::vector<int32_t>{0, 2, 1, 0}));
        QCOMPARE(data.train.pixels, pixels);
        QCOMPARE(int(data.test.pixels[0]), 12);
        QCOMPARE(data.test.labels, (std::vector<int32_t>{1, 2}));

        const std::vector<char> halves(48);
        tensors[1] = {"x_train", "BF16", {4, 2, 3}, halves.data(), 48};
        writeSafetensors(path, tensors, {});
        QCOMPARE(failureOf([&] { read(path); }), "Cannot use the array x_train in " + path.string() +
                                                     ": its type is BF16, which is not supported.");
        tensors.erase(tensors.begin() + 1);
        writeSafetensors(path, tensors, {});
        QVERIFY(failureOf([&] { read(path); }).starts_with(path.string() + " has no array x_train; "));
    }

    void channelsMayComeFirstOrLast()
    {
        m_arrays["x_train"] = npyFile("'|u1'", "(1, 2, 3, 3)", std::string("abcdefghijklmnopqr"));
        m_arrays["x_test"] = m_arrays["x_train"];
        m_arrays["y_train"] = npyFile("'|u1'", "(1,)", "\1");
        m_arrays["y_test"] = m_arrays["y_train"];
        auto data = read(npz());
        QCOMPARE(data.train.shape, (ImageShape{.channels = 2, .rows = 3, .columns = 3}));
        QCOMPARE(std::string(data.train.pixels.begin(), data.train.pixels.end()),
                 std::string("abcdefghijklmnopqr"));
        m_arrays["x_train"] = npyFile("'|u1'", "(1, 3, 3, 2)", std::string("abcdefghijklmnopqr"));
        m_arrays["x_test"] = m_arrays["x_train"];
        data = read(npz());
        QCOMPARE(data.train.shape, (ImageShape{.channels = 2, .rows = 3, .columns = 3}));
        QCOMPARE(std::string(data.train.pixels.begin(), data.train.pixels.end()),
                 std::string("acegikmoqbdfhjlnpr"));
    }

    void aMissingFileIsNamed()
    {
        QCOMPARE(failureOf([] { describeArrays("/none/data.npz"); }),
                 std::string("/none/data.npz does not exist."));
        const auto text = writeFile(m_folder->path() / "text.npz", "This is text.");
        QCOMPARE(failureOf([&] { describeArrays(text); }),
                 text.string() + " is not an .npz file, or is cut short.");
        const auto array = writeFile(m_folder->path() / "single.npy", images(4, "(4, 2, 3)"));
        QCOMPARE(failureOf([&] { describeArrays(array); }),
                 array.string() +
                     " is one array of NumPy; a file with the arrays x_train and y_train is needed, "
                     "such as an .npz file of numpy.savez().");
    }

    void withoutArraysForTestsSomeSamplesAreForThem()
    {
        std::string labels; // seven in each class
        for (int i = 0; i < 14; ++i)
            labels += char(i % 2);
        m_arrays = {{"x_train", images(14, "(14, 2, 3)")}, {"y_train", npyFile("'|u1'", "(14,)", labels)}};
        const auto path = npz();
        const auto described = describeArrays(path);
        QCOMPARE(described.description.counts->train, 12);
        QCOMPARE(described.description.counts->test, 2);
        QCOMPARE(described.note, path.string() +
                                     " has no arrays x_test and y_test: every sixth sample of each "
                                     "class is used for tests.");
        const auto data = read(path);
        QCOMPARE(data.train.count, 12);
        QCOMPARE(data.test.count, 2);
        QCOMPARE(data.test.labels, (std::vector<int32_t>{0, 1}));
        QCOMPARE(data.test.pixels.size(), size_t(12));
        QCOMPARE(int(data.test.pixels[0]), 60); // of image 10
        QCOMPARE(int(data.test.pixels[11]), 71);
        QCOMPARE(data.train.pixels.size(), size_t(72));
        QCOMPARE(int(data.train.pixels[59]), 59);
        QCOMPARE(int(data.train.pixels[60]), 72); // of image 12
        QCOMPARE(data.train.labels.size(), size_t(12));
        QCOMPARE(data.train.labels.back(), 1);

        m_arrays = {{"x_train", images(4, "(4, 2, 3)")}, {"y_train", npyFile("'|u1'", "(4,)", "\0\2\1\0"s)}};
        QCOMPARE(failure(), std::string("data.npz has too few samples: every sixth of a class is kept for "
                                        "tests, and no class has six."));
    }

    void numbersOfOtherTypesBecomeFloats()
    {
        std::vector<float> values(24);
        std::iota(values.begin(), values.end(), -1.5F);
        const std::string bytes(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
        m_arrays["x_train"] = npyFile("'<f4'", "(4, 2, 3)", bytes);
        auto data = read(npz());
        QCOMPARE(data.train.values, values);
        QVERIFY(data.train.pixels.empty());
        QCOMPARE(data.test.values.size(), size_t(12)); // although they are bytes in the file
        QCOMPARE(data.test.values[11], 11.0F);

        m_arrays["x_train"] = npyFile("'<f4'", "(1, 4, 3, 2)", bytes);
        m_arrays["x_test"] = m_arrays["x_train"];
        m_arrays["y_train"] = npyFile("'|u1'", "(1,)", "\1");
        m_arrays["y_test"] = m_arrays["y_train"];
        data = read(npz());
        QCOMPARE(data.train.shape, (ImageShape{.channels = 2, .rows = 4, .columns = 3}));
        QCOMPARE(data.train.values[1], values[2]);
        QCOMPARE(data.train.values[12], values[1]);

        values[3] = std::nanf("");
        m_arrays["x_train"] =
            npyFile("'<f4'", "(1, 4, 3, 2)", {reinterpret_cast<const char*>(values.data()), bytes.size()});
        QCOMPARE(failure(),
                 std::string("Cannot use the array x_train.npy in data.npz: its value 3 is nan, but "
                             "finite float32 numbers are needed."));
    }

    void aMissingArrayIsNamed()
    {
        m_arrays.erase("y_test");
        QCOMPARE(failure(),
                 std::string("data.npz has no array y_test; x_train, y_train and, if there are test "
                             "samples, x_test and y_test are needed. It has x_test, x_train and "
                             "y_train."));
        m_arrays = {{"images", m_arrays["x_train"]}, {"labels", m_arrays["y_train"]}};
        QCOMPARE(failure(),
                 std::string("data.npz has no array x_train; x_train, y_train and, if there are test "
                             "samples, x_test and y_test are needed. It has images and labels."));
    }

    void eachProblemNamesTheArray_data()
    {
        QTest::addColumn<QByteArray>("array");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* name, const char* array, const std::string& content,
                            const char* reason) {
            QTest::newRow(name) << QByteArray(array) << QByteArray::fromStdString(content)
                                << QString::fromUtf8(reason);
        };
        row("dtype", "x_train", npyFile("'<f2'", "(1, 2, 3)", std::string(12, 'a')),
            "its values are of the type float16, but integers, float32 or float64 are needed");
        row("Fortran", "x_test", npyFile("'|u1'", "(1, 2, 3)", "abcdef", "True"),
            "its values are in Fortran order: save it with numpy.ascontiguousarray()");
        row("objects", "y_train", npyFile("'|O'", "(4,)", "abcd"),
            "it contains Python objects, which are not read");
        row("dimensions", "x_train", npyFile("'|u1'", "(2, 3)", "abcdef"),
            "it has the shape 2 × 3, but images × rows × columns, with or without channels, are needed");
        row("channels", "x_train", npyFile("'|u1'", "(1, 2, 3, 2)", "abcdefghijkl"),
            "it has the shape 1 × 2 × 3 × 2: it is unclear whether the second or the last dimension is the "
            "channels");
        row("empty", "x_train", npyFile("'|u1'", "(0, 2, 3)", ""),
            "it has the shape 0 × 2 × 3, so it contains no images");
        row("sides", "x_train", npyFile("'|u1'", "(1, 1, 20000)", std::string(20'000, 'a')),
            "it has the shape 1 × 1 × 20000, but images have at most 64 channels and 16,384 rows and "
            "columns");
        row("cut", "x_train", images(4, "(5, 2, 3)"), "it is cut short");
        row("label too large", "y_test", npyFile("'|u1'", "(2,)", "\1\3"),
            "label 1 is 3, but 0 to 2 are allowed");
        row("label too small", "y_train", npyFile("'|i1'", "(4,)", "\1\2\xff\0"s),
            "label 2 is -1, but 0 to 65535 are allowed");
    }
    void eachProblemNamesTheArray()
    {
        QFETCH(QByteArray, array);
        QFETCH(QByteArray, content);
        QFETCH(QString, reason);
        m_arrays[array.toStdString()] = content.toStdString();
        QCOMPARE(failure(), "Cannot use the array " + array.toStdString() +
                                ".npy in data.npz: " + reason.toStdString() + ".");
    }

    void imagesAndLabelsMustBeAsMany()
    {
        m_arrays["y_train"] = npyFile("'|u1'", "(3,)", "\0\1\2"s);
        QCOMPARE(failure(),
                 std::string("y_train.npy in data.npz has 3 labels, but x_train.npy has 4 images."));
    }

    void imagesOfBothPartsMustHaveOneShape()
    {
        m_arrays["x_test"] = images(2, "(2, 3, 2)");
        QCOMPARE(failure(), std::string("The images of x_test.npy in data.npz have the shape 1 × 3 × 2, but "
                                        "those of x_train.npy have 1 × 2 × 3 (channels × rows × columns)."));
    }

    void oneClassIsNotEnough()
    {
        m_arrays["y_train"] = npyFile("'|u1'", "(4,)", std::string(4, '\0'));
        QCOMPARE(
            failure(),
            std::string("All labels in y_train.npy in data.npz are 0: at least two classes are needed."));
    }

    void moreThanTheMemoryIsRefusedBeforeItIsRead()
    {
        // A sparse file of 2⁴⁰ bytes, which takes no room on the disk.
        for (const auto& [name, content] : m_arrays)
            writeFile(m_folder->path() / (name + ".npy"), content);
        const auto header = npyFile("'|u1'", "(1048576, 1024, 1024)", "");
        const auto file = writeFile(m_folder->path() / "x_train.npy", header);
        std::error_code problem;
        fs::resize_file(file, header.size() + (uintmax_t(1) << 40), problem);
        if (problem)
            QSKIP("this file system has no files of this size");
        writeFile(m_folder->path() / "x_test.npy",
                  npyFile("'|u1'", "(1, 1024, 1024)", std::string(1 << 20, 'a')));
        const auto text = failureOf([&] { describeArrays(m_folder->path()); });
        QVERIFY2(text.starts_with("The images of " + m_folder->path().string() + " need 1.00 TiB of memory"),
                 text.c_str());
    }

    void aDamagedArchiveIsRefused()
    {
        m_arrays["x_train"] = npyFile("'|u1'", "(4, 20, 30)", std::string(2'400, 'a'));
        m_arrays["x_test"] = npyFile("'|u1'", "(2, 20, 30)", std::string(1'200, 'a'));
        const auto path = npz();
        read(path); // does not throw
        std::ifstream stream(path, std::ios::binary);
        const std::string whole{std::istreambuf_iterator<char>(stream), {}};
        int refused = 0;
        for (size_t at = 0; at < whole.size(); ++at) {
            auto damaged = whole;
            damaged[at] ^= 0x55;
            writeFile(path, damaged);
            try {
                const auto data = read(path);
                QCOMPARE(data.train.pixels, std::vector<uint8_t>(2'400, 'a')); // the damage is elsewhere
            } catch (const Error& error) {
                ++refused;
                QVERIFY2(std::string_view(error.what()).find("data.npz") != std::string_view::npos,
                         error.what());
            }
        }
        QVERIFY(refused > int(whole.size()) / 2);
    }

    void theStampChangesWithTheFile()
    {
        const auto path = npz();
        const auto before = arraysStamp(path);
        QCOMPARE(describeArrays(path).stamp, before);
        m_arrays["more"] = "something";
        QVERIFY(arraysStamp(npz()) != before);
    }
};

QTEST_GUILESS_MAIN(TestArrayDataSet)
#include "test_array_data_set.moc"
