#include "core/base/text/visible_text.h"

#include <QtTest>

#include <nlohmann/json.hpp>

using namespace stepscope;

class TestVisibleText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatControlsATerminalIsWrittenOut_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("line");
        QTest::newRow("plain") << QByteArray("aten::conv2d [64, 1]") << QByteArray("aten::conv2d [64, 1]");
        QTest::newRow("other scripts") << QByteArray("größer 图 ✓ µs") << QByteArray("größer 图 ✓ µs");
        QTest::newRow("escape") << QByteArray("\x1b]0;title\x07") << QByteArray("\\x1b]0;title\\x07");
        QTest::newRow("zero") << QByteArray("a\0b", 3) << QByteArray("a\\x00b");
        QTest::newRow("delete") << QByteArray("a\x7f") << QByteArray("a\\x7f");
        QTest::newRow("C1 as UTF-8") << QByteArray("\xc2\x9b") + "31m" << QByteArray("\\u009b31m");
        QTest::newRow("C1 as a byte") << QByteArray("\x9b") + "31m" << QByteArray("\\x9b31m");
        QTest::newRow("cut short") << QByteArray("\xe2\x82") << QByteArray("\\xe2\\x82");
        QTest::newRow("right to left")
            << QByteArray("a\u202eb\u2066c\u200f\u061c") << QByteArray("a\\u202eb\\u2066c\\u200f\\u061c");
        QTest::newRow("separators") << QByteArray("a\u2028b\u2029") << QByteArray("a\\u2028b\\u2029");
        QTest::newRow("breaks") << QByteArray("a\nb\tc\rd") << QByteArray("a\\x0ab\\x09c\\x0dd");
        QTest::newRow("no-break space") << QByteArray("1\u00a0000") << QByteArray("1\u00a0000");
    }

    void whatControlsATerminalIsWrittenOut()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, line);
        QCOMPARE(QByteArray::fromStdString(visibleLine(text.toStdString())), line);
        // The same for a text, except for its line breaks.
        const auto breaksBack = QByteArray(line).replace("\\x0a", "\n").replace("\\x09", "\t");
        QCOMPARE(QByteArray::fromStdString(visibleText(text.toStdString())), breaksBack);
    }

    void longLinesAreCutBetweenCharacters()
    {
        QCOMPARE(shortLine("aten::mm", 8), std::string("aten::mm"));
        QCOMPARE(shortLine("aten::mul", 8), std::string("aten:..."));
        QCOMPARE(shortLine("größer", 6), std::string("gr..."));
        QCOMPARE(shortLine("\x1b[31mred", 7), std::string("\\x1b..."));
        QCOMPARE(shortLine(std::string(100'000'000, '\x1b'), 10), std::string("\\x1b\\x1..."));
        QCOMPARE(shortLine("12345678901\u00e9\u00e9\u00e9", 12), std::string("123456789..."));
    }

    void jsonStaysWhatItIs()
    {
        const nlohmann::json json{{"name", "a\x1b\x7f\u009b\u202e\nb"}};
        const auto text = visibleJson(json.dump(2));
        QVERIFY(nlohmann::json::parse(text) == json);
        QVERIFY(std::ranges::none_of(text, [](char c) { return c == 0x1b || c == 0x7f || c < 0; }));
    }
};

QTEST_GUILESS_MAIN(TestVisibleText)
#include "test_visible_text.moc"
