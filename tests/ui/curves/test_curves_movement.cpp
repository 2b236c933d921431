#include "tests/ui/curves/curves_fixture.h"

#include <QToolButton>

using namespace stepscope;
using namespace stepscope::ui;

/// Zooming, panning and following.
class TestCurvesMovement : public CurvesFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { openView(); }
    void cleanup() { m_view.reset(); }

    void followsTheNewestStep();
    void followTurnsOffOnWheelZoom();
    void wheelZoomsAtTheCursor();
    void wheelOverAnAxisZoomsThatAxis();
    void draggingZoomsIntoTheFrame();
    void shiftDraggingPans();
    void controlDraggingSelectsSteps();
    void fitShowsTheWholeRun_data();
    void fitShowsTheWholeRun();
    void followingWhileZoomedSlides();
    void aRunThatIsReadAgainKeepsTheZoom();
    void aRunThatIsReadAgainIsFollowedAsBefore();
    void arrowsAndPlusMoveByKeyboard();
    void bothXAxesMoveTogether();
};

void TestCurvesMovement::followsTheNewestStep()
{
    Run run = fallingRun(100);
    show(run);
    QVERIFY(m_view->isFollowing());
    growRun(run, 400);
    m_view->refresh();
    QVERIFY(x().contains(499.0));
    QVERIFY(x().contains(0.0));
}

void TestCurvesMovement::followTurnsOffOnWheelZoom()
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

void TestCurvesMovement::wheelZoomsAtTheCursor()
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

void TestCurvesMovement::wheelOverAnAxisZoomsThatAxis()
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

void TestCurvesMovement::draggingZoomsIntoTheFrame()
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

void TestCurvesMovement::shiftDraggingPans()
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

void TestCurvesMovement::controlDraggingSelectsSteps()
{
    TraceSelection selection;
    m_view->setSelection(&selection);
    Run run = fallingRun(500);
    show(run);
    const QCPRange before = x();
    const QRect inner = plot().loss().rect->rect();
    const QPoint from = inner.topLeft() + QPoint(100, 40);
    const QPoint to = inner.topLeft() + QPoint(300, 120);
    const double left = plot().loss().x->pixelToCoord(from.x());
    const double right = plot().loss().x->pixelToCoord(to.x());
    drag(from, to, Qt::ControlModifier);
    QCOMPARE(x(), before); // not zoomed
    QVERIFY(std::abs(double(selection.steps().first) - left) < 2.0);
    QVERIFY(std::abs(double(selection.steps().last) - right) < 2.0);
    QVERIFY(plot().loss().selection->visible());
    QVERIFY(std::abs(plot().loss().selection->bottomRight->coords().x() - right) < 2.0);
    QTest::mouseClick(&plot(), Qt::LeftButton, Qt::ControlModifier, from);
    QVERIFY(selection.steps().isAll());
    QVERIFY(!plot().loss().selection->visible());
    selection.setSteps({10, 20}); // in another view
    QCOMPARE(plot().loss().selection->bottomRight->coords().x(), 20.0);
}

void TestCurvesMovement::fitShowsTheWholeRun_data()
{
    QTest::addColumn<QString>("by");
    for (const char* by : {"button", "key", "double click"})
        QTest::newRow(by) << by;
}

void TestCurvesMovement::fitShowsTheWholeRun()
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

void TestCurvesMovement::followingWhileZoomedSlides()
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

void TestCurvesMovement::aRunThatIsReadAgainKeepsTheZoom()
{
    Run run = fallingRun(500);
    show(run);
    m_view->setSmoothing(0.5);
    wheel(plot().loss().rect->center(), 5);
    hover(plot().loss().rect->center());
    const QCPRange zoomed = x();
    const QCPRange zoomedLoss = plot().loss().y->range();
    const QString readout = texts();
    const Run again = fallingRun(500);
    m_view->showRunAgain(&again);
    settle();
    QCOMPARE(x(), zoomed);
    QCOMPARE(plot().loss().y->range(), zoomedLoss);
    QCOMPARE(texts(), readout); // of the step at the cursor, with the same smoothing
    QVERIFY(!m_view->isFollowing());

    const Run shorter = fallingRun(100);
    m_view->showRunAgain(&shorter);
    QVERIFY(x().upper < 110.0);
    QVERIFY(x().lower >= -10.0);
    m_view->showRun(nullptr);
}

void TestCurvesMovement::aRunThatIsReadAgainIsFollowedAsBefore()
{
    Run run = fallingRun(500);
    show(run);
    wheel(plot().loss().rect->center(), 5);
    const double size = x().size();
    QTest::mouseClick(m_view->findChild<QToolButton*>("follow"), Qt::LeftButton);
    const Run longer = fallingRun(700);
    m_view->showRunAgain(&longer);
    QVERIFY(std::abs(x().size() - size) < 1e-6);
    QVERIFY(x().contains(699.0));
    m_view->fit();
    m_view->showRunAgain(&run);
    QVERIFY(x().contains(0.0));
    QVERIFY(!x().contains(600.0));
    m_view->showRun(nullptr);
}

void TestCurvesMovement::arrowsAndPlusMoveByKeyboard()
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

void TestCurvesMovement::bothXAxesMoveTogether()
{
    Run run = fallingRun(500);
    show(run);
    plot().accuracy().x->setRange(20.0, 40.0);
    QCOMPARE(plot().loss().x->range(), QCPRange(20.0, 40.0));
    plot().loss().x->setRange(1.0, 4.0);
    QCOMPARE(plot().accuracy().x->range(), QCPRange(1.0, 4.0));
}

QTEST_MAIN(TestCurvesMovement)
#include "test_curves_movement.moc"
