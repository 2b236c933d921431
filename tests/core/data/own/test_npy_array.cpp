#include "core/base/error.h"
#include "core/data/own/npy_array.h"
#include "memory_stream.h"
#include "npy_file.h"
#include "tests/support/failure.h"
#include "tests/support/std_string.h"

#include <QTest>

#include <tuple>

using namespace stepscope;
using namespace stepscope::test;
using namespace std::string_literals;

namespace {

std::vector<uint8_t> bytesOf(const std::string& file)
{
    MemoryStream stream(file);
    const auto header = readNpyHeader(stream);
    return readNpyBytes(stream, header);
}

std::vector<float> floatsOf(const std::string& file)
{
    MemoryStream stream(file);
    const auto header = readNpyHeader(stream);
    return readNpyFloats(stream, header);
}

std::vector<int32_t> labelsOf(const std::string& file, int32_t largest = 65'535)
{
    MemoryStream stream(file);
    const auto header = readNpyHeader(stream);
    return readNpyLabels(stream, header, largest);
}

std::string failure(const std::string& file)
{
    return failureOf([&] { bytesOf(file); });
}

} // namespace

class TestNpyArray : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachVersionIsRead()
    {
        for (const int version : {1, 2, 3}) {
            MemoryStream stream(npyFile("'|u1'", "(2, 3)", "abcdef", "False", version));
            const auto header = readNpyHeader(stream);
            QCOMPARE(header.type, std::string("|u1"));
            QVERIFY(!header.isFortranOrder);
            QCOMPARE(header.shape, (std::vector<int64_t>{2, 3}));
            const auto bytes = readNpyBytes(stream, header);
            QCOMPARE(std::string(bytes.begin(), bytes.end()), std::string("abcdef"));
        }
    }

    void labelsOfEachTypeAreRead()
    {
        const std::vector<int32_t> expected{3, 200};
        QCOMPARE(labelsOf(npyFile("'|u1'", "(2,)", "\3\xc8")), expected);
        QCOMPARE(labelsOf(npyFile("'<u2'", "(2,)", "\3\0\xc8\0"s)), expected);
        QCOMPARE(labelsOf(npyFile("'>i2'", "(2,)", "\0\3\0\xc8"s)), expected);
        QCOMPARE(labelsOf(npyFile("'<i4'", "(2, 1)", "\3\0\0\0\xc8\0\0\0"s)), expected);
        QCOMPARE(labelsOf(npyFile("'<i8'", "(2L,)", "\3\0\0\0\0\0\0\0\xc8\0\0\0\0\0\0\0"s)), expected);
    }

    void numbersOfEachTypeAreRead()
    {
        const std::vector<float> expected{1.5F, -2.0F};
        QCOMPARE(floatsOf(npyFile("'<f4'", "(2,)", "\0\0\xc0\x3f\0\0\0\xc0"s)), expected);
        QCOMPARE(floatsOf(npyFile("'>f8'", "(2,)", "\x3f\xf8\0\0\0\0\0\0\xc0\0\0\0\0\0\0\0"s)), expected);
        QCOMPARE(floatsOf(npyFile("'|i1'", "(2,)", "\3\xff")), (std::vector<float>{3.0F, -1.0F}));
        QCOMPARE(floatsOf(npyFile("'|u1'", "(2,)", "\3\xff")), (std::vector<float>{3.0F, 255.0F}));
        QCOMPARE(floatsOf(npyFile("'<i2'", "(1,)", "\0\x80"s)), std::vector<float>{-32768.0F});
        QCOMPARE(floatsOf(npyFile("'<u8'", "(1,)", "\0\0\0\0\0\0\0\x80"s)), std::vector<float>{0x1p63F});
    }

    void numbersMustBeFinite()
    {
        const auto sentence = [](const std::string& file) { return failureOf([&] { floatsOf(file); }); };
        QCOMPARE(sentence(npyFile("'<f4'", "(2,)", "\0\0\0\0\0\0\xc0\x7f"s)),
                 std::string("its value 1 is nan, but finite float32 numbers are needed"));
        QCOMPARE(sentence(npyFile("'>f8'", "(1,)", "\x7f\xe0\0\0\0\0\0\0"s)),
                 std::string("its value 0 is 8.98846567431158e+307, but finite float32 numbers are needed"));
        QCOMPARE(sentence(npyFile("'<f4'", "(2,)", "abcd")), std::string("it is cut short"));
    }

    void labelsOutOfRangeAreNamed()
    {
        const auto sentence = [](const std::string& file, int32_t largest) {
            return failureOf([&] { labelsOf(file, largest); });
        };
        QCOMPARE(sentence(npyFile("'|u1'", "(3,)", "\1\2\5"), 4),
                 std::string("label 2 is 5, but 0 to 4 are allowed"));
        QCOMPARE(sentence(npyFile("'|i1'", "(1,)", "\xff"), 4),
                 std::string("label 0 is -1, but 0 to 4 are allowed"));
        QVERIFY(sentence(npyFile("'<u8'", "(1,)", std::string(8, '\xff')), 4).starts_with("label 0 is -1"));
        QCOMPARE(sentence(npyFile("'<f4'", "(1,)", "abcd"), 4),
                 std::string("its values are of the type float32, but integers are needed"));
        QCOMPARE(sentence(npyFile("'|u1'", "(2, 10)", std::string(20, '\0')), 4),
                 std::string("it has the shape 2 × 10, but one label for each image is needed"));
    }

    void otherTypesAreRefused()
    {
        QCOMPARE(failure(npyFile("'<f4'", "(1,)", "abcd")),
                 std::string("its values are of the type float32, but uint8 is needed"));
        const auto refusedType = [](const std::string& type, size_t bytes) {
            return failure(npyFile(type, "(1,)", std::string(bytes, 'a')));
        };
        for (const auto& [type, bytes, name] :
             {std::tuple("'<f2'", 2, "float16"), std::tuple("'|b1'", 1, "bool"),
              std::tuple("'<c8'", 8, "complex64"), std::tuple("'<M8'", 8, "<M8")})
            QCOMPARE(refusedType(type, size_t(bytes)), "its values are of the type " + std::string(name) +
                                                           ", but integers, float32 or float64 are needed");
        QCOMPARE(failure(npyFile("'|O'", "(1,)", "abcd")),
                 std::string("it contains Python objects, which are not read"));
        QCOMPARE(failure(npyFile("[('a', '|u1')]", "(1,)", "a")),
                 std::string("its values are records of several fields"));
        QCOMPARE(failure(npyFile("'|u1'", "(2, 2)", "abcd", "True")),
                 std::string("its values are in Fortran order: save it with numpy.ascontiguousarray()"));
    }

    void theLengthMustFitTheHeader()
    {
        QCOMPARE(failure(npyFile("'|u1'", "(2, 2)", "abc")), std::string("it is cut short"));
        QCOMPARE(failure(npyFile("'|u1'", "(2, 2)", "abcde")),
                 std::string("it is longer than its header says"));
        const auto whole = npyFile("'|u1'", "(2, 2)", "abcd");
        for (size_t size = 7; size < whole.size(); ++size)
            QCOMPARE(failure(whole.substr(0, size)), std::string("it is cut short"));
    }

    void giganticArraysAreRefused()
    {
        QCOMPARE(
            failure(npyFile("'|u1'", "(1000000, 1000000, 1000000)", "a")),
            std::string(
                "it declares 1000000 × 1000000 × 1000000 values, more than the limit of 1,099,511,627,776"));
        // A stream that states more bytes than the header's values need.
        MemoryStream stream(npyFile("'|u1'", "(1000000000000,)", "a"), int64_t(1) << 50);
        QCOMPARE(failureOf([&] { readNpyHeader(stream); }), std::string("it is longer than its header says"));
    }

    void aDamagedHeaderIsRefused_data()
    {
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<QByteArray>("shape");
        QTest::addColumn<QByteArray>("order");
        const auto row = [](const char* name, const char* type, const char* shape,
                            const char* order = "False") {
            QTest::newRow(name) << QByteArray(type) << QByteArray(shape) << QByteArray(order);
        };
        row("no quotes", "u1", "(1,)");
        row("open quote", "'|u1", "(1,)");
        row("no type", "''", "(1,)");
        row("a negative length", "'|u1'", "(-1,)");
        row("a fraction", "'|u1'", "(1.5,)");
        row("too large a number", "'|u1'", "(99999999999999999999,)");
        row("no tuple", "'|u1'", "1");
        row("an open tuple", "'|u1'", "(1");
        row("no truth", "'|u1'", "(1,)", "0");
        row("another key", "'|u1', 'x': 1", "(1,)");
    }
    void aDamagedHeaderIsRefused()
    {
        QFETCH(QByteArray, type);
        QFETCH(QByteArray, shape);
        QFETCH(QByteArray, order);
        QCOMPARE(failure(npyFile(type.toStdString(), shape.toStdString(), "a", order.toStdString())),
                 std::string("its header is damaged"));
    }

    void somethingElseIsRefused()
    {
        QCOMPARE(failure("PK\3\4 is something else"), std::string("it is not a NumPy array"));
        QCOMPARE(failure(""), std::string("it is not a NumPy array"));
        auto file = npyFile("'|u1'", "(1,)", "a");
        file[6] = '\7';
        QCOMPARE(failure(file), std::string("it is of version 7 of the format, which is not known"));
    }
};

QTEST_GUILESS_MAIN(TestNpyArray)
#include "test_npy_array.moc"
