#include "ui/window/help/help_window.h"

#include "ui/theme/theme.h"
#include "ui/window/help/manual_browser.h"
#include "ui/window/help/page_search.h"

#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTextTable>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <QWheelEvent>

using namespace stepscope::ui;

class TestHelpWindow : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<HelpWindow> m_window;
    QList<QUrl> m_opened; ///< elsewhere

    void write(const QString& name, const QByteArray& text) const
    {
        QDir().mkpath(QFileInfo(m_folder->filePath(name)).path());
        QFile file(m_folder->filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    void open(const QString& folder)
    {
        m_window.reset();
        m_window = std::make_unique<HelpWindow>(Manual({folder}), nullptr);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }
    ManualBrowser* browser() const { return m_window->browser(); }
    QTreeWidgetItem* contentsItem(const QString& title) const
    {
        return m_window->findChild<QTreeWidget*>()
            ->findItems(title, Qt::MatchRecursive | Qt::MatchExactly)
            .value(0);
    }
    QString current() const
    {
        const auto* item = m_window->findChild<QTreeWidget*>()->currentItem();
        return item ? item->text(0) : QString();
    }
    void follow(const QString& link) const
    {
        Q_EMIT browser()->anchorClicked(browser()->source().resolved(QUrl(link)));
    }
    QTextCharFormat formatOf(const QString& text) const
    {
        return browser()->document()->find(text).charFormat();
    }

public Q_SLOTS:
    void takeUrl(const QUrl& url) { m_opened += url; }

private Q_SLOTS:
    void initTestCase()
    {
        QDesktopServices::setUrlHandler("https", this, "takeUrl");
        Theme::instance().apply();
    }

    void init()
    {
        QCoreApplication::setOrganizationName("stepscope-test-help");
        QSettings().clear();
        m_opened.clear();
        m_folder = std::make_unique<QTemporaryDir>();
        QByteArray lines;
        for (int i = 0; i < 200; ++i)
            lines += "A line of text.\n\n";
        write("index.md", "# Manual\n\nSee [the web](https://example.org/).\n\n## Views\n\n"
                          "| view | what |\n| --- | --- |\n| [Steps](views/steps.md) | time |\n");
        write("views/steps.md", "# Steps\n\nA step is a *step*, see `--step`.\n\n    stepscope run\n\n    "
                                "stepscope show\n\n![A picture](wide.png)\n\n" +
                                    lines + "## Last part\n\nThe end. [Script](../run.py)\n");
        write("run.py", "# not a heading\nprint('*')\n");
        QImage picture(3000, 100, QImage::Format_RGB32);
        picture.fill(Qt::red);
        QVERIFY(picture.save(m_folder->filePath("views/wide.png")));
        open(m_folder->path());
    }
    void cleanup() { m_window.reset(); }

    void aPageIsShownAndMarkedInTheContents()
    {
        m_window->showPage({});
        QCOMPARE(m_window->page(), QString("index.md"));
        QCOMPARE(current(), QString("Contents"));
        m_window->showPage("views/steps.md");
        QCOMPARE(m_window->page(), QString("views/steps.md"));
        QCOMPARE(current(), QString("Steps"));
        QVERIFY(m_window->windowTitle().startsWith("Steps"));
        QVERIFY(browser()->toPlainText().startsWith("Steps"));
    }

    void theContentsLeadToPagesAndTheirParts()
    {
        m_window->showPage({});
        auto* tree = m_window->findChild<QTreeWidget*>();
        tree->setCurrentItem(contentsItem("Steps"));
        QTRY_COMPARE(m_window->page(), QString("views/steps.md"));
        QVERIFY(contentsItem("Last part"));
        QCOMPARE(browser()->verticalScrollBar()->value(), 0);
        tree->setCurrentItem(contentsItem("Last part"));
        QTRY_VERIFY(browser()->verticalScrollBar()->value() > 1000);
        tree->setCurrentItem(contentsItem("Contents"));
        QTRY_COMPARE(m_window->page(), QString("index.md"));
        QVERIFY(!contentsItem("Last part"));
    }

    void linksLeadToThePartOfAPage()
    {
        m_window->showPage({});
        follow("views/steps.md#last-part");
        QCOMPARE(m_window->page(), QString("views/steps.md"));
        QVERIFY(browser()->verticalScrollBar()->value() > 1000);
        QCOMPARE(current(), QString("Last part"));
        browser()->backward();
        QCOMPARE(m_window->page(), QString("index.md"));
        QCOMPARE(current(), QString("Contents"));
        browser()->forward();
        QCOMPARE(m_window->page(), QString("views/steps.md"));
        QCOMPARE(formatOf("--step").background().color(), Theme::instance().colors().raised); // styled again
    }

    void linksToTheWebOpenInTheBrowser()
    {
        m_window->showPage({});
        follow("https://example.org/");
        QCOMPARE(m_opened, QList<QUrl>{QUrl("https://example.org/")});
        QCOMPARE(m_window->page(), QString("index.md"));
    }

    void otherTextIsShownAsItIs()
    {
        m_window->showPage("views/steps.md");
        follow("../run.py");
        QCOMPARE(browser()->toPlainText().trimmed(), QString("run.py\n# not a heading\nprint('*')"));
    }

    void aFileOutsideOfTheManualLeavesItsContents()
    {
        const auto titles = [this] {
            QStringList all;
            for (QTreeWidgetItemIterator at(m_window->findChild<QTreeWidget*>()); *at; ++at)
                all += (*at)->text(0);
            return all;
        };
        write("above.md", "# Above\n\n## Part of it\n");
        QDir(m_folder->path()).mkdir("inside");
        for (const char* name : {"index.md", "views"})
            QVERIFY(QFile::rename(m_folder->filePath(name), m_folder->filePath(QString("inside/") + name)));
        open(m_folder->filePath("inside"));
        m_window->showPage({});
        const QStringList before = titles();
        follow("../above.md");
        QCOMPARE(m_window->page(), QString());
        QCOMPARE(current(), QString());
        QVERIFY(m_window->windowTitle().startsWith("above.md"));
        browser()->backward();
        QCOMPARE(titles(), before);
        QCOMPARE(m_window->page(), QString("index.md"));
    }

    void aMissingPageIsReported()
    {
        m_window->showPage({});
        follow("views/none.md");
        QVERIFY(browser()->toPlainText().startsWith("This page cannot be read: "));
        QVERIFY(browser()->toPlainText().contains("views/none.md"));
    }

    void aMissingManualIsReported()
    {
        open("/nowhere/docs/manual");
        m_window->showPage("views/steps.md");
        QCOMPARE(browser()->toPlainText(),
                 QString("The manual was not found: there is no index.md in /nowhere/docs/manual."));
        QVERIFY(!m_window->findChild<QTreeWidget*>()->isVisible());
        QCOMPARE(m_window->page(), QString());
    }

    void linksAndCodeHaveTheColorsOfTheTheme()
    {
        for (const ThemeMode mode : {ThemeMode::Light, ThemeMode::Dark, ThemeMode::Light}) {
            Theme::instance().setMode(mode);
            QTest::qWait(1);
            if (m_window->page() == "views/steps.md") // the page that is shown is styled again
                QCOMPARE(formatOf("--step").background().color(), Theme::instance().colors().raised);
            m_window->showPage({});
            QCOMPARE(formatOf("the web").foreground().color(), Theme::instance().colors().accent);
            m_window->showPage("views/steps.md");
            QCOMPARE(formatOf("--step").background().color(), Theme::instance().colors().raised);
        }
    }

    void linesOfCodeAreInOneFrame()
    {
        m_window->showPage("views/steps.md");
        const auto frameOf = [this](const char* text) {
            return browser()->document()->find(text).currentFrame();
        };
        QVERIFY(frameOf("stepscope run") != browser()->document()->rootFrame());
        QCOMPARE(frameOf("stepscope run"), frameOf("stepscope show"));
        QCOMPARE(frameOf("A line"), browser()->document()->rootFrame());
    }

    void aNarrowPageNeedsNoScrollingToTheRight()
    {
        m_window->showPage("views/steps.md"); // with a wide picture
        for (const int width : {1600, 900, 620}) {
            m_window->resize(width, 600);
            QTest::qWait(10);
            QCOMPARE(browser()->horizontalScrollBar()->maximum(), 0);
        }
    }

    void textOfThePageIsFound()
    {
        m_window->showPage("views/steps.md");
        auto* text = m_window->findChild<QLineEdit*>("manualSearch");
        const auto* count = m_window->findChild<QLabel*>("manualSearchCount");
        m_window->search()->start();
        QTest::keyClicks(text, "a line");
        QCOMPARE(m_window->search()->found(), 200);
        QCOMPARE(count->text(), QString("1 of 200"));
        QTest::keyClick(text, Qt::Key_Return);
        QCOMPARE(count->text(), QString("2 of 200"));
        QTest::keyClick(text, Qt::Key_Return, Qt::ShiftModifier);
        QTest::keyClick(text, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(count->text(), QString("200 of 200"));
        QVERIFY(browser()->verticalScrollBar()->value() > 1000);
        QTest::keyClicks(text, "x");
        QCOMPARE(count->text(), QString("no match"));
        QTest::keyClick(text, Qt::Key_Escape);
        QCOMPARE(count->text(), QString());
        QVERIFY(text->text().isEmpty());
    }

    void zoomChangesAllTextAndStaysAtThePlace()
    {
        m_window->showPage("views/steps.md");
        const double size = formatOf("A line").fontPointSize();
        browser()->verticalScrollBar()->setValue(browser()->verticalScrollBar()->maximum());
        const auto turn = [this](int delta) {
            QWheelEvent event({50, 50}, {50, 50}, {}, {0, delta}, Qt::NoButton, Qt::ControlModifier,
                              Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(browser()->viewport(), &event);
        };
        turn(120);
        QCOMPARE(browser()->zoom(), 1);
        QVERIFY(formatOf("A line").fontPointSize() > size);
        QCOMPARE(browser()->verticalScrollBar()->value(), browser()->verticalScrollBar()->maximum());
        turn(-120);
        QCOMPARE(formatOf("A line").fontPointSize(), size);
        QCOMPARE(m_window->page(), QString("views/steps.md"));
    }

    void sizeAndZoomAreRemembered()
    {
        m_window->resize(700, 500);
        browser()->setZoom(2);
        m_window->close();
        open(m_folder->path());
        QCOMPARE(m_window->size(), QSize(700, 500));
        QCOMPARE(browser()->zoom(), 2);
    }
};

QTEST_MAIN(TestHelpWindow)
#include "test_help_window.moc"
