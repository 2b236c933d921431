#include "core/import/chrome/chrome_layout.h"

#include <QTest>

#include <string>

using namespace stepscope;

namespace {

std::string padded(std::string_view text)
{
    return std::string(text) + std::string(ChromeLayout::longest, '\0');
}

} // namespace

class TestChromeLayout : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatHasStoodBehindATextIsKnownThere()
    {
        ChromeLayout layout;
        const auto first = layout.learn(ChromeLayout::begin, "\"ph\": ", ChromeField::Phase);
        const auto second = layout.learn(first, ", \"ts\": ", ChromeField::Time);
        const auto other = layout.learn(first, ", \"cat\": ", ChromeField::Category);
        QCOMPARE(layout.next(ChromeLayout::begin, padded("\"ph\": \"X\"").c_str()), first);
        QCOMPARE(layout.next(first, padded(", \"ts\": 5").c_str()), second);
        QCOMPARE(layout.next(first, padded(", \"cat\": 5").c_str()), other);
        QCOMPARE(layout.fieldOf(other), ChromeField::Category);
        QCOMPARE(layout.sizeOf(other), size_t(9));
        QCOMPARE(layout.next(first, padded(", \"tid\": 5").c_str()), ChromeLayout::unknown);
        QCOMPARE(layout.next(second, padded(", \"ts\": 5").c_str()), ChromeLayout::unknown);
        QCOMPARE(layout.next(ChromeLayout::unknown, padded("\"ph\": 5").c_str()), ChromeLayout::unknown);
    }

    void textsOfEachLengthAreComparedToTheirLastByte()
    {
        for (size_t size = 1; size <= ChromeLayout::longest; ++size) {
            ChromeLayout layout;
            const std::string text(size, 'a');
            const auto known = layout.learn(ChromeLayout::begin, text, ChromeField::Other);
            QCOMPARE(layout.next(ChromeLayout::begin, padded(text + "b").c_str()), known);
            std::string wrong = text;
            wrong.back() = 'b';
            QCOMPARE(layout.next(ChromeLayout::begin, padded(wrong).c_str()), ChromeLayout::unknown);
            wrong.pop_back();
            QCOMPARE(layout.next(ChromeLayout::begin, padded(wrong).c_str()), ChromeLayout::unknown);
        }
    }

    void whatCannotBeKeptIsUnknown()
    {
        ChromeLayout layout;
        const auto learn = [&layout](std::string_view text) {
            return layout.learn(ChromeLayout::begin, text, ChromeField::Other);
        };
        QCOMPARE(learn(std::string(ChromeLayout::longest + 1, 'a')), ChromeLayout::unknown);
        QCOMPARE(learn(std::string_view("a\0b", 3)), ChromeLayout::unknown);
        QCOMPARE(learn(""), ChromeLayout::unknown);
        QCOMPARE(layout.learn(ChromeLayout::unknown, "a", ChromeField::Other), ChromeLayout::unknown);
    }

    void namesThatAlwaysDifferAreNotKeptForEver()
    {
        ChromeLayout layout;
        int kept = 0;
        for (int i = 0; i < 100'000; ++i) {
            const auto text = std::to_string(i) + ": ";
            kept += layout.learn(ChromeLayout::begin, text, ChromeField::Other) != ChromeLayout::unknown;
        }
        QVERIFY(kept > 1 && kept < 100);
        auto place = ChromeLayout::begin;
        for (kept = 0; kept < 100'000 && place != ChromeLayout::unknown; ++kept)
            place = layout.learn(place, "a", ChromeField::Other);
        QVERIFY(kept < 10'000);
    }
};

QTEST_GUILESS_MAIN(TestChromeLayout)
#include "test_chrome_layout.moc"
