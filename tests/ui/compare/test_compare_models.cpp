#include "compared_runs.h"
#include "tests/core/comparison/trial_run.h"
#include "tests/ui/support/pseudo_translator.h"

#include "core/run/validation.h"
#include "ui/compare/compared_operator_columns.h"
#include "ui/compare/compared_operators_model.h"
#include "ui/compare/figures_model.h"
#include "ui/compare/verdict_forms.h"
#include "ui/support/qt_text.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>
#include <QTest>

#include <cmath>

using namespace stepscope;
using namespace stepscope::ui;
using test::RunShape;
using test::tickedRun;

class TestCompareModels : public QObject
{
    Q_OBJECT

    /// A baseline, the same again, and one with slower convolutions and an additional operator.
    static ComparisonWish wish()
    {
        return {.runs = {tickedRun("before", {.seed = 1}), tickedRun("again", {.seed = 2}, "#d05500"),
                         tickedRun("slower",
                                   {.stepMs = 5.0,
                                    .convolutionUs = 1300.0,
                                    .hasDropout = true,
                                    .testCorrect = 9700,
                                    .seed = 3},
                                   "#008a64")}};
    }
    static std::shared_ptr<const ComparisonResult> result(ComparisonWish wish = TestCompareModels::wish())
    {
        return std::make_shared<const ComparisonResult>(compare(std::move(wish)));
    }

    FiguresModel m_figures;
    ComparedOperatorsModel m_operators;
    QAbstractItemModelTester m_figuresTester{&m_figures,
                                             QAbstractItemModelTester::FailureReportingMode::QtTest};
    QAbstractItemModelTester m_operatorsTester{&m_operators,
                                               QAbstractItemModelTester::FailureReportingMode::QtTest};

    QString figure(Figure figure, int run, int role = Qt::DisplayRole) const
    {
        for (int row = 0; row < m_figures.rowCount(); ++row)
            if (m_figures.figure(row) == figure)
                return withPlainSpaces(m_figures.index(row, run + 1).data(role).toString());
        return "no such row";
    }
    int columnOf(OperatorMeasure measure, size_t run = 0) const
    {
        const ComparedColumn wanted{measure, run};
        const auto found = std::ranges::find(m_operators.columns(), wanted);
        return found == m_operators.columns().end() ? -1 : int(found - m_operators.columns().begin());
    }
    int rowOf(const std::string& name, Pass pass) const
    {
        for (int row = 0; row < m_operators.rowCount(); ++row)
            if (m_operators.operatorRow(row).name == name && m_operators.operatorRow(row).pass == pass)
                return row;
        return -1;
    }
    QString cell(const std::string& name, Pass pass, OperatorMeasure measure, size_t run,
                 int role = Qt::DisplayRole) const
    {
        return withPlainSpaces(
            m_operators.index(rowOf(name, pass), columnOf(measure, run)).data(role).toString());
    }

private Q_SLOTS:
    void init()
    {
        m_operators.setFilter({});
        m_operators.setWithNamespace(true);
        m_operators.sort(-1);
        m_figures.setResult(result());
        m_operators.setResult(result());
    }

    void aTitleWithItsUnitIsOneTextToTranslate()
    {
        const auto titleOf = [](OperatorBasis basis) {
            return measureInfo(OperatorMeasure::SelfTime, basis).plainTitle;
        };
        QCOMPARE(titleOf(OperatorBasis::PerImage), "self time per sample (µs)");
        QCOMPARE(titleOf(OperatorBasis::Total), "self time in total (µs)");
        test::PseudoTranslator translator;
        QVERIFY(QCoreApplication::installTranslator(&translator));
        QCOMPARE(titleOf(OperatorBasis::PerStep), "[self time per step (µs)]");
    }

    void figuresStandInTheirUnits()
    {
        QCOMPARE(m_figures.columnCount(), 4);
        QCOMPARE(m_figures.headerData(1, Qt::Horizontal).toString(), "before (baseline)");
        QCOMPARE(m_figures.headerData(3, Qt::Horizontal).toString(), "slower");
        QCOMPARE(m_figures.headerData(2, Qt::Horizontal, RunColorRole).value<QColor>(), QColor("#d05500"));
        QCOMPARE(figure(Figure::Outcome, 0), "Finished");
        QCOMPARE(figure(Figure::BatchSize, 0), "64");
        QCOMPARE(figure(Figure::Steps, 2), "200");
        QCOMPARE(figure(Figure::Testing, 0), "500 ms");
        QCOMPARE(figure(Figure::FinalAccuracy, 0), "98.50 %");
        QCOMPARE(figure(Figure::FinalAccuracy, 2), "97.00 %");
        QCOMPARE(figure(Figure::Cpu, 1), "180 %");
        QVERIFY(figure(Figure::StepMedian, 0).endsWith(" ms"));
        static const QRegularExpression spread(R"(^[\d.]+ – [\d.]+ ms$)"); // the unit is written once
        QVERIFY2(spread.match(figure(Figure::StepSpread, 0)).hasMatch(),
                 qPrintable(figure(Figure::StepSpread, 0)));
        QVERIFY(figure(Figure::ImagesPerSecond, 0).endsWith(" samples/s"));
    }

    /// Its steps need not be those of a training, and its outcome is not known.
    void importedRunsAreNotCalledTrainings()
    {
        auto rowNames = [this] {
            QStringList names;
            for (int row = 0; row < m_figures.rowCount(); ++row)
                names += m_figures.index(row, 0).data().toString();
            return names;
        };
        QVERIFY(rowNames().contains("Training steps"));
        ComparisonWish imported = wish();
        auto run = std::make_shared<Run>(*imported.runs[0].run);
        run->experiment.dataset.clear();
        imported.runs[0].run = run;
        m_figures.setResult(result(imported));
        QCOMPARE(figure(Figure::Outcome, 0), "Imported");
        QCOMPARE(figure(Figure::Outcome, 1), "Finished");
        QCOMPARE(figure(Figure::Outcome, 0, PlainRole), "Imported");
        QVERIFY(rowNames().contains("Steps"));
        QVERIFY(rowNames().contains("Step time, total"));
        QVERIFY(rowNames().filter("Training steps").isEmpty());
    }

    void differencesAreOnlyCalledRealWhenTheyAre()
    {
        QCOMPARE(figure(Figure::StepAgainstBaseline, 0), "baseline");
        QCOMPARE(figure(Figure::StepAgainstBaseline, 1), "the same within 5 %");
        const QString slower = figure(Figure::StepAgainstBaseline, 2);
        QVERIFY2(slower.startsWith("+24.") && slower.endsWith("%, slower"), qPrintable(slower));
        const QString detail = figure(Figure::StepAgainstBaseline, 2, Qt::ToolTipRole);
        QVERIFY2(detail.contains("95 % interval: "), qPrintable(detail));
        const QString single = figure(Figure::Training, 2, Qt::ToolTipRole);
        QVERIFY2(single.contains("more than the baseline") && single.contains("cannot show"),
                 qPrintable(single));
    }

    void theIntervalOfTheDataPartIsShownOrSaidNotToBeKnown()
    {
        RunComparison run;
        run.dataTime = DataTime{.steps = 50, .share = 0.25};
        const QString unknown = figureDifference(run, run, Figure::DataShare);
        QVERIFY2(unknown.contains("not known") && unknown.contains("20 recorded steps"), qPrintable(unknown));
        run.dataTime->interval = Interval{.low = 0.1, .high = 0.4};
        const QString known = figureDifference(run, run, Figure::DataShare);
        QVERIFY2(known.contains("10.00 % to 40.00 %"), qPrintable(known));
        run.dataTime.reset();
        QCOMPARE(figureDifference(run, run, Figure::DataShare), QString());
    }

    void theAccuracyIsTheUsers()
    {
        QCOMPARE(figure(Figure::ToAccuracy, 0), "1.300 s");
        QCOMPARE(figure(Figure::ToAccuracy, 2), "not reached");
        ComparisonWish strict = wish();
        strict.accuracy = 0.99;
        m_figures.setResult(result(strict));
        QCOMPARE(figure(Figure::ToAccuracy, 0), "not reached");
    }

    void rowsThatNoRunHasAreLeftOut()
    {
        QCOMPARE(figure(Figure::RecorderCost, 0), "no such row"); // nothing measured it
        ComparisonWish untested = wish();
        for (TickedRun& ticked : untested.runs) {
            auto run = std::make_shared<Run>(*ticked.run);
            run->epochs.clear();
            run->samples.clear();
            ticked.run = run;
        }
        m_figures.setResult(result(untested));
        QCOMPARE(figure(Figure::FinalAccuracy, 0), "no such row");
        QCOMPARE(figure(Figure::Cpu, 0), "no such row");
        for (int row = 0; row < m_figures.rowCount(); ++row)
            QVERIFY(m_figures.index(row, 0).data().toString() != "Machine"); // nor its heading
    }

    void settingsHaveARowWhereTheyDiffer()
    {
        for (const Figure setting : {Figure::Network, Figure::DataSet, Figure::ValidationShare})
            QCOMPARE(figure(setting, 0), "no such row");
        ComparisonWish other = wish();
        auto run = std::make_shared<Run>(*other.runs[1].run);
        run->experiment.network = "lenet5";
        run->experiment.dataset = "synthetic";
        run->experiment.validationShare = 0.25;
        other.runs[1].run = run;
        m_figures.setResult(result(other));
        QCOMPARE(figure(Figure::Network, 0), QString::fromStdString(other.runs[0].run->experiment.network));
        QCOMPARE(figure(Figure::Network, 1), "lenet5");
        QCOMPARE(figure(Figure::Network, 1, PlainRole), "lenet5");
        QCOMPARE(figure(Figure::DataSet, 1), "synthetic");
        QVERIFY2(figure(Figure::ValidationShare, 1).startsWith("25"),
                 qPrintable(figure(Figure::ValidationShare, 1)));
        QCOMPARE(figure(Figure::ValidationShare, 1, PlainRole), "25");
    }

    void theValidationIsShownWhereARunHasOne()
    {
        QCOMPARE(figure(Figure::FinalValidationLoss, 0), "no such row");
        ComparisonWish validated = wish();
        auto run = std::make_shared<Run>(*validated.runs[1].run);
        run->experiment.validationShare = 0.1;
        for (const double loss : {0.125, 0.25})
            appendScalars(run->scalars,
                          validationScalars({.loss = loss, .accuracy = 1 - loss}, int64_t(400 * loss), 1000));
        validated.runs[1].run = run;
        m_figures.setResult(result(validated));
        QCOMPARE(figure(Figure::FinalValidationLoss, 0), "–");
        QCOMPARE(figure(Figure::FinalValidationLoss, 1), "0.2500");
        QCOMPARE(figure(Figure::BestValidationLoss, 1), "0.1250");
        QCOMPARE(figure(Figure::FinalValidationAccuracy, 1), "75.00 %");
        QCOMPARE(figure(Figure::BestValidationAccuracy, 1), "87.50 %");
        QCOMPARE(figure(Figure::BestValidationAccuracy, 1, PlainRole), "87.5");
        QCOMPARE(figure(Figure::FinalAccuracy, 1), "98.50 %"); // of the test
        for (int row = 0; row < m_figures.rowCount(); ++row)
            QVERIFY(!m_figures.figure(row) ||
                    !m_figures.index(row, 0).data(Qt::ToolTipRole).toString().isEmpty());
    }

    void runsWithoutAccuracyHaveNoTimeToReachIt()
    {
        ComparisonWish unclassified = wish();
        for (TickedRun& ticked : unclassified.runs) {
            auto run = std::make_shared<Run>(*ticked.run);
            run->epochs.back().testCorrect = StepMetrics::notCounted;
            ticked.run = run;
        }
        m_figures.setResult(result(unclassified));
        QCOMPARE(figure(Figure::ToAccuracy, 0), "no such row");
        QCOMPARE(figure(Figure::FinalAccuracy, 0), "no such row");
        QVERIFY(figure(Figure::FinalLoss, 0) != "no such row");
    }

    void samplesOfDifferentSizesHaveNoRatio()
    {
        ComparisonWish texts = wish();
        for (size_t i = 0; i < texts.runs.size(); ++i) {
            auto run = std::make_shared<Run>(*texts.runs[i].run);
            run->experiment.dataset = "tiny-shakespeare";
            run->experiment.sequenceLength = i == 1 ? 128 : 64;
            texts.runs[i].run = run;
        }
        m_figures.setResult(result(texts));
        QCOMPARE(figure(Figure::ImageAgainstBaseline, 1), "–");
        QVERIFY(figure(Figure::StepAgainstBaseline, 1).endsWith(" (samples of another size)"));
        QVERIFY(figure(Figure::StepAgainstBaseline, 1, Qt::ToolTipRole).contains("different sizes"));
        QVERIFY(figure(Figure::ImageAgainstBaseline, 2).endsWith("slower"));
    }

    void epochsOfDifferentNumbersOfSamplesAreNotCompared()
    {
        QVERIFY(figure(Figure::Epoch, 2, Qt::ToolTipRole).contains("more than the baseline"));
        ComparisonWish validated = wish();
        auto run = std::make_shared<Run>(*validated.runs[2].run);
        run->epochs.back().trainImages = 11'520;
        validated.runs[2].run = run;
        m_figures.setResult(result(validated));
        const QString detail = figure(Figure::Epoch, 2, Qt::ToolTipRole);
        QVERIFY2(detail.contains("Its epochs have 11,520 training samples and the baseline's have 12,800, so "
                                 "their times are not compared."),
                 qPrintable(detail));
        QVERIFY(!detail.contains("more than the baseline"));
        QVERIFY(figure(Figure::Training, 2, Qt::ToolTipRole).contains("more than the baseline"));
    }

    void theRecordersCostIsShownWhereItWasMeasured()
    {
        const auto costOf = [](double share) {
            ComparisonWish tried = wish();
            auto run = std::make_shared<Run>(*tried.runs[0].run);
            run->steps = test::trialRun({share, share, share, share, share, share, share, 0.95}).steps;
            tried.runs[0].run = run;
            return tried;
        };
        m_figures.setResult(result(costOf(0.98)));
        QCOMPARE(figure(Figure::RecorderCost, 0), "not measurable");
        QCOMPARE(figure(Figure::RecorderCost, 0, Qt::ToolTipRole)
                     .contains("−2.0 % longer, between −5.0 % and −2.0 % with 95 % confidence. That cannot"),
                 true);
        ComparisonWish found = costOf(1.02);
        auto run = std::make_shared<Run>(*found.runs[0].run);
        run->steps = test::trialRun(std::vector<double>(8, 1.02)).steps;
        found.runs[0].run = run;
        m_figures.setResult(result(found));
        QCOMPARE(figure(Figure::RecorderCost, 0), "2.0 %");
    }

    void everyRowOfFiguresIsExplained()
    {
        int headings = 0;
        for (int row = 0; row < m_figures.rowCount(); ++row) {
            QVERIFY(!m_figures.index(row, 0).data().toString().isEmpty());
            if (m_figures.figure(row))
                QVERIFY(!m_figures.index(row, 0).data(Qt::ToolTipRole).toString().isEmpty());
            else
                ++headings;
        }
        QCOMPARE(headings, 5);
    }

    void theBaselineHasNoDifferences()
    {
        QVERIFY(columnOf(OperatorMeasure::SelfTime, 0) > 0);
        QCOMPARE(columnOf(OperatorMeasure::Difference, 0), -1);
        QVERIFY(columnOf(OperatorMeasure::Difference, 1) > 0);
        ComparisonWish other = wish();
        other.baseline = 2;
        m_operators.setResult(result(other));
        QCOMPARE(columnOf(OperatorMeasure::Difference, 2), -1);
        QVERIFY(columnOf(OperatorMeasure::Difference, 0) > 0);
        QVERIFY(cell("aten::conv2d", Pass::Forward, OperatorMeasure::Verdict, 0).endsWith("%, faster"));
    }

    void operatorsTellTimesAndVerdicts()
    {
        QCOMPARE(cell("aten::relu", Pass::Forward, OperatorMeasure::Calls, 0), "2");
        QVERIFY(cell("aten::conv2d", Pass::Forward, OperatorMeasure::SelfTime, 0).endsWith(" µs"));
        QVERIFY(cell("aten::conv2d", Pass::Forward, OperatorMeasure::StepShare, 0).startsWith("22."));
        QCOMPARE(cell("aten::conv2d", Pass::Forward, OperatorMeasure::Verdict, 1), "the same within 5 %");
        const QString slower = cell("aten::conv2d", Pass::Forward, OperatorMeasure::Verdict, 2);
        QVERIFY2(slower.startsWith("+44.") && slower.endsWith("%, slower"), qPrintable(slower));
        QVERIFY(cell("aten::conv2d", Pass::Forward, OperatorMeasure::Difference, 2).startsWith("+4"));
        QCOMPARE(cell("aten::conv2d", Pass::Forward, OperatorMeasure::Ratio, 2), "1.44 ×");
        QVERIFY(cell("aten::conv2d", Pass::Forward, OperatorMeasure::Interval, 2).contains(" to +"));
        QVERIFY(cell("aten::conv2d", Pass::Forward, OperatorMeasure::Verdict, 2, Qt::ToolTipRole)
                    .contains("95 % confidence"));
        const QString ofRatio =
            cell("aten::conv2d", Pass::Forward, OperatorMeasure::Ratio, 2, Qt::ToolTipRole);
        QVERIFY2(ofRatio.contains("%, slower") && ofRatio.contains("95 % confidence"), qPrintable(ofRatio));
    }

    /// So that a narrow column has no "too noisy to t…".
    void verdictsHaveShorterForms()
    {
        const auto forms = [](double ratio, Verdict verdict) {
            return verdictForms(RatioEstimate{.ratio = ratio, .interval = {0.32, 1.59}, .verdict = verdict});
        };
        QCOMPARE(forms(1.123, Verdict::Slower), (QStringList{"+12.3 %, slower", "+12.3 %"}));
        QCOMPARE(forms(0.96, Verdict::Faster), (QStringList{"−4.0 %, faster", "−4.0 %"}));
        const QStringList noisy = forms(0.68, Verdict::Unclear);
        QCOMPARE(noisy, (QStringList{"too noisy to tell: ×0.68, 0.32–1.59", "too noisy"}));
        QCOMPARE(forms(6.12, Verdict::OtherBatchSize),
                 (QStringList{"×6.12 (other batch size)", "other batch"}));
        const QFontMetrics metrics{QFont()};
        QCOMPARE(fittingForm(metrics, noisy, 1000), noisy[0]);
        QCOMPARE(fittingForm(metrics, noisy, metrics.horizontalAdvance(noisy[1])), noisy[1]);
        QCOMPARE(fittingForm(metrics, noisy, 1), noisy[1]);
        const OperatorDifference gone{.verdict = Verdict::Faster, .presence = OperatorPresence::BaselineOnly};
        QCOMPARE(verdictForms(gone), (QStringList{"does not occur", "absent"}));
    }

    void theTooltipOfAVerdictHasAllOfIt()
    {
        const QString slower = cell("aten::conv2d", Pass::Forward, OperatorMeasure::Verdict, 2);
        QVERIFY(cell("aten::conv2d", Pass::Forward, OperatorMeasure::Verdict, 2, Qt::ToolTipRole)
                    .contains(slower));
        QVERIFY(figure(Figure::StepAgainstBaseline, 2, Qt::ToolTipRole)
                    .contains(figure(Figure::StepAgainstBaseline, 2)));
    }

    void timesAreShownThoughCallsAreNotKnown()
    {
        const OperatorCell sampled{.selfNs = 5.0};
        QCOMPARE(measureValue(sampled, OperatorMeasure::SelfTime), std::optional(5.0));
        QVERIFY(!measureValue(sampled, OperatorMeasure::Calls));
        QVERIFY(!measureValue(OperatorCell(), OperatorMeasure::SelfTime));
    }

    void anOperatorThatTheBaselineLacksIsSaidToBeNew()
    {
        QCOMPARE(cell("aten::dropout", Pass::Forward, OperatorMeasure::SelfTime, 0), "–");
        QCOMPARE(cell("aten::dropout", Pass::Forward, OperatorMeasure::Verdict, 2), "not in the baseline");
        QCOMPARE(cell("aten::dropout", Pass::Forward, OperatorMeasure::Ratio, 2), "–");
        const auto color = [this](OperatorMeasure measure, size_t run) {
            return m_operators.index(rowOf("aten::dropout", Pass::Forward), columnOf(measure, run))
                .data(VerdictRole);
        };
        QVERIFY(!color(OperatorMeasure::Verdict, 2).isValid()); // it is not slower
        ComparisonWish other = wish();
        other.baseline = 2;
        m_operators.setResult(result(other));
        QCOMPARE(cell("aten::dropout", Pass::Forward, OperatorMeasure::SelfTime, 0), "–");
        QCOMPARE(cell("aten::dropout", Pass::Forward, OperatorMeasure::Ratio, 0), "–");
        QCOMPARE(cell("aten::dropout", Pass::Forward, OperatorMeasure::Verdict, 0), "does not occur");
        QCOMPARE(cell("aten::dropout", Pass::Forward, OperatorMeasure::Verdict, 0, PlainRole),
                 "does not occur");
        QVERIFY(!color(OperatorMeasure::Verdict, 0).isValid());
    }

    void timesAreByStepOrByImage()
    {
        const double perStep =
            cell("aten::conv2d", Pass::Forward, OperatorMeasure::SelfTime, 0, PlainRole).toDouble();
        ComparisonWish perImage = wish();
        perImage.basis = OperatorBasis::PerImage;
        m_operators.setResult(result(perImage));
        const double image =
            cell("aten::conv2d", Pass::Forward, OperatorMeasure::SelfTime, 0, PlainRole).toDouble();
        QVERIFY(std::abs(image * 64.0 - perStep) < 1e-3);
        QCOMPARE(m_operators.headerData(columnOf(OperatorMeasure::SelfTime, 1), Qt::Horizontal).toString(),
                 "Self / sample");
    }

    void everyColumnSorts_data()
    {
        QTest::addColumn<int>("order");
        QTest::newRow("rising") << int(Qt::AscendingOrder);
        QTest::newRow("falling") << int(Qt::DescendingOrder);
    }

    void everyColumnSorts()
    {
        QFETCH(int, order);
        for (int column = 0; column < m_operators.columnCount(); ++column) {
            m_operators.sort(column, Qt::SortOrder(order));
            QList<double> figures;
            bool unknownSeen = false;
            for (int row = 0; row < m_operators.rowCount(); ++row) {
                const QModelIndex index = m_operators.index(row, column);
                if (column == 0)
                    continue;
                const QVariant figure =
                    column == 1 ? QVariant(index.data(PassRole)) : QVariant(index.data(FigureRole));
                if (!figure.isValid()) {
                    unknownSeen = true;
                    continue;
                }
                QVERIFY2(!unknownSeen, "what is not known comes last");
                figures += figure.toDouble();
            }
            const auto sorted = [&](auto before) {
                return std::is_sorted(figures.begin(), figures.end(), before);
            };
            QVERIFY2(order == Qt::AscendingOrder ? sorted(std::less<>()) : sorted(std::greater<>()),
                     qPrintable(QString("column %1").arg(column)));
        }
        m_operators.sort(0, Qt::SortOrder(order));
        QCOMPARE(m_operators.operatorRow(0).name,
                 order == Qt::AscendingOrder ? "aten::addmm" : "Optimizer.step#Adadelta.step");
    }

    void withoutAColumnTheLargestDifferenceComesFirst()
    {
        QCOMPARE(m_operators.operatorRow(0).name, "aten::conv2d");
        QCOMPARE(m_operators.operatorRow(0).pass, Pass::Backward);
    }

    void filtersByNamePassAndRealDifference()
    {
        const int all = m_operators.rowCount();
        m_operators.setFilter({.words = "CONV back"});
        QCOMPARE(m_operators.rowCount(), 1);
        m_operators.setFilter({.onlyReal = true});
        QVERIFY(m_operators.rowCount() < all);
        QVERIFY(rowOf("aten::conv2d", Pass::Forward) >= 0);
        QVERIFY(rowOf("aten::dropout", Pass::Forward) >= 0);
        QCOMPARE(rowOf("aten::addmm", Pass::Forward), -1);
        m_operators.setFilter({});
        QCOMPARE(m_operators.rowCount(), all);
    }

    void saysWhyNoDifferenceIsReal()
    {
        QCOMPARE(m_operators.noRealDifferenceText(), QString()); // some are
        const QString noise = "No difference is larger than the noise of the runs. ";
        const QString what =
            "Record more steps to find smaller differences, or turn off “Real differences” to "
            "see all.";
        auto alike = compare({.runs = {tickedRun("before", {.seed = 1}), tickedRun("again", {.seed = 2})}});
        const auto text = [this](const ComparisonResult& result) {
            m_operators.setResult(std::make_shared<const ComparisonResult>(result));
            return m_operators.noRealDifferenceText();
        };
        QCOMPARE(text(alike), noise + "The runs have the same settings, so none is expected. " + what);
        alike.figures.runs[1].setting = "another";
        QCOMPARE(text(alike), noise + what);

        // 15 recorded steps, of which one run's convolutions take twice as long.
        const auto few =
            compare({.runs = {tickedRun("before", {.steps = 25, .seed = 1}),
                              tickedRun("slower", {.steps = 25, .convolutionUs = 1800.0, .seed = 2})}});
        QCOMPARE(text(few), "Differences that involve a run with fewer than 20 recorded steps cannot be "
                            "distinguished from noise. " +
                                what);

        for (OperatorComparisonRow& row : alike.operators.rows)
            row.cells[1].difference.reset(); // nothing was recorded in that run
        QVERIFY2(text(alike).startsWith("The baseline or all other runs recorded nothing "),
                 qPrintable(text(alike)));
    }

    void namespacesAreHiddenWhenWished()
    {
        m_operators.setWithNamespace(false);
        const int row = rowOf("aten::conv2d", Pass::Forward);
        QCOMPARE(m_operators.index(row, 0).data().toString(), "conv2d");
        QCOMPARE(m_operators.index(row, 0).data(Qt::ToolTipRole).toString(), "aten::conv2d");
    }

    void rowsStayTheSameWhenFiguresChange()
    {
        const QPersistentModelIndex conv(
            m_operators.index(rowOf("aten::conv2d", Pass::Forward), columnOf(OperatorMeasure::Calls)));
        m_operators.sort(0, Qt::AscendingOrder);
        m_operators.setResult(result());
        QVERIFY(conv.isValid());
        QCOMPARE(m_operators.operatorRow(conv.row()).name, "aten::conv2d");
        m_operators.setResult(std::make_shared<const ComparisonResult>());
        QVERIFY(!conv.isValid());
        QCOMPARE(m_operators.columnCount(), 0);
        m_figures.setResult(std::make_shared<const ComparisonResult>());
        QCOMPARE(m_figures.rowCount(), 0);
    }

    void everyColumnIsExplained()
    {
        for (int column = 0; column < m_operators.columnCount(); ++column) {
            QVERIFY(!m_operators.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString().isEmpty());
            QVERIFY(!m_operators.headerData(column, Qt::Horizontal, PlainRole).toString().isEmpty());
        }
    }
};

QTEST_MAIN(TestCompareModels)
#include "test_compare_models.moc"
