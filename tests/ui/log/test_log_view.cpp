#include "ui/log/log_model.h"
#include "ui/log/log_view.h"
#include "ui/support/dialogs.h"
#include "ui/support/export_dialog.h"
#include "ui/theme/row_hover.h"
#include "ui/theme/theme.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QFileInfo>
#include <QHoverEvent>
#include <QMenu>
#include <QPlainTextEdit>
#include <QScopeGuard>
#include <QScrollBar>
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

    void theTooltipOfALongMessageWraps()
    {
        LogModel model;
        const LogEntry entry{1000, LogLevel::Info, "a < b"};
        model.append({&entry, 1});
        QCOMPARE(model.index(0, LogModel::Text).data(Qt::ToolTipRole).toString(), "<p>a &lt; b</p>");
    }

    void aMessageThatItsCellCutsIsShownCompletelyBelow()
    {
        LogView view;
        Run some = run();
        some.log.push_back({3000, LogLevel::Error, "RuntimeError: sizes\n  in forward()"});
        const QString tooLong = QString("the loader waits for its workers ").repeated(20);
        some.log.push_back({4000, LogLevel::Warning, tooLong.toStdString()});
        some.log.push_back({5000, LogLevel::Info, "training begins with 60,000 samples"});
        view.showRun(&some);
        view.resize(900, 300);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        auto* table = view.findChild<QTableView*>();
        const auto* message = view.findChild<QPlainTextEdit*>("message");
        QVERIFY(!message->isVisible());
        const auto select = [table](int row) { table->setCurrentIndex(table->model()->index(row, 0)); };
        select(2);
        QVERIFY(message->isVisible());
        QCOMPARE(message->toPlainText(), QString("RuntimeError: sizes\n  in forward()"));
        const int low = message->height();
        select(3);
        QCOMPARE(message->toPlainText(), tooLong);
        QVERIFY(message->isVisible());
        QVERIFY(message->height() > low);
        QTRY_VERIFY(!message->verticalScrollBar()->isVisible());
        select(4);
        QVERIFY(!message->isVisible());
        view.resize(300, 300);
        QTRY_VERIFY(message->isVisible()); // the cell is narrower now
    }

    void theRowUnderThePointerIsMarkedAndTextHasAMargin()
    {
        Theme::instance().apply();
        LogView view;
        const Run some = run();
        view.showRun(&some);
        view.resize(600, 300);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        auto* table = view.findChild<QTableView*>();
        const QRect cell = table->visualRect(table->model()->index(0, 0));
        const auto colorAt = [&](int x) {
            return table->viewport()->grab().toImage().pixelColor(x, cell.center().y());
        };
        const QColor surface = Theme::instance().colors().surface;
        for (int x = 1; x < 8; ++x)
            QCOMPARE(colorAt(cell.left() + x), surface);
        QHoverEvent hover(QEvent::HoverMove, cell.center(), cell.center(), QPointF(-1, -1));
        QCoreApplication::sendEvent(table->viewport(), &hover);
        QVERIFY(RowHover::of(table));
        QCOMPARE(RowHover::of(table)->row(), 0);
        QVERIFY(colorAt(cell.left() + 2) != surface);
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

    void theExportIsNotNamedAfterTheRunOnTheScreen()
    {
        const auto restore = qScopeGuard([before = dialogs().saveFile] { dialogs().saveFile = before; });
        QString proposed;
        dialogs().saveFile = [&proposed](QWidget*, const SaveQuestion& question) {
            proposed = QFileInfo(question.path).fileName();
            return QString(); // canceled
        };
        LogView view;
        view.setRunNaming([] { return QString("second"); });
        const Run first = run();
        const Run second = run();
        view.showRun(&first);
        view.showRun(&second); // the log has entries of both
        QMenu menu;
        fillExportMenu(&menu, &view);
        menu.actions().first()->trigger();
        QCOMPARE(proposed, QString("log.txt"));
    }
};

QTEST_MAIN(TestLogView)
#include "test_log_view.moc"
