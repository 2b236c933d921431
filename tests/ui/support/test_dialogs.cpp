#include "core/base/files/temporary_folder.h"
#include "ui/support/dialogs.h"
#include "ui/support/open_outside.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QFileDialog>
#include <QLineEdit>
#include <QMainWindow>
#include <QMessageBox>
#include <QPushButton>
#include <QTimer>
#include <QtTest>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

class NotingWindow final : public QMainWindow, public FailureNotices
{
public:
    void noteFailure(const QString& what, const QString& more) override
    {
        sentence = what;
        detail = more;
    }
    void forgetFailure() override { sentence.clear(); }

    QString sentence; ///< empty: no failure is shown
    QString detail;
};

} // namespace

class TestDialogs : public QObject
{
    Q_OBJECT

private:
    /// Types into the dialog that opens next and presses Return; Escape closes it if that was refused.
    static void typeSoon(const QString& text)
    {
        QTimer::singleShot(0, qApp, [text] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            auto* edit = dialog->findChild<QLineEdit*>("fileNameEdit");
            QVERIFY(edit);
            edit->setText(text);
            QTest::keyClick(edit, Qt::Key_Return);
            if (dialog->isVisible())
                dialog->reject();
        });
    }

private Q_SLOTS:
    void whatNoProgramOpensIsNamed()
    {
        const Dialogs before = dialogs();
        bool isOpened = true;
        QUrl asked;
        QString sentence;
        dialogs().openUrl = [&](const QUrl& url) {
            asked = url;
            return isOpened;
        };
        dialogs().showFailure = [&](QWidget*, const QString& text, const QString&) { sentence = text; };
        openOutside(QUrl::fromLocalFile("/a/report.html"));
        QCOMPARE(asked, QUrl("file:///a/report.html"));
        QCOMPARE(sentence, QString());
        isOpened = false;
        openOutside(QUrl::fromLocalFile("/a/report.html"));
        QCOMPARE(sentence, QString("The desktop has no program that opens /a/report.html."));
        openOutside(QUrl("https://pytorch.org"));
        QCOMPARE(sentence, QString("The desktop has no program that opens https://pytorch.org."));
        dialogs() = before;
    }

    void aFailureIsNotedByItsWindowWithoutInterruptingAnybody()
    {
        NotingWindow window;
        auto* inner = new QMainWindow; // as views have it
        auto* button = new QPushButton("Export");
        inner->setCentralWidget(button);
        window.setCentralWidget(inner);
        dialogs().showFailure(button, "The file cannot be opened.", "errno 2"); // returns immediately
        QCOMPARE(window.sentence, QString("The file cannot be opened."));
        QCOMPARE(window.detail, QString("errno 2"));
        forgetFailure(button);
        QCOMPARE(window.sentence, QString());
        dialogs().showFailure(nullptr, "No program opens it.", {}); // while no window is active
        QCOMPARE(window.sentence, QString("No program opens it."));
    }

    void aFailureInAModalDialogIsShownAboveIt()
    {
        NotingWindow window;
        QDialog dialog(&window);
        dialog.setModal(true);
        dialog.show();
        QString shown;
        QTimer::singleShot(0, qApp, [&shown] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            QVERIFY(box);
            shown = box->text();
            box->accept();
        });
        dialogs().showFailure(&dialog, "The file cannot be written.", {});
        QCOMPARE(shown, QString("The file cannot be written."));
        QCOMPARE(window.sentence, QString());
    }

    void initTestCase() { Theme::instance().apply(); }

    void aFolderToWriteIntoIsMadeWhenItIsNew()
    {
        const TemporaryFolder folder;
        const auto start = QString::fromStdString(folder.path().string());
        typeSoon(start + "/reports/today");
        QCOMPARE(dialogs().chooseFolder(nullptr, "Write", start), start + "/reports/today");
        QVERIFY(QDir(start + "/reports/today").exists());
    }

    void aFolderThatIsThereIsTakenAsItIs()
    {
        const TemporaryFolder folder;
        const auto start = QString::fromStdString(folder.path().string());
        QDir(start).mkdir("old");
        typeSoon(start + "/old");
        QCOMPARE(dialogs().chooseFolder(nullptr, "Write", start + "/nowhere"), start + "/old");
    }

    void whatIsCanceledMakesNothing()
    {
        const TemporaryFolder folder;
        const auto start = QString::fromStdString(folder.path().string());
        QTimer::singleShot(0, qApp,
                           [] { QTest::keyClick(QApplication::activeModalWidget(), Qt::Key_Escape); });
        QCOMPARE(dialogs().chooseFolder(nullptr, "Write", start), QString());
        QVERIFY(QDir(start).isEmpty());
    }
};

QTEST_MAIN(TestDialogs)
#include "test_dialogs.moc"
