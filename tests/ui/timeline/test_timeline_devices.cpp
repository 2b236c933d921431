#include "tests/support/device_run.h"
#include "tests/ui/support/color_distance.h"
#include "timeline_fixture.h"
#include "ui/steps/step_colors.h"
#include "ui/timeline/timeline_text.h"
#include "ui/timeline/timeline_tones.h"

#include <QScrollBar>
#include <QTemporaryDir>

#include <algorithm>
#include <utility>

using namespace stepscope;
using namespace stepscope::ui;

/// Streams, counters and launches.
class TestTimelineDevices : public QObject, private test::TimelineFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }

    void init()
    {
        m_device = std::make_unique<test::DeviceRun>(4);
        show(m_device->run);
        QTRY_COMPARE(counters(), 2);
    }

    void cleanup() { m_view.reset(); }

    void threadsOfTheSameNameHaveTheirIds()
    {
        Trace trace;
        trace.threads = {{.id = 11, .name = "python", .process = 1},
                         {.id = 12, .name = "python", .process = 1},
                         {.id = 13, .name = "python", .process = 2},
                         {.id = 14, .name = "loader", .process = 1}};
        QStringList names;
        for (int track = 0; track < int(trace.threads.size()); ++track)
            names << trackName(trace, track);
        QCOMPARE(names, (QStringList{"python (11)", "python (12)", "python", "loader"}));
    }

    void streamsStandUnderTheirDevice()
    {
        QStringList names;
        for (const auto& band : scene().rows.bands) {
            if (band.kind == TimelineBand::Kind::Track)
                names << trackName(trace(), band.track);
            else if (band.kind == TimelineBand::Kind::Heading)
                names << QString::fromStdString(scene().groups[size_t(band.item)].name);
        }
        QCOMPARE(names, (QStringList{"Steps", "Host", "training", "autograd 0", "GPU 0 · NVIDIA H200",
                                     "stream 7", "stream 20"}));
    }

    void aSingleStepIsShownWithTheWorkThatItLaunched()
    {
        Run& run = m_device->run;
        TraceStep& step = run.trace.steps[1];
        const auto work = std::ranges::find_if(run.trace.deviceWork, [&](const TraceDeviceWork& each) {
            return each.event >= step.firstEvent && each.event < step.endEvent;
        });
        const int64_t endNs = step.startNs + step.durationNs;
        run.trace.durationNs[work->event] = endNs + 500'000 - run.trace.startNs[work->event];
        m_view->showRun(&run);
        QTRY_VERIFY(m_view->isUpToDate());
        m_selection->setSteps({step.number, step.number});
        QCOMPARE(scene().scope->fromNs, step.startNs);
        QCOMPARE(scene().scope->toNs, endNs + 500'000);
        QVERIFY(scale().pixelOf(scene().scope->toNs) <= 1280.0);
        QVERIFY(scale().pixelOf(run.trace.steps[0].startNs) < 0.0); // it is zoomed
    }

    void aClickOnAHeadingFoldsTheGroup()
    {
        const auto before = scene().rows.bands.size();
        const TimelineBand heading = headingOf(1);
        click({40.0, double(scene().yOf(heading.top) + 10)});
        QCOMPARE(scene().rows.bands.size(), before - 4);
        QCOMPARE(scene().rows.bandOf(2), nullptr);
        click({40.0, double(scene().yOf(heading.top) + 10)});
        QCOMPARE(scene().rows.bands.size(), before);
    }

    void aPickedOperatorPointsToWhatItLaunched()
    {
        const EventId layer = find("conv1");
        m_selection->setFocus({.event = layer, .operatorName = {}, .layer = {}});
        QCOMPARE(scene().launches.size(), size_t(1));
        const TimelineLaunch launch = scene().launches.front();
        QCOMPARE(trace().kind[launch.work], EventKind::Kernel);
        QCOMPARE(trace().kind[launch.launcher], EventKind::Runtime);
        canvas()->fit(layer);
        const QImage with = canvas()->viewport()->grab().toImage();
        canvas()->select(layer, noEvent);
        const QImage without = canvas()->viewport()->grab().toImage();
        QVERIFY(with != without);
    }

    void aPickedKernelPointsBackAndIsExplained()
    {
        const EventId kernel = m_device->run.trace.deviceWork[1].event;
        m_selection->setFocus({.event = kernel, .operatorName = {}, .layer = {}});
        QCOMPARE(scene().launches, (std::vector{TimelineLaunch{trace().workOf(kernel)->launcher, kernel}}));
        const auto facts = eventFacts(trace(), *scene().index, kernel).plain();
        for (const char* fact : {"Kind: kernel", "Launched by: conv2d", "Blocks: 265 × 1 × 1",
                                 "Occupancy: 60 %", "Stream: stream 7", "Registers per thread: 96"})
            QVERIFY2(facts.contains(fact), qPrintable(facts));
    }

    void aKernelSelectedBeforeTheFirstShowIsInView()
    {
        const test::DeviceRun ranks(3, 6);
        const EventId kernel = lowestKernel(ranks.run.trace);
        m_run = &ranks.run;
        m_selection = std::make_unique<TraceSelection>();
        m_selection->setFocus({.event = kernel, .operatorName = {}, .layer = {}});
        m_view = std::make_unique<TimelineView>(m_selection.get());
        m_view->showRun(m_run);
        m_view->resize(900, 360);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
        QTRY_VERIFY(m_view->isUpToDate());
        QVERIFY(canvas()->verticalScrollBar()->maximum() > 0); // not all lanes fit
        QCOMPARE(scene().selected, kernel);
        QVERIFY(isInView(kernel));
        QTRY_VERIFY(counters() > 2); // they are added above it
        QVERIFY(isInView(kernel));
        m_view.reset();
    }

    void aRevealedKernelStaysInViewUntilTheUserScrolls()
    {
        const test::DeviceRun ranks(3, 6);
        show(ranks.run);
        QTRY_VERIFY(counters() > 2);
        const EventId kernel = lowestKernel(trace());
        m_selection->setFocus({.event = kernel, .operatorName = {}, .layer = {}});
        m_view->resize(900, 360);
        QTRY_VERIFY(canvas()->verticalScrollBar()->maximum() > 0);
        QVERIFY(isInView(kernel));
        canvas()->verticalScrollBar()->setValue(0);
        QVERIFY(!isInView(kernel));
        m_view->resize(900, 380);
        QTRY_COMPARE(m_view->height(), 380);
        QCOMPARE(canvas()->verticalScrollBar()->value(), 0);
        m_view.reset();
    }

    void aCopySaysWhereAndHowFast()
    {
        const EventId copy = m_device->run.trace.deviceWork[0].event;
        const auto facts = eventFacts(trace(), *scene().index, copy).plain();
        QVERIFY2(facts.contains("Direction: host to device"), qPrintable(facts));
        QVERIFY2(facts.contains("/s"), qPrintable(facts)); // 12.8 MB in 480 µs
        QVERIFY2(facts.contains("Launched by: copy_"), qPrintable(facts));
    }

    void counterValuesAreToldUnderThePointer()
    {
        const auto band =
            std::ranges::find(scene().rows.bands, TimelineBand::Kind::Counter, &TimelineBand::kind);
        canvas()->fit(trace().deviceWork[1].event);
        const QPointF middle(700, scene().yOf(band->top) + 10);
        QCOMPARE(canvas()->counterAt(middle), QString("Utilization  100 %"));
        QTest::mouseMove(canvas()->viewport(), middle.toPoint());
        QMouseEvent move(QEvent::MouseMove, middle, canvas()->viewport()->mapToGlobal(middle), Qt::NoButton,
                         Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(canvas()->viewport(), &move);
        QCOMPARE(details(), QString("Utilization  100 %"));
        QVERIFY(canvas()->counterAt({700, 5}).isEmpty());
    }

    void countersAreDrawn()
    {
        const auto bands = scene().rows.bands;
        const auto band = std::ranges::find(bands, TimelineBand::Kind::Counter, &TimelineBand::kind);
        canvas()->fit(trace().deviceWork[1].event);
        const QImage image = canvas()->viewport()->grab().toImage();
        const QColor inside = image.pixelColor(700, scene().yOf(band->top) + band->height / 2);
        QVERIFY(inside != Theme::instance().colors().surface);
    }

    void colorsTellKindsWhereThePassSaysNothing()
    {
        QCOMPARE(toneOf(EventKind::Kernel, Pass::Backward), toneOf(Pass::Backward));
        QCOMPARE(toneOf(EventKind::Kernel, Pass::Other), TimelineTone::Kernel);
        QCOMPARE(toneOf(EventKind::MemoryCopy, Pass::Forward), TimelineTone::Copy);
        QCOMPARE(toneOf(EventKind::Operator, Pass::Loss), toneOf(Pass::Loss));
    }

    void colorsOfAllKindsDiffer()
    {
        for (const ThemeColors& colors : {Theme::lightColors(), Theme::darkColors()}) {
            for (size_t a = 0; a < timelineTones; ++a) {
                for (size_t b = 0; b < a; ++b) {
                    const double distance = test::colorDistance(toneColor(TimelineTone(a), colors),
                                                                toneColor(TimelineTone(b), colors));
                    QVERIFY2(distance >= test::leastColorDistance,
                             qPrintable(QString("%1 and %2: %3").arg(a).arg(b).arg(distance)));
                }
            }
        }
    }

    void colorsAreThoseOfTheViewSteps()
    {
        const std::pair<TimelineTone, StepPart> same[] = {
            {TimelineTone::Kernel, StepPart::Kernel},
            {TimelineTone::Communication, StepPart::Communication},
            {TimelineTone::Copy, StepPart::MemoryCopy},
            {TimelineTone::Set, StepPart::MemorySet},
            {TimelineTone::Runtime, StepPart::Runtime},
            {toneOf(Pass::Forward), StepPart::Forward},
            {toneOf(Pass::Copy), StepPart::Copy},
            {toneOf(Pass::Data), StepPart::DataLoader},
        };
        for (const ThemeColors& colors : {Theme::lightColors(), Theme::darkColors()}) {
            for (const auto& [tone, part] : same)
                QCOMPARE(toneColor(tone, colors), stepPartColor(part, colors));
        }
    }

    void anotherRunHasItsOwnCounters()
    {
        const test::TrainedRun other(2);
        m_view->showRun(&other.run);
        QTRY_VERIFY(m_view->isUpToDate());
        QCOMPARE(counters(), 0);
        m_view->showRun(nullptr);
    }

    void theTableHasTheStreams()
    {
        QTemporaryDir folder;
        m_view->exportItems()[1].write(folder.filePath("timeline.csv"));
        QFile file(folder.filePath("timeline.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().count('\n'), qsizetype(trace().size()) + 1);
    }

    /// With STEPSCOPE_PICTURES set to a folder, writes a picture of the view there.
    void looksAsItShould()
    {
        const QString folder = qEnvironmentVariable("STEPSCOPE_PICTURES");
        if (folder.isEmpty())
            QSKIP("for the eye only");
        const test::DeviceRun one(8);
        const test::DeviceRun two(3, 2);
        for (const auto mode : {ThemeMode::Light, ThemeMode::Dark}) {
            Theme::instance().setMode(mode);
            const QString name = mode == ThemeMode::Dark ? "dark" : "light";
            show(one.run);
            QTRY_COMPARE(counters(), 2);
            m_view->grab().save(folder + "/timeline-device-whole-" + name + ".png");
            TimelineScale scale = scene().scale;
            const TraceStep& step = one.run.trace.steps[3];
            scale.fit(step.startNs, step.startNs + step.durationNs);
            canvas()->setShown(scale);
            EventId event = step.firstEvent;
            while (trace().names[trace().name[event]] != "conv2")
                ++event;
            m_selection->setFocus({.event = event, .operatorName = {}, .layer = {}});
            m_view->grab().save(folder + "/timeline-device-step-" + name + ".png");
            show(two.run);
            QTRY_COMPARE(counters(), 4);
            m_view->grab().save(folder + "/timeline-device-ranks-" + name + ".png");
        }
        Theme::instance().setMode(ThemeMode::Light);
    }

private:
    int counters() const
    {
        return int(std::ranges::count(scene().rows.bands, TimelineBand::Kind::Counter, &TimelineBand::kind));
    }

    /// A kernel on the stream that is listed last.
    static EventId lowestKernel(const Trace& trace)
    {
        EventId lowest = noEvent;
        for (EventId event(0); event < trace.endEvent(); ++event) {
            if (trace.kind[event] == EventKind::Kernel &&
                (lowest == noEvent || trace.thread[event] > trace.thread[lowest]))
                lowest = event;
        }
        return lowest;
    }

    bool isInView(EventId event) const
    {
        const QRectF rect = scene().rectOf(event);
        return !rect.isNull() && rect.top() >= TimelineScene::rulerHeight &&
               rect.bottom() <= canvas()->viewport()->height() && rect.left() >= scene().namesWidth &&
               rect.right() <= canvas()->viewport()->width();
    }

    TimelineBand headingOf(int group) const
    {
        return *std::ranges::find_if(scene().rows.bands, [group](const TimelineBand& band) {
            return band.kind == TimelineBand::Kind::Heading && band.item == group;
        });
    }

    std::unique_ptr<test::DeviceRun> m_device;
};

QTEST_MAIN(TestTimelineDevices)
#include "test_timeline_devices.moc"
