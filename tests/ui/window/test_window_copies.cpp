#include "tests/core/run_file/sample_run_file.h"
#include "tests/support/fake_engine.h"

#include "ui/experiment/experiment_panel.h"
#include "ui/runs/runs_list.h"
#include "ui/support/dialogs.h"
#include "ui/support/qt_text.h"
#include "ui/support/view.h"
#include "ui/window/main_window.h"
#include "ui/window/views/workspace.h"
#include "ui/window/window_actions.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QSettings>
#include <QStatusBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>

using namespace stepscope;
using namespace stepscope::ui;

/// Ctrl+C in the window.
class TestWindowCopies : public QObject
{
    Q_OBJECT

    static constexpr int patience = 20'000;

    QTemporaryDir m_data;
    std::unique_ptr<MainWindow> m_window;

    Workspace* workspace() const { return m_window->findChild<Workspace*>(); }
    View* view(const QString& name) const { return workspace()->place(name)->findChild<View*>(); }
    QString notice() const { return m_window->statusBar()->currentMessage(); }
    static QClipboard* clipboard() { return QGuiApplication::clipboard(); }

    /// Shows the view and gives it the focus, as a click does.
    void show(const QString& name) const
    {
        workspace()->showView(name);
        QTRY_VERIFY(view(name) && view(name)->isVisible());
        view(name)->setFocus();
    }

    void pressCopy() const
    {
        clipboard()->clear();
        m_window->statusBar()->clearMessage();
        QWidget* focused = QApplication::focusWidget();
        QTest::keyClick(focused ? focused : m_window.get(), Qt::Key_C, Qt::ControlModifier);
    }

private Q_SLOTS:
    void initTestCase()
    {
        QCoreApplication::setOrganizationName("stepscope-test-copies");
        QSettings().clear();
        qputenv("XDG_DATA_HOME", m_data.path().toUtf8());
        qputenv("STEPSCOPE_LIBRARY", (m_data.path() + "/runs").toUtf8());
        QDir().mkpath(m_data.path() + "/runs");
        const QString file = m_data.path() + "/runs/sample.stepscope";
        test::writeSampleRunFile(file.toStdString(), 2);
        dialogs().showFailure = [](QWidget*, const QString& sentence, const QString&) {
            QFAIL(qPrintable(sentence));
        };
        m_window = std::make_unique<MainWindow>([] { return std::make_shared<FakeEngine>(); });
        m_window->resize(1400, 900);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        m_window->activateWindow();
        m_window->openFiles({file});
        QTRY_VERIFY_WITH_TIMEOUT(m_window->controller()->run() && m_window->controller()->run()->isOver(),
                                 patience);
    }

    void cleanupTestCase() { m_window.reset(); }

    void everyViewCopiesWhatItShowsAndSaysSo_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("said");
        for (const char* picture :
             {"overview", "curves", "machine", "timeline", "flame", "call-graph", "steps", "memory", "graph"})
            QTest::newRow(picture) << picture << "Copied picture.";
        for (const char* table : {"log", "operators", "runs"})
            QTest::newRow(table) << table << "row";
        QTest::newRow("advice") << "advice"
                                << "Copied the analysis as Markdown.";
    }
    void everyViewCopiesWhatItShowsAndSaysSo()
    {
        QFETCH(QString, name);
        QFETCH(QString, said);
        show(name);
        QTRY_VERIFY_WITH_TIMEOUT((pressCopy(), notice().contains(said)), patience);
        if (said == "Copied picture.")
            QVERIFY(clipboard()->image().width() > 100);
        else
            QVERIFY(!clipboard()->text().isEmpty());
    }

    void rowsAreThoseSelectedOrAll()
    {
        show("operators");
        auto* table = view("operators")->findChild<QTableView*>();
        QTRY_VERIFY(table->model()->rowCount() > 1);
        table->clearSelection();
        table->setFocus();
        pressCopy();
        QCOMPARE(notice(), QString("Copied %1 rows.").arg(table->model()->rowCount()));
        QCOMPARE(clipboard()->text().count('\n'), 1 + table->model()->rowCount());
        table->selectRow(0);
        pressCopy();
        QCOMPARE(notice(), "Copied 1 row.");
        QCOMPARE(clipboard()->text().count('\n'), 2);
    }

    void theTableWithTheFocusIsCopiedInsteadOfThePicture()
    {
        show("steps");
        auto* table = view("steps")->findChild<QTableView*>();
        QTRY_VERIFY(table->isVisible());
        table->setFocus();
        pressCopy();
        QVERIFY2(notice().contains("row"), qPrintable(notice()));
        QVERIFY(clipboard()->text().startsWith("Part\t"));
    }

    void theListOfRunsAtTheSideIsCopied()
    {
        m_window->findChild<QDockWidget*>("runsPanel")->show();
        show("curves");
        RunsList* list = nullptr;
        QTRY_VERIFY((list = m_window->findChild<RunsList*>()) && list->model()->rowCount() > 0);
        m_window->findChild<QDockWidget*>("runsPanel")->raise();
        QTRY_VERIFY(list->isVisible());
        list->setFocus();
        QVERIFY(list->hasFocus());
        pressCopy();
        QCOMPARE(notice(), "Copied 1 row.");
        QVERIFY(clipboard()->text().startsWith("sample"));
    }

    void aTextFieldKeepsTheKey()
    {
        show("operators");
        auto* field = view("operators")->findChild<QLineEdit*>("operatorFilter");
        field->setText("conv");
        field->setFocus();
        field->selectAll();
        pressCopy();
        QCOMPARE(clipboard()->text(), "conv");
        QCOMPARE(notice(), QString());
        clipboard()->clear();
        m_window->actions()->copy->trigger(); // the menu entry means the field, too
        QCOMPARE(clipboard()->text(), "conv");
        field->clear();
    }

    void selectedTextOfALabelIsCopied()
    {
        show("steps");
        auto* summary = view("steps")->findChild<QLabel*>("stepsSummary");
        summary->setFocus();
        summary->setSelection(0, 5);
        pressCopy();
        QCOMPARE(clipboard()->text(), summary->selectedText());
        const QString shown = summary->text();
        summary->setText(withoutBreaks("median 12 ms"));
        summary->setSelection(0, int(summary->text().size()));
        pressCopy();
        QCOMPARE(clipboard()->text(), "median 12 ms"); // with a plain space
        summary->setText(shown);
    }

    void withoutAFocusTheViewInFrontIsCopied()
    {
        show("curves");
        if (QWidget* focused = QApplication::focusWidget())
            focused->clearFocus();
        m_window->actions()->copy->trigger();
        QCOMPARE(notice(), "Copied picture.");
    }
};

QTEST_MAIN(TestWindowCopies)
#include "test_window_copies.moc"
