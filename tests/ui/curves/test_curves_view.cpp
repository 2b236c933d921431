#include "tests/ui/curves/curves_fixture.h"

#include "core/experiment/experiment_kinds.h"
#include "ui/support/qt_text.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QSlider>
#include <QTemporaryDir>
#include <QToolButton>

#include <cmath>
#include <limits>

using namespace stepscope;
using namespace stepscope::ui;

class TestCurvesView : public CurvesFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { openView(); }
    void cleanup() { m_view.reset(); }

    void saysWhatToDoWhenThereIsNothing();
    void saysWhyARunHasNoSteps();
    void anImportedTraceHasNoCurves();
    void growsOnRefresh();
    void aModelThatGivesOnlyItsLossHasNoAccuracy();
    void takesInALongRunBitByBit();
    void handsOverNoMoreThanTwoPointsAPixel();
    void marksEachStepWhenThereAreFew();
    void legendEntriesToggle();
    void aNarrowLegendIsBesideTheTitle();
    void logScaleTakesZeroLosses();
    void lossThatIsNotFiniteDoesNotBreakThePlot();
    void xAxisCountsStepsEpochsOrSeconds();
    void readOutShowsTheStepUnderTheCursor();
    void smoothingSliderDrawsASecondLine();
    void theToolsAreInOneRowWhereTheViewIsNarrow();
    void themeRecolors();
    void exportsMatchTheRun();
    void copiesAPicture();
};

void TestCurvesView::saysWhatToDoWhenThereIsNothing()
{
    QVERIFY(texts().contains("Press Train"));
    QVERIFY(!plot().isVisible());
    QVERIFY(m_view->exportItems().isEmpty());
}

void TestCurvesView::saysWhyARunHasNoSteps()
{
    Run run;
    run.outcome = RunOutcome::Running;
    show(run);
    QVERIFY(texts().contains("Waiting for the first step"));
    run.outcome = RunOutcome::Failed;
    run.failure = "The disk is on fire.";
    run.scalars.push_back(
        {.tag = "stepscope/reference loop", .points = {{}}}); // measured before the first step
    m_view->refresh();
    QVERIFY(texts().contains("The run failed before its first step"));
    QVERIFY(texts().contains("The disk is on fire."));
}

void TestCurvesView::anImportedTraceHasNoCurves()
{
    Run run;
    run.outcome = RunOutcome::Finished;
    run.experiment.dataset.clear(); // as of all that was not trained here
    run.steps = {{.durationNs = 1'000, .loss = std::nanf("")}};
    m_view->showRun(&run);
    QVERIFY(texts().contains("This run has no curves"));
    QVERIFY(!plot().isVisible());
    QVERIFY(m_view->exportItems().isEmpty());
    run.experiment.dataset = "mnist"; // a training, whose loss may not be finite
    m_view->showRun(&run);
    QTRY_VERIFY(plot().isVisible());
    m_view->showRun(nullptr);
}

void TestCurvesView::growsOnRefresh()
{
    Run run = fallingRun(50, 100);
    show(run);
    QVERIFY(plot().isVisible());
    QCOMPARE(plot().loss().raw->data()->size(), 50);
    growRun(run, 70);
    m_view->refresh();
    settle();
    QCOMPARE(plot().loss().raw->data()->size(), 120);
    QCOMPARE(plot().accuracy().raw->data()->size(), 120);
    QCOMPARE(plot().loss().test->data()->size(), 1);
    QCOMPARE(plot().loss().test->data()->at(0)->key, 99.0);
    QCOMPARE(plot().loss().test->data()->at(0)->value, run.epochs[0].testLoss);
    QCOMPARE(plot().accuracy().test->data()->at(0)->value, 100.0 * run.epochs[0].testAccuracy());
}

/// Which is known from the first step on.
void TestCurvesView::aModelThatGivesOnlyItsLossHasNoAccuracy()
{
    Run run = fallingRun(0);
    run.experiment.network = torchScriptName;
    run.experiment.loss = modelLossName;
    show(run);
    QVERIFY(plot().accuracy().rect->visible());
    growRun(run, 20);
    m_view->refresh();
    settle();
    QVERIFY(plot().accuracy().rect->visible());

    Run other = fallingRun(0);
    other.experiment = run.experiment;
    show(other);
    growRun(other, 20);
    for (StepMetrics& step : other.steps)
        step.correct = StepMetrics::notCounted;
    m_view->refresh();
    settle();
    QVERIFY(!plot().accuracy().rect->visible());
    QCOMPARE(plot().loss().raw->data()->size(), 20);
    m_view->showRun(nullptr);
}

void TestCurvesView::handsOverNoMoreThanTwoPointsAPixel()
{
    Run run = fallingRun(30'000);
    show(run);
    const int width = plot().loss().rect->width();
    QVERIFY(plot().loss().raw->data()->size() <= 2 * (width + 2));
    QVERIFY(plot().loss().raw->data()->size() > width);
    float highest = 0.0F;
    for (const StepMetrics& step : run.steps)
        highest = std::max(highest, step.loss);
    bool found = false;
    QCOMPARE(plot().loss().raw->getValueRange(found).upper, double(highest));
}

void TestCurvesView::takesInALongRunBitByBit()
{
    Run run = fallingRun(150'000);
    run.epochs.clear(); // otherwise the axis reaches their end immediately
    m_view->showRun(&run);
    QVERIFY(!x().contains(149'999.0));
    QTRY_VERIFY(x().contains(149'999.0));
    m_view->setSmoothing(0.5);
    const auto smoothed = [this] { return plot().loss().smoothed->data(); };
    QTRY_VERIFY(!smoothed()->isEmpty() && smoothed()->constEnd()[-1].key == 149'999.0);
}

void TestCurvesView::marksEachStepWhenThereAreFew()
{
    Run run = fallingRun(1);
    show(run);
    QVERIFY(!plot().loss().raw->scatterStyle().isNone());
    QVERIFY(x().contains(0.0));
    growRun(run, 999);
    m_view->refresh();
    settle();
    QVERIFY(plot().loss().raw->scatterStyle().isNone());
}

void TestCurvesView::legendEntriesToggle()
{
    Run run = fallingRun(500);
    show(run);
    const auto click = [&] {
        const auto* legend = plot().findChild<QCPLegend*>();
        QTest::mouseClick(&plot(), Qt::LeftButton, {}, legend->item(0)->rect().center());
        settle();
    };
    QVERIFY(plot().loss().raw->visible());
    click();
    QVERIFY(!plot().loss().raw->visible());
    QVERIFY(!plot().accuracy().raw->visible());
    QCOMPARE(plot().loss().raw->data()->size(), 0);
    QVERIFY(plot().loss().test->visible());
    click();
    QVERIFY(plot().loss().raw->visible());
}

void TestCurvesView::aNarrowLegendIsBesideTheTitle()
{
    Run run = fallingRun(500);
    show(run);
    const auto size = m_view->size();
    for (const int width : {1000, 560, 1000}) {
        m_view->resize(width, 700);
        settle();
        const auto* legend = plot().findChild<QCPLegend*>();
        QVERIFY(!legend->rect().intersects(plot().loss().title->rect()));
        QCOMPARE(legend->rowCount(), width == 560 ? 2 : 1);
        for (int i = 0; i < legend->itemCount(); ++i) {
            if (const auto* item = legend->item(i)) {
                QVERIFY(plot().rect().contains(item->outerRect()));
                QVERIFY(!item->rect().intersects(plot().loss().rect->rect()));
            }
        }
    }
    m_view->resize(640, 700);
    settle();
    const auto* legend = plot().findChild<QCPLegend*>();
    QCOMPARE(legend->rowCount(), 1);
    m_view->setLogLoss(true); // with a longer title
    settle();
    QVERIFY(!legend->rect().intersects(plot().loss().title->rect()));
    m_view->setLogLoss(false);
    m_view->resize(size);
}

void TestCurvesView::logScaleTakesZeroLosses()
{
    Run run = fallingRun(300);
    for (size_t i = 100; i < 300; i += 3)
        run.steps[i].loss = 0.0F;
    show(run);
    m_view->setLogLoss(true);
    settle();
    const QCPRange range = plot().loss().y->range();
    QVERIFY(range.lower > 0.0);
    for (const QCPGraphData& point : *plot().loss().raw->data())
        QVERIFY(point.value > 0.0);
    QVERIFY(plot().loss().raw->data()->at(100)->value < range.lower);

    for (StepMetrics& step : run.steps)
        step.loss = 0.0F;
    show(run);
    QVERIFY(plot().loss().y->range().lower > 0.0);
}

void TestCurvesView::lossThatIsNotFiniteDoesNotBreakThePlot()
{
    Run run = fallingRun(400);
    run.steps[100].loss = std::numeric_limits<float>::quiet_NaN();
    for (size_t i = 300; i < 400; ++i)
        run.steps[i].loss = std::numeric_limits<float>::infinity();
    show(run);
    for (const bool logarithmic : {false, true}) {
        m_view->setLogLoss(logarithmic);
        settle();
        const QCPRange range = plot().loss().y->range();
        QVERIFY(std::isfinite(range.lower) && std::isfinite(range.upper));
        QVERIFY(range.upper < 20.0);
        QVERIFY(std::isnan(plot().loss().raw->data()->at(100)->value));
        QCOMPARE(plot().loss().raw->data()->at(101)->value, double(run.steps[101].loss));
    }
    hover(QPoint(int(plot().loss().x->coordToPixel(350)), plot().loss().rect->center().y()));
    QVERIFY(texts().contains("∞"));
}

void TestCurvesView::xAxisCountsStepsEpochsOrSeconds()
{
    Run run = fallingRun(1000, 250);
    show(run);
    auto* choice = m_view->findChild<QComboBox*>("xAxis");
    choice->setCurrentIndex(1);
    settle();
    QVERIFY(x().contains(4.0));
    QVERIFY(x().upper < 5.0);
    QCOMPARE(plot().accuracy().test->data()->at(3)->key, 4.0);
    QCOMPARE(plot().accuracy().x->label(), "Epochs completed"); // the readout numbers them from 1
    choice->setCurrentIndex(2);
    settle();
    QCOMPARE(plot().accuracy().test->data()->at(3)->key, double(run.epochs[3].endNs) * 1e-9);
    QVERIFY(plot().accuracy().x->label().contains("(s)"));
}

void TestCurvesView::readOutShowsTheStepUnderTheCursor()
{
    Run run = fallingRun(2000, 1000);
    show(run);
    QVERIFY(texts().contains("|1,999|"));
    const int pixel = int(std::lround(plot().accuracy().x->coordToPixel(1200)));
    hover(QPoint(pixel, plot().accuracy().rect->center().y()));
    const size_t step = plot().mapping().nearest(plot().accuracy().x->pixelToCoord(pixel), 2000);
    QVERIFY(texts().contains(QString("|%1|").arg(countText(step))));
    QVERIFY(texts().contains(QString::number(run.steps[step].loss, 'f', 4)));
    QVERIFY(texts().contains(QString::number(run.epochs[0].testLoss, 'f', 4)));
    QVERIFY(plot().loss().cursor->visible() && plot().accuracy().cursor->visible());
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(&plot(), &leave);
    QVERIFY(!plot().loss().cursor->visible());
    QVERIFY(texts().contains("|1,999|"));
}

void TestCurvesView::smoothingSliderDrawsASecondLine()
{
    Run run = fallingRun(500);
    show(run);
    auto* slider = m_view->findChild<QSlider*>("smoothing");
    slider->setValue(0);
    settle();
    QVERIFY(!plot().loss().smoothed->visible());
    slider->setValue(95);
    settle();
    QVERIFY(plot().loss().smoothed->visible());
    QCOMPARE(plot().loss().smoothed->data()->size(), 500);
    const auto roughness = [](QCPGraph* graph) {
        double sum = 0.0;
        for (int i = 1; i < graph->data()->size(); ++i)
            sum += std::abs(graph->data()->at(i)->value - graph->data()->at(i - 1)->value);
        return sum;
    };
    QVERIFY(roughness(plot().loss().smoothed) < roughness(plot().loss().raw) / 4);
}

void TestCurvesView::theToolsAreInOneRowWhereTheViewIsNarrow()
{
    Run run = fallingRun(500);
    show(run);
    auto* slider = m_view->findChild<QSlider*>("smoothing");
    const QWidget* tools = slider->parentWidget();
    const auto label = [&] {
        for (const auto* each : tools->findChildren<QLabel*>()) {
            if (each->text() == "&X axis")
                return each->geometry();
        }
        return QRect();
    };
    QVERIFY(tools->rect().contains(label()));
    const int wide = slider->width();
    m_view->resize(540, 500); // beside the form, in a window of 1024 pixels
    settle();
    QCOMPARE(tools->height(), tools->layout()->sizeHint().height());
    QVERIFY(!tools->rect().intersects(label())); // the tooltip of the box has to do
    QVERIFY(slider->width() >= 40 && slider->width() <= wide);
    QVERIFY(slider->toolTip().contains("0.90"));
}

void TestCurvesView::themeRecolors()
{
    Run run = fallingRun(500);
    show(run);
    Theme::instance().setMode(ThemeMode::Dark);
    settle();
    QCOMPARE(plot().loss().smoothed->pen().color(), Theme::darkColors().train);
    QCOMPARE(plot().grab().toImage().pixelColor(2, 2), Theme::darkColors().surface);
    Theme::instance().setMode(ThemeMode::Light);
    QCOMPARE(plot().loss().smoothed->pen().color(), Theme::lightColors().train);
}

void TestCurvesView::exportsMatchTheRun()
{
    Run run = fallingRun(30, 10);
    show(run);
    QTemporaryDir folder;
    const auto lines = [&](const QString& name) {
        for (const ExportItem& item : m_view->exportItems()) {
            if (item.fileName == name)
                item.write(folder.filePath(name + ".csv"));
        }
        QFile file(folder.filePath(name + ".csv"));
        return file.open(QFile::ReadOnly) ? QString::fromUtf8(file.readAll()).trimmed().split('\n')
                                          : QStringList();
    };
    QCOMPARE(lines("metrics").size(), 31);
    QCOMPARE(lines("epochs").size(), 4);
}

void TestCurvesView::copiesAPicture()
{
    Run run = fallingRun(30, 10);
    show(run);
    m_view->copyContent();
    const QImage copied = QGuiApplication::clipboard()->image();
    QCOMPARE(copied.size(), 2 * m_view->plot()->size());
}

QTEST_MAIN(TestCurvesView)
#include "test_curves_view.moc"
