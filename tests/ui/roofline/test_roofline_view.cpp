#include "core/base/files/atomic_file.h"
#include "core/machine/environment.h"
#include "core/run/run.h"
#include "tests/core/trace/trace_text.h"
#include "ui/roofline/machine_peak_source.h"
#include "ui/roofline/roofline_canvas.h"
#include "ui/roofline/roofline_view.h"
#include "ui/support/qt_text.h"
#include "ui/support/trace_selection.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

constexpr int patience = 60'000;
constexpr int threads = 3;

/// 100 GFLOP/s and 10 GB/s: the ridge is at 10 operations per byte.
MachinePeak somePeak()
{
    return {.cpuModel = cpuModelName(),
            .threads = threads,
            .instructionSet = "AVX2 and FMA",
            .flopsPerSecond = 100e9,
            .bytesPerSecond = 10e9,
            .measuredUnixMs = 1};
}

/// A large product, near the peak; an addition, which memory limits; and what has no formula.
Run recordedRun()
{
    Run run;
    run.trace = test::traceOf("aten::mm 0-40000000\n"
                              "aten::add 40000000-41000000 backward\n"
                              "aten::relu 50000000-51000000\n");
    run.trace.shapes = {"[1000, 1000], [1000, 1000]", "[500000], [500000]", "[8]"};
    run.trace.shape = {ShapeId(0), ShapeId(1), ShapeId(2)};
    run.trace.steps = {{.durationNs = 51'000'000, .endEvent = EventId(3), .phase = StepPhase::Active}};
    run.experiment.threads = threads;
    run.outcome = RunOutcome::Finished;
    return run;
}

/// The product of recordedRun() as a kernel of 1 ms.
Run deviceRun(const char* device)
{
    Run run;
    run.trace = test::traceOf("aten::mm 0-40000\n"
                              "gemm 20000-1020000 t1 gpu0 kernel <aten::mm\n");
    run.trace.shapes = {"[1000, 1000], [1000, 1000]"};
    run.trace.shape = {ShapeId(0), noShape};
    run.trace.steps = {{.durationNs = 1'100'000, .endEvent = EventId(2), .phase = StepPhase::Active}};
    run.trace.devices.push_back({.number = 0, .name = device});
    run.outcome = RunOutcome::Finished;
    return run;
}

} // namespace

class TestRooflineView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }

    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("XDG_CACHE_HOME", m_folder->path().toUtf8());
        keepMachinePeak(somePeak());
        m_selection = std::make_unique<TraceSelection>();
        m_view = std::make_unique<RooflineView>(m_selection.get());
        m_view->resize(900, 640);
        m_view->show();
    }

    void cleanup()
    {
        m_view.reset();
        m_selection.reset();
        qunsetenv("XDG_CACHE_HOME");
        Theme::instance().setMode(ThemeMode::Light);
    }

    void saysWhatToDoWithoutARun()
    {
        QVERIFY(!canvas()->isVisible());
        QVERIFY(m_view->exportItems().isEmpty());
        Run run = recordedRun();
        run.trace.shapes = {"", "", ""};
        m_view->showRun(&run);
        QVERIFY(!canvas()->isVisible());
        run.trace.devices.push_back({.name = "GPU"});
        m_view->refresh();
        QVERIFY(!canvas()->isVisible());
    }

    void showsOperatorsBelowTheRoof()
    {
        const Run run = recordedRun();
        showRun(&run);
        const auto& geometry = canvas()->geometry();
        QCOMPARE(canvas()->data().names, (std::vector<std::string>{"aten::mm", "aten::add"}));
        QCOMPARE(geometry.dots.size(), size_t(2));
        QVERIFY(geometry.dots[0].radius > geometry.dots[1].radius);
        for (const auto& dot : geometry.dots)
            QVERIFY(geometry.plot.contains(dot.center));
        // 2e9 operations in 40 ms are half of the peak; 5e5 on 6e6 bytes in 1 ms are 0.6 of memory's limit.
        QVERIFY(qAbs(reached(0) - 0.5) < 1e-9);
        QVERIFY(qAbs(reached(1) - 0.6) < 1e-9);
        QCOMPARE(geometry.roof.size(), 3);
        QCOMPARE(geometry.roof[1], geometry.place(10.0, 100e9));
        QCOMPARE(geometry.roof[2].y(), geometry.roof[1].y());
        // On logarithmic axes a factor of ten is the same way everywhere.
        const auto decade = geometry.place(1.0, 1e9) - geometry.place(10.0, 10e9);
        const auto next = geometry.place(10.0, 10e9) - geometry.place(100.0, 100e9);
        QVERIFY((decade - next).manhattanLength() < 1e-6);
        QVERIFY2(summary().contains("100") && summary().contains("GFLOP/s"), qPrintable(summary()));
        const auto tip = rooflineToolTip(canvas()->data(), 1);
        for (const char* part :
             {"aten::add", "Backward", "lower bound", "60.0 % of the roof", "limited by memory"})
            QVERIFY2(tip.contains(part), qPrintable(tip));
    }

    void theMousePicksAndShares()
    {
        const Run run = recordedRun();
        showRun(&run);
        QTest::mouseMove(canvas(), at(1));
        QCOMPARE(canvas()->marks().hovered, 1);
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, at(1));
        QCOMPARE(m_selection->focus().operatorName, "aten::add");
        QCOMPARE(canvas()->marks().selected, 1);
        m_selection->setFocus({.operatorName = "aten::mm"});
        QCOMPARE(canvas()->marks().selected, 0);
        m_selection->setFocus({.operatorName = "aten::relu"});
        QCOMPARE(canvas()->marks().selected, -1);
    }

    void keysWalkFromLeftToRight()
    {
        const Run run = recordedRun();
        showRun(&run);
        canvas()->setFocus();
        QTest::keyClick(canvas(), Qt::Key_Right);
        QCOMPARE(m_selection->focus().operatorName, "aten::add");
        QTest::keyClick(canvas(), Qt::Key_Right);
        QTest::keyClick(canvas(), Qt::Key_Right);
        QCOMPARE(m_selection->focus().operatorName, "aten::mm");
        QTest::keyClick(canvas(), Qt::Key_Escape);
        QCOMPARE(m_selection->focus(), TraceFocus());
        m_view->copyContent();
        QCOMPARE(QGuiApplication::clipboard()->image().size(), 2 * canvas()->size());
    }

    void onlyPickedStepsCount()
    {
        Run run = recordedRun();
        run.trace.append({.startNs = 60'000'000,
                          .durationNs = 20'000'000,
                          .name = run.trace.names.intern("aten::mm"),
                          .shape = ShapeId(0),
                          .pass = Pass::Forward});
        run.trace.steps.push_back({.number = 1,
                                   .durationNs = 20'000'000,
                                   .firstEvent = EventId(3),
                                   .endEvent = EventId(4),
                                   .phase = StepPhase::Active});
        showRun(&run);
        QCOMPARE(canvas()->data().roofline.points[0].calls, int64_t(2));
        m_selection->setSteps({1, 1});
        QCOMPARE(canvas()->data().roofline.points.size(), size_t(1));
        QCOMPARE(reached(0), 1.0);
    }

    void growsWithTheRun()
    {
        Run run = recordedRun();
        run.outcome = RunOutcome::Running;
        Run empty;
        empty.outcome = RunOutcome::Running;
        empty.experiment.threads = threads;
        m_view->showRun(&empty);
        QVERIFY(!canvas()->isVisible());
        empty.trace = run.trace;
        m_view->refresh();
        QTRY_VERIFY_WITH_TIMEOUT(canvas()->isVisible(), patience);
    }

    void measuresWhereNothingIsKept()
    {
        Run run = recordedRun();
        run.experiment.threads = 1;
        run.outcome = RunOutcome::Running;
        m_view->peakSource()->setUsedShare([] { return 0.02; });
        showRun(&run);
        QVERIFY(!canvas()->data().peak.isMeasured()); // not while it trains
        QVERIFY(canvas()->geometry().roof.isEmpty());
        run.outcome = RunOutcome::Finished;
        m_view->refresh();
        QTRY_VERIFY_WITH_TIMEOUT(canvas()->data().peak.isMeasured(), patience);
        QVERIFY(keptMachinePeak(1));
    }

    void doesNotMeasureUnaskedOnABusyMachine()
    {
        Run run = recordedRun();
        run.experiment.threads = 1;
        run.outcome = RunOutcome::Finished;
        m_view->peakSource()->setUsedShare([] { return 0.5; });
        showRun(&run);
        QTRY_VERIFY_WITH_TIMEOUT(m_view->peakSource()->isPutOff(), patience);
        QVERIFY(!canvas()->data().peak.isMeasured());
        QVERIFY(!keptMachinePeak(1));
        QVERIFY(summary().contains("processors are in use"));
        m_view->refresh();
        QVERIFY(!m_view->peakSource()->isBusy()); // it is not asked for again and again
        QTest::mouseClick(m_view->findChild<QToolButton*>("rooflineMeasure"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(canvas()->data().peak.isMeasured(), patience);
    }

    void saysThatTheMachineWasBusy()
    {
        Run run = recordedRun();
        auto peak = somePeak();
        peak.othersShare = 0.45;
        keepMachinePeak(peak);
        m_view->peakSource()->setUsedShare([] { return 0.5; });
        showRun(&run);
        QTRY_VERIFY_WITH_TIMEOUT(summary().contains("on a busy machine: other programs used 45"), patience);
    }

    void measuresAgainWhenAPointIsAboveTheRoof()
    {
        Run run = recordedRun();
        run.experiment.threads = 1;
        run.outcome = RunOutcome::Finished;
        auto low = somePeak();
        low.threads = 1;
        low.flopsPerSecond = 1000;
        low.othersShare = 0.0;
        keepMachinePeak(low);
        m_view->peakSource()->setUsedShare([] { return 0.0; });
        showRun(&run);
        QTRY_VERIFY_WITH_TIMEOUT(canvas()->data().peak.flopsPerSecond > 1e8, patience);
        QVERIFY(keptMachinePeak(1)->flopsPerSecond > 1e8);
    }

    void aPointAboveTheRoofIsSaidOnABusyMachine()
    {
        Run run = recordedRun();
        run.outcome = RunOutcome::Finished;
        auto low = somePeak();
        low.flopsPerSecond = 1000;
        keepMachinePeak(low);
        m_view->peakSource()->setUsedShare([] { return 0.9; });
        showRun(&run);
        QTRY_VERIFY_WITH_TIMEOUT(
            !m_view->peakSource()->isBusy() && summary().contains("points above the roof"), patience);
        QCOMPARE(canvas()->data().peak.flopsPerSecond, 1000.0);
    }

    void measuresAnewOnRequest()
    {
        Run run = recordedRun();
        run.experiment.threads = 1;
        auto old = somePeak();
        old.threads = 1;
        keepMachinePeak(old);
        showRun(&run);
        QCOMPARE(canvas()->data().peak, old);
        QTest::mouseClick(m_view->findChild<QToolButton*>("rooflineMeasure"), Qt::LeftButton);
        QVERIFY(summary().contains("Measuring"));
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->peakSource()->isBusy(), patience);
        QVERIFY(canvas()->data().peak.measuredUnixMs > old.measuredUnixMs);
    }

    void theRoofIsNotThatOfAnotherMachine()
    {
        const Run run = recordedRun();
        RooflineView view(m_selection.get(), [] {
            Environment environment;
            environment.cpuModel = "Another processor";
            return environment;
        });
        view.resize(900, 640);
        view.show();
        view.showRun(&run);
        QVERIFY(!view.peakSource()->isBusy());
        QVERIFY(view.canvas()->geometry().roof.isEmpty());
        QVERIFY(view.findChild<QLabel*>("rooflineSummary")->text().contains("Another processor"));
    }

    void aRunOnADeviceMeasuresNothing()
    {
        Run run = recordedRun();
        run.trace.devices.push_back({.number = 0});
        m_view->showRun(&run);
        QVERIFY(!m_view->peakSource()->isBusy());
        QVERIFY(!m_view->findChild<QToolButton*>("rooflineMeasure")->isEnabled());
        QCOMPARE(summary(), QString());
        QVERIFY(!canvas()->isVisible()); // the device's work was not recorded
    }

    void aDeviceHasThePublishedRoof()
    {
        const Run run = deviceRun("NVIDIA A100-SXM4-40GB");
        m_view->showRun(&run);
        QTRY_VERIFY_WITH_TIMEOUT(canvas()->isVisible(), patience);
        QVERIFY(!m_view->peakSource()->isBusy());
        QCOMPARE(canvas()->data().names, std::vector<std::string>{"aten::mm"});
        const auto levels = canvas()->data().levels();
        QCOMPARE(levels.size(), size_t(3));
        QCOMPARE(levels[0].flopsPerSecond, 19.5e12);
        QCOMPARE(levels[2].flopsPerSecond, 312e12);
        // 2e9 operations in 1 ms; with 12e6 bytes, more than 156e12 / 1555e9 of them per byte
        QVERIFY(qAbs(canvas()->data().reached(0, levels[0]) - 2.0 / 19.5) < 1e-9);
        const auto& geometry = canvas()->geometry();
        QCOMPARE(geometry.lowerLevels.size(), size_t(2));
        QVERIFY(geometry.lowerLevels[0].y1() > geometry.lowerLevels[1].y1());
        QVERIFY(geometry.lowerLevels[1].y1() > geometry.roof.back().y());
        QCOMPARE(geometry.lowerLevels[0].p1(), geometry.place(19.5e12 / 1555e9, 19.5e12));
        for (const char* text : {"NVIDIA A100-SXM4-40GB", "1,555 GB/s", "100.0 % of the device's time"})
            QVERIFY2(summary().contains(text), qPrintable(summary()));
        const auto tip = rooflineToolTip(canvas()->data(), 0);
        for (const char* text :
             {"Time on the device 1.00 ms", "10.3 % of the roof for FP32, limited by compute",
              "of the roof for FP16, BF16, limited by memory", "half as many bytes"})
            QVERIFY2(tip.contains(text), qPrintable(tip));
        QTemporaryDir folder;
        m_view->exportItems()[1].write(folder.filePath("roofline.csv"));
        const auto csv = readFile(folder.filePath("roofline.csv").toStdString());
        QVERIFY2(csv.find(",share_of_fp32_roof,share_of_tf32_roof,share_of_fp16_roof\n") != std::string::npos,
                 csv.c_str());
    }

    void aDeviceThatIsNotListedHasNoRoof()
    {
        const Run run = deviceRun("Some GPU");
        m_view->showRun(&run);
        QTRY_VERIFY_WITH_TIMEOUT(canvas()->isVisible(), patience);
        QVERIFY(canvas()->geometry().roof.isEmpty() && canvas()->geometry().lowerLevels.empty());
        QCOMPARE(canvas()->geometry().dots.size(), size_t(1));
        QVERIFY2(summary().contains("does not know the published peak of Some GPU"), qPrintable(summary()));
        QVERIFY(!rooflineToolTip(canvas()->data(), 0).contains("of the roof"));
    }

    void anImportedTraceOfAProcessorNotKnownHasNoRoof()
    {
        const Run run = recordedRun();
        RooflineView view(m_selection.get(), [] { return Environment(); });
        view.resize(900, 640);
        view.show();
        view.showRun(&run);
        QVERIFY(view.canvas()->geometry().roof.isEmpty());
        QVERIFY(view.findChild<QLabel*>("rooflineSummary")->text().startsWith("No roof: the recording"));
    }

    void exportsPictureAndTable()
    {
        const Run run = recordedRun();
        showRun(&run);
        const auto items = m_view->exportItems();
        QCOMPARE(items.size(), 2);
        QTemporaryDir folder;
        for (const char* format : {"png", "svg"}) {
            const auto path = folder.filePath(QString("roofline.") + format);
            items[0].write(path);
            QVERIFY(QFileInfo(path).size() > 1000);
        }
        const std::string svg = readFile(folder.filePath("roofline.svg").toStdString());
        QVERIFY(svg.find("Peak") != std::string::npos);
        QVERIFY(svg.find(run.experiment.network) != std::string::npos);
        items[1].write(folder.filePath("roofline.csv"));
        const auto csv = readFile(folder.filePath("roofline.csv").toStdString());
        QVERIFY2(csv.find("\naten::add,Backward,1,1000000,1000000,500000,6000000,") != std::string::npos,
                 csv.c_str());
    }

    void paintsInBothThemes()
    {
        const Run run = recordedRun();
        showRun(&run);
        const auto light = canvas()->grab().toImage();
        QCOMPARE(light.pixelColor(2, 2), Theme::lightColors().surface);
        Theme::instance().setMode(ThemeMode::Dark);
        QCOMPARE(canvas()->grab().toImage().pixelColor(2, 2), Theme::darkColors().surface);
    }

private:
    RooflineCanvas* canvas() const { return m_view->canvas(); }
    QString summary() const { return withPlainSpaces(m_view->findChild<QLabel*>("rooflineSummary")->text()); }
    double reached(size_t point) const
    {
        return canvas()->data().reached(point, canvas()->data().levels().at(0));
    }
    QPoint at(size_t point) const { return canvas()->geometry().dots[point].center.toPoint(); }

    void showRun(const Run* run)
    {
        m_view->showRun(run);
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->peakSource()->isBusy(), patience);
        QVERIFY(canvas()->isVisible());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<TraceSelection> m_selection;
    std::unique_ptr<RooflineView> m_view;
};

QTEST_MAIN(TestRooflineView)
#include "test_roofline_view.moc"
