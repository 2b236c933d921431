#include "core/base/text/parse_text.h"

#include <QtTest>

using namespace stepscope;

class TestParseText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aNumberIsTheWholeText()
    {
        QCOMPARE(parseNumber<int64_t>("-12"), std::optional<int64_t>(-12));
        QCOMPARE(parseNumber<double>("0.5"), std::optional(0.5));
        for (const char* text : {"", " 1", "1 ", "1x", "+1", "1.5", "99999999999999999999"})
            QVERIFY2(!parseNumber<int64_t>(text), text);
    }

    void partsAreBetweenTheSeparators()
    {
        using Parts = std::vector<std::string_view>;
        QCOMPARE(splitText("1,22,3", ','), (Parts{"1", "22", "3"}));
        QCOMPARE(splitText("1,,", ','), (Parts{"1", "", ""}));
        QCOMPARE(splitText("", ','), Parts{""});
    }
};

QTEST_APPLESS_MAIN(TestParseText)
#include "test_parse_text.moc"
