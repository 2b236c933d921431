#include "core/base/text/ascii.h"

#include <QtTest>

using namespace stepscope;

class TestAscii : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyLettersOfAsciiHaveALowerCase()
    {
        QCOMPARE(lowerCase("MaxPool_2D [@`{"), std::string("maxpool_2d [@`{"));
        QCOMPARE(lowerCase("\xC4\xD6"), std::string("\xC4\xD6"));
        QCOMPARE(lowerCase(""), std::string());
    }

    void digitsAreThoseOfAscii()
    {
        for (const char c : {'0', '5', '9'})
            QVERIFY(isDigit(c));
        for (const char c : {'/', ':', 'a', '\xB2', '\0'})
            QVERIFY(!isDigit(c));
    }
};

QTEST_APPLESS_MAIN(TestAscii)
#include "test_ascii.moc"
