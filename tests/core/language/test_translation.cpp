#include "core/language/translation.h"
#include "tests/support/pseudo_language.h"

#include "tests/support/std_string.h"

#include <QTest>

using namespace stepscope;

namespace {

std::string steps(int64_t count)
{
    return translatedPlural("{count} step", "{count} steps", count, {{"count", std::to_string(count)}});
}

} // namespace

class TestTranslation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void englishNeedsNoTranslation()
    {
        QCOMPARE(translated("Run"), std::string("Run"));
        QCOMPARE(translated(translatable("Run")), std::string("Run"));
        QCOMPARE(translated(""), std::string());
    }

    void placeholdersAreFilledIn()
    {
        QCOMPARE(translated("“{run}” failed: {failure}", {{"run", "{run}"}, {"failure", "it broke."}}),
                 std::string("“{run}” failed: it broke."));
        QCOMPARE(translated("{last} of {first}, {last}", {{"first", "1"}, {"last", "2"}, {"unused", "3"}}),
                 std::string("2 of 1, 2"));
        QCOMPARE(translated("{braces} stay without values"), std::string("{braces} stay without values"));
    }

    void nounsFollowTheirNumber()
    {
        QCOMPARE(steps(0), std::string("0 steps"));
        QCOMPARE(steps(1), std::string("1 step"));
        QCOMPARE(steps(1200), std::string("1200 steps"));
    }

    void aTranslationIsUsed()
    {
        const test::PseudoLanguage language;
        QCOMPARE(translated("Run"), std::string("⟦Run⟧"));
        QCOMPARE(translated(translatable("Run")), std::string("⟦Run⟧"));
        QCOMPARE(steps(1), std::string("⟦1 step⟧"));
        QCOMPARE(steps(2), std::string("⟦2 steps⟧"));
        QCOMPARE(translated(""), std::string());
        QCOMPARE(translated("no text of the program"), std::string("no text of the program"));
    }

    void withoutItTextIsEnglishAgain()
    {
        {
            const test::PseudoLanguage language;
            QCOMPARE(translated("Run"), std::string("⟦Run⟧"));
        }
        QCOMPARE(translated("Run"), std::string("Run"));
    }
};

QTEST_GUILESS_MAIN(TestTranslation)
#include "test_translation.moc"
