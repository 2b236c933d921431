#include "ui/theme/theme.h"
#include "ui/window/notices/notice_area.h"
#include "ui/window/notices/notice_bar.h"
#include "ui/window/notices/run_notices.h"

#include <QAction>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <memory>

using namespace stepscope::ui;

/// The messages below the views.
class TestNoticeArea : public QObject
{
    Q_OBJECT

    std::unique_ptr<QWidget> m_window;
    NoticeArea* m_area = nullptr;

    void show(const QString& name, const QString& text, Notice::Kind kind = Notice::Kind::Info)
    {
        m_area->show(name, {.kind = kind, .text = text, .detail = {}, .buttons = {}});
    }
    void ask(const QString& name, const QString& text)
    {
        m_area->show(
            name,
            {.kind = Notice::Kind::Warning, .text = text, .detail = {}, .buttons = {}, .needsAnswer = true});
    }
    /// The texts on the screen, from top to bottom.
    QStringList shown() const
    {
        QList<NoticeBar*> bars = m_area->findChildren<NoticeBar*>();
        std::ranges::sort(bars, {}, [](const NoticeBar* bar) { return bar->y(); });
        QStringList texts;
        for (const NoticeBar* bar : bars) {
            if (bar->isVisible())
                texts += bar->text();
        }
        return texts;
    }
    template<typename Widget>
    Widget* find(const char* notice, const char* name) const
    {
        return m_area->findChild<NoticeBar*>(notice)->findChild<Widget*>(name);
    }
    void layOut()
    {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QCoreApplication::processEvents(); // a wrapped text changes the layouts around it
        m_area->layout()->activate();
        const bool isWrapped = m_area->layout()->hasHeightForWidth();
        m_area->resize(m_area->width(), isWrapped ? m_area->layout()->heightForWidth(m_area->width())
                                                  : m_area->sizeHint().height());
        m_area->layout()->activate();
    }

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }

    void init()
    {
        m_window = std::make_unique<QWidget>();
        m_window->resize(640, 300);
        m_area = new NoticeArea(m_window.get());
        m_area->setFixedWidth(640);
        m_window->show();
    }

    void severalAreOneWithTheirNumber()
    {
        show("first", "One.");
        QVERIFY(!find<QToolButton>("firstNotice", "otherNotices")->isVisible());
        show("second", "Two.");
        show("third", "Three.");
        layOut();
        QCOMPARE(shown(), QStringList{"Three."}); // the newest
        auto* others = find<QToolButton>("thirdNotice", "otherNotices");
        QCOMPARE(others->text(), QString("2 more"));
        others->click();
        layOut();
        QCOMPARE(shown(), (QStringList{"Three.", "Two.", "One."}));
        QCOMPARE(others->text(), QString("Fewer"));
        others->click();
        layOut();
        QCOMPARE(shown(), QStringList{"Three."});
        m_area->remove("third");
        layOut();
        QCOMPARE(shown(), QStringList{"Two."});
        QCOMPARE(find<QToolButton>("secondNotice", "otherNotices")->text(), QString("1 more"));
        m_area->remove("first");
        QVERIFY(!find<QToolButton>("secondNotice", "otherNotices")->isVisible());
        m_area->remove("second");
        QVERIFY(m_area->isHidden());
    }

    void aRunOfUnknownLengthTookNoTimeThatIsShown()
    {
        QAction exportAll;
        stepscope::Run run;
        run.outcome = stepscope::RunOutcome::Finished;
        run.steps.resize(3);
        showRunNotice(*m_area, run, &exportAll);
        QCOMPARE(m_area->text("run"), QString("Finished: 3 steps."));
        run.startUnixMs = 1'000;
        run.endUnixMs = 1'212;
        showRunNotice(*m_area, run, &exportAll);
        QCOMPARE(m_area->text("run"), QString("Finished: 3 steps in 212 ms."));
    }

    void anErrorComesFirst()
    {
        show("engine", "Broken.", Notice::Kind::Error);
        show("run", "Finished.", Notice::Kind::Good);
        layOut();
        QCOMPARE(shown(), QStringList{"Broken."});
        QCOMPARE(m_area->text("run"), QString("Finished."));
        m_area->remove("engine");
        layOut();
        QCOMPARE(shown(), QStringList{"Finished."});
    }

    void aNewWarningComesBeforeAnOldError()
    {
        show("failure", "Could not be read.", Notice::Kind::Error);
        show("import", "Opened the readable part.", Notice::Kind::Warning);
        show("run", "Finished.", Notice::Kind::Good);
        layOut();
        QCOMPARE(shown(), QStringList{"Opened the readable part."});
        show("failure", "Could not be read, either.", Notice::Kind::Error);
        layOut();
        QCOMPARE(shown(), QStringList{"Could not be read, either."});
        ask("model", "Do you trust it?");
        show("import", "Opened the readable part.", Notice::Kind::Warning);
        layOut();
        QCOMPARE(shown(), (QStringList{"Do you trust it?", "Opened the readable part."}));
    }

    void errorsOfSomeNamesAreRemoved()
    {
        show("openRun", "Could not be read.", Notice::Kind::Error);
        show("import", "Opened the readable part.", Notice::Kind::Warning);
        show("engine", "Broken.", Notice::Kind::Error);
        m_area->removeErrors({"openRun", "import", "none"});
        QVERIFY(!m_area->has("openRun"));
        QVERIFY(m_area->has("import"));
        QVERIFY(m_area->has("engine"));
    }

    void whatNeedsAnAnswerComesBeforeAnOldFailure()
    {
        show("openRun", "Could not be read.", Notice::Kind::Error);
        ask("model", "Do you trust it?");
        layOut();
        QCOMPARE(shown(), QStringList{"Do you trust it?"});
        auto* others = find<QToolButton>("modelNotice", "otherNotices");
        QCOMPARE(others->text(), QString("1 more"));
        others->click();
        layOut();
        QCOMPARE(shown(), (QStringList{"Do you trust it?", "Could not be read."}));
        others->click();
        show("run", "Finished.", Notice::Kind::Good);
        layOut();
        QCOMPARE(shown(), QStringList{"Do you trust it?"});
        QCOMPARE(others->text(), QString("2 more"));
        m_area->remove("model");
        layOut();
        QCOMPARE(shown(), QStringList{"Could not be read."});
    }

    void aNewFailureIsShownBelowWhatNeedsAnAnswer()
    {
        ask("dataSet", "Where is it?");
        show("run", "Finished.", Notice::Kind::Good);
        show("openRun", "Could not be read.", Notice::Kind::Error);
        layOut();
        QCOMPARE(shown(), (QStringList{"Where is it?", "Could not be read."}));
        QCOMPARE(find<QToolButton>("dataSetNotice", "otherNotices")->text(), QString("1 more"));
        ask("model", "Do you trust it?"); // now the failure is old
        layOut();
        QCOMPARE(shown(), (QStringList{"Do you trust it?", "Where is it?"}));
        QCOMPARE(find<QToolButton>("modelNotice", "otherNotices")->text(), QString("2 more"));
        m_area->remove("openRun");
        m_area->remove("run");
        layOut();
        QVERIFY(!find<QToolButton>("modelNotice", "otherNotices")->isVisible());
    }

    void aResultStaysAboveTheFailureToShowIt()
    {
        show("openRun", "Could not be read.", Notice::Kind::Error);
        show("sweep", "The sweep is done.", Notice::Kind::Good);
        m_area->show("report",
                     {.kind = Notice::Kind::Error, .text = "The report cannot be opened.", .below = "sweep"});
        layOut();
        QCOMPARE(shown(), (QStringList{"The sweep is done.", "The report cannot be opened."}));
        QCOMPARE(find<QToolButton>("sweepNotice", "otherNotices")->text(), QString("1 more"));
        m_area->remove("sweep");
        layOut();
        QCOMPARE(shown(), QStringList{"The report cannot be opened."});
    }

    void aQuestionIsReadableBesideItsButtons()
    {
        const QString sentence = "MNIST is not on this computer yet, and a training needs its images. "
                                 "Download it, or train on synthetic images.";
        ask("dataSet", sentence);
        layOut();
        auto* text = find<QLabel>("dataSetNotice", "noticeText");
        QVERIFY(text->fontMetrics().horizontalAdvance(sentence) > text->width());
        QCOMPARE(text->text(), sentence);
        QVERIFY(text->wordWrap());
        QVERIFY(!find<QToolButton>("dataSetNotice", "noticeMore")->isVisible());
        QVERIFY(text->height() >= 2 * text->fontMetrics().lineSpacing());
        ask("dataSet", sentence.repeated(6)); // takes more lines, but nothing of it is hidden
        layOut();
        text = find<QLabel>("dataSetNotice", "noticeText");
        QCOMPARE(text->text(), sentence.repeated(6));
        QVERIFY(!find<QToolButton>("dataSetNotice", "noticeMore")->isVisible());
    }

    void buttonsAreBelowAQuestionThatTheyLeaveTooLittleRoom()
    {
        const QString sentence =
            "The model /tmp/model.pt contains code that runs with your rights. Use it only "
            "if you trust where it comes from.";
        show("failed", "The training failed.", Notice::Kind::Error);
        m_area->show("model",
                     {.kind = Notice::Kind::Warning,
                      .text = sentence,
                      .detail = {},
                      .buttons = {{"Trust this model", [] {}, false}, {"Choose file…", [] {}, false}},
                      .closable = false,
                      .needsAnswer = true});
        layOut();
        auto* text = find<QLabel>("modelNotice", "noticeText");
        const auto* button = m_area->findChild<NoticeBar*>("modelNotice")->findChild<QPushButton*>();
        for (const int width : {400, 480, 560}) {
            m_area->setFixedWidth(width);
            layOut();
            QCOMPARE(text->text(), sentence);
            QVERIFY2(text->width() >= 300, qPrintable(QString::number(text->width())));
        }
        m_area->setFixedWidth(400);
        layOut();
        QVERIFY(button->y() >= text->geometry().bottom());
        m_area->setFixedWidth(1200);
        layOut();
        QVERIFY(button->x() >= text->geometry().right());
        QVERIFY(button->y() < text->geometry().bottom());
    }

    void theDetailGivesWayInALowWindow()
    {
        m_area->show("failed", {.kind = Notice::Kind::Error,
                                .text = "The training failed.",
                                .detail = QString("A line of the detail.\n").repeated(20),
                                .buttons = {}});
        layOut();
        const int without = m_area->minimumSizeHint().height();
        find<QPushButton>("failedNotice", "detailsButton")->click();
        layOut();
        auto* detail = find<QPlainTextEdit>("failedNotice", "noticeDetail");
        QVERIFY(detail->isVisible());
        const int line = detail->fontMetrics().lineSpacing();
        QVERIFY(detail->height() >= 7 * line);
        QVERIFY(m_area->minimumSizeHint().height() <= without + 3 * line);
        m_area->resize(m_area->width(), m_area->minimumSizeHint().height());
        m_area->layout()->activate();
        QVERIFY(detail->verticalScrollBar()->maximum() > 0);
    }

    void aLongSentenceTakesOneLine()
    {
        const QString sentence = QString("The recording has no events of a device. ").repeated(8).trimmed();
        show("short", "Short.");
        layOut();
        const int line = m_area->height();
        QVERIFY(!find<QToolButton>("shortNotice", "noticeMore")->isVisible());
        m_area->remove("short");
        show("long", sentence);
        layOut();
        QVERIFY2(m_area->height() <= line + 6, qPrintable(QString::number(m_area->height())));
        auto* text = find<QLabel>("longNotice", "noticeText");
        QVERIFY(text->text().endsWith(QChar(0x2026)));
        QVERIFY(text->fontMetrics().horizontalAdvance(text->text()) <= text->width());
        QCOMPARE(m_area->text("long"), sentence);
        QVERIFY(text->toolTip().contains(sentence));
        auto* more = find<QToolButton>("longNotice", "noticeMore");
        QVERIFY(more->isVisible());
        more->click();
        QCOMPARE(text->text(), sentence);
        layOut();
        QVERIFY(m_area->height() > line + 6);
        m_area->update("long", "Short again.", -1.0);
        more->click();
        QCOMPARE(text->text(), QString("Short again."));
        QVERIFY(!more->isVisible());
    }
};

QTEST_MAIN(TestNoticeArea)
#include "test_notice_area.moc"
