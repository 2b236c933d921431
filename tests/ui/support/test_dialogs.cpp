#include "core/base/files/temporary_folder.h"
#include "ui/support/dialogs.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QLineEdit>
#include <QTimer>
#include <QtTest>

using namespace stepscope;
using namespace stepscope::ui;

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

    void whatIsCancelledMakesNothing()
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
