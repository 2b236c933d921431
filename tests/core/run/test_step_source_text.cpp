#include "core/run/imported_facts.h"
#include "tests/support/pseudo_language.h"

#include <QTest>

#include <string>
#include <vector>

using namespace stepscope;

namespace {

/// Sources of all forms, also with names that are like a part of a form.
std::vector<std::string> sources()
{
    const TraceThread stream{.id = 7, .name = "stream 7", .device = 0};
    return {rangesSource("train"),
            rangesSource("load", "update"),
            rangesSource("a” and “b", "{c}"),
            kernelsSource(1200, 6, stream),
            pickedEventsSource("aten::mm", true),
            pickedEventsSource("x”, each of which is a step", false)};
}

} // namespace

class TestStepSourceText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSourceStaysAsItIsInEnglish()
    {
        for (const std::string& source : sources())
            QCOMPARE(stepSourceText(source), source);
    }

    void aSourceIsTranslatedAsAWhole()
    {
        const auto english = sources();
        const test::PseudoLanguage language;
        QVERIFY(sources() == english); // as run files store them
        for (const std::string& source : english)
            QCOMPARE(stepSourceText(source), "⟦" + source + "⟧");
    }

    void aSourceOfAnotherFormStaysAsItIs()
    {
        const test::PseudoLanguage language;
        for (const char* source : {"", "the ranges", "the ranges “train", "the events of another version"})
            QCOMPARE(stepSourceText(source), std::string(source));
    }
};

QTEST_GUILESS_MAIN(TestStepSourceText)
#include "test_step_source_text.moc"
