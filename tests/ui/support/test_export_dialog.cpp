#include "core/base/error.h"
#include "core/base/files/atomic_file.h"
#include "ui/support/dialogs.h"
#include "ui/support/export_dialog.h"

#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QMainWindow>
#include <QMenu>
#include <QSettings>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include <functional>
#include <future>
#include <memory>

using namespace stepscope;
using namespace stepscope::ui;

/// A view that exports what it is given.
class ExportingView final : public View
{
    Q_OBJECT

public:
    void showRun(const Run*) override {}
    void refresh() override {}
    QList<ExportItem> exportItems() override { return items; }

    QList<ExportItem> items;
};

class TestExportDialog : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QMainWindow m_window;
    SaveQuestion m_question;
    QString m_answer;
    bool m_replace = false;
    int m_confirmations = 0;
    QString m_failure;

    static ExportItem item()
    {
        return {"Training steps", "curves", {"csv", "txt"}, [](const QString& path) {
                    writeFileAtomically(path.toStdString(), "written");
                }};
    }
    static ExportItem picture()
    {
        return pictureItem("Curves", "curves", [] {
            return Picture{.title = "Curves",
                           .what = "curves",
                           .size = {200, 100},
                           .paint = paintedBy([](QPainter&, const PictureSheet&) {})};
        });
    }
    /// The texts of a menu's entries; "-": a separator.
    static QStringList texts(const QMenu& menu)
    {
        QStringList texts;
        for (const QAction* action : menu.actions())
            texts += action->isSeparator() ? "-" : action->text();
        return texts;
    }
    static QByteArray content(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private Q_SLOTS:
    void init()
    {
        QCoreApplication::setOrganizationName("stepscope-test-export");
        QSettings().clear();
        m_confirmations = 0;
        m_replace = false;
        m_failure.clear();
        m_window.statusBar()->clearMessage();
        dialogs().saveFile = [this](QWidget*, const SaveQuestion& question) {
            m_question = question;
            return m_answer;
        };
        dialogs().confirm = [this](QWidget*, const Confirmation&) {
            ++m_confirmations;
            return m_replace;
        };
        dialogs().showFailure = [this](QWidget*, const QString& sentence, const QString& detail) {
            m_failure = sentence + "|" + detail;
        };
    }

    void writesWhereTheUserSaysAndTellsSo()
    {
        m_answer = m_folder.filePath("a.csv");
        askAndExport(&m_window, item());
        QCOMPARE(content(m_answer), "written");
        QVERIFY(m_window.statusBar()->currentMessage().contains("a.csv"));
        QCOMPARE(m_question.formats, QStringList({"csv", "txt"}));
        QVERIFY(m_question.path.endsWith("curves.csv"));
    }

    void aMenuNamesEachFormat()
    {
        ExportingView view;
        ExportItem chart = picture();
        chart.title = "Chart: R&D";
        chart.isOneOfMany = true;
        ExportItem stacks{"Stacks for pprof", "stacks.pb", {"gz"}, {}};
        ExportItem table{"Comparison", "comparison", {"csv", "md", "tex", "txt"}, {}};
        view.items = {picture(), item(), chart, stacks, table};
        view.items[1].formats = {"csv"};
        QMenu menu;
        fillExportMenu(&menu, &view);
        QCOMPARE(
            texts(menu),
            QStringList({"Curves as PNG…", "Curves as SVG…", "Curves as PDF…", "-", "Training steps as CSV…",
                         "Chart: R&&D as PNG, SVG, PDF…", "Stacks for pprof…", "-", "Comparison as CSV…",
                         "Comparison as Markdown…", "Comparison as LaTeX…", "Comparison as text…"}));
        QMenu none;
        view.items.clear();
        QVERIFY(!addExportEntries(&none, &view));
        QVERIFY(none.isEmpty());
        fillExportMenu(&none, &view);
        QCOMPARE(texts(none), QStringList("Nothing to export yet"));
        QVERIFY(!none.actions()[0]->isEnabled());
    }

    /// Two clicks, and one to save.
    void anEntryAsksOnlyForTheFile()
    {
        ExportingView view;
        view.items = {picture(), item()};
        QMenu menu;
        fillExportMenu(&menu, &view);
        QCOMPARE(texts(menu).last(), QString("Training steps as text…"));
        m_answer = m_folder.filePath("entry.txt");
        menu.actions().last()->trigger();
        QCOMPARE(m_question.title, QString("Training steps as text"));
        QVERIFY2(m_question.path.endsWith("curves.txt"), qPrintable(m_question.path));
        QCOMPARE(m_question.formats, QStringList({"txt", "csv"})); // others can still be chosen
        QCOMPARE(content(m_answer), "written");

        PictureQuestion asked;
        const QString path = m_folder.filePath("entry.svg");
        dialogs().askPicture = [&](QWidget*, const PictureQuestion& question) {
            asked = question;
            return PictureAnswer{path, {}};
        };
        menu.actions()[1]->trigger();
        QCOMPARE(asked.format, QString("svg"));
        QVERIFY2(asked.path.endsWith("curves.svg"), qPrintable(asked.path));
        QVERIFY(content(path).contains("<svg"));
    }

    /// One click, and one to save.
    void aClickExportsTheFirstEntry()
    {
        ExportingView view;
        view.setRunNaming([] { return QString("before"); });
        view.items = {item(), picture()};
        const std::unique_ptr<QToolButton> button(makeExportButton(&view));
        m_answer = m_folder.filePath("first.csv");
        button->click();
        QCOMPARE(m_question.title, QString("Training steps as CSV"));
        QVERIFY2(m_question.path.endsWith("curves-before.csv"), qPrintable(m_question.path));
        QCOMPARE(content(m_answer), "written");

        view.items = {{"Stacks for pprof", "stacks.pb", {"gz", "pb"}, {}}};
        m_answer.clear();
        button->click();
        QCOMPARE(m_question.title, QString("Stacks for pprof")); // as its entry, which names no format
        QCOMPARE(m_question.formats, QStringList({"gz", "pb"}));
    }

    /// A menu is shown until it is closed.
    static QStringList textsShown(QToolButton* button, const std::function<void()>& act)
    {
        QStringList shown;
        QTimer closing;
        QObject::connect(&closing, &QTimer::timeout, button, [&] {
            if (!button->menu()->isVisible())
                return;
            shown = texts(*button->menu());
            button->menu()->close();
        });
        closing.start(10);
        act();
        return shown;
    }

    void theMenuOpensByKeyAndIfThereIsNothingToExport()
    {
        ExportingView view;
        QToolButton* button = makeExportButton(&view);
        view.show();
        button->setFocus();
        QVERIFY(QTest::qWaitForWindowActive(&view));
        m_question = {};
        QCOMPARE(textsShown(button, [button] { button->click(); }), QStringList("Nothing to export yet"));
        view.items = {item()};
        QCOMPARE(textsShown(button, [button] { QTest::keyClick(button, Qt::Key_Down); }),
                 QStringList({"Training steps as CSV…", "Training steps as text…"}));
        QCOMPARE(m_question.title, QString()); // neither has exported anything
    }

    void theProposedNameContainsThatOfTheRun_data()
    {
        QTest::addColumn<QString>("fileName");
        QTest::addColumn<QString>("run");
        QTest::addColumn<QString>("named");
        QTest::newRow("plain") << "operators"
                               << "2026-11-21_08-00-00_mlp"
                               << "operators-2026-11-21_08-00-00_mlp";
        QTest::newRow("not for files") << "operators"
                                       << "1: batch 64, lr 0.1/2"
                                       << "operators-1-batch-64-lr-0.1-2";
        QTest::newRow("other scripts") << "operators"
                                       << "größer"
                                       << "operators-größer";
        QTest::newRow("another folder") << "operators"
                                        << "../../etc/"
                                        << "operators-etc";
        QTest::newRow("two extensions") << "stacks.pb"
                                        << "before"
                                        << "stacks-before.pb";
        QTest::newRow("a known start") << "callgrind.out"
                                       << "before"
                                       << "callgrind.out-before";
        QTest::newRow("no name") << "operators"
                                 << ""
                                 << "operators";
        QTest::newRow("no letters") << "operators"
                                    << "///"
                                    << "operators";
        QTest::newRow("long") << "operators" << QString(300, QChar(u'ü'))
                              << "operators-" + QString(60, QChar(u'ü'));
    }
    void theProposedNameContainsThatOfTheRun()
    {
        QFETCH(const QString, fileName);
        QFETCH(const QString, run);
        QFETCH(const QString, named);
        QCOMPARE(fileNameOfRun(fileName, run), named);
    }

    void exportsOfTwoRunsHaveTwoNames()
    {
        ExportingView view;
        QString run = "before";
        view.setRunNaming([&run] { return run; });
        ExportItem ofSeveral = item();
        ofSeveral.isOfRun = false;
        view.items = {item(), picture(), ofSeveral};
        view.items[0].formats = view.items[2].formats = {"csv"};
        QMenu menu;
        fillExportMenu(&menu, &view);
        PictureQuestion asked;
        dialogs().askPicture = [&asked](QWidget*, const PictureQuestion& question) {
            asked = question;
            return std::nullopt;
        };
        m_answer.clear();
        menu.actions().first()->trigger();
        QCOMPARE(QFileInfo(m_question.path).fileName(), QString("curves-before.csv"));
        run = "after"; // another one is shown, or it was renamed
        menu.actions().first()->trigger();
        QCOMPARE(QFileInfo(m_question.path).fileName(), QString("curves-after.csv"));
        menu.actions().last()->trigger();
        QCOMPARE(QFileInfo(m_question.path).fileName(), QString("curves.csv"));
        menu.actions()[2]->trigger(); // after a separator
        QCOMPARE(QFileInfo(asked.path).fileName(), QString("curves-after.png"));
    }

    void startsInTheFolderOfTheLastExport()
    {
        m_answer = m_folder.filePath("b.csv");
        askAndExport(&m_window, item());
        askAndExport(&m_window, item());
        QCOMPARE(m_question.path, m_folder.filePath("curves.csv"));
    }

    void withoutAFolderForDocumentsItStartsInTheHomeFolder()
    {
        const QByteArray home = qgetenv("HOME");
        qputenv("HOME", m_folder.path().toUtf8());
        m_answer.clear();
        askAndExport(&m_window, item());
        qputenv("HOME", home);
        QCOMPARE(m_question.path, m_folder.filePath("curves.csv"));
    }

    void aNameWithoutAKnownExtensionGetsTheDefaultOne()
    {
        m_answer = m_folder.filePath("c.v2");
        askAndExport(&m_window, item());
        QCOMPARE(content(m_folder.filePath("c.v2.csv")), "written");
    }

    void aPictureIsWrittenAsChosen()
    {
        PictureQuestion asked;
        QString browsed;
        m_answer = "chosen.svg";
        const QString path = m_folder.filePath("picture.png");
        dialogs().askPicture = [&](QWidget*, const PictureQuestion& question) {
            asked = question;
            browsed = question.browse(&m_window, "curves.png");
            return PictureAnswer{path, {.width = 320, .height = 240, .scale = 2.0, .dark = true}};
        };
        askAndExport(&m_window, picture());
        QCOMPARE(asked.size, QSize(200, 100));
        QCOMPARE(asked.formats, QStringList({"png", "svg", "pdf"}));
        QVERIFY(asked.path.endsWith("curves.png"));
        const QImage image(path);
        QCOMPARE(image.size(), QSize(640, 480));
        QCOMPARE(image.pixelColor(0, 0), Theme::darkColors().surface);
        QVERIFY(m_window.statusBar()->currentMessage().contains("picture.png"));

        askAndExport(&m_window, picture());
        QCOMPARE(m_confirmations, 1); // the file exists, and may not be replaced
        QCOMPARE(asked.path, m_folder.filePath("curves.png"));

        QCOMPARE(browsed, "chosen.svg");
        QCOMPARE(m_question.path, m_folder.filePath("curves.png")); // in the folder of the last export
    }

    void aCanceledPictureIsNotWritten()
    {
        dialogs().askPicture = [](QWidget*, const PictureQuestion&) { return std::nullopt; };
        askAndExport(&m_window, picture());
        QCOMPARE(m_window.statusBar()->currentMessage(), QString());
        QCOMPARE(m_failure, QString());
    }

    void aPictureThatIsTooLargeIsAFailureWithTheLimit()
    {
        dialogs().askPicture = [&](QWidget*, const PictureQuestion&) {
            return PictureAnswer{m_folder.filePath("large.png"), {.width = 20'000, .height = 20'000}};
        };
        askAndExport(&m_window, picture());
        QVERIFY2(m_failure.contains("the maximum is 32,000 pixels per side"), qPrintable(m_failure));
        QVERIFY(!QFile::exists(m_folder.filePath("large.png")));
    }

    void replacesAFileOnlyWhenConfirmed()
    {
        m_answer = m_folder.filePath("d.csv");
        QFile file(m_answer);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("mine");
        file.close();
        askAndExport(&m_window, item());
        QCOMPARE(m_confirmations, 1);
        QCOMPARE(content(m_answer), "mine");
        m_replace = true;
        askAndExport(&m_window, item());
        QCOMPARE(content(m_answer), "written");
    }

    void cancelingWritesNothing()
    {
        m_answer.clear();
        ExportItem never = item();
        never.write = [](const QString&) { QFAIL("written"); };
        askAndExport(&m_window, never);
        QVERIFY(m_window.statusBar()->currentMessage().isEmpty());
    }

    void aFailureIsToldWithSentenceAndDetail()
    {
        m_answer = m_folder.filePath("e.csv");
        ExportItem failing = item();
        failing.write = [](const QString&) { throw Error("The disk is full.", "ENOSPC"); };
        askAndExport(&m_window, failing);
        QCOMPARE(m_failure, "The disk is full.|ENOSPC");
        QVERIFY(m_window.statusBar()->currentMessage().isEmpty());
    }

    void whatTakesAWhileIsWrittenOnAnotherThread()
    {
        m_answer = m_folder.filePath("f.csv");
        ExportItem slow = item();
        slow.inBackground = true;
        std::promise<void> go;
        slow.write = [write = slow.write, wait = go.get_future().share()](const QString& path) {
            wait.wait();
            write(path);
        };
        askAndExport(&m_window, slow);
        QVERIFY(content(m_answer).isEmpty());
        QVERIFY(m_window.statusBar()->currentMessage().isEmpty());
        go.set_value();
        QTRY_VERIFY(m_window.statusBar()->currentMessage().contains("f.csv"));
        QCOMPARE(content(m_answer), "written");
        slow.write = [](const QString&) { throw Error("The disk is full.", "ENOSPC"); };
        m_replace = true;
        askAndExport(&m_window, slow);
        QTRY_COMPARE(m_failure, "The disk is full.|ENOSPC");
    }
};

QTEST_MAIN(TestExportDialog)
#include "test_export_dialog.moc"
