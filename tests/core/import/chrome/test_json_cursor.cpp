#include "core/import/chrome/json_cursor.h"

#include <QTest>

using namespace stepscope;

/// A text with the padding that a cursor may read after it.
class Padded
{
public:
    explicit Padded(const QByteArray& text)
        : m_text(text.toStdString() + std::string(jsonPadding, '\0'))
        , m_size(size_t(text.size()))
    {
    }
    JsonCursor cursor() const { return {m_text.data(), m_text.data() + m_size}; }

private:
    std::string m_text;
    size_t m_size;
};

class TestJsonCursor : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void microsecondsAreReadAsText_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("isTime");
        QTest::addColumn<qint64>("ns");
        const auto row = [](const char* text, bool isTime, qint64 ns) {
            QTest::newRow(text) << QByteArray(text) << isTime << ns;
        };
        row("0,", true, 0);
        row("12}", true, 12'000);
        row("1712195495519695.812,", true, 1712195495519695812);
        row("1712195495519695.81,", true, 1712195495519695810);
        row("17121954955196951.5,", false, 0);
        row("4.125]", true, 4'125);
        row("4.125 ", true, 4'125);
        row("1.0004 ", true, 1'000);
        row("1.0005,", true, 1'001);
        row("0.9999,", true, 1'000);
        row("-3.25,", true, -3'250);
        row("\"7.5\",", true, 7'500);
        row("1.5e3,", true, 1'500'000);
        row("99999999999999999999,", false, 0);
        row("N/A,", false, 0);
        row("null,", false, 0);
        row("{},", false, 0);
        row("\"\",", false, 0);
    }

    void microsecondsAreReadAsText()
    {
        QFETCH(QByteArray, text);
        QFETCH(bool, isTime);
        QFETCH(qint64, ns);
        const Padded padded(text);
        JsonCursor cursor = padded.cursor();
        int64_t read = 0;
        bool hasDecimals = false;
        QCOMPARE(cursor.readMicroseconds(read, hasDecimals), isTime);
        QCOMPARE(qint64(read), ns);
        QCOMPARE(cursor.end - cursor.at, qptrdiff(1)); // what ends it is still before it
    }

    void integers_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("isNumber");
        QTest::addColumn<qint64>("value");
        QTest::newRow("plain") << QByteArray("42,") << true << qint64(42);
        QTest::newRow("negative") << QByteArray("-42]") << true << qint64(-42);
        QTest::newRow("text") << QByteArray("\"42\"}") << true << qint64(42);
        QTest::newRow("hexadecimal") << QByteArray("\"0x2A\"}") << true << qint64(42);
        QTest::newRow("18 digits") << QByteArray("123456789012345678,") << true << qint64(123456789012345678);
        QTest::newRow("19 digits") << QByteArray("1234567890123456789,") << true
                                   << qint64(1234567890123456789);
        QTest::newRow("30 digits") << QByteArray("123456789012345678901234567890,") << false << qint64(0);
        QTest::newRow("real") << QByteArray("41.6,") << true << qint64(42);
        QTest::newRow("word") << QByteArray("none,") << false << qint64(0);
        QTest::newRow("list") << QByteArray("[1],") << false << qint64(0);
    }

    void integers()
    {
        QFETCH(QByteArray, text);
        QFETCH(bool, isNumber);
        QFETCH(qint64, value);
        const Padded padded(text);
        JsonCursor cursor = padded.cursor();
        int64_t read = 0;
        QCOMPARE(cursor.readInteger(read), isNumber);
        QCOMPARE(qint64(read), value);
        QCOMPARE(cursor.end - cursor.at, qptrdiff(1));
    }

    void valuesAreSkippedWhole_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char* text :
             {"12", "\"a b\"", "\"a\\\"b\"", "[1, [2, \"]\"], {\"a\": \"}\"}]", "{}", "N/A", "true"})
            QTest::newRow(text) << QByteArray(text);
    }

    void valuesAreSkippedWhole()
    {
        QFETCH(QByteArray, text);
        const Padded padded(text + ",");
        JsonCursor cursor = padded.cursor();
        QVERIFY(cursor.skipValue());
        QCOMPARE(cursor.end - cursor.at, qptrdiff(1));
        QCOMPARE(cursor.bareWords, text == "N/A" ? 1 : 0);
    }

    /// Sixteen bytes are examined at a time: nothing at such a boundary may be missed.
    void nestedValuesAreSkippedWhereverTheyBegin()
    {
        const QByteArray nested = "[[\"a]\", \"b\\\\\", \"\", \"\\\"]\", \"c, [d\"], {\"k\": [1, -2.5], "
                                  "\"{\": \"}\"}, [], [[]], 7]";
        for (int space = 0; space < 40; ++space) {
            const QByteArray text = "[" + QByteArray(space, ' ') + nested + "]";
            const Padded padded(text + ",");
            JsonCursor cursor = padded.cursor();
            QVERIFY(cursor.skipValue());
            QCOMPARE(cursor.end - cursor.at, qptrdiff(1));
            QCOMPARE(cursor.quotes, int64_t(0));
            for (int size = 1; size < text.size(); ++size) {
                const Padded cut(text.left(size));
                JsonCursor short_ = cut.cursor();
                QVERIFY(!short_.skipValue());
                QVERIFY(short_.ranOut);
            }
        }
    }

    void quotesThatAreNotEscapedAreCountedInNestedValuesToo()
    {
        for (int space = 0; space < 40; ++space) {
            const Padded padded("[" + QByteArray(space, ' ') + "\"a \"b\" c]\", 1],");
            JsonCursor cursor = padded.cursor();
            QVERIFY(cursor.skipValue());
            QCOMPARE(cursor.end - cursor.at, qptrdiff(1));
            QCOMPARE(cursor.quotes, int64_t(2));
        }
    }

    void aTextThatEndsTooEarlyIsToldFromAWrongOne()
    {
        for (const char* text : {"\"abc", "[1, 2", "{\"a\": \"b", "\"a\\"}) {
            const Padded padded(text);
            JsonCursor cursor = padded.cursor();
            QVERIFY(!cursor.skipValue());
            QVERIFY(cursor.ranOut);
            QVERIFY(cursor.at <= cursor.end + 1);
        }
    }
};

QTEST_GUILESS_MAIN(TestJsonCursor)
#include "test_json_cursor.moc"
