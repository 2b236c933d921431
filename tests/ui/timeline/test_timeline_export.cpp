#include "core/base/error.h"
#include "timeline_fixture.h"

#include <QClipboard>
#include <QTemporaryDir>
#include <QXmlStreamReader>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// The files and the clipboard that the view writes.
class TestTimelineExport : public QObject, private test::TimelineFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }

    void init() { showTrainedRun(); }

    void cleanup() { m_view.reset(); }

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

    void numbersOfStepsAreThoseOfOtherViews()
    {
        m_view.reset();
        for (TraceStep& step : m_trained->run.trace.steps)
            step.number += 1000;
        show(m_trained->run);
        QTemporaryDir folder;
        m_view->exportItems()[0].write(folder.filePath("timeline.svg"));
        QVERIFY(contentOf(folder.filePath("timeline.svg")).contains("1,010"));
    }

    void copiesThePickedEventOrThePicture()
    {
        m_view->copyContent();
        QVERIFY(!QGuiApplication::clipboard()->image().isNull());
        m_selection->setFocus({.event = find("aten::max_pool2d"), .operatorName = {}, .layer = {}});
        m_view->copyContent();
        QVERIFY(QGuiApplication::clipboard()->text().startsWith("aten::max_pool2d\nDuration: "));
    }

    /// With STEPSCOPE_PICTURES set to a folder, writes a picture of the view there.
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
        EventId event = run.trace.steps[4].firstEvent;
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

QTEST_MAIN(TestTimelineExport)
#include "test_timeline_export.moc"
