#include "core/base/error.h"
#include "ui/machine/core_heat_map.h"
#include "ui/machine/machine_plot.h"
#include "ui/machine/machine_view.h"
#include "ui/support/qt_text.h"
#include "ui/theme/theme.h"

#include <QClipboard>
#include <QFile>
#include <QHelpEvent>
#include <QLabel>
#include <QToolTip>
#include <QXmlStreamReader>
#include <QtTest>

#include <cmath>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

MachineSample sampleAt(int64_t index, size_t cores)
{
    MachineSample sample;
    sample.timeNs = (index - 2) * samplePeriodNs + 30'000'000;
    const double wave = std::sin(double(index) / 9.0);
    sample.processCpuPercent = float(index < 3 ? 90.0 : 100.0 * double(cores) * (0.82 + 0.08 * wave));
    for (size_t core = 0; core < cores; ++core)
        sample.coreCpuPercent.push_back(
            float(index % 60 > 50 ? 20.0 + 5.0 * double(core % 3)
                                  : 80.0 + 15.0 * std::sin(double(index) / 5.0 + double(core))));
    sample.residentBytes = (400 + std::min<int64_t>(index, 20) * 8) << 20;
    return sample;
}

Run cpuRun(int samples, size_t cores = 8)
{
    Run run;
    run.outcome = RunOutcome::Running;
    run.plan.deviceName = "AMD EPYC 9654";
    for (int i = 0; i < samples; ++i)
        run.samples.push_back(sampleAt(i, cores));
    return run;
}

Run gpuRun(int samples)
{
    Run run = cpuRun(samples, 16);
    run.experiment.device = "cuda:0";
    for (int i = 0; i < samples; ++i) {
        MachineSample& sample = run.samples[size_t(i)];
        const bool testing = i % 60 > 50;
        sample.gpus.push_back({.utilizationPercent = float(testing ? 30 : 85 + i % 7),
                               .memoryUsedBytes = int64_t(6) << 30,
                               .powerWatts = testing ? 180.0F : 410.0F + float(i % 11),
                               .graphicsClockMHz = 1980,
                               .temperatureCelsius = 55});
        if (i > 1) {
            sample.allocatedBytes = int64_t(900) << 20;
            sample.peakAllocatedBytes = int64_t(1200) << 20;
        }
    }
    return run;
}

QString shownText(const QWidget& widget)
{
    QStringList texts;
    for (const QLabel* label : widget.findChildren<QLabel*>()) {
        if (label->isVisibleTo(&widget))
            texts += label->text();
    }
    return texts.join('\n');
}

} // namespace

class TestMachineView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }

    /// The axis ends at whole processors, unless a value is a little above them.
    void noValueIsAboveItsAxis()
    {
        Run run = cpuRun(20, 2);
        for (MachineSample& sample : run.samples)
            sample.processCpuPercent = 109.5F;
        MachineView view;
        view.resize(900, 700);
        view.showRun(&run);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QTRY_VERIFY(!view.plot()->panels().empty());
        QTRY_VERIFY(view.plot()->panels()[0].y->range().upper > 109.5);
    }

    void saysWhatToDoWithoutARun()
    {
        MachineView view;
        view.showRun(nullptr);
        view.show();
        QVERIFY(shownText(view).contains("Press Train"));
        QVERIFY(view.exportItems().isEmpty());
        view.copyContent(); // of nothing: does nothing
    }

    void saysWhenARunHasNoSamples()
    {
        Run run;
        run.outcome = RunOutcome::Failed;
        MachineView view;
        view.showRun(&run);
        view.show();
        QVERIFY(shownText(view).contains("No machine samples"));
        QVERIFY(shownText(view).contains("before the first machine sample was taken"));

        run.kind = RunKind::Program; // whose first steps may have been over before
        run.outcome = RunOutcome::Running;
        run.steps.emplace_back();
        view.showRun(&run);
        QVERIFY(shownText(view).contains("Waiting for the first machine sample"));
    }

    void onTheCpuThereIsNoChartOfAGpu()
    {
        const Run run = cpuRun(40);
        MachineView view;
        view.showRun(&run);
        const auto& panels = view.plot()->panels();
        QCOMPARE(panels.size(), size_t(3));
        QCOMPARE(panels[0].graphs[0]->dataCount(), 40);
        QVERIFY(panels[0].y->range().upper >= 700.0); // eight processors, nearly all in use
        QCOMPARE(panels[1].map->data()->valueSize(), 8);
        QCOMPARE(panels[2].title->text(), QString("Memory in RAM (MiB)"));
        QCOMPARE(panels[2].graphs[0]->data()->constBegin()->value, 400.0);
        for (const auto& panel : panels)
            QVERIFY(!panel.what.ofGpu);
    }

    void aGpuHasChartsOfItsOwn()
    {
        const Run run = gpuRun(40);
        MachineView view;
        view.showRun(&run);
        QStringList titles;
        for (const auto& panel : view.plot()->panels())
            titles += panel.title->text();
        QVERIFY(titles.contains("GPU use (%)"));
        QVERIFY(titles.contains("GPU memory, all programs (GiB)"));
        QVERIFY(titles.contains("GPU power (W)"));
        QVERIFY(titles.contains("GPU clock (MHz)"));
        QVERIFY(titles.contains("LibTorch's memory on the GPU (MiB)"));
    }

    void theCaptionsSayWhatIsMeasuredAsInTheManual()
    {
        const Run run = gpuRun(40);
        MachineView view;
        view.resize(1200, 900);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        view.showRun(&run);
        MachinePlot* plot = view.plot();
        plot->replot();
        QFile file(QStringLiteral(STEPSCOPE_MANUAL "/views/machine.md"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString manual = QString::fromUtf8(file.readAll());
        QCOMPARE(plot->panels().size(), size_t(8));
        const auto helpAt = [plot](const QPoint& position) {
            QHelpEvent event(QEvent::ToolTip, position, plot->mapToGlobal(position));
            QCoreApplication::sendEvent(plot, &event);
            return QToolTip::text();
        };
        for (const auto& panel : plot->panels()) {
            const QString line = QString("| %1 | %2 |").arg(panel.what.title, panel.what.help);
            QVERIFY2(manual.contains(line), qPrintable(line));
            const QString help = withPlainSpaces(helpAt(panel.header->outerRect().center()));
            QVERIFY(help.contains(panel.what.help.toHtmlEscaped()));
        }
        helpAt(plot->panels()[0].rect->center()); // the chart itself has none
        QTRY_VERIFY(!QToolTip::isVisible());
        view.showRun(nullptr);
    }

    void growsWithTheRun()
    {
        Run run = cpuRun(0);
        MachineView view;
        view.showRun(&run);
        view.show();
        for (int i = 0; i < 10; ++i) {
            run.samples.push_back(sampleAt(i, 8));
            view.refresh();
        }
        const auto& panels = view.plot()->panels();
        QCOMPARE(panels[0].graphs[0]->dataCount(), 10);
        QCOMPARE(view.plot()->shownTime().upper, double(run.samples.back().timeNs) / 1e9);
        QVERIFY(view.plot()->shownTime().lower < -1.0); // the time before the first step is seen too
    }

    void aSingleSampleIsAPoint()
    {
        Run run = cpuRun(1);
        MachineView view;
        view.showRun(&run);
        view.show();
        const auto shapeOf = [&] { return view.plot()->panels()[0].graphs[0]->scatterStyle().shape(); };
        QCOMPARE(shapeOf(), QCPScatterStyle::ssDisc);
        run.samples.push_back(sampleAt(1, 8));
        view.refresh();
        QCOMPARE(shapeOf(), QCPScatterStyle::ssNone);
    }

    void staysWhereTheUserZoomedTo()
    {
        Run run = cpuRun(20);
        MachineView view;
        view.showRun(&run);
        view.show();
        view.plot()->panels()[2].x->setRange(2.0, 4.0);
        QCOMPARE(view.plot()->panels()[0].x->range().upper, 4.0);
        run.samples.push_back(sampleAt(20, 8));
        view.refresh();
        QCOMPARE(view.plot()->shownTime().upper, 4.0);
        view.fit();
        QCOMPARE(view.plot()->shownTime().upper, double(run.samples.back().timeNs) / 1e9);
    }

    void tellsTheFiguresUnderTheCursor()
    {
        Run run = cpuRun(40);
        run.samples[10].processCpuPercent = 123.4F;
        run.samples[10].residentBytes = 321 << 20;
        MachineView view;
        view.resize(1000, 700);
        view.showRun(&run);
        view.show();
        Q_EMIT view.plot()->hovered(double(run.samples[10].timeNs - 1000) / 1e9);
        QVERIFY(shownText(view).contains("123.4 %"));
        QVERIFY(shownText(view).contains("321 MiB"));
        Q_EMIT view.plot()->hoverLeft();
        QVERIFY(!shownText(view).contains("123.4 %"));
    }

    void aProcessorThatIsOffLeavesItsRowEmpty()
    {
        Run run = cpuRun(6, 2);
        for (MachineSample& sample : run.samples)
            sample.coreCpuPercent[1] = std::nanf("");
        MachineView view;
        view.showRun(&run);
        auto* cells = view.plot()->panels()[1].map->data();
        QVERIFY(cells->cell(0, 0) > 0.0);
        QVERIFY(std::isnan(cells->cell(0, 1)));
    }

    void exportsPicturesAndTheTable()
    {
        Run run = gpuRun(60);
        run.plan.deviceName = "<script>A & B"; // names stay text
        MachineView view;
        view.showRun(&run);
        QTemporaryDir folder;
        const auto items = view.exportItems();
        QCOMPARE(items.size(), 2);
        const QString png = folder.filePath("machine.png");
        items[0].write(png);
        QCOMPARE(QImage(png).size(), QSize(3200, 2000));
        QFile svg(folder.filePath("machine.svg"));
        items[0].write(svg.fileName());
        QVERIFY(svg.open(QIODevice::ReadOnly));
        const QByteArray drawn = svg.readAll();
        QXmlStreamReader reader(drawn);
        while (!reader.atEnd())
            reader.readNext();
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QVERIFY(drawn.contains("GPU power (W)"));
        QFile csv(folder.filePath("samples.csv"));
        items[1].write(csv.fileName());
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QCOMPARE(csv.readAll().count('\n'), 61);
        QVERIFY_EXCEPTION_THROWN(items[0].write(folder.filePath("machine.bmp")), Error);
    }

    void copiesThePicture()
    {
        const Run run = cpuRun(10);
        MachineView view;
        view.showRun(&run);
        view.copyContent();
        QCOMPARE(QGuiApplication::clipboard()->image().size(), QSize(3200, 2000));
    }

    /// With STEPSCOPE_PICTURES set to a folder, writes a picture of the view there.
    void looksAsItShould()
    {
        const QString folder = qEnvironmentVariable("STEPSCOPE_PICTURES");
        if (folder.isEmpty())
            QSKIP("for the eye only");
        const Run cpu = cpuRun(150);
        const Run gpu = gpuRun(150);
        for (const auto mode : {ThemeMode::Light, ThemeMode::Dark}) {
            Theme::instance().setMode(mode);
            const QString tone = mode == ThemeMode::Dark ? "dark" : "light";
            for (const auto& [name, run] : {std::pair("cpu", &cpu), {"gpu", &gpu}, {"empty", nullptr}}) {
                MachineView view;
                view.resize(1120, 720);
                view.showRun(run);
                view.show();
                QTest::qWait(100);
                if (run)
                    Q_EMIT view.plot()->hovered(30.0);
                QTest::qWait(100);
                view.grab().save(QStringLiteral("%1/machine-%2-%3.png").arg(folder, name, tone));
            }
        }
        Theme::instance().setMode(ThemeMode::Light);
    }
};

QTEST_MAIN(TestMachineView)
#include "test_machine_view.moc"
