#include "ui/log/log_model.h"
#include "ui/log/log_view.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace stepscope;
using namespace stepscope::ui;

class TestLogView : public QObject
{
    Q_OBJECT

    static Run run()
    {
        Run run;
        run.log = {{1000, LogLevel::Info, "training begins"},
                   {2000, LogLevel::Warning, "the machine is busy"}};
        return run;
    }
    static int rows(const LogView& view) { return view.findChild<QTableView*>()->model()->rowCount(); }

private Q_SLOTS:
    void theModelKeepsTheRulesOfModels()
    {
        LogModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.append(run().log);
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.index(1, LogModel::Level).data().toString(), "Warning");
        QCOMPARE(model.index(1, LogModel::Text).data().toString(), "the machine is busy");
    }

    void followsTheRun()
    {
        LogView view;
        Run growing = run();
        view.showRun(&growing);
        QCOMPARE(rows(view), 2);
        growing.log.push_back({3000, LogLevel::Error, "it failed"});
        view.refresh();
        view.refresh();
        QCOMPARE(rows(view), 3);
    }

    void keepsWhatEarlierRunsLogged()
    {
        LogView view;
        const Run first = run();
        const Run second = run();
        view.showRun(&first);
        view.showRun(&second);
        QCOMPARE(rows(view), 4);
    }

    void showsOnlyWhatIsGraveEnough()
    {
        LogView view;
        const Run some = run();
        view.showRun(&some);
        view.setLowestLevel(LogLevel::Warning);
        QCOMPARE(rows(view), 1);
        QVERIFY(view.selectedText().endsWith("the machine is busy"));
        view.setLowestLevel(LogLevel::Error);
        QCOMPARE(rows(view), 0);
        view.setLowestLevel(LogLevel::Info);
        QCOMPARE(rows(view), 2);
    }

    void exportsAllEntriesAsText()
    {
        LogView view;
        QVERIFY(view.exportItems().isEmpty());
        view.add(LogLevel::Error, "LibTorch is missing.");
        const QTemporaryDir folder;
        const QList<ExportItem> items = view.exportItems();
        QCOMPARE(items.size(), 1);
        items.first().write(folder.filePath("log.txt"));
        QFile file(folder.filePath("log.txt"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("Error    LibTorch is missing.\n"));
    }
};

QTEST_MAIN(TestLogView)
#include "test_log_view.moc"
