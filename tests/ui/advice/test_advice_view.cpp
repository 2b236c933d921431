#include "core/advise/advice.h"
#include "core/advise/root_cause.h"
#include "tests/core/advise/advised_run.h"
#include "ui/advice/advice_view.h"
#include "ui/advice/finding_card.h"
#include "ui/advice/measure_bar.h"
#include "ui/support/qt_text.h"
#include "ui/theme/theme.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QImage>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <fmt/format.h>

#include <cmath>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

/// Half of each step is data; the rest is one operator with a name that could be taken for markup.
Run runToLookAt()
{
    Run run = test::advisedRun("aten::select 0-500000 data\nname 500000-1000000 forward\n");
    run.trace.names = {};
    run.trace.names.intern("aten::select");
    run.trace.names.intern("<b>name</b>");
    return run;
}

QString contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

class TestAdviceView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        Theme::instance().apply();
    }

    void init()
    {
        QSettings().clear();
        m_run = runToLookAt();
        m_selection = std::make_unique<TraceSelection>();
        m_view = std::make_unique<AdviceView>(m_selection.get(), test::quietMachine);
        m_view->resize(900, 700);
        m_view->showRun(&m_run);
        m_view->show();
        m_view->activateWindow(); // for its shortcuts
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
        QTRY_VERIFY(m_view->isWhole());
    }

    void cleanup() { m_view.reset(); }

    void showsACardForEachAnswer()
    {
        QCOMPARE(cards().size(), 8);
        QCOMPARE(cards()[0]->finding().verdict, FindingVerdict::LookHere);
        const auto* data = card("data-loading");
        QCOMPARE(data->findChild<QLabel*>("title")->text(), QString("Data loading"));
        QCOMPARE(data->findChild<QLabel*>("value")->text(), QString("50 %"));
        QCOMPARE(withPlainSpaces(data->findChild<QLabel*>("threshold")->text()), QString("at most 5 %"));
        QCOMPARE(data->findChild<QLabel*>("gain")->text(),
                 QString("Possible gain: up to 500\u00a0µs per step")); // in one line
        QVERIFY(!card("memory")->findChild<QLabel*>("gain"));
        QVERIFY(data->findChild<MeasureBar*>());
        QVERIFY(!card("memory")->findChild<QToolButton*>("link")); // good: nowhere to go
        const auto* device = m_view->findChild<QLabel*>("deviceFindings");
        QVERIFY(device->text().endsWith("The recording has no events of a device."));
        QVERIFY(device->text().contains("Tensor cores"));
        QVERIFY2(!device->text().startsWith("Cannot tell"),
                 qPrintable(device->text())); // that is the heading
        QVERIFY(m_view->findChild<QLabel*>("recorder-cost")->text().contains("too short"));
    }

    void theHeadlineIsTheRootCause()
    {
        const RootCause cause = rootCause(m_view->findings());
        QVERIFY(cause.isFound);
        QCOMPARE(withPlainSpaces(m_view->findChild<QLabel*>("rootCause")->text()),
                 "What to improve first: " + QString::fromStdString(cause.title));
        QCOMPARE(withPlainSpaces(m_view->findChild<QLabel*>("rootCauseText")->text()),
                 QString::fromStdString(cause.text + " " + cause.gain + "."));
        const Run sound = test::soundRun();
        m_view->showRun(&sound);
        QTRY_VERIFY(m_view->isWhole());
        QCOMPARE(m_view->findChild<QLabel*>("rootCause")->text(),
                 QString("Nothing found: no figure of the analysis crosses its threshold."));
        QVERIFY(!m_view->findChild<QLabel*>("rootCauseText"));
        m_view->showRun(nullptr);
    }

    void aLongRecordingIsLookedAtAside()
    {
        std::string events;
        for (int i = 0; i < 25'000; ++i)
            events += fmt::format("aten::add {}-{} forward\n", i * 40, i * 40 + 30);
        Run run = test::advisedRun(events);
        QVERIFY(run.trace.size() > 200'000);
        const auto expected = advise(run, test::quietMachine());
        m_view->showRun(&run);
        QVERIFY(m_view->findings().empty());
        QTRY_VERIFY(!m_view->findings().empty());
        const auto measures = [](const std::vector<Finding>& findings) {
            QStringList all;
            for (const Finding& finding : findings)
                all += QString("%1 %2 %3")
                           .arg(int(finding.id))
                           .arg(int(finding.verdict))
                           .arg(finding.measure ? finding.measure->value : -1.0);
            return all;
        };
        QCOMPARE(measures(m_view->findings()), measures(expected));

        m_selection->setSteps({.first = 12, .last = 13});
        m_selection->setSteps({.first = 11, .last = 11}); // the newest wins
        QVERIFY(!m_view->exportItems().isEmpty());        // does not wait
        const auto ofOne = measures(m_view->findings());
        QTest::qWait(300);
        QCOMPARE(measures(m_view->findings()), ofOne);
        m_selection->setSteps({});
        m_view->showRun(nullptr);
        run = {}; // it is no longer read
        QVERIFY(m_view->findings().empty());
    }

    /// A larger figure has a longer bar, whatever the thresholds are.
    void allBarsAreOnOneScale()
    {
        const auto filled = [](const FindingMeasure& measure) {
            MeasureBar bar(measure, FindingVerdict::LookHere);
            bar.resize(100, 16);
            const QImage image = bar.grab().toImage();
            const QColor color = Theme::instance().colors().warning;
            int pixels = 0;
            for (int x = 0; x < image.width(); ++x)
                pixels += image.pixelColor(x, image.height() / 2) == color;
            return pixels / image.devicePixelRatio();
        };
        const auto isNear = [](double pixels, double wanted) { return std::abs(pixels - wanted) <= 4.0; };
        QVERIFY(isNear(filled({.value = 0.1, .threshold = 0.05}), 10.0));
        QVERIFY(isNear(filled({.value = 0.3, .threshold = 0.25}), 30.0));
        QVERIFY(isNear(filled({.value = 0.3, .threshold = 0.65, .isWorseAbove = false}), 30.0));
        QVERIFY(isNear(filled({.value = 2.0, .threshold = 0.1}), 98.0)); // without the mark
        const auto* bar = card("memory")->findChild<MeasureBar*>();
        QVERIFY2(bar->toolTip().startsWith("From 0 to 100 %"), qPrintable(bar->toolTip()));
    }

    void aLinkPicksTheOperatorAndBringsItsView()
    {
        QSignalSpy wanted(m_view.get(), &AdviceView::viewWanted);
        QTest::mouseClick(card("costliest-operators")->findChild<QToolButton*>("link"), Qt::LeftButton);
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].toString(), QString("operators"));
        QCOMPARE(m_selection->focus().operatorName, QString("aten::select"));
        auto* steps = card("data-loading")->findChild<QToolButton*>("link");
        steps->setFocus();
        QTest::keyClick(steps, Qt::Key_Space);
        QCOMPARE(wanted[1][0].toString(), QString("steps"));
    }

    void formulasAreShownWhenWanted()
    {
        QVERIFY(m_view->findChildren<QLabel*>("formula").isEmpty());
        QVERIFY(card("data-loading")->toolTip().contains("time analyzed"));
        m_view->findChild<QToolButton*>("formulas")->click();
        QVERIFY(page()); // stays until the one with formulas is whole
        QVERIFY(!m_view->isWhole());
        QTRY_VERIFY(m_view->isWhole());
        QCOMPARE(m_view->findChildren<QLabel*>("formula").size(), 8);
        QVERIFY(m_view->findChildren<QLabel*>("formula").first()->text().startsWith("Formula: "));
    }

    void namesStayText()
    {
        for (const auto* label : m_view->findChild<QScrollArea*>()->widget()->findChildren<QLabel*>()) {
            if (label->text().contains("<b>"))
                QCOMPARE(label->textFormat(), Qt::PlainText);
        }
        QCOMPARE(labelsWith("<b>name</b>").size(), 1);
    }

    /// As beside the run in a window of 1024x700. Names of kernels may have hundreds of letters.
    void aLongNameDoesNotWidenThePage()
    {
        Run run = runToLookAt();
        const std::string name(300, 'x');
        run.trace.names = {};
        run.trace.names.intern("aten::select");
        run.trace.names.intern(name);
        m_view->showRun(&run);
        QTRY_VERIFY(m_view->isWhole());
        const QString shown = QString::fromStdString(name);
        QCOMPARE(labelsWith(shown).size(), 1);
        QVERIFY(labelsWith(shown)[0]->toolTip().contains(shown));
        m_view->resize(651, 560);
        const auto* area = m_view->findChild<QScrollArea*>();
        QTRY_VERIFY2(page()->width() <= area->viewport()->width(),
                     qPrintable(QString("%1 of %2").arg(page()->width()).arg(area->viewport()->width())));
        m_view->showRun(nullptr);
    }

    void anotherRunStartsAtTheTop()
    {
        m_view->resize(651, 400);
        auto* bar = m_view->findChild<QScrollArea*>()->verticalScrollBar();
        QTRY_VERIFY(bar->maximum() > 0);
        bar->setValue(bar->maximum());
        const Run other = runToLookAt();
        m_view->showRun(&other);
        QTRY_VERIFY(m_view->isWhole());
        QVERIFY(bar->maximum() > 0);
        QCOMPARE(bar->value(), 0);
        m_view->showRun(nullptr);
    }

    void speaksOfTheStepsThatArePicked()
    {
        QVERIFY(scope().contains("10 recorded steps from 10 to 19"));
        m_selection->setSteps({12, 15});
        QTRY_VERIFY(scope().contains("4 recorded steps from 12 to 15"));
        m_selection->setSteps({50, 60});
        QTRY_VERIFY(scope().startsWith("None of the selected steps"));
        QTRY_COMPARE(cards().size(), 4);
        m_selection->setSteps({});
        QTRY_COMPARE(cards().size(), 8);
    }

    void isCopiedAsMarkdown()
    {
        m_view->findChild<QToolButton*>("copyAdvice")->click();
        const QString words = QGuiApplication::clipboard()->text();
        QVERIFY(words.startsWith("# Guided analysis: "));
        QVERIFY(words.contains("## Needs attention: Data loading"));
        QVERIFY(!words.contains("<b>"));
        QGuiApplication::clipboard()->clear();
        m_view->copyContent();
        QCOMPARE(QGuiApplication::clipboard()->text(), words);
    }

    void isExported()
    {
        QTemporaryDir folder;
        const auto items = m_view->exportItems();
        QCOMPARE(items.size(), 2);
        items[0].write(folder.filePath("analysis.md"));
        items[1].write(folder.filePath("analysis.csv"));
        QVERIFY(contentOf(folder.filePath("analysis.md")).contains("## Good: Memory"));
        QVERIFY(contentOf(folder.filePath("analysis.csv"))
                    .contains("\ndata-loading,Data loading,look-here,50,5,"));
    }

    void aHiddenViewAnswersWhenAnExportAsks()
    {
        AdviceView hidden(m_selection.get(), test::quietMachine);
        hidden.showRun(&m_run);
        QVERIFY(hidden.findings().empty());
        QCOMPARE(hidden.exportItems().size(), 2);
    }

    void followsARunThatTrains()
    {
        Run growing;
        growing.outcome = RunOutcome::Running;
        m_view->showRun(&growing);
        QVERIFY(!page()); // nothing of the previous run
        QCOMPARE(emptyTitle(), QString("Waiting for the first step…"));
        growing = runToLookAt();
        growing.outcome = RunOutcome::Running;
        m_view->refresh();
        QTRY_VERIFY(m_view->isWhole());
        QCOMPARE(card("memory")->finding().verdict, FindingVerdict::Good);
        growing.outcome = RunOutcome::Finished; // the final figures come immediately
        growing.samples.back().residentBytes = 999'000'000;
        m_view->refresh();
        QTRY_COMPARE(card("memory")->finding().verdict, FindingVerdict::LookHere);
        m_view->showRun(nullptr);
    }

    void aFindingThatNamesASettingCanBeMeasured()
    {
        QSignalSpy wanted(m_view.get(), &AdviceView::measureWanted);
        auto* button = card("costliest-operators")->findChild<QToolButton*>("measure");
        QVERIFY(button && button->isEnabled());
        QCOMPARE(button->text(), QString("Measure: Precision bfloat16"));
        const auto* ofData = card("data-loading")->findChild<QToolButton*>("measure");
        QVERIFY(ofData);
        QCOMPARE(ofData->text(), QString("Measure: Loader workers 1"));
        QVERIFY(!card("memory")->findChild<QToolButton*>("measure")); // no setting would help
        button->click();
        QCOMPARE(wanted.size(), 1);
        const auto change = wanted[0][0].value<SettingChange>();
        QCOMPARE(change.value, std::string("bfloat16"));

        m_view->showMeasured(change, "no difference");
        QTRY_VERIFY(m_view->isWhole());
        const auto result = [this] {
            return card("costliest-operators")->findChild<QLabel*>("measured")->text();
        };
        QCOMPARE(result(), QString("Measured: no difference"));
        m_view->setWhyNotMeasure("A network is being trained.");
        QTRY_VERIFY(m_view->isWhole());
        button = card("costliest-operators")->findChild<QToolButton*>("measure");
        QVERIFY(!button->isEnabled());
        QCOMPARE(button->toolTip(), QString("A network is being trained."));
        QCOMPARE(result(), QString("Measured: no difference"));

        const Run again = runToLookAt();
        m_view->showRunAgain(&again);
        QTRY_VERIFY(m_view->isWhole());
        QCOMPARE(result(), QString("Measured: no difference"));
        const Run other = runToLookAt();
        m_view->showRun(&other);
        QTRY_VERIFY(m_view->isWhole());
        QCOMPARE(result(), QString()); // of another run
        m_view->showRun(nullptr);
    }

    void saysWhatToDoWithoutARun()
    {
        m_view->showRun(nullptr);
        QCOMPARE(emptyTitle(), QString("No analysis yet"));
        QVERIFY(m_view->exportItems().isEmpty());
        m_view->copyContent(); // of nothing: does nothing
    }

private:
    QWidget* page() const { return m_view->findChild<QScrollArea*>()->widget(); }
    QList<FindingCard*> cards() const { return page()->findChildren<FindingCard*>(); }
    FindingCard* card(const QString& name) const { return page()->findChild<FindingCard*>(name); }
    QString scope() const { return page()->findChild<QLabel*>("scope")->text(); }
    QString emptyTitle() const { return m_view->findChild<QLabel*>("adviceEmptyTitle")->text(); }
    QList<QLabel*> labelsWith(const QString& words) const
    {
        QList<QLabel*> labels;
        for (auto* label : m_view->findChildren<QLabel*>()) {
            if (label->text() == words)
                labels += label;
        }
        return labels;
    }

    Run m_run;
    std::unique_ptr<TraceSelection> m_selection;
    std::unique_ptr<AdviceView> m_view;
};

QTEST_MAIN(TestAdviceView)
#include "test_advice_view.moc"
