#include "core/report/charts/chart.h"
#include "falling_run.h"
#include "ui/curves/curve_plot.h"
#include "ui/curves/curve_readout.h"
#include "ui/curves/curve_run_list.h"
#include "ui/curves/curves_view.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QFile>
#include <QHelpEvent>
#include <QImage>
#include <QLabel>
#include <QMouseEvent>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>

#include <cmath>
#include <set>

using namespace stepscope;
using namespace stepscope::ui;

/// Runs drawn over the run on the screen.
class TestCurvesOverlays : public QObject
{
    Q_OBJECT

    std::unique_ptr<CurvesView> m_view;
    QTemporaryDir m_folder;

    CurvePlot& plot() const { return *m_view->plot(); }
    CurveRunList& list() const { return *m_view->findChild<CurveRunList*>("shownRuns"); }
    QStringList listed() const
    {
        QStringList names;
        for (const CurveRunEntry& entry : list().entries())
            names += entry.name;
        return names;
    }
    QString valuesOf(const QString& name) const
    {
        for (const CurveRunEntry& entry : list().entries()) {
            if (entry.name == name)
                return entry.values.join(" · ");
        }
        return {};
    }
    QString nearest() const
    {
        for (const CurveRunEntry& entry : list().entries()) {
            if (entry.isNearest)
                return entry.name;
        }
        return {};
    }
    /// Of the figures below the plots, with the colors of their dots.
    QString captions() const
    {
        QStringList texts;
        for (const QLabel* label : m_view->findChild<CurveReadout*>()->findChildren<QLabel*>())
            texts += label->text();
        return texts.join('|');
    }
    void replot() const
    {
        QTest::qWait(20); // the layouts follow the list
        plot().replot(QCustomPlot::rpImmediateRefresh);
    }

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
        Theme::instance().setMode(ThemeMode::Light);
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
        QCOMPARE(listed(), QStringList{"a"});
        QVERIFY(plot().loss().x->range().upper < 200.0);
    }

    void theRunOnTheScreenIsNamedBesideOthers()
    {
        const Run run = fallingRun(10, 50);
        m_view->showRun(&run);
        QTRY_COMPARE(plot().loss().raw->data()->size(), 10);
        QVERIFY(!list().isVisible()); // it is the only one
        m_view->setRunName("batch size 1");
        setOverlays({{"a", 100}});
        QVERIFY(list().isVisible());
        QCOMPARE(listed(), QStringList({"batch size 1", "a"}));
        QCOMPARE(list().entries()[0].color, Theme::instance().colors().train);
        QCOMPARE(plot().findChildren<QCPLegend*>().size(), 1); // that of the series
        setOverlays({});
        QVERIFY(!list().isVisible());
        m_view->showRun(nullptr);
    }

    /// By which the list of runs and the comparison show it.
    void theRunOnTheScreenIsDrawnInItsColor()
    {
        const Run run = fallingRun(10, 50);
        m_view->showRun(&run);
        m_view->setRunName("batch 1");
        const QColor color = Theme::lightColors().series[4];
        m_view->setRunColor(color);
        setOverlays({{"a", 100}});
        QTRY_COMPARE(listed(), QStringList({"batch 1", "a"}));
        QCOMPARE(list().entries()[0].color, color);
        for (const CurvePanel& panel : plot().panels())
            QCOMPARE(panel.smoothed->pen().color(), color);
        QVERIFY(captions().contains(color.name()));
        QVERIFY(!captions().contains(Theme::instance().colors().train.name()));

        export_("curves", "png");
        const QImage image(m_folder.filePath("curves.png"));
        int pixels = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                pixels += image.pixelColor(x, y) == color;
        QVERIFY(pixels > 50);

        Theme::instance().setMode(ThemeMode::Dark);
        const QColor inDark = Theme::darkColors().series[4];
        QCOMPARE(plot().loss().smoothed->pen().color(), inDark);
        QCOMPARE(list().entries()[0].color, inDark);
        Theme::instance().setMode(ThemeMode::Light);

        m_view->setRunColor({}); // no longer ticked
        QCOMPARE(plot().loss().smoothed->pen().color(), Theme::instance().colors().train);
        QCOMPARE(list().entries()[0].color, Theme::instance().colors().train);
        m_view->showRun(nullptr);
    }

    /// There are more runs than colors.
    void runsOfTheSameColorHaveDifferentLines()
    {
        const auto lineOf = [this](const QString& name) {
            for (int i = 0; i < plot().graphCount(); ++i) {
                if (plot().graph(i)->name() == name)
                    return plot().graph(i)->pen().style();
            }
            return Qt::NoPen;
        };
        const auto show = [this] {
            std::vector<std::unique_ptr<CurveOverlay>> overlays;
            for (const char* key : {"a", "b", "c"})
                overlays.push_back(overlay(key, 60));
            overlays[1]->color = overlays[1]->paperColor = QColor("#d05500");
            m_view->setOverlays(std::move(overlays));
        };
        show();
        QTRY_COMPARE(list().entries().size(), 3);
        QCOMPARE(lineOf("a"), Qt::SolidLine);
        QCOMPARE(lineOf("b"), Qt::SolidLine);
        QCOMPARE(lineOf("c"), Qt::DashLine);
        QCOMPARE(list().entries()[2].line, Qt::DashLine);

        const Run run = fallingRun(60, 50);
        m_view->showRun(&run);
        m_view->setRunColor(QColor("#d05500"));
        show();
        QTRY_COMPARE(list().entries().size(), 4);
        QCOMPARE(lineOf("b"), Qt::DashLine); // the run on the screen has its color
        QCOMPARE(list().entries()[0].line, Qt::SolidLine);

        QTRY_VERIFY(list().viewport()->rect().contains(list().cell(2))); // each line is beside its name
        const QImage image = list().viewport()->grab().toImage();
        const auto drawn = [&](int entry) {
            const QRect cell = list().cell(entry);
            int pixels = 0;
            for (int x = cell.left(); x < cell.left() + 28; ++x)
                pixels += image.pixelColor(x, cell.center().y()) == list().entries()[entry].color ? 1 : 0;
            return pixels;
        };
        QVERIFY(drawn(1) > 24);
        QVERIFY(drawn(2) > 4 && drawn(2) < drawn(1));
        m_view->showRun(nullptr);
    }

    void linesOfOneColorAreInTheOrderOfReports()
    {
        std::vector<std::unique_ptr<CurveOverlay>> overlays;
        for (const char* key : {"a", "b", "c", "d", "e", "f"})
            overlays.push_back(overlay(key, 60));
        tellApart(overlays, {});
        QList<Qt::PenStyle> styles;
        for (const auto& each : overlays)
            styles += each->line;
        QCOMPARE(styles, (QList<Qt::PenStyle>{Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine,
                                              Qt::DashDotDotLine, Qt::SolidLine}));
        QVERIFY(lineAfter(1) == ChartLine::Dashed && lineAfter(2) == ChartLine::Dotted);
    }

    /// As in a window of 1024x700.
    void severalRunsLeaveThePlotsTheirRoom_data()
    {
        QTest::addColumn<int>("others");
        for (const int others : {0, 1, 2, 3, 4, 5, 30})
            QTest::newRow(qPrintable(QString::number(others))) << others;
    }

    void severalRunsLeaveThePlotsTheirRoom()
    {
        QFETCH(int, others);
        m_view->resize(665, 592);
        const Run run = fallingRun(100, 50);
        m_view->showRun(&run);
        std::vector<std::unique_ptr<CurveOverlay>> overlays;
        for (int i = 0; i < others; ++i) {
            auto other = overlay("", 100);
            other->key = std::to_string(i);
            other->name = QString("mnist-convnet, mnist, batch size %1, adadelta, 2 epochs, seed 1").arg(i);
            overlays.push_back(std::move(other));
        }
        m_view->setOverlays(std::move(overlays));
        replot();
        QVERIFY2(plot().loss().rect->height() >= 110,
                 qPrintable(QString::number(plot().loss().rect->height())));
        QVERIFY2(plot().accuracy().rect->height() >= 80,
                 qPrintable(QString::number(plot().accuracy().rect->height())));
        QCOMPARE(listed().size(), others == 0 ? 0 : others + 1);
        if (others == 0)
            return m_view->showRun(nullptr);
        std::set<QString> shown;
        for (int i = 0; i < listed().size(); ++i) {
            shown.insert(list().shownName(i));
            QVERIFY(list().cell(i).right() < list().width());
        }
        QCOMPARE(int(shown.size()), others + 1); // names that are cut remain different
        QVERIFY(list().columns() > 1);
        const bool fits = list().rows() <= list().mostRows();
        QCOMPARE(fits, others <= 5);
        QCOMPARE(list().verticalScrollBar()->maximum() > 0, !fits);
        QVERIFY(fits || list().cell(listed().size() - 1).top() > list().height());
        list().verticalScrollBar()->setValue(list().verticalScrollBar()->maximum());
        QVERIFY(list().cell(listed().size() - 1).bottom() <= list().height());
        m_view->showRun(nullptr);
    }

    void aWideViewListsMoreRuns()
    {
        m_view->resize(1300, 1000);
        setOverlays({{"a", 100}, {"b", 60}, {"c", 60}, {"d", 60}, {"e", 60}, {"f", 60}});
        replot();
        QCOMPARE(list().rows(), 2);
        QVERIFY(list().columns() >= 3);
        m_view->resize(300, 1000);
        replot();
        QVERIFY(list().columns() < 3);
        for (int i = 0; i < 6; ++i)
            QVERIFY(list().cell(i).right() < list().width());
    }

    void theListSaysWhatItsValuesAre()
    {
        const Run run = fallingRun(10, 50);
        m_view->showRun(&run);
        m_view->setSmoothing(0.9);
        setOverlays({{"a", 100}});
        QTRY_COMPARE(listed().size(), 2);
        const QStringList both{"Loss", "Accuracy"};
        QCOMPARE(list().headings(), (CurveRunHeadings{"Training, smoothed", both}));
        for (const CurveRunEntry& entry : list().entries())
            QCOMPARE(entry.values.size(), 2);
        QVERIFY2(list().accessibleDescription().contains("a: Loss: "),
                 qPrintable(list().accessibleDescription()));
        m_view->setSmoothing(0.0);
        QTRY_COMPARE(list().headings(), (CurveRunHeadings{"Training, not smoothed", both}));

        std::vector<std::unique_ptr<CurveOverlay>> overlays;
        overlays.push_back(overlay("autoencoder", 100));
        Run other = *overlays[0]->run;
        other.experiment.network = "autoencoder";
        overlays[0]->run = std::make_shared<const Run>(other);
        m_view->showRun(nullptr);
        m_view->setOverlays(std::move(overlays));
        QTRY_COMPARE(list().headings(), (CurveRunHeadings{"Training, not smoothed", {"Loss"}}));
    }

    /// As in a window of 1024x700, in which ten runs have more rows than there is room for.
    void theListScrollsByKeys()
    {
        m_view->resize(665, 592);
        std::vector<std::unique_ptr<CurveOverlay>> overlays;
        for (int i = 0; i < 30; ++i)
            overlays.push_back(overlay(qPrintable("run " + QString::number(i)), 20));
        m_view->setOverlays(std::move(overlays));
        QTRY_VERIFY(list().verticalScrollBar()->maximum() > 0);
        QCOMPARE(list().focusPolicy(), Qt::TabFocus);
        const int last = int(listed().size()) - 1;
        QVERIFY(list().cell(last).top() > list().height());
        QTest::keyClick(&list(), Qt::Key_PageDown);
        QVERIFY(list().verticalScrollBar()->value() > 0);
        while (list().verticalScrollBar()->value() < list().verticalScrollBar()->maximum())
            QTest::keyClick(&list(), Qt::Key_Down);
        QVERIFY(list().cell(last).bottom() <= list().height());
        setOverlays({{"a", 20}});
        QTRY_COMPARE(list().focusPolicy(), Qt::NoFocus);
    }

    void withoutARunOnTheScreenOnlyTheListIsBelowThePlots()
    {
        setOverlays({{"a", 100}});
        QTRY_COMPARE(listed(), QStringList{"a"});
        for (const QLabel* label : m_view->findChild<CurveReadout*>()->findChildren<QLabel*>())
            QVERIFY2(!label->isVisible(), qPrintable(label->text()));
        const Run run = fallingRun(10, 50);
        m_view->showRun(&run);
        QTRY_COMPARE(listed(), QStringList({"Run on the screen", "a"}));
        QVERIFY(m_view->findChild<CurveReadout*>()->findChild<QLabel*>()->isVisible());
        m_view->showRun(nullptr);
    }

    void theCompleteNamesOfRunsAreInTooltipsAndFiles()
    {
        const Run run = fallingRun(10, 50);
        m_view->showRun(&run);
        m_view->setRunName("batch 1", "batch size 1");
        std::vector<std::unique_ptr<CurveOverlay>> overlays;
        overlays.push_back(overlay("a", 100));
        overlays[0]->completeName = "batch size 16, adam";
        m_view->setOverlays(std::move(overlays));
        const auto tooltipOf = [this](int entry) {
            const QPoint position = list().cell(entry).center();
            QHelpEvent help(QEvent::ToolTip, position, list().viewport()->mapToGlobal(position));
            QCoreApplication::sendEvent(list().viewport(), &help);
            return QToolTip::text();
        };
        QTRY_COMPARE(listed(), QStringList({"batch 1", "a"}));
        QVERIFY2(tooltipOf(0).contains(">batch size 1\n"), qPrintable(tooltipOf(0)));
        QVERIFY2(tooltipOf(1).contains(">batch size 16, adam\n"), qPrintable(tooltipOf(1)));
        const QStringList exported = export_("metrics_all", "csv");
        QCOMPARE(exported.size(), 1 + 10 + 100);
        QVERIFY2(exported[1].startsWith("batch size 1,0,"), qPrintable(exported[1]));
        QVERIFY2(exported[11].startsWith("\"batch size 16, adam\",0,"), qPrintable(exported[11]));
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

    void eachFigureOfTheReadoutIsDefined()
    {
        const Run run = fallingRun(100, 50);
        m_view->showRun(&run);
        QTRY_COMPARE(plot().loss().raw->data()->size(), 100);
        int figures = 0;
        for (const QLabel* label : m_view->findChild<CurveReadout*>()->findChildren<QLabel*>()) {
            if (!label->isVisible())
                continue;
            ++figures;
            QVERIFY2(!label->parentWidget()->toolTip().isEmpty(), qPrintable(label->text()));
        }
        QVERIFY(figures > 10);
        m_view->showRun(nullptr);
    }

    void theReadoutListsThemAtTheCursor()
    {
        setOverlays({{"a", 100}});
        QTRY_COMPARE(pointsOf("a"), 100);
        const QCPGraph* graph = nullptr;
        for (int i = 0; i < plot().graphCount() && !graph; ++i) {
            if (plot().graph(i)->name() == "a")
                graph = plot().graph(i);
        }
        const QString last = lossText((graph->data()->constEnd() - 1)->value);
        QVERIFY2(list().isVisible() && valuesOf("a").startsWith(last), qPrintable(valuesOf("a")));
        const auto hoverAt = [&](const QPointF& position) {
            QMouseEvent event(QEvent::MouseMove, position, plot().mapToGlobal(position), Qt::NoButton,
                              Qt::NoButton, Qt::NoModifier);
            QCoreApplication::sendEvent(&plot(), &event);
        };
        plot().replot(QCustomPlot::rpImmediateRefresh);
        const QCPGraphData& point = *graph->data()->at(50);
        const QPointF onCurve = graph->coordsToPixels(point.key, point.value);
        hoverAt(onCurve);
        QVERIFY2(valuesOf("a").startsWith(lossText(point.value)), qPrintable(valuesOf("a")));
        QCOMPARE(nearest(), QString("a"));
        QCOMPARE(graph->pen().widthF(), 3.5);
        const QRect inner = plot().loss().rect->rect();
        hoverAt({onCurve.x(), onCurve.y() > inner.center().y() ? inner.top() + 2.0 : inner.bottom() - 2.0});
        QCOMPARE(nearest(), QString());
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
        QCOMPARE(valuesOf("short"), QString("– · –"));
        QVERIFY2(valuesOf("long").contains("%"), qPrintable(valuesOf("long")));
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
        QCOMPARE(image.size(), 2 * m_view->plot()->parentWidget()->size()); // with the list of runs
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
