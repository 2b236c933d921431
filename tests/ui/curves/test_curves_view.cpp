#include "tests/ui/curves/falling_run.h"
#include "ui/curves/curve_plot.h"
#include "ui/curves/curves_view.h"
#include "ui/theme/theme.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QSignalSpy>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <cmath>
#include <limits>
#include <memory>

using namespace stepscope;
using namespace stepscope::ui;

class TestCurvesView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void saysWhatToDoWhenThereIsNothing();
    void saysWhyARunHasNoSteps();
    void growsOnRefresh();
    void takesInALongRunBitByBit();
    void handsOverNoMoreThanTwoPointsAPixel();
    void marksEachStepWhenThereAreFew();
    void followsTheNewestStep();
    void followTurnsOffOnWheelZoom();
    void wheelZoomsAtTheCursor();
    void wheelOverAnAxisZoomsThatAxis();
    void draggingZoomsIntoTheFrame();
    void shiftDraggingPans();
    void fitShowsTheWholeRun_data();
    void fitShowsTheWholeRun();
    void followingWhileZoomedSlides();
    void arrowsAndPlusMoveByKeyboard();
    void legendEntriesToggle();
    void logScaleTakesZeroLosses();
    void lossThatIsNotFiniteDoesNotBreakThePlot();
    void xAxisCountsStepsEpochsOrSeconds();
    void readOutShowsTheStepUnderTheCursor();
    void smoothingSliderDrawsASecondLine();
    void bothXAxesMoveTogether();
    void themeRecolours();
    void exportsMatchTheRun();
    void copiesAPicture();

private:
    CurvePlot& plot() { return *m_view->plot(); }
    QCPRange x() { return plot().loss().x->range(); }
    void show(Run& run);
    void settle();
    void wheel(QPoint position, int notches);
    void drag(QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {});
    void hover(QPoint position);
    QString texts();

    std::unique_ptr<CurvesView> m_view;
};

void TestCurvesView::initTestCase()
{
    Theme::instance().apply();
    Theme::instance().setMode(ThemeMode::Light);
}

void TestCurvesView::init()
{
    m_view = std::make_unique<CurvesView>();
    m_view->resize(1000, 700);
    m_view->show();
    m_view->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
    m_view->setFocus();
}

void TestCurvesView::cleanup()
{
    m_view.reset();
}

void TestCurvesView::show(Run& run)
{
    m_view->showRun(&run);
    settle();
    plot().setFocus();
}

void TestCurvesView::settle()
{
    QCoreApplication::processEvents();
    plot().replot(QCustomPlot::rpImmediateRefresh);
}

void TestCurvesView::wheel(QPoint position, int notches)
{
    QWheelEvent event(position, plot().mapToGlobal(position), {}, {0, 120 * notches}, Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&plot(), &event);
    settle();
}

void TestCurvesView::drag(QPoint from, QPoint to, Qt::KeyboardModifiers modifiers)
{
    QTest::mousePress(&plot(), Qt::LeftButton, modifiers, from);
    QTest::mouseMove(&plot(), (from + to) / 2);
    QTest::mouseMove(&plot(), to);
    QTest::mouseRelease(&plot(), Qt::LeftButton, modifiers, to);
    settle();
}

void TestCurvesView::hover(QPoint position)
{
    QMouseEvent event(QEvent::MouseMove, position, plot().mapToGlobal(position), Qt::NoButton, Qt::NoButton,
                      Qt::NoModifier);
    QCoreApplication::sendEvent(&plot(), &event);
}

QString TestCurvesView::texts()
{
    QStringList texts;
    for (const QLabel* label : m_view->findChildren<QLabel*>()) {
        if (label->isVisible())
            texts << label->text();
    }
    return texts.join("|");
}

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
    m_view->refresh();
    QVERIFY(texts().contains("The disk is on fire."));
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
    m_view->showRun(&run);
    QVERIFY(!x().contains(149'999.0));
    QTRY_VERIFY(x().contains(149'999.0));
    m_view->setSmoothing(0.5);
    QTRY_COMPARE(plot().loss().smoothed->data()->constEnd()[-1].key, 149'999.0);
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

void TestCurvesView::followsTheNewestStep()
{
    Run run = fallingRun(100);
    show(run);
    QVERIFY(m_view->isFollowing());
    growRun(run, 400);
    m_view->refresh();
    QVERIFY(x().contains(499.0));
    QVERIFY(x().contains(0.0));
}

void TestCurvesView::followTurnsOffOnWheelZoom()
{
    Run run = fallingRun(500);
    show(run);
    wheel(plot().loss().rect->center(), 3);
    QVERIFY(!m_view->isFollowing());
    QVERIFY(!m_view->findChild<QToolButton*>("follow")->isChecked());
    const QCPRange zoomed = x();
    growRun(run, 300);
    m_view->refresh();
    QCOMPARE(x().lower, zoomed.lower);
    QCOMPARE(x().upper, zoomed.upper);
}

void TestCurvesView::wheelZoomsAtTheCursor()
{
    Run run = fallingRun(500);
    show(run);
    const QPoint position = plot().loss().rect->rect().topLeft() + QPoint(200, 80);
    const double xBefore = plot().loss().x->pixelToCoord(position.x());
    const double yBefore = plot().loss().y->pixelToCoord(position.y());
    const double sizeBefore = x().size();
    wheel(position, 2);
    QVERIFY(x().size() < sizeBefore * 0.8);
    QVERIFY(std::abs(plot().loss().x->pixelToCoord(position.x()) - xBefore) < x().size() / 200);
    QVERIFY(std::abs(plot().loss().y->pixelToCoord(position.y()) - yBefore) <
            plot().loss().y->range().size() / 100);
}

void TestCurvesView::wheelOverAnAxisZoomsThatAxis()
{
    Run run = fallingRun(500);
    show(run);
    const QRect inner = plot().loss().rect->rect();
    const QCPRange xBefore = x();
    const QCPRange yBefore = plot().loss().y->range();
    wheel(QPoint(inner.left() - 10, inner.center().y()), 2);
    QCOMPARE(x(), xBefore);
    QVERIFY(plot().loss().y->range().size() < yBefore.size());

    const QCPRange yZoomed = plot().accuracy().y->range();
    const QRect below = plot().accuracy().rect->rect();
    wheel(QPoint(below.center().x(), below.bottom() + 8), 2);
    QVERIFY(x().size() < xBefore.size());
    QCOMPARE(plot().accuracy().y->range(), yZoomed);
}

void TestCurvesView::draggingZoomsIntoTheFrame()
{
    Run run = fallingRun(500);
    show(run);
    const QRect inner = plot().loss().rect->rect();
    const QPoint from = inner.topLeft() + QPoint(100, 40);
    const QPoint to = inner.topLeft() + QPoint(300, 120);
    const double left = plot().loss().x->pixelToCoord(from.x());
    const double right = plot().loss().x->pixelToCoord(to.x());
    const double top = plot().loss().y->pixelToCoord(from.y());
    drag(from, to);
    QVERIFY(std::abs(x().lower - left) < 2.0);
    QVERIFY(std::abs(x().upper - right) < 2.0);
    QVERIFY(std::abs(plot().loss().y->range().upper - top) < 0.1);
    QVERIFY(!m_view->isFollowing());
}

void TestCurvesView::shiftDraggingPans()
{
    Run run = fallingRun(500);
    show(run);
    const QCPRange before = x();
    const QPoint from = plot().loss().rect->center();
    drag(from, from + QPoint(90, 0), Qt::ShiftModifier);
    QVERIFY(std::abs(x().size() - before.size()) < 1e-6);
    QVERIFY(x().lower < before.lower - 10);
    QVERIFY(!m_view->isFollowing());
}

void TestCurvesView::fitShowsTheWholeRun_data()
{
    QTest::addColumn<QString>("by");
    for (const char* by : {"button", "key", "double click"})
        QTest::newRow(by) << by;
}

void TestCurvesView::fitShowsTheWholeRun()
{
    QFETCH(QString, by);
    Run run = fallingRun(500);
    show(run);
    const QCPRange whole = x();
    const QCPRange wholeLoss = plot().loss().y->range();
    wheel(plot().loss().rect->center(), 5);
    QVERIFY(x().size() < whole.size() / 2);
    if (by == "button")
        QTest::mouseClick(m_view->findChild<QToolButton*>("fit"), Qt::LeftButton);
    else if (by == "key")
        QTest::keyClick(&plot(), Qt::Key_F);
    else
        QTest::mouseDClick(&plot(), Qt::LeftButton, {}, plot().loss().rect->center());
    QCOMPARE(x(), whole);
    QCOMPARE(plot().loss().y->range(), wholeLoss);
}

void TestCurvesView::followingWhileZoomedSlides()
{
    Run run = fallingRun(500);
    show(run);
    wheel(plot().loss().rect->center(), 5);
    const double size = x().size();
    QTest::mouseClick(m_view->findChild<QToolButton*>("follow"), Qt::LeftButton);
    growRun(run, 200);
    m_view->refresh();
    QVERIFY(std::abs(x().size() - size) < 1e-6);
    QVERIFY(x().contains(699.0));
}

void TestCurvesView::arrowsAndPlusMoveByKeyboard()
{
    Run run = fallingRun(500);
    show(run);
    const QCPRange before = x();
    QTest::keyClick(&plot(), Qt::Key_Right);
    QVERIFY(x().lower > before.lower);
    QVERIFY(std::abs(x().size() - before.size()) < 1e-6);
    QTest::keyClick(&plot(), Qt::Key_Plus);
    QVERIFY(x().size() < before.size() * 0.9);
    QTest::keyClick(&plot(), Qt::Key_Minus);
    QVERIFY(std::abs(x().size() - before.size()) < 1e-6);
    QTest::keyClick(&plot(), Qt::Key_L);
    QVERIFY(plot().isLogLoss());
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
    QCOMPARE(plot().accuracy().x->label(), "Epoch");
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
    QVERIFY(texts().contains(QString("|%L1|").arg(step)));
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

void TestCurvesView::bothXAxesMoveTogether()
{
    Run run = fallingRun(500);
    show(run);
    plot().accuracy().x->setRange(20.0, 40.0);
    QCOMPARE(plot().loss().x->range(), QCPRange(20.0, 40.0));
    plot().loss().x->setRange(1.0, 4.0);
    QCOMPARE(plot().accuracy().x->range(), QCPRange(1.0, 4.0));
}

void TestCurvesView::themeRecolours()
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
    m_view->copyPicture();
    const QImage copied = QGuiApplication::clipboard()->image();
    QVERIFY(copied.width() > copied.height());
    QVERIFY(copied.height() >= 1000);
}

QTEST_MAIN(TestCurvesView)
#include "test_curves_view.moc"
