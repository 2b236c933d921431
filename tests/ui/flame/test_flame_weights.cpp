#include "core/base/error.h"
#include "core/base/text/format.h"
#include "flame_fixture.h"
#include "ui/flame/call_tree_model.h"
#include "ui/flame/call_tree_table.h"
#include "ui/flame/flame_crumbs.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QImageReader>
#include <QLineEdit>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QToolTip>

using namespace stepscope;
using namespace stepscope::test;
using namespace stepscope::ui;

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// The width of frames, what the view says about them, and what it exports.
class TestFlameWeights : public QObject, private FlameFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { beginTests(); }
    void init() { showSampleRun(); }
    void cleanup() { endTest(); }

    void bottomUpStartsWithWhatTakesTheTime()
    {
        choose("flameDirection", "Bottom-up");
        QTRY_COMPARE(tree().direction, CallDirection::BottomUp);
        QCOMPARE(find<QComboBox>("flameWeight")->currentText(), "Self time");
        const CallNodeId largest = m_view->shown().order.childrenOf(rootNode)[0];
        QCOMPARE(QString::fromStdString(tree().nameOf(largest)), "aten::convolution_backward");
        QCOMPARE(m_view->model()->index(0, 0).data().toString(), "convolution_backward");
        choose("flameWeight", "Total time");
        QTRY_COMPARE(m_view->shown().order.weight, CallWeight::TotalTime);
        choose("flameDirection", "Top-down");
        QTRY_COMPARE(tree().direction, CallDirection::TopDown);
        QCOMPARE(find<QComboBox>("flameWeight")->findText("Self time"), -1);
    }

    void framesCanBeAsWideAsTheirCalls()
    {
        choose("flameWeight", "Calls");
        QTRY_COMPARE(m_view->shown().order.weight, CallWeight::Calls);
        int64_t calls = 0;
        for (const CallNode& node : tree().nodes)
            calls += node.calls;
        QCOMPARE(m_view->shown().order.weights[rootNode], calls);
    }

    void framesCanBeAsWideAsWhatTheyAllocateOnceThatWasRecorded()
    {
        QCOMPARE(find<QComboBox>("flameWeight")->findText("Allocated memory"), -1);
        Run run = sampleRun(2);
        run.trace.allocations = {{.bytes = 3000, .event = EventId(3)}, {.bytes = 1000, .event = EventId(8)}};
        m_view->showRun(&run);
        QTRY_VERIFY(tree().hasMemory);
        choose("flameWeight", "Allocated memory");
        QTRY_COMPARE(m_view->shown().order.weight, CallWeight::Allocated);
        QCOMPARE(m_view->shown().order.weights[rootNode], 4000);
        choose("flameDirection", "Bottom-up");
        QTRY_COMPARE(tree().direction, CallDirection::BottomUp);
        QCOMPARE(m_view->shown().order.weight, CallWeight::Allocated);
        m_view->showRun(&m_run);
        QTRY_COMPARE(m_view->shown().order.weight, CallWeight::SelfTime);
    }

    void theToolTipTellsTheFiguresOfAFrame()
    {
        const QPoint place = canvas()->rectOf(nodeAt(tree(), conv2d)).center();
        QHelpEvent event(QEvent::ToolTip, place, canvas()->viewport()->mapToGlobal(place));
        QCoreApplication::sendEvent(canvas()->viewport(), &event);
        const QString text = QToolTip::text();
        QVERIFY2(text.contains("aten::conv2d") && text.contains("in layer conv2"), qPrintable(text));
        QVERIFY(text.contains("Calls") && text.contains(">5<"));
        QToolTip::hideText();
    }

    void theLineBelowTellsOfTheFrameUnderThePointer()
    {
        auto* details = find<QLabel>("flameDetails");
        QVERIFY2(details->text().contains("5 steps"), qPrintable(details->text()));
        QTest::mouseMove(canvas()->viewport(), canvas()->rectOf(nodeAt(tree(), conv2)).center());
        QTRY_VERIFY2(details->text().contains("conv2"), qPrintable(details->text()));
    }

    void aRowOfTheTablePicksItsFrame()
    {
        m_view->table()->setCurrentIndex(
            m_view->model()->indexOf(nodeAt(tree(), "Backward"), CallTreeColumn::Name));
        QCOMPARE(selectedStack(), "Backward");
        m_view->table()->setFocus();
        QTest::keyClick(m_view->table(), Qt::Key_Return);
        QCOMPARE(zoomedStack(), "Backward");
    }

    void copiesTheStackOfTheSelectedFrame()
    {
        click(conv2d);
        m_view->copyContent();
        QCOMPARE(QGuiApplication::clipboard()->text(), conv2d);
    }

    void followsATrainingWhileItRuns()
    {
        SampleRecorder recorder;
        Run run;
        run.outcome = RunOutcome::Running;
        m_view->showRun(&run);
        QTRY_COMPARE(message(), "Waiting for the profiler");
        run.trace.append(recorder.step(0, StepPhase::Active));
        m_view->refresh();
        QTRY_COMPARE(tree().steps, 1);
        doubleClick(conv2);
        click(conv2d);
        for (int step = 1; step < 4; ++step) {
            run.trace.append(recorder.step(step, StepPhase::Active));
            m_view->refresh();
        }
        QTRY_COMPARE(tree().steps, 4);
        QCOMPARE(zoomedStack(), conv2);
        QCOMPARE(selectedStack(), conv2d);
        run.outcome = RunOutcome::Finished;
        run.trace.append(recorder.step(4, StepPhase::Active));
        m_view->refresh();
        QTRY_COMPARE(tree().steps, 5);
        QCOMPARE(tree().selfNs, callTree(run.trace).selfNs);
        m_view->showRun(nullptr);
    }

    void aHiddenViewDoesNothing()
    {
        m_view->hide();
        const Run other = sampleRun(2);
        m_view->showRun(&other);
        QTest::qWait(50);
        QVERIFY(tree().isEmpty());
        m_view->show();
        QTRY_COMPARE(tree().steps, 2);
        m_view->showRun(nullptr);
    }

    void anotherRunMayComeWhileTheFirstIsRead()
    {
        for (int i = 0; i < 20; ++i) {
            auto run = std::make_unique<Run>(sampleRun(20));
            m_view->showRun(run.get());
            QTest::qWait(i % 5);
            m_view->showRun(nullptr);
        }
        m_view->showRun(&m_run);
        QTRY_COMPARE(tree().steps, 5);
    }

    void exportsPicturesTheTableAndStacks()
    {
        QTemporaryDir folder;
        const QList<ExportItem> items = m_view->exportItems();
        QCOMPARE(items.size(), 6);
        for (const ExportItem& item : items) {
            for (const QString& format : item.formats) {
                const QString path = folder.filePath(item.fileName + "." + format);
                item.write(path);
                const QByteArray content = contentOf(path);
                QVERIFY2(content.size() > 400, qPrintable(path));
                if (format == "pdf")
                    QVERIFY(content.startsWith("%PDF"));
                else if (format == "svg" || format == "png")
                    QVERIFY(QImageReader(path).read().width() >= 1200);
            }
        }
        QVERIFY(contentOf(folder.filePath("flame_graph.svg")).contains("convolution_backward"));
        QVERIFY(contentOf(folder.filePath("flame_graph.svg"))
                    .contains(QByteArray::fromStdString(m_run.experiment.network)));
        QVERIFY(contentOf(folder.filePath("call_tree.csv")).startsWith("depth,name,kind,pass,calls"));
        QVERIFY(contentOf(folder.filePath("stacks.folded")).contains("Forward;conv2;aten::conv2d;"));
        QVERIFY(contentOf(folder.filePath("callgrind.out.callgrind")).startsWith("# callgrind format"));
        QVERIFY(contentOf(folder.filePath("stacks.speedscope.json")).startsWith("{\"$schema\""));
        QVERIFY(contentOf(folder.filePath("stacks.pb.gz")).startsWith("\x1f\x8b"));
        try {
            items[0].write(folder.filePath("flame.gif"));
            QFAIL("no error");
        } catch (const Error& error) {
            QVERIFY(QString(error.what()).contains("png, svg or pdf"));
        }
    }

    void choicesAreRemembered()
    {
        choose("flameDirection", "Bottom-up");
        choose("flameWeight", "Calls");
        find<QToolButton>("flameShape")->click();
        makeView();
        QCOMPARE(find<QComboBox>("flameDirection")->currentText(), "Bottom-up");
        QCOMPARE(find<QComboBox>("flameWeight")->currentText(), "Calls");
        QCOMPARE(canvas()->shape(), FlameShape::Flame);
    }

    void worksWithoutASharedSelection()
    {
        m_view = std::make_unique<FlameView>(nullptr);
        m_view->resize(900, 600);
        m_view->show();
        m_view->showRun(&m_run);
        QTRY_VERIFY(!tree().isEmpty());
        click(conv2);
        QCOMPARE(selectedStack(), conv2);
    }

    void paintsInTheThemesColors()
    {
        Theme::instance().setMode(ThemeMode::Dark);
        const QImage image = canvas()->viewport()->grab().toImage();
        QCOMPARE(image.pixelColor(image.width() - 1, image.height() - 1), Theme::instance().colors().surface);
        QVERIFY(image.pixelColor(4, 24) != Theme::instance().colors().surface); // a frame below the root
    }
};

QTEST_MAIN(TestFlameWeights)
#include "test_flame_weights.moc"
