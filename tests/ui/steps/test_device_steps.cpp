#include "tests/support/device_run.h"
#include "tests/ui/support/color_contrast.h"
#include "tests/ui/support/color_distance.h"
#include "ui/steps/step_bars.h"
#include "ui/steps/step_colors.h"
#include "ui/steps/step_difference_table.h"
#include "ui/steps/step_parts_model.h"
#include "ui/steps/step_parts_table.h"
#include "ui/steps/steps_view.h"
#include "ui/support/trace_selection.h"
#include "ui/theme/theme.h"

#include <QHeaderView>
#include <QLabel>
#include <QStandardPaths>
#include <QTest>
#include <QToolButton>

#include <memory>
#include <numeric>

using namespace stepscope;
using namespace stepscope::ui;

/// Steps of a run whose device was followed.
class TestDeviceSteps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        Theme::instance().apply();
    }

    void init()
    {
        m_device = std::make_unique<test::DeviceRun>(12);
        m_selection = std::make_unique<TraceSelection>();
        m_view = std::make_unique<StepsView>(m_selection.get());
        m_view->resize(1280, 800);
        m_view->showRun(&m_device->run);
        m_view->show();
    }

    void cleanup() { m_view.reset(); }

    void stepsAreSplitByTheDeviceAtFirst()
    {
        QVERIFY(button("splitByDevice")->isChecked());
        const QStringList names = partNames();
        for (const char* part :
             {"Kernel", "Memory copy", "Runtime", "Data loader", "CPU operator", "Host and device idle"})
            QVERIFY2(names.contains(part), part);
        QCOMPARE(names.front(), QString("Kernel"));
        QCOMPARE(names.back(), QString("Step"));
        verifyPartsSumToTheStep();
    }

    void colorsOfThePartsOfASplitDiffer()
    {
        for (const ThemeColors& colors : {Theme::lightColors(), Theme::darkColors()}) {
            for (const StepSplit split : {StepSplit::Passes, StepSplit::Device}) {
                const auto parts = partsOf(split);
                for (size_t a = 0; a < parts.size(); ++a) {
                    for (size_t b = 0; b < a; ++b) {
                        const double distance = test::colorDistance(stepPartColor(parts[a], colors),
                                                                    stepPartColor(parts[b], colors));
                        QVERIFY2(distance >= test::leastColorDistance,
                                 qPrintable(QString("%1 and %2: %3").arg(a).arg(b).arg(distance)));
                    }
                }
            }
        }
    }

    void colorsDifferFromTheBackground()
    {
        for (const ThemeColors& colors : {Theme::lightColors(), Theme::darkColors()}) {
            for (const StepSplit split : {StepSplit::Passes, StepSplit::Device}) {
                for (const StepPart part : partsOf(split))
                    QVERIFY(test::contrast(stepPartColor(part, colors), colors.surface) >= 1.5);
            }
            for (const QColor& color :
                 {wholeStepColor(colors), wholeStepGround(colors), wholeStepHatching(colors)})
                QVERIFY(test::contrast(color, colors.surface) >= 1.5);
            QVERIFY(test::contrast(wholeStepHatching(colors), wholeStepGround(colors)) >= 1.5);
        }
    }

    void theSummarySaysWhetherTheWorkOfTheDeviceCounts()
    {
        const auto* summary = m_view->findChild<QLabel*>("stepsSummary");
        QVERIFY2(summary->text().contains(" recorded steps with their device work, from "),
                 qPrintable(summary->text()));
        button("splitByPass")->click();
        QVERIFY2(summary->text().contains(" recorded steps, from "), qPrintable(summary->text()));
    }

    void theTableWantsRoomForAllParts()
    {
        const auto* table = m_view->table();
        const int rows = table->model()->rowCount() * table->verticalHeader()->defaultSectionSize();
        QVERIFY(table->sizeHint().height() >= table->horizontalHeader()->sizeHint().height() + rows);
    }

    void theOtherSplitIsOneClickAway()
    {
        button("splitByPass")->click();
        QVERIFY(!button("splitByDevice")->isChecked());
        QVERIFY(partNames().contains("Backward"));
        QVERIFY(!partNames().contains("Kernel"));
        verifyPartsSumToTheStep();
        QVERIFY(m_view->bars()->scene().columns[0].partNs[size_t(StepPart::Kernel)] == 0.0);
        button("splitByDevice")->click();
        QVERIFY(partNames().contains("Kernel"));
    }

    void aPickedRangeIsSplitTheSameWay()
    {
        m_selection->setSteps({2, 3});
        QCOMPARE(m_view->parts()->figures().steps, int64_t(2));
        QVERIFY(partNames().contains("Memory copy"));
    }

    void aSingleStepIsComparedByPartAndKernel()
    {
        m_selection->setSteps({3, 3});
        const auto* model = m_view->differences();
        const auto rowOf = [&](const QString& kind) {
            for (int row = 0; row < model->rowCount(); ++row) {
                if (model->index(row, StepDifferenceModel::Kind).data().toString() == kind)
                    return row;
            }
            return -1;
        };
        QVERIFY(rowOf("Part") > 0);
        QTRY_VERIFY(rowOf("Device work") > 0);
        auto* table = differenceTable();
        table->setFocus();
        table->selectRow(rowOf("Device work"));
        const auto event = m_selection->focus().event; // in the step
        QVERIFY(event);
        const TraceStep& step = m_device->run.trace.steps[3];
        QVERIFY(*event >= step.firstEvent && *event < step.endEvent);
        QCOMPARE(QString::fromStdString(m_device->run.trace.names[m_device->run.trace.name[*event]]),
                 model->traceName(table->currentIndex().row()));
    }

    void withoutOthersASingleStepStillLeadsToTheTimeline()
    {
        test::DeviceRun two(2);
        m_view->showRun(&two.run);
        m_selection->setSteps({1, 1});
        QVERIFY(differenceTable()->isHidden());
        QVERIFY(button("stepInTimeline")->isVisible());
        m_view->showRun(nullptr);
    }

    void theTipOfABarHasItsParts()
    {
        const auto& columns = m_view->bars()->scene().columns;
        QVERIFY(m_view->bars()->toolTipOf(columns[1]).contains("Kernel"));
    }

    void stepsOfAnImportedTraceKeepTheirNumbers()
    {
        Run& run = m_device->run;
        run.experiment.dataset.clear(); // as of every imported run
        for (TraceStep& step : run.trace.steps)
            step.number += 5;
        m_view->showRun(nullptr);
        m_view->showRun(&run);
        const auto& columns = m_view->bars()->scene().columns;
        QCOMPARE(columns.size(), size_t(12));
        QCOMPARE(columns.front().first, int64_t(5));
        QVERIFY(columns.front().partNs[size_t(StepPart::Kernel)] > 0.0);
    }

    void aRunOfTheHostHasNoChoice()
    {
        Run host = m_device->run;
        host.trace.threads.resize(2);
        m_view->showRun(&host);
        QVERIFY(!button("splitByDevice")->isVisible());
        QVERIFY(partNames().contains("Backward"));
        m_view->showRun(nullptr);
    }

    /// With STEPSCOPE_PICTURES set to a folder, writes a picture of the view there.
    void looksAsItShould()
    {
        const QString folder = qEnvironmentVariable("STEPSCOPE_PICTURES");
        if (folder.isEmpty())
            QSKIP("for the eye only");
        for (const auto mode : {ThemeMode::Light, ThemeMode::Dark}) {
            Theme::instance().setMode(mode);
            m_view->grab().save(folder + "/steps-device-" + (mode == ThemeMode::Dark ? "dark" : "light") +
                                ".png");
        }
        Theme::instance().setMode(ThemeMode::Light);
    }

private:
    QToolButton* button(const char* name) const { return m_view->findChild<QToolButton*>(name); }
    StepDifferenceTable* differenceTable() const { return m_view->findChild<StepDifferenceTable*>(); }

    QStringList partNames() const
    {
        QStringList names;
        for (int row = 0; row < m_view->parts()->rowCount(); ++row)
            names << m_view->parts()->index(row, 0).data().toString();
        return names;
    }

    void verifyPartsSumToTheStep() const
    {
        const auto& figures = m_view->parts()->figures();
        int64_t sum = 0;
        for (const auto& part : figures.parts)
            sum += part.totalNs;
        QCOMPARE(sum, figures.wall.totalNs);
        QCOMPARE(figures.steps, int64_t(12));
    }

    std::unique_ptr<test::DeviceRun> m_device;
    std::unique_ptr<TraceSelection> m_selection;
    std::unique_ptr<StepsView> m_view;
};

QTEST_MAIN(TestDeviceSteps)
#include "test_device_steps.moc"
