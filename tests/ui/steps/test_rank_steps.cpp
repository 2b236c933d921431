#include "core/import/ranks/ranks.h"
#include "tests/core/import/ranks/rank_files.h"
#include "ui/steps/steps_view.h"
#include "ui/support/qt_text.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QLabel>
#include <QTest>

using namespace stepscope;
using namespace stepscope::test;
using namespace stepscope::ui;

/// The steps of a distributed run, rank by rank.
class TestRankSteps : public QObject
{
    Q_OBJECT

private:
    ImportFolder m_folder;

    Run twoRanks()
    {
        const std::vector<std::filesystem::path> files{
            m_folder.write("rank0.json", RankWriter{.rank = 0, .reachedUs = {300, 400}}.write()),
            m_folder.write("rank1.json", RankWriter{.rank = 1, .reachedUs = {400, 350}}.write())};
        return importRanks(files).run;
    }

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }

    void aRankIsPickedAndItsFiguresAreSaid()
    {
        const Run run = twoRanks();
        TraceSelection selection;
        StepsView view(&selection);
        view.resize(1000, 700);
        view.showRun(&run);
        view.show();
        auto* rank = view.findChild<QComboBox*>("stepsRank");
        auto* summary = view.findChild<QLabel*>("stepsSummary");
        QVERIFY(rank->isVisible());
        QCOMPARE(rank->count(), 2);
        QCOMPARE(rank->currentText(), QString("Rank 0"));
        QVERIFY2(withPlainSpaces(summary->text())
                     .contains("33.3 % of the communication overlaps with computation"),
                 qPrintable(summary->text()));
        QTest::keyClick(rank, Qt::Key_Down);
        QCOMPARE(rank->currentText(), QString("Rank 1"));
        QVERIFY2(withPlainSpaces(summary->text())
                     .contains("last to reach 1 of 2 collective calls, 100 µs late in total"),
                 qPrintable(summary->text()));
        selection.setSteps({.first = 6, .last = 6});
        QVERIFY2(summary->text().contains("never last to reach 1 collective call"),
                 qPrintable(summary->text()));
        QStringList titles;
        for (const ExportItem& item : view.exportItems())
            titles += item.title;
        QVERIFY(titles.contains("Ranks"));
    }

    void otherRunsHaveNoRanks()
    {
        const Run run = importFile(m_folder.write("rank0.json", RankWriter{.rank = 0}.write())).run;
        TraceSelection selection;
        StepsView view(&selection);
        view.showRun(&run);
        view.show();
        QVERIFY(!view.findChild<QComboBox*>("stepsRank")->isVisible());
        QCOMPARE(view.exportItems().size(), 2);
    }
};

QTEST_MAIN(TestRankSteps)
#include "test_rank_steps.moc"
