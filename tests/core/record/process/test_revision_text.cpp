#include "core/record/process/source_revision.h"

#include "tests/support/pseudo_language.h"

#include <QtTest>

#include <string>
#include <vector>

namespace stepscope {

class TestRevisionText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aStoredSentenceIsShownInTheUsersLanguage()
    {
        const std::vector<std::string> stored{
            "Git commit 12ab, without uncommitted changes.", "Git commit 12ab, with uncommitted changes.",
            "Git commit 12ab; it is not known whether files were changed since."};
        for (const std::string& sentence : stored)
            QCOMPARE(revisionText(sentence), sentence);
        const test::PseudoLanguage language;
        for (const std::string& sentence : stored)
            QCOMPARE(revisionText(sentence), "⟦" + sentence + "⟧");
    }

    void anyOtherTextStaysAsItIs()
    {
        const test::PseudoLanguage language;
        for (const char* text : {"", "Git commit 123.", "Git commit , with uncommitted changes."})
            QCOMPARE(revisionText(text), std::string(text));
    }
};

} // namespace stepscope

QTEST_GUILESS_MAIN(stepscope::TestRevisionText)
#include "test_revision_text.moc"
