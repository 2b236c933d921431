#include "core/trace/timeline/timeline_event.h"
#include "tests/ui/support/pseudo_translator.h"
#include "timeline_fixture.h"

#include "ui/support/step_choice.h"
#include "ui/timeline/timeline_labels.h"
#include "ui/timeline/timeline_minimap.h"
#include "ui/timeline/timeline_text.h"

#include <QContextMenuEvent>
#include <QFontMetrics>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTimer>
#include <QToolButton>

#include <cmath>

using namespace stepscope;
using namespace stepscope::ui;

class TestTimelineView : public QObject, private test::TimelineFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }

    void init() { showTrainedRun(); }

    void cleanup() { m_view.reset(); }

    void saysWhatToDoWithoutARun()
    {
        m_view->showRun(nullptr);
        QVERIFY(emptyText().contains("Press Train"));
        QVERIFY(m_view->exportItems().isEmpty());
        QTest::keyClick(canvas(), Qt::Key_W); // of nothing: does nothing
        QTest::mouseClick(canvas()->viewport(), Qt::LeftButton, {}, {400, 200});
        m_view->goToNextHit();
    }

    void saysWhyThereIsNoTimeline()
    {
        Run run;
        run.outcome = RunOutcome::Running;
        m_view->showRun(&run);
        QVERIFY(emptyText().contains("Waiting"));
        run.outcome = RunOutcome::Finished;
        m_view->refresh();
        QVERIFY(emptyText().contains("No step was profiled"));
        run.experiment.profile = false;
        m_view->refresh();
        QVERIFY(emptyText().contains("profiler was off"));
        m_view->showRun(nullptr);
    }

    void allEventsAreInThePictureAtFirst()
    {
        uint32_t count = 0;
        for (const TimelineSpan& span : canvas()->list().spans)
            count += span.count;
        QCOMPARE(count, trace().size() + 6);
        QVERIFY(scale().isFitted());
        QCOMPARE(scene().rows.bands.size(), size_t(3)); // steps and two threads
    }

    void theWheelZoomsAtThePointer()
    {
        const QPointF at(700, 300);
        const int64_t before = scene().timeAt(at.x());
        for (int notch = 0; notch < 8; ++notch)
            turnWheel(at, 120);
        QVERIFY(!scale().isFitted());
        QVERIFY(std::abs(scene().timeAt(at.x()) - before) <= int64_t(scale().nsPerPixel) + 1);
        for (int notch = 0; notch < 9; ++notch)
            turnWheel(at, -120);
        QVERIFY(scale().isFitted());
    }

    void keysZoomAndMove()
    {
        const double whole = scale().nsPerPixel;
        QTest::keyClick(canvas(), Qt::Key_W);
        QTest::keyClick(canvas(), Qt::Key_W);
        QVERIFY(scale().nsPerPixel < whole / 1.5);
        const double start = scale().startNs;
        QTest::keyClick(canvas(), Qt::Key_D);
        QVERIFY(scale().startNs > start);
        QTest::keyClick(canvas(), Qt::Key_A);
        QVERIFY(std::abs(scale().startNs - start) < 1.0);
        QTest::keyClick(canvas(), Qt::Key_S);
        QVERIFY(scale().nsPerPixel < whole);
        QTest::keyClick(canvas(), Qt::Key_F);
        QVERIFY(scale().isFitted());
    }

    void theMenuOfAnEventFitsItAndOffersItsNameAsSteps()
    {
        StepChoice steps;
        Run imported = *m_run;
        imported.experiment.dataset.clear();
        steps.setRun(&imported, {}, true);
        m_view->setStepChoice(&steps);
        const EventId event = find("aten::addmm");
        QSignalSpy wanted(&steps, &StepChoice::wanted);
        QTimer::singleShot(0, this, [&] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            for (QAction* action : menu->actions()) {
                if (action->text() == "Use as steps" || action->text() == "Fit this event")
                    action->trigger();
            }
            menu->close();
        });
        canvas()->fit(event);
        const QPoint at = scene().rectOf(event).center().toPoint();
        canvas()->fitAll();
        canvas()->fit(event);
        QContextMenuEvent rightClick(QContextMenuEvent::Mouse, at, canvas()->viewport()->mapToGlobal(at));
        QApplication::sendEvent(canvas()->viewport(), &rightClick);
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(m_selection->focus().operatorName, wanted[0][0].toString());
        QVERIFY(!scale().isFitted());
    }

    void stepsOfATrainingAreItsOwn()
    {
        StepChoice steps;
        steps.setRun(m_run, {}, true);
        QVERIFY(!steps.isPossible());
        m_view->setStepChoice(&steps);
        QMenu menu;
        m_view->fillMenu(&menu, find("aten::addmm"));
        for (const QAction* action : menu.actions())
            QVERIFY(!action->text().startsWith("Use ") || !action->isEnabled());
    }

    void ofTheSameEventsTheSamePartIsShown()
    {
        canvas()->zoomBy(8);
        canvas()->setCollapsed(0, true);
        const TimelineScale before = scale();
        const Run again = *m_run;
        m_view->showRun(&again);
        QTRY_VERIFY(m_view->isUpToDate());
        QCOMPARE(scale().startNs, before.startNs);
        QCOMPARE(scale().nsPerPixel, before.nsPerPixel);
        QVERIFY(std::ranges::any_of(scene().rows.bands, &TimelineBand::collapsed));
        Run other = again;
        ++other.trace.durationNs[0];
        m_view->showRun(&other);
        QTRY_VERIFY(m_view->isUpToDate());
        QVERIFY(scale().isFitted());
        m_view->showRun(nullptr);
    }

    void ofTheSameEventsTheChosenStepIsNotFittedAnew()
    {
        m_selection->setSteps({11, 11});
        QVERIFY(scene().scope.has_value());
        canvas()->zoomBy(4);
        const TimelineScale before = scale();
        const Run again = *m_run;
        m_view->showRun(&again);
        QTRY_VERIFY(m_view->isUpToDate());
        QVERIFY(scene().scope.has_value());
        QCOMPARE(scale().startNs, before.startNs);
        QCOMPARE(scale().nsPerPixel, before.nsPerPixel);
        m_view->showRun(nullptr);
    }

    void draggingMoves()
    {
        canvas()->zoomBy(8);
        const int64_t held = scene().timeAt(600);
        drag({600, 300}, {500, 300}, Qt::NoModifier);
        QVERIFY(std::abs(scene().timeAt(500) - held) <= int64_t(scale().nsPerPixel) + 1);
        QVERIFY(!m_selection->focus().event); // it was no click
    }

    void draggingWithShiftSelectsATimeRange()
    {
        drag({400, 300}, {700, 320}, Qt::ShiftModifier);
        QVERIFY(scene().measured.has_value());
        const auto [from, to] = *scene().measured;
        QCOMPARE(from, scene().timeAt(400));
        QCOMPARE(to, scene().timeAt(700));
        int64_t begun = 0;
        for (const int64_t startNs : trace().startNs)
            begun += startNs >= from && startNs < to;
        QVERIFY(begun > 0);
        QCOMPARE(scene().index->startsWithin(from, to), begun);
        QCOMPARE(m_selection->focus(), (TraceFocus{.range = TimeInterval{from, to}}));
        QTest::keyClick(canvas(), Qt::Key_Escape);
        QVERIFY(!scene().measured);
        QCOMPARE(m_selection->focus(), TraceFocus());
        drag({400, 300}, {700, 320}, Qt::ShiftModifier);
        m_selection->setFocus({.operatorName = "aten::addmm"}); // in another view
        QVERIFY(!scene().measured);
        QCOMPARE(m_selection->focus().operatorName, "aten::addmm");
    }

    void aFactAndItsNameAreOneTextToTranslate()
    {
        const TimelineFacts english = eventFacts(trace(), *scene().index, find("aten::addmm"));
        QVERIFY2(english.line().startsWith("duration "), qPrintable(english.line()));
        test::PseudoTranslator translator;
        QVERIFY(QCoreApplication::installTranslator(&translator));
        const QStringList facts =
            eventFacts(trace(), *scene().index, find("aten::addmm")).line().split(" · ");
        QVERIFY2(facts.first().startsWith("[duration "), qPrintable(facts.first()));
        QVERIFY2(facts.contains("[step 10]"), qPrintable(facts.join('\n')));
    }

    void aClickPicksAnEventForAllViews()
    {
        const EventId event = find("aten::addmm");
        canvas()->fit(event);
        click(scene().rectOf(event).center());
        QCOMPARE(*m_selection->focus().event, event);
        QCOMPARE(m_selection->focus().operatorName, "aten::addmm");
        QCOMPARE(m_selection->focus().layer, "fc1");
        QCOMPARE(scene().selected, event);
        QVERIFY2(details().contains("aten::addmm"), qPrintable(details()));
        QVERIFY2(details().contains("step 10"), qPrintable(details()));
        QVERIFY2(details().contains("[64, 9216]"), qPrintable(details()));
        QVERIFY2(details().contains("training"), qPrintable(details()));
        QCOMPARE(m_view->search().isActive(), false); // nothing is faded by a pick in this view

        click({scene().namesWidth + 300.0, double(scene().size.height() - 8)}); // below all tracks
        QVERIFY(!m_selection->focus().event);
        QCOMPARE(scene().selected, noEvent);
    }

    void aClickOnALayerPicksTheLayer()
    {
        const EventId event = find("conv2");
        canvas()->fit(event);
        click(scene().rectOf(event).center());
        QCOMPARE(m_selection->focus().layer, "conv2");
        QCOMPARE(m_selection->focus().operatorName, "");
    }

    void anArrowLeadsFromForwardToBackward()
    {
        const EventId forward = find("aten::mkldnn_convolution");
        m_selection->setFocus({.event = forward, .operatorName = {}, .layer = {}});
        const EventId backward = scene().linked;
        QVERIFY(backward != noEvent);
        QCOMPARE(trace().pass[backward], Pass::Backward);
        QVERIFY(QString::fromStdString(trace().names[trace().name[backward]]).contains("conv2dBackward0"));
        m_selection->setFocus({.event = backward, .operatorName = {}, .layer = {}});
        QCOMPARE(scene().linked, forward);
    }

    void showsWhatIsPickedElsewhere()
    {
        canvas()->zoomBy(50);
        const EventId last(trace().size() - 1);
        m_selection->setFocus({.event = last, .operatorName = {}, .layer = {}});
        QCOMPARE(scene().selected, last);
        const QRectF rect = scene().rectOf(last);
        QVERIFY(QRectF(scene().plot()).intersects(rect));

        m_selection->setFocus({.event = {}, .operatorName = "aten::addmm", .layer = {}});
        QCOMPARE(scene().selected, noEvent);
        QTRY_COMPARE(hits(), "12 events");
        m_selection->setFocus({.event = {}, .operatorName = {}, .layer = "conv1"});
        QTRY_COMPARE(hits(), "6 events");
        QVERIFY(m_view->search().isForLayer());
        m_selection->clear();
        QCOMPARE(hits(), "");
    }

    void nextGoesThroughTheCallsOfWhatIsPickedElsewhere()
    {
        m_selection->setFocus({.event = {}, .operatorName = "aten::addmm", .layer = {}});
        QTRY_COMPARE(hits(), "12 events");
        QTest::keyClick(canvas(), Qt::Key_F3);
        QCOMPARE(hits(), "1 of 12");
        QCOMPARE(*m_selection->focus().event, find("aten::addmm"));
        QTest::keyClick(canvas(), Qt::Key_F3, Qt::ShiftModifier);
        QCOMPARE(hits(), "12 of 12"); // around
    }

    void typingFindsAndEnterGoesOn()
    {
        QTest::keyClick(canvas(), Qt::Key_F, Qt::ControlModifier);
        auto* field = m_view->findChild<QLineEdit*>("timelineSearch");
        QVERIFY(field->hasFocus());
        QTest::keyClicks(field, "ADDMM");
        QTRY_COMPARE(hits(), "12 events");
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(hits(), "1 of 12");
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(hits(), "2 of 12");
        QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(hits(), "1 of 12");
        QTest::keyClicks(field, " or nothing");
        QTRY_COMPARE(hits(), "no match");
        QVERIFY(!m_view->findChild<QToolButton*>("timelineNext")->isEnabled());
        QTest::keyClick(field, Qt::Key_Escape);
        QCOMPARE(field->text(), "");
        QCOMPARE(hits(), "");
        QVERIFY(canvas()->hasFocus());
    }

    void aDoubleClickFitsAnEventAndBesideItAll()
    {
        const EventId event = find("aten::max_pool2d");
        canvas()->fit(find("Optimizer.step#Adadelta"));
        canvas()->fitAll();
        const QPointF place = scene().rectOf(event).center();
        QTest::mouseDClick(canvas()->viewport(), Qt::LeftButton, {}, place.toPoint());
        const QRectF rect = scene().rectOf(event);
        QVERIFY2(rect.width() > 0.5 * scale().width, qPrintable(QString::number(rect.width())));
        QTest::mouseDClick(canvas()->viewport(), Qt::LeftButton, {}, {600, scene().size.height() - 8});
        QVERIFY(scale().isFitted());
    }

    void arrowKeysWalkThroughTheEvents()
    {
        const EventId layer = find("conv1");
        m_selection->setFocus({.event = layer, .operatorName = {}, .layer = {}});
        QTest::keyClick(canvas(), Qt::Key_Down);
        QCOMPARE(*m_selection->focus().event, find("aten::conv2d"));
        QTest::keyClick(canvas(), Qt::Key_Up);
        QCOMPARE(*m_selection->focus().event, layer);
        QTest::keyClick(canvas(), Qt::Key_Right);
        QCOMPARE(*m_selection->focus().event, find("aten::relu"));
        QTest::keyClick(canvas(), Qt::Key_Left);
        QCOMPARE(*m_selection->focus().event, layer);
        QTest::keyClick(canvas(), Qt::Key_Return);
        QVERIFY(scene().rectOf(layer).width() > 0.5 * scale().width);
        QTest::keyClick(canvas(), Qt::Key_Escape);
        QVERIFY(!m_selection->focus().event);
    }

    void theRangeOfStepsIsMarked()
    {
        QVERIFY(!scene().scope);
        m_selection->setSteps({11, 12});
        QCOMPARE(scene().scope->fromNs, trace().steps[1].startNs);
        QCOMPARE(scene().scope->toNs, trace().steps[2].startNs + trace().steps[2].durationNs);
        m_selection->setSteps({500, 600}); // none of them was recorded
        QVERIFY(!scene().scope);
        m_selection->clear();
        QVERIFY(!scene().scope);
    }

    void aClickOnItsNameFoldsATrack()
    {
        const TimelineBand before = *scene().rows.bandOf(0);
        QVERIFY(before.lanes > 3);
        const EventId event = find("aten::mkldnn_convolution");
        const QPointF name(40, scene().yOf(before.top) + 6);
        click(name);
        QCOMPARE(scene().rows.bandOf(0)->lanes, 1);
        QCOMPARE(scene().rectOf(event).top(), double(scene().yOf(before.top)));
        click(name);
        QCOMPARE(scene().rows.bandOf(0)->lanes, before.lanes);
    }

    void followsARecording()
    {
        test::TrainedRun trained(1);
        trained.run.outcome = RunOutcome::Running;
        m_view->showRun(&trained.run);
        QTRY_VERIFY(m_view->isUpToDate());
        trained.addStep();
        m_view->refresh();
        QTRY_VERIFY(m_view->isUpToDate());
        QVERIFY(scale().isFitted()); // all of it, still
        QCOMPARE(scene().index->events(), trained.run.trace.size());
        canvas()->zoomBy(10);
        const int64_t shown = scene().timeAt(600);
        trained.addStep();
        m_view->refresh();
        QTRY_VERIFY(m_view->isUpToDate());
        QCOMPARE(scene().timeAt(600), shown); // stays where the user went
        m_view->showRun(nullptr);
    }

    void anotherRunStartsAnew()
    {
        canvas()->zoomBy(10);
        canvas()->setCollapsed(0, true);
        const test::TrainedRun other(2);
        m_selection->clear();
        m_view->showRun(&other.run);
        QTRY_VERIFY(m_view->isUpToDate());
        QVERIFY(scale().isFitted());
        QCOMPARE(scene().index->events(), other.run.trace.size());
        QVERIFY(scene().rows.bandOf(0)->lanes > 1);
        m_view->showRun(nullptr);
    }

    void theOverviewGoesElsewhere()
    {
        auto* map = m_view->findChild<TimelineMinimap*>("timelineMinimap");
        canvas()->zoomBy(20);
        const double x = map->scale().pixelOf(trace().steps[4].startNs) + scene().namesWidth;
        QTest::mouseClick(map, Qt::LeftButton, {}, QPoint(int(x), 20));
        const double middle = scale().pixelOf(trace().steps[4].startNs) / scale().width;
        QVERIFY2(std::abs(middle - 0.5) < 0.05, qPrintable(QString::number(middle)));
    }

    void rowsAndNamesGrowWithTheText()
    {
        const int names = scene().namesWidth;
        QFont larger = canvas()->font();
        larger.setPixelSize(30);
        canvas()->setFont(larger);
        const int line = QFontMetrics(larger).height();
        const auto* thread = scene().rows.bandOf(0);
        QVERIFY(thread->laneHeight >= line);
        QVERIFY(thread->height >= 2 * line); // its name and its number of events
        QVERIFY(scene().namesWidth > names);
        QCOMPARE(scale().width, double(canvas()->viewport()->width() - scene().namesWidth));
    }

    void aFittedStepStaysFittedInAnotherSize()
    {
        const TraceStep& step = trace().steps[3];
        canvas()->fit(ui::TimeSpan{.fromNs = step.startNs, .toNs = step.startNs + step.durationNs});
        m_view->resize(700, 600);
        QCOMPARE(scale().width, double(canvas()->viewport()->width() - scene().namesWidth));
        const double length = double(step.durationNs) / scale().nsPerPixel / scale().width;
        QVERIFY2(length > 0.85 && length < 0.95, qPrintable(QString::number(length)));
        canvas()->zoomBy(4.0);
        const double nsPerPixel = scale().nsPerPixel;
        m_view->resize(900, 600);
        QCOMPARE(scale().nsPerPixel, nsPerPixel); // the user has moved
    }

    void whatIsUnderThePointerIsTold()
    {
        const EventId event = find("aten::mkldnn_convolution");
        canvas()->fit(event);
        QTest::mouseMove(canvas()->viewport(), scene().rectOf(event).center().toPoint());
        QTRY_VERIFY(details().contains("aten::mkldnn_convolution"));
        QVERIFY(details().contains("layer conv1"));
        canvas()->fitAll();
        const auto target = canvas()->targetAt({scene().xOf(trace().steps[2].startNs) + 20, 40});
        QVERIFY(target && target->track == stepsTrack);
    }

    /// Also if the steps of a training take different times.
    void labelsOfStepsAreAtRegularNumbers()
    {
        std::vector<StepLabelPlace> steps;
        for (int64_t number = 10; number < 30; ++number) // of 46 and 26 pixels in turn
            steps.push_back({number, double(number) * 36.0 + (number % 2 == 0 ? 0.0 : 10.0), 20.0});
        QCOMPARE(distanceOfStepLabels(steps), int64_t(1));
        const auto distanceOf = [&steps](double width) {
            for (StepLabelPlace& step : steps)
                step.width = width;
            return distanceOfStepLabels(steps);
        };
        QCOMPARE(distanceOf(26.0), int64_t(1));
        QCOMPARE(distanceOf(30.0), int64_t(2)); // 11, 13 and so on would fit, but not 10 before 11
        QCOMPARE(distanceOf(73.0), int64_t(5));
        QCOMPARE(distanceOf(200.0), int64_t(10));
        QCOMPARE(distanceOf(10'000.0), int64_t(20)); // 20 alone
        QCOMPARE(distanceOfStepLabels({}), int64_t(1));
        const std::vector<StepLabelPlace> equal(2, StepLabelPlace{0, 5.0, 20.0});
        QVERIFY(distanceOfStepLabels(equal) > 0); // ends
    }

    void keysAreExplained()
    {
        auto* help = m_view->findChild<QLabel*>("timelineHelp");
        QVERIFY(!help->isVisible());
        QTest::keyClick(canvas(), Qt::Key_Question);
        QVERIFY(help->isVisible());
        QVERIFY(help->text().contains("Shift+F3"));
        QTest::keyClick(canvas(), Qt::Key_Question);
        QVERIFY(!help->isVisible());
    }
};

QTEST_MAIN(TestTimelineView)
#include "test_timeline_view.moc"
