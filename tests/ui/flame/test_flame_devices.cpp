#include "core/base/files/temporary_folder.h"
#include "core/run_file/run_file_writer.h"
#include "core/run_file/run_library.h"
#include "flame_fixture.h"
#include "tests/core/run_file/sample_update.h"
#include "tests/support/device_run.h"
#include "tests/ui/support/color_distance.h"
#include "ui/flame/call_tree_model.h"
#include "ui/flame/call_tree_table.h"
#include "ui/flame/flame_legend.h"
#include "ui/flame/flame_painter.h"
#include "ui/flame/frame_text.h"
#include "ui/runs/runs_model.h"
#include "ui/runs/ticked_runs.h"
#include "ui/support/pass_colors.h"

#include <QHeaderView>

#include <algorithm>

using namespace stepscope;
using namespace stepscope::test;
using namespace stepscope::ui;

/// Frames by the time of devices, and the colors of two runs' difference.
class TestFlameDevices : public QObject, private FlameFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { beginTests(); }

    void init()
    {
        showSampleRun();
        m_device = std::make_unique<DeviceRun>(3);
    }

    void cleanup() { endTest(); }

    void framesAreAsWideAsWhatTheyLaunch()
    {
        QVERIFY(find<QComboBox>("flameWeight")->findText("Device time") < 0);
        showDevice();
        QTRY_COMPARE(m_view->shown().order.weight, CallWeight::DeviceTime);
        const CallNodeId kernel = kernelBelow("Forward;conv2;aten::conv2d;cudaLaunchKernel");
        QVERIFY(kernel != noNode);
        const QRect frame = canvas()->rectOf(kernel);
        const QRect launcher = canvas()->rectOf(nodeAt(tree(), "Forward;conv2;aten::conv2d"));
        QVERIFY(frame.width() > 10);
        QVERIFY(std::abs(frame.width() - launcher.width()) <= 2);
        QCOMPARE(m_view->shown().order.weights[rootNode], tree().nodes[rootNode].deviceNs);
    }

    void kernelsTakeNoRoomInTheHostsTime()
    {
        showDevice();
        choose("flameWeight", "Total time");
        QTRY_COMPARE(m_view->shown().order.weight, CallWeight::TotalTime);
        QVERIFY(canvas()->rectOf(kernelBelow("Forward;conv2;aten::conv2d;cudaLaunchKernel")).isEmpty());
    }

    void theTableHasAColumnOfDeviceTime()
    {
        const int column = int(CallTreeColumn::DeviceTime);
        QVERIFY(m_view->table()->isColumnHidden(column));
        QVERIFY(m_view->table()->isColumnHidden(int(CallTreeColumn::DeviceShare)));
        showDevice();
        QVERIFY(!m_view->table()->isColumnHidden(column));
        QCOMPARE(m_view->table()->header()->sortIndicatorSection(), column);
        const auto* model = m_view->model();
        const auto cell = [&](CallNodeId node, CallTreeColumn which) {
            return model->indexOf(node, which).data().toString();
        };
        const CallNodeId conv = nodeAt(tree(), "Forward;conv2;aten::conv2d");
        QCOMPARE(cell(conv, CallTreeColumn::DeviceTime), QString("1.83 ms")); // 3 × 610 µs
        const CallNodeId kernel = kernelBelow("Forward;conv2;aten::conv2d;cudaLaunchKernel");
        QCOMPARE(cell(kernel, CallTreeColumn::DeviceTime), QString("1.83 ms"));
        QVERIFY(cell(kernel, CallTreeColumn::TotalTime).isEmpty());
        QCOMPARE(m_view->table()->header()->visualIndex(column), 1); // beside the names
        const int share = int(CallTreeColumn::DeviceShare);
        QVERIFY(!m_view->table()->isColumnHidden(share));
        QCOMPARE(m_view->table()->header()->visualIndex(share), 2);
        const double whole = double(tree().nodes[rootNode].deviceNs);
        const double ofConv = double(tree().nodes[conv].deviceNs) / whole;
        QCOMPARE(model->indexOf(conv, CallTreeColumn::DeviceShare).data(CallTreeModel::FigureRole).toDouble(),
                 ofConv);
        QCOMPARE(cell(conv, CallTreeColumn::DeviceShare), QString::number(100.0 * ofConv, 'f', 1) + " %");
        QCOMPARE(model->plainText(conv, CallTreeColumn::DeviceShare),
                 QString::number(100.0 * ofConv, 'f', 2));
        const QString tip = frameToolTip(tree(), kernel, CallWeight::DeviceTime, nullptr);
        QVERIFY(tip.contains("On a device"));
        QVERIFY(!tip.contains("Self"));
    }

    void theTimeThatFramesShowIsFirst()
    {
        showDevice();
        QTRY_COMPARE(m_view->shown().order.weight, CallWeight::DeviceTime);
        const CallNodeId conv = nodeAt(tree(), "Forward;conv2;aten::conv2d");
        const auto tip = [&](CallWeight weight) { return frameToolTip(tree(), conv, weight, nullptr); };
        const QString ofDevice = tip(CallWeight::DeviceTime);
        QVERIFY2(ofDevice.indexOf("On devices") > 0 &&
                     ofDevice.indexOf("On devices") < ofDevice.indexOf("Total on host") &&
                     ofDevice.indexOf("Total on host") < ofDevice.indexOf("Self on host"),
                 qPrintable(ofDevice));
        const QString ofHost = tip(CallWeight::TotalTime);
        QVERIFY2(ofHost.indexOf("Total on host") > 0 &&
                     ofHost.indexOf("Total on host") < ofHost.indexOf("On devices"),
                 qPrintable(ofHost));
        QVERIFY2(frameFigures(tree(), conv, CallWeight::DeviceTime).startsWith("1.83 ms ("),
                 qPrintable(frameFigures(tree(), conv, CallWeight::DeviceTime)));
        QVERIFY(frameFigures(tree(), conv, CallWeight::DeviceTime).contains("on devices, on host "));
        QVERIFY(frameFigures(tree(), conv, CallWeight::TotalTime).contains(", on devices 1.83 ms"));

        const auto* details = find<QLabel>("flameDetails");
        QVERIFY2(details->text().contains("on devices, on host "), qPrintable(details->text()));
        choose("flameWeight", "Total time");
        QTRY_COMPARE(m_view->shown().order.weight, CallWeight::TotalTime);
        QVERIFY2(details->text().contains(", on devices "), qPrintable(details->text()));
    }

    void aKernelPickedElsewhereSelectsItsFrame()
    {
        showDevice();
        m_selection->setFocus(
            {.event = m_device->run.trace.deviceWork[2].event, .operatorName = {}, .layer = {}});
        QVERIFY(canvas()->selected() != noNode);
        QCOMPARE(tree().nodes[canvas()->selected()].kind, FrameKind::Device);
    }

    /// A view that needs much space would make the panel beside it narrower.
    void theLegendWrapsInANarrowView()
    {
        showDevice();
        const auto* legend = find<QLabel>("flameLegend");
        QTRY_COMPARE(legend->width(), legend->sizeHint().width());
        const int line = legend->height();
        const int narrow = legend->sizeHint().width() * 2 / 3;
        m_view->resize(narrow, m_view->height());
        QTRY_COMPARE(m_view->width(), narrow);
        QTRY_VERIFY(legend->width() < narrow);
        QTRY_VERIFY(legend->height() > line);
    }

    /// Not even the forward pass, which launches some of them.
    void kernelsHaveAColorOfTheirOwn()
    {
        showDevice();
        QVERIFY(find<QLabel>("flameLegend")->text().contains("Kernels&nbsp;and&nbsp;copies"));
        for (const ThemeColors& colors : {Theme::lightColors(), Theme::darkColors()}) {
            const auto entries = flameLegend(m_view->shown(), FlameColors::ByPass, colors);
            QVERIFY(entries.size() > 1);
            for (const FlameLegendEntry& pass : entries.first(entries.size() - 1))
                QVERIFY2(test::colorDistance(pass.color, entries.last().color) > test::leastColorDistance,
                         qPrintable(pass.name));
            for (size_t pass = 0; pass < passCount; ++pass)
                QVERIFY(test::colorDistance(passColor(Pass(pass), colors), kernelColor(colors)) >
                        test::leastColorDistance);
        }
    }

    void framesAreColoredByTheirDifferenceToATickedRun()
    {
        const TemporaryFolder folder;
        keep(folder.path() / "other.stepscope");
        RunsModel model;
        TickedRuns ticked(&model);
        m_view->setRuns(&ticked);
        model.setEntries(RunLibrary(folder.path()).list());
        QCOMPARE(find<QComboBox>("flameColors")->count(), 1);
        QVERIFY(!find<QComboBox>("flameColors")->isEnabled());
        model.setTicked(0, true);
        QTRY_COMPARE(find<QComboBox>("flameColors")->count(), 2);
        const QColor before = colorOf(conv2d);
        choose("flameColors", find<QComboBox>("flameColors")->itemText(1));
        QTRY_VERIFY(m_view->shown().difference != nullptr);

        // The other run's forward pass takes twice as long, the rest is the same.
        const auto& difference = *m_view->shown().difference;
        const CallNodeId forward = nodeAt(tree(), conv2d);
        QVERIFY(std::abs(difference.change(tree(), forward) + 1.0 / 3) < 0.01);
        const auto& colors = Theme::instance().colors();
        QCOMPARE(colorOf(conv2d), differenceColor(difference.change(tree(), forward), colors));
        QVERIFY(colorOf(conv2d) != before);
        QVERIFY(find<QLabel>("flameLegend")->text() != QString());

        model.setTicked(0, false);
        QTRY_COMPARE(find<QComboBox>("flameColors")->count(), 1);
        QTRY_VERIFY(m_view->shown().difference == nullptr);
        QTRY_COMPARE(colorOf(conv2d), before);
        m_view.reset();
    }

    void saysOfWhichPartOfTheOtherRunTheDifferenceIs()
    {
        const auto limit = eventMemoryLimit();
        setEventMemoryLimit(40 * eventMemoryOf(sampleChunk(0, true)));
        const TemporaryFolder folder;
        RunFileWriter writer(folder.path() / "other.stepscope", {});
        for (int64_t first = 0; first < 30; first += 10)
            writer.write(sampleUpdate(first, 10));
        RunUpdate last;
        last.outcome = RunOutcome::Finished;
        writer.write(last);
        writer.close();
        RunsModel model;
        TickedRuns ticked(&model);
        m_view->setRuns(&ticked);
        model.setEntries(RunLibrary(folder.path()).list());
        model.setTicked(0, true);
        QTRY_COMPARE(find<QComboBox>("flameColors")->count(), 2);
        const auto* note = find<QLabel>("flameNote");
        QVERIFY(note->isHidden());
        choose("flameColors", find<QComboBox>("flameColors")->itemText(1));
        QTRY_VERIFY(!note->isHidden());
        QVERIFY2(note->text().startsWith("Against other: Only the first 20 of 30 recorded steps"),
                 qPrintable(note->text()));
        choose("flameColors", find<QComboBox>("flameColors")->itemText(0));
        QTRY_VERIFY(note->isHidden());
        m_view.reset();
        setEventMemoryLimit(limit);
    }

private:
    void showDevice()
    {
        m_view->showRun(&m_device->run);
        QTRY_VERIFY(tree().hasDevice);
    }

    CallNodeId kernelBelow(const std::string& stack) const
    {
        const CallNodeId launcher = nodeAt(tree(), stack);
        const auto children = m_view->shown().order.childrenOf(launcher);
        return children.empty() ? noNode : children.front();
    }

    QColor colorOf(const std::string& stack) const
    {
        const QRect place = canvas()->rectOf(nodeAt(tree(), stack));
        return canvas()->viewport()->grab().toImage().pixelColor(place.right() - 3, place.bottom() - 2);
    }

    /// The same run with a forward pass of twice the time.
    void keep(const std::filesystem::path& path) const
    {
        RunUpdate update;
        TraceChunk chunk;
        const Trace& trace = m_run.trace;
        for (NameId name(0); name < trace.names.size(); ++name)
            chunk.newNames.push_back(trace.names[name]);
        chunk.newShapes = trace.shapes;
        chunk.newThreads.resize(1 + *std::ranges::max_element(trace.thread)); // the sample names none
        for (EventId i(0); i < trace.endEvent(); ++i) {
            chunk.events.push_back(trace.event(i));
            if (trace.pass[i] == Pass::Forward)
                chunk.events.back().durationNs *= 2;
        }
        chunk.steps = trace.steps;
        update.chunks.push_back(std::move(chunk));
        update.steps = m_run.steps;
        update.outcome = RunOutcome::Finished;
        update.startUnixMs = 1'700'000'000'000;
        RunFileWriter writer(path, {});
        writer.write(update);
        writer.close();
    }

    std::unique_ptr<DeviceRun> m_device;
};

QTEST_MAIN(TestFlameDevices)
#include "test_flame_devices.moc"
