#include "core/base/error.h"
#include "timeline_fixture.h"
#include "ui/timeline/timeline_minimap.h"

#include <QClipboard>
#include <QLineEdit>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QToolButton>
#include <QXmlStreamReader>

#include <cmath>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// What stands around the events, and what leaves the view.
class TestTimelineParts : public QObject, private test::TimelineFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }

    void init() { showTrainedRun(); }

    void cleanup() { m_view.reset(); }

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
        const uint32_t event = find("aten::mkldnn_convolution");
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

    void whatIsUnderThePointerIsTold()
    {
        const uint32_t event = find("aten::mkldnn_convolution");
        canvas()->fit(event);
        QTest::mouseMove(canvas()->viewport(), scene().rectOf(event).center().toPoint());
        QTRY_VERIFY(details().contains("aten::mkldnn_convolution"));
        QVERIFY(details().contains("layer conv1"));
        canvas()->fitAll();
        const auto target = canvas()->targetAt({scene().xOf(trace().steps[2].startNs) + 20, 40});
        QVERIFY(target && target->track == stepsTrack);
    }

    void exportsWhatIsShown()
    {
        QTemporaryDir folder;
        const auto items = m_view->exportItems();
        QCOMPARE(items.size(), 2);
        items[1].write(folder.filePath("timeline.csv"));
        QCOMPARE(contentOf(folder.filePath("timeline.csv")).count('\n'), qsizetype(trace().size()) + 1);
        canvas()->fit(find("aten::mkldnn_convolution"));
        for (const char* name : {"timeline.png", "timeline.svg", "timeline.pdf"})
            items[0].write(folder.filePath(name));
        QCOMPARE(QImage(folder.filePath("timeline.png")).width(), 2 * scene().size.width());
        const QByteArray svg = contentOf(folder.filePath("timeline.svg"));
        QXmlStreamReader reader(svg);
        while (!reader.atEnd())
            reader.readNext();
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QVERIFY(svg.contains("mkldnn_conv"));
        QVERIFY(contentOf(folder.filePath("timeline.pdf")).startsWith("%PDF"));
        QVERIFY_EXCEPTION_THROWN(items[0].write(folder.filePath("timeline.bmp")), Error);

        canvas()->fit(find("aten::max_pool2d"));
        items[1].write(folder.filePath("timeline.csv"));
        QVERIFY(contentOf(folder.filePath("timeline.csv")).count('\n') < 20);
    }

    void copiesThePickedEventOrThePicture()
    {
        QTest::keyClick(canvas(), Qt::Key_C, Qt::ControlModifier);
        QVERIFY(!QGuiApplication::clipboard()->image().isNull());
        m_selection->setFocus({.event = find("aten::max_pool2d"), .operatorName = {}, .layer = {}});
        QTest::keyClick(canvas(), Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QGuiApplication::clipboard()->text().startsWith("aten::max_pool2d\nDuration: "));
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

    /// With STEPSCOPE_PICTURES set to a folder, leaves there what the view looks like.
    void looksAsItShould()
    {
        const QString folder = qEnvironmentVariable("STEPSCOPE_PICTURES");
        if (folder.isEmpty())
            QSKIP("for the eye only");
        const test::TrainedRun trained(30);
        for (const auto mode : {ThemeMode::Light, ThemeMode::Dark}) {
            Theme::instance().setMode(mode);
            for (const QSize size : {QSize(1280, 800), QSize(1920, 1080)})
                takePictures(trained.run, size,
                             QString("%1/timeline-%2-%3")
                                 .arg(folder, mode == ThemeMode::Dark ? "dark" : "light")
                                 .arg(size.width()));
        }
        Theme::instance().setMode(ThemeMode::Light);
    }

private:
    void takePictures(const Run& run, QSize size, const QString& path)
    {
        TraceSelection selection;
        TimelineView view(&selection);
        view.resize(size);
        view.show();
        view.showRun(nullptr);
        view.grab().save(path + "-empty.png");
        view.showRun(&run);
        QTRY_VERIFY(view.isUpToDate());
        view.grab().save(path + "-whole.png");
        TimelineScale scale = view.canvas()->scene().scale;
        scale.fit(run.trace.steps[3].startNs, run.trace.steps[5].startNs);
        view.canvas()->setShown(scale);
        view.grab().save(path + "-steps.png");
        uint32_t event = run.trace.steps[4].firstEvent;
        while (run.trace.names[run.trace.name[event]] != "aten::mkldnn_convolution")
            ++event;
        scale.fit(run.trace.steps[4].startNs, run.trace.steps[4].startNs + run.trace.steps[4].durationNs);
        view.canvas()->setShown(scale);
        selection.setFocus({.event = event, .operatorName = {}, .layer = {}});
        view.grab().save(path + "-selected.png");
        selection.setFocus({.event = {}, .operatorName = "aten::addmm", .layer = {}});
        QTRY_VERIFY(view.isUpToDate());
        view.grab().save(path + "-operator.png");
        selection.clear();
        selection.setSteps({13, 14});
        scale.fit(run.trace.steps[2].startNs, run.trace.steps[6].startNs);
        view.canvas()->setShown(scale);
        QTest::keyClick(view.canvas(), Qt::Key_Question);
        view.grab().save(path + "-scope.png");
        view.showRun(nullptr);
    }
};

QTEST_MAIN(TestTimelineParts)
#include "test_timeline_parts.moc"
