#include "falling_run.h"
#include "ui/curves/curve_plot.h"
#include "ui/curves/curve_readout.h"
#include "ui/curves/curves_view.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QMouseEvent>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace stepscope;
using namespace stepscope::ui;

/// Runs drawn over the run on the screen.
class TestCurvesOverlays : public QObject
{
    Q_OBJECT

    std::unique_ptr<CurvesView> m_view;
    QTemporaryDir m_folder;

    CurvePlot& plot() const { return *m_view->plot(); }

    static std::unique_ptr<CurveOverlay> overlay(const char* key, int64_t steps)
    {
        auto overlay = std::make_unique<CurveOverlay>();
        overlay->key = key;
        overlay->name = key;
        overlay->run = std::make_shared<const Run>(fallingRun(steps, 50));
        overlay->color = overlay->paperColor = QColor("#008a64");
        return overlay;
    }
    void setOverlays(std::initializer_list<std::pair<const char*, int64_t>> runs) const
    {
        std::vector<std::unique_ptr<CurveOverlay>> overlays;
        for (const auto& [key, steps] : runs)
            overlays.push_back(overlay(key, steps));
        m_view->setOverlays(std::move(overlays));
    }
    qsizetype pointsOf(const QString& name) const
    {
        for (int i = 0; i < plot().graphCount(); ++i)
            if (plot().graph(i)->name() == name)
                return plot().graph(i)->data()->size();
        return -1;
    }
    QStringList export_(const QString& fileName, const QString& format) const
    {
        const QString path = m_folder.filePath(fileName + "." + format);
        for (const ExportItem& item : m_view->exportItems()) {
            if (item.fileName == fileName)
                item.write(path);
        }
        QFile file(path);
        return file.open(QFile::ReadOnly)
                   ? QString::fromLatin1(file.readAll()).split('\n', Qt::SkipEmptyParts)
                   : QStringList();
    }

private Q_SLOTS:
    void init()
    {
        Theme::instance().apply();
        m_view = std::make_unique<CurvesView>();
        m_view->resize(1000, 700);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    }
    void cleanup() { m_view.reset(); }

    void aRunThatGrowsKeepsThePartOnTheScreen()
    {
        setOverlays({{"a", 100}, {"b", 60}});
        QTRY_COMPARE(pointsOf("a"), 100);
        QVERIFY(plot().loss().x->range().contains(99.0));
        plot().setXRange({10, 20});
        Q_EMIT plot().movedByUser();
        setOverlays({{"a", 150}, {"b", 60}});
        QTRY_VERIFY(!m_view->isFollowing());
        QTest::qWait(20);
        QCOMPARE(plot().loss().x->range().lower, 10.0);
        QCOMPARE(plot().loss().x->range().upper, 20.0);
        m_view->fit();
        QTRY_COMPARE(pointsOf("a"), 150);
        setOverlays({{"a", 300}, {"b", 60}}); // followed
        QTRY_COMPARE(pointsOf("a"), 300);
        QVERIFY(plot().loss().x->range().contains(299.0));
    }

    /// The steps of a trace have no loss, and would only stretch the axis.
    void aTraceWithoutCurvesTakesNoRoom()
    {
        Run trace = fallingRun(5000);
        trace.experiment.dataset.clear(); // imported
        trace.outcome = RunOutcome::Finished;
        for (StepMetrics& step : trace.steps)
            step.loss = std::nanf("");
        m_view->showRun(&trace);
        setOverlays({{"a", 100}});
        QTRY_COMPARE(pointsOf("a"), 100);
        QTRY_VERIFY(plot().loss().x->range().upper < 200.0);
        m_view->showRun(nullptr);
    }

    void overlaidTracesWithoutCurvesAreLeftOut()
    {
        std::vector<std::unique_ptr<CurveOverlay>> overlays;
        overlays.push_back(overlay("a", 100));
        overlays.push_back(overlay("trace", 5000));
        Run trace = *overlays[1]->run;
        trace.experiment.dataset.clear(); // imported
        trace.outcome = RunOutcome::Finished;
        overlays[1]->run = std::make_shared<const Run>(trace);
        m_view->setOverlays(std::move(overlays));
        QTRY_COMPARE(pointsOf("a"), 100);
        QCOMPARE(pointsOf("trace"), -1);
        QVERIFY(!m_view->findChild<QLabel*>("overlayReadout")->text().contains("trace"));
        QVERIFY(plot().loss().x->range().upper < 200.0);
    }

    void theRunOnTheScreenIsNamedBesideOthers()
    {
        const Run run = fallingRun(10, 50);
        m_view->showRun(&run);
        const auto* name = m_view->findChild<QLabel*>("shownRunName");
        QVERIFY(!name->isVisible()); // it is the only one
        QCOMPARE(plot().loss().smoothed->name(), QString("Training, smoothed"));
        m_view->setRunName("batch size 1");
        setOverlays({{"a", 100}});
        QVERIFY(name->isVisible());
        QCOMPARE(name->text(), QString("batch size 1"));
        QCOMPARE(plot().loss().smoothed->name(), QString("batch size 1: smoothed"));
        setOverlays({});
        QVERIFY(!name->isVisible());
        QCOMPARE(plot().loss().smoothed->name(), QString("Training, smoothed"));
        m_view->showRun(nullptr);
    }

    void theCompleteNamesOfRunsAreInTooltips()
    {
        const Run run = fallingRun(10, 50);
        m_view->showRun(&run);
        m_view->setRunName("batch 1", "batch size 1");
        std::vector<std::unique_ptr<CurveOverlay>> overlays;
        overlays.push_back(overlay("a", 100));
        overlays[0]->completeName = "batch size 16, adam";
        m_view->setOverlays(std::move(overlays));
        QCOMPARE(m_view->findChild<QLabel*>("shownRunName")->toolTip(), QString("<p>batch size 1</p>"));
        QCOMPARE(m_view->findChild<QLabel*>("overlayReadout")->toolTip(),
                 QString("<p>batch size 16, adam</p>"));
        const auto completeNameOf = [this](const QString& name) {
            for (auto* item : plot().findChildren<QCPPlottableLegendItem*>()) {
                if (item->plottable()->name() == name)
                    return plot().completeNameAt(item->outerRect().center());
            }
            return QString("not in a legend");
        };
        QTRY_COMPARE(completeNameOf("a"), QString("batch size 16, adam"));
        QVERIFY(plot().loss().raw->name().startsWith("batch 1: "));
        QTRY_COMPARE(completeNameOf(plot().loss().raw->name()), QString("batch size 1"));
        QCOMPARE(plot().completeNameAt(plot().loss().rect->rect().center()), QString());
        m_view->showRun(nullptr);
    }

    void theReadoutIsNotCutInANarrowView()
    {
        m_view->resize(620, 500);
        const Run run = fallingRun(100, 50);
        m_view->showRun(&run);
        setOverlays({{"a", 100}});
        QTest::qWait(30);
        const auto* readout = m_view->findChild<CurveReadout*>();
        for (const auto* label : readout->findChildren<QLabel*>()) {
            if (label->isVisible() && !label->wordWrap())
                QVERIFY2(label->width() >= label->sizeHint().width(), qPrintable(label->text()));
        }
        m_view->showRun(nullptr);
    }

    void theReadoutListsThemAtTheCursor()
    {
        setOverlays({{"a", 100}});
        QTRY_COMPARE(pointsOf("a"), 100);
        const auto* list = m_view->findChild<QLabel*>("overlayReadout");
        const QCPGraph* graph = nullptr;
        for (int i = 0; i < plot().graphCount() && !graph; ++i) {
            if (plot().graph(i)->name() == "a")
                graph = plot().graph(i);
        }
        const QString last = "a: " + lossText((graph->data()->constEnd() - 1)->value);
        QVERIFY2(list->isVisible() && list->text().contains(last), qPrintable(list->text()));
        const auto hoverAt = [&](const QPointF& position) {
            QMouseEvent event(QEvent::MouseMove, position, plot().mapToGlobal(position), Qt::NoButton,
                              Qt::NoButton, Qt::NoModifier);
            QCoreApplication::sendEvent(&plot(), &event);
        };
        plot().replot(QCustomPlot::rpImmediateRefresh);
        const QCPGraphData& point = *graph->data()->at(50);
        const QPointF onCurve = graph->coordsToPixels(point.key, point.value);
        hoverAt(onCurve);
        QVERIFY2(list->text().contains("<b>a</b>: " + lossText(point.value)), qPrintable(list->text()));
        QCOMPARE(graph->pen().widthF(), 3.5);
        const QRect inner = plot().loss().rect->rect();
        hoverAt({onCurve.x(), onCurve.y() > inner.center().y() ? inner.top() + 2.0 : inner.bottom() - 2.0});
        QVERIFY(!list->text().contains("<b>"));
        QVERIFY(graph->pen().widthF() < 3.0);
    }

    void beyondItsEndTheRunOnTheScreenHasNoValue()
    {
        const Run run = fallingRun(30, 50);
        m_view->showRun(&run);
        setOverlays({{"long", 100}});
        QTRY_COMPARE(pointsOf("long"), 100);
        plot().fit();
        plot().replot(QCustomPlot::rpImmediateRefresh);
        const QCPGraph* longRun = nullptr;
        for (int i = 0; i < plot().graphCount() && !longRun; ++i) {
            if (plot().graph(i)->name() == "long")
                longRun = plot().graph(i);
        }
        const auto valuesAt = [&](double step) {
            const QPointF at = longRun->coordsToPixels(step, (longRun->data()->constEnd() - 1)->value);
            QMouseEvent event(QEvent::MouseMove, at, plot().mapToGlobal(at), Qt::NoButton, Qt::NoButton,
                              Qt::NoModifier);
            QCoreApplication::sendEvent(&plot(), &event);
            QStringList values;
            for (const auto* label : m_view->findChild<CurveReadout*>()->findChildren<QLabel*>()) {
                if (label->isVisible() && label->objectName().isEmpty() && !label->property("muted").toBool())
                    values += label->text();
            }
            return values;
        };
        const QString nothing(QChar(0x2013));
        QCOMPARE(valuesAt(29).first(), QString("29"));
        const QStringList beyond = valuesAt(60);
        QVERIFY(!beyond.isEmpty());
        QCOMPARE(beyond.count(nothing), beyond.size());
        m_view->showRun(nullptr);
    }

    void beyondItsEndARunHasNoValue()
    {
        setOverlays({{"long", 100}, {"short", 20}});
        QTRY_COMPARE(pointsOf("long"), 100);
        QTRY_COMPARE(pointsOf("short"), 20);
        plot().replot(QCustomPlot::rpImmediateRefresh);
        const QCPGraph* shortRun = nullptr;
        for (int i = 0; i < plot().graphCount() && !shortRun; ++i) {
            if (plot().graph(i)->name() == "short")
                shortRun = plot().graph(i);
        }
        const QPointF last = shortRun->coordsToPixels(80, (shortRun->data()->constEnd() - 1)->value);
        QMouseEvent event(QEvent::MouseMove, last, plot().mapToGlobal(last), Qt::NoButton, Qt::NoButton,
                          Qt::NoModifier);
        QCoreApplication::sendEvent(&plot(), &event);
        const QString text = m_view->findChild<QLabel*>("overlayReadout")->text();
        QVERIFY2(text.contains("short: –"), qPrintable(text));
        QVERIFY2(!text.contains("long: –") && !text.contains("long</b>: –"), qPrintable(text));
    }

    void anotherRunShowsTheWhole()
    {
        setOverlays({{"a", 100}});
        plot().setXRange({10, 20});
        Q_EMIT plot().movedByUser();
        setOverlays({{"a", 100}, {"b", 200}});
        QTRY_COMPARE(pointsOf("b"), 200);
        QVERIFY(plot().loss().x->range().contains(199.0));
        setOverlays({});
        QTRY_COMPARE(pointsOf("a"), -1);
    }

    void curvesOfDifferentBatchSizesAreDrawnOverEpochs()
    {
        const auto show = [this](const char* key, int64_t batchSize) {
            std::vector<std::unique_ptr<CurveOverlay>> overlays;
            overlays.push_back(overlay("a", 100));
            overlays.push_back(overlay(key, 100));
            Run run = *overlays[1]->run;
            run.experiment.batchSize = batchSize;
            overlays[1]->run = std::make_shared<const Run>(run);
            const auto* smaller = overlays[1].get();
            m_view->setOverlays(std::move(overlays));
            return smaller;
        };
        m_view->setSmoothing(0.9);
        const int64_t usual = Experiment().batchSize;
        QCOMPARE(show("same", usual)->data.smoothing(), 0.9);
        QCOMPARE(plot().mapping().kind(), CurveX::Step);
        const auto* smaller = show("smaller", usual / 4);
        QCOMPARE(plot().mapping().kind(), CurveX::Epoch);
        QCOMPARE(smaller->data.smoothing(), std::pow(0.9, 0.25)); // over as many images
        m_view->setSmoothing(0.5);
        QCOMPARE(smaller->data.smoothing(), std::pow(0.5, 0.25));
    }

    void theAxisThatTheUserChoseStays()
    {
        auto* axis = m_view->findChild<QComboBox*>("xAxis");
        axis->setCurrentIndex(axis->findText("Seconds"));
        axis->setCurrentIndex(axis->findText("Step"));
        std::vector<std::unique_ptr<CurveOverlay>> overlays;
        overlays.push_back(overlay("a", 100));
        overlays.push_back(overlay("b", 100));
        Run run = *overlays[1]->run;
        run.experiment.batchSize = 1;
        overlays[1]->run = std::make_shared<const Run>(run);
        m_view->setOverlays(std::move(overlays));
        QCOMPARE(plot().mapping().kind(), CurveX::Step);
    }

    void exportsHoldWhatIsOnTheScreen()
    {
        setOverlays({{"a", 30}, {"b", 20}});
        QCOMPARE(export_("metrics", "csv"), QStringList()); // no run is on the screen
        const QStringList alone = export_("metrics_all", "csv");
        QCOMPARE(alone.size(), 51);
        QVERIFY(alone[0].startsWith("run,step,epoch,"));
        QVERIFY(alone[1].startsWith("a,0,1,"));
        QVERIFY(alone[31].startsWith("b,0,1,"));
        const Run run = fallingRun(10, 50);
        m_view->showRun(&run);
        QCOMPARE(export_("metrics", "csv").size(), 11);
        const QStringList all = export_("metrics_all", "csv");
        QCOMPARE(all.size(), 61);
        QVERIFY(all[1].startsWith("Run on the screen,0,"));
        export_("curves", "png");
        const QImage image(m_folder.filePath("curves.png"));
        QCOMPARE(image.size(), 2 * m_view->plot()->size());
        int pixels = 0;
        for (int y = 0; y < image.height(); y += 2)
            for (int x = 0; x < image.width(); x += 2)
                pixels += image.pixelColor(x, y) == QColor("#008a64");
        QVERIFY(pixels > 500);
        m_view->showRun(nullptr);
    }
};

QTEST_MAIN(TestCurvesOverlays)
#include "test_curves_overlays.moc"
