#include "ui/window/opening/recent_files.h"

#include <QSettings>
#include <QSignalSpy>
#include <QTest>

#include <string>

using namespace stepscope::ui;

/// The list of files that were opened last.
class TestRecentFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QCoreApplication::setOrganizationName("stepscope-test-recent-files");
        QSettings().clear();
        QSettings(QCoreApplication::organizationName(), "recent-files").clear();
    }

    void theNewestComesFirstAndTenAreKept()
    {
        RecentFiles recent;
        const QSignalSpy changed(&recent, &RecentFiles::changed);
        for (int i = 0; i < 12; ++i)
            recent.add({"/traces/" + std::to_string(i) + ".json"});
        QCOMPARE(changed.size(), 12);
        QCOMPARE(recent.files().size(), 10);
        QCOMPARE(recent.files().front(), QStringList{"/traces/11.json"});
        recent.add({"/traces/5.json"}); // again
        QCOMPARE(recent.files().size(), 10);
        QCOMPARE(recent.files().front(), QStringList{"/traces/5.json"});
        recent.remove({"/traces/5.json"});
        QCOMPARE(recent.files().front(), QStringList{"/traces/11.json"});
    }

    void theyAreSavedInTheBackground()
    {
        RecentFiles recent;
        recent.add({"/traces/rank0.json", "/traces/rank1.json"});
        QTRY_COMPARE(RecentFiles().files(),
                     (QList<QStringList>{{"/traces/rank0.json", "/traces/rank1.json"}}));
        QVERIFY(!QSettings().contains("recentFiles")); // whose file the window's thread reads
    }

    void allAreSavedWhenTheWindowIsClosedAtOnce()
    {
        {
            RecentFiles recent;
            recent.add({"/traces/first.json"});
            recent.add({"/traces/second.json"}); // while the first is being saved
            recent.add({"/traces/third.json"});
        }
        QCOMPARE(
            RecentFiles().files(),
            (QList<QStringList>{{"/traces/third.json"}, {"/traces/second.json"}, {"/traces/first.json"}}));
    }
};

QTEST_MAIN(TestRecentFiles)
#include "test_recent_files.moc"
