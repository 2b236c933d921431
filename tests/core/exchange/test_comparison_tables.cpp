#include "core/exchange/comparison_tables.h"
#include "core/exchange/operator_comparison_tables.h"
#include "core/exchange/setting_tables.h"
#include "core/exchange/table_value.h"

#include "sample_run.h"
#include "tests/support/std_string.h"

#include <QtTest>

#include <nlohmann/json.hpp>

#include <limits>

using namespace stepscope;

namespace {

constexpr auto oddName = "a \"quoted\", | <script>\nname";

struct TwoRuns
{
    Run baseline = test::sampleRun();
    Run slower = test::sampleRun();
    std::vector<NamedRun> named{{&baseline, "base"}, {&slower, oddName}};

    TwoRuns()
    {
        for (auto* run : {&baseline, &slower}) {
            run->samples.clear();
            for (int i = 0; i < 30; ++i)
                run->steps.push_back({.step = 5 + i, .durationNs = 1'000'000, .images = 4});
        }
        for (auto& step : slower.steps)
            step.durationNs *= 2;
    }
};

Comparison comparison()
{
    return compareRuns(TwoRuns().named);
}

OperatorComparison operators()
{
    const TwoRuns runs;
    auto compared =
        compareOperators(runs.named, {.basis = OperatorBasis::PerStep, .test = {.minimumSamples = 2}});
    compared.rows.push_back(compared.rows.back());
    compared.rows.back().name = "odd|\"op\",\n_name_";
    return compared;
}

QStringList lines(const std::string& text)
{
    return QString::fromStdString(text).split('\n');
}

/// The line that starts with a text.
QString lineOf(const std::string& text, const QString& start)
{
    for (const auto& line : lines(text))
        if (line.startsWith(start))
            return line;
    return "no such line";
}

/// Columns of a line of a Markdown table, as a reader of Markdown counts them.
int columnsOf(QString line)
{
    return int(line.remove("\\|").count('|')) - 1;
}

} // namespace

class TestComparisonTables : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void csvHasARowAFigure()
    {
        const auto csv = comparisonCsv(comparison());
        QVERIFY(QString::fromStdString(csv).startsWith(
            "figure,base,\"a \"\"quoted\"\", | <script>\nname\"\noutcome,finished,finished\n"));
        QCOMPARE(lineOf(csv, "step_median_us"), "step_median_us,1000,2000");
        QCOMPARE(lineOf(csv, "step_time_ratio,"), "step_time_ratio,,2");
        QCOMPARE(lineOf(csv, "step_time_ratio_verdict"), "step_time_ratio_verdict,,slower");
        QCOMPARE(lineOf(csv, "to_accuracy_s"), "to_accuracy_s,0.012,0.012");
        QCOMPARE(lineOf(csv, "final_test_accuracy"), "final_test_accuracy,0.9914,0.9914");
        QCOMPARE(lineOf(csv, "cpu_percent"), "cpu_percent,,"); // nothing was sampled
    }

    void jsonHoldsTheSame()
    {
        const auto json = nlohmann::json::parse(comparisonJson(comparison()));
        QCOMPARE(json["baseline"].get<int>(), 0);
        QCOMPARE(json["accuracy"].get<double>(), 0.98);
        const auto& run = json["runs"].at(1);
        QCOMPARE(run["name"].get<std::string>(), std::string(oddName));
        QCOMPARE(run["step_time_ratio"].get<double>(), 2.0);
        QCOMPARE(run["step_time_ratio_low"].get<double>() > 1.5, true);
        QVERIFY(run["peak_resident_bytes"].is_null());
        QVERIFY(json["runs"].at(0)["step_time_ratio"].is_null());
    }

    void markdownIsATableToRead()
    {
        const auto markdown = comparisonMarkdown(comparison());
        QCOMPARE(lines(markdown)[0], "| | base (baseline) | a \"quoted\", \\| &lt;script&gt; name |");
        QCOMPARE(lines(markdown)[1], "| --- | ---: | ---: |");
        for (const auto& line : lines(markdown).mid(0, lines(markdown).size() - 1))
            QCOMPARE(columnsOf(line), 3);
        QCOMPARE(lineOf(markdown, "| Step time, median"), "| Step time, median | 1.00 ms | 2.00 ms |");
        QCOMPARE(lineOf(markdown, "| Step time against the baseline |"),
                 "| Step time against the baseline | – | +100.0 %, slower |");
        QCOMPARE(lineOf(markdown, "| Time to 98.0 % test accuracy"),
                 "| Time to 98.0 % test accuracy | 12.0 ms | 12.0 ms |");
        QCOMPARE(lineOf(markdown, "| CPU use"), "no such line");
    }

    void whatStepsTakeForTheirDataIsShown()
    {
        auto compared = comparison();
        QCOMPARE(lineOf(comparisonMarkdown(compared), "| Data part"), "no such line"); // nothing was recorded
        QCOMPARE(lineOf(comparisonCsv(compared), "data_percent,"), "data_percent,,");
        compared.runs[0].dataTime = DataTime{.steps = 10, .medianNs = 2000, .p95Ns = 9000, .share = 0.25};
        compared.runs[1].dataTime = DataTime{.steps = 50,
                                             .medianNs = 1000,
                                             .p95Ns = 9000,
                                             .share = 0.125,
                                             .interval = Interval{.low = 0.1, .high = 0.2}};
        const auto markdown = comparisonMarkdown(compared);
        QCOMPARE(lineOf(markdown, "| Data part of a step, median"),
                 "| Data part of a step, median | 2.00 µs | 1.00 µs |");
        QCOMPARE(lineOf(markdown, "| Data part of a step, 95th"),
                 "| Data part of a step, 95th percentile | – | 9.00 µs |");
        QCOMPARE(lineOf(markdown, "| Data part of a step: share"),
                 "| Data part of a step: share, 95 % interval | 25.00 % (interval not known) | 12.50 % "
                 "(10.00 % to "
                 "20.00 %) |");
        const auto csv = comparisonCsv(compared);
        QCOMPARE(lineOf(csv, "data_median_us,"), "data_median_us,2,1");
        QCOMPARE(lineOf(csv, "data_percent,"), "data_percent,25,12.5");
        QCOMPARE(lineOf(csv, "data_percent_low,"), "data_percent_low,,10");
        QCOMPARE(lineOf(csv, "data_percent_high,"), "data_percent_high,,20");
        const auto json = nlohmann::json::parse(comparisonJson(compared));
        QCOMPARE(json["runs"][1]["data_percent"].get<double>(), 12.5);
        QVERIFY(json["runs"][0]["data_percent_low"].is_null());
        QCOMPARE(json["settings"][0]["data_percent_median"].get<double>(), 18.75); // both are one setting
        QCOMPARE(json["settings"][0]["step_us_highest"].get<double>(), 2000.0);
        const auto settings = settingsMarkdown(settingFigures(compared));
        QVERIFY(settings.find("| Step time, median of the runs' medians | Data part of a step, share |") !=
                std::string::npos);
        QVERIFY2(settings.find("| 1.50 ms (1.00 to 2.00) | 18.75 % (12.50 to 25.00) |") != std::string::npos,
                 settings.c_str());
    }

    void theValidationIsShownWhereARunHasOne()
    {
        auto compared = comparison();
        QCOMPARE(lineOf(comparisonMarkdown(compared), "| Validation"), "no such line");
        QCOMPARE(lineOf(comparisonCsv(compared), "final_validation_loss"), "final_validation_loss,,");
        compared.runs[1].validation =
            TestResults{.finalLoss = 0.25, .bestLoss = 0.125, .finalAccuracy = 0.5, .bestAccuracy = 0.75};
        const auto markdown = comparisonMarkdown(compared);
        QCOMPARE(lineOf(markdown, "| Validation loss, final"), "| Validation loss, final | – | 0.2500 |");
        QCOMPARE(lineOf(markdown, "| Validation loss, best"), "| Validation loss, best | – | 0.1250 |");
        QCOMPARE(lineOf(markdown, "| Validation accuracy, final"),
                 "| Validation accuracy, final | – | 50.00 % |");
        QCOMPARE(lineOf(markdown, "| Validation accuracy, best"),
                 "| Validation accuracy, best | – | 75.00 % |");
        const auto csv = comparisonCsv(compared);
        QCOMPARE(lineOf(csv, "final_validation_loss"), "final_validation_loss,,0.25");
        QCOMPARE(lineOf(csv, "best_validation_accuracy"), "best_validation_accuracy,,0.75");
        const auto json = nlohmann::json::parse(comparisonJson(compared));
        QCOMPARE(json["runs"][1]["best_validation_loss"].get<double>(), 0.125);
        QVERIFY(json["runs"][0]["best_validation_loss"].is_null());
        // A task without classes has a loss only.
        compared.runs[1].validation->finalAccuracy.reset();
        compared.runs[1].validation->bestAccuracy.reset();
        QCOMPARE(lineOf(comparisonMarkdown(compared), "| Validation accuracy"), "no such line");
    }

    void markdownSaysWhyEpochsAreNotCompared()
    {
        auto compared = comparison();
        QVERIFY(comparisonMarkdown(compared).find("The epochs have") == std::string::npos);
        compared.runs[1].epochSamples = 8;
        QVERIFY(lineOf(comparisonMarkdown(compared), "The epochs have different numbers")
                    .endsWith("are compared only between runs whose epochs have the same number."));
    }

    void theValidationOfRepeatsIsAColumnOfSettings()
    {
        auto compared = comparison();
        const auto titles = [&] {
            QStringList titles;
            for (const SettingColumn& column : settingColumns(settingFigures(compared)))
                titles += QString::fromStdString(column.title);
            return titles;
        };
        QVERIFY(!titles().contains("Validation accuracy, final"));
        compared.runs[0].validation = TestResults{.finalAccuracy = 0.5};
        compared.runs[1].validation = TestResults{.finalAccuracy = 0.75};
        QVERIFY(titles().contains("Validation accuracy, final"));
        QVERIFY(settingsMarkdown(settingFigures(compared)).find("62.50 % (50.00 to 75.00)") !=
                std::string::npos);
        QVERIFY(lines(settingsCsv(settingFigures(compared)))[0].contains(
            ",final_validation_accuracy_median,final_validation_accuracy_lowest,"));
    }

    void settingsAskForRepeatsOnlyWhereTheyWouldHelp()
    {
        TwoRuns runs;
        runs.slower.experiment.threads = 4;
        const auto table = [&] { return settingsMarkdown(settingFigures(compareRuns(runs.named))); };
        QVERIFY2(table().find(", slower |") != std::string::npos, table().c_str()); // by its steps
        QVERIFY2(table().find("repeats") == std::string::npos, table().c_str());
        const auto csv = settingsCsv(settingFigures(compareRuns(runs.named)));
        QVERIFY2(csv.find(",slower") != std::string::npos, csv.c_str());
        runs.slower.steps.resize(10);
        QVERIFY2(table().find("2.000, too few steps |") != std::string::npos, table().c_str());
        QVERIFY2(table().find("repeats") == std::string::npos, table().c_str());

        Run again = runs.baseline;
        again.startUnixMs += 1000; // otherwise it would be the same training
        runs.named.push_back({&again, "again"});
        QVERIFY2(table().find("2.000, too few repeats | 2.000, too few repeats |") != std::string::npos,
                 table().c_str());
        runs.slower.experiment.batchSize = 2 * runs.baseline.experiment.batchSize;
        QVERIFY2(table().find("2.000, other batch size | 1.000, too few repeats |") != std::string::npos,
                 table().c_str());
        const auto withoutInterval = settingsCsv(settingFigures(compareRuns(runs.named)));
        QVERIFY2(withoutInterval.find(",,,other batch size,") != std::string::npos, withoutInterval.c_str());
        runs.slower.experiment = runs.baseline.experiment;
        runs.slower.kind = RunKind::Program;
        QVERIFY2(table().find("2.000, repeats are not known |") != std::string::npos, table().c_str());
    }

    void samplesAreShownWhenThereAreAny()
    {
        auto compared = comparison();
        compared.runs[0].cpuPercent = 187.0;
        compared.runs[0].peakResidentBytes = 3 << 20;
        QCOMPARE(lineOf(comparisonMarkdown(compared), "| CPU use"),
                 "| CPU use (100 % = one processor) | 187 % | – |");
        QCOMPARE(lineOf(comparisonMarkdown(compared), "| Peak memory"), "| Peak memory | 3.00 MiB | – |");
    }

    void theRecordersCostIsShownWithItsInterval()
    {
        auto compared = comparison();
        QCOMPARE(lineOf(comparisonMarkdown(compared), "| Recorder's cost"), "no such line");
        compared.runs[0].recorderCost = RecorderCost{.share = 0.0125, .interval = {0.0075, 0.02}, .pairs = 8};
        compared.runs[1].recorderCost =
            RecorderCost{.share = -0.004, .interval = {-0.012, 0.006}, .pairs = 8};
        QCOMPARE(lineOf(comparisonMarkdown(compared), "| Recorder's cost"),
                 "| Recorder's cost | 1.3 % (0.8 to 2.0 %) | not measurable: −0.4 % (−1.2 to 0.6 %) |");
        const auto csv = comparisonCsv(compared);
        QCOMPARE(lineOf(csv, "recorder_percent,"), "recorder_percent,1.25,-0.4");
        QCOMPARE(lineOf(csv, "recorder_percent_low"), "recorder_percent_low,0.75,-1.2");
        QCOMPARE(lineOf(csv, "recorder_percent_high"), "recorder_percent_high,2,0.6");
    }

    void anUnknownLossIsNothing()
    {
        auto compared = comparison();
        compared.runs[0].test->finalLoss = std::nan("");
        QCOMPARE(lineOf(comparisonCsv(compared), "final_test_loss"), "final_test_loss,,0.0275");
        QVERIFY(nlohmann::json::parse(comparisonJson(compared))["runs"][0]["final_test_loss"].is_null());
    }

    void operatorCsvHasARowForEachRun()
    {
        const auto csv = operatorComparisonCsv(operators());
        QVERIFY(lines(csv)[0].startsWith(
            "operator,kind,pass,run,steps,difference_per,calls_per_step,calls,self_us,self_us_per_step"));
        QCOMPARE(lineOf(csv, "aten::conv2d,operator,Forward,base"),
                 "aten::conv2d,operator,Forward,base,2,step,1,,149.95,149.95,37.4875,14.995,,,,,,,,,,,,,,,");
        QVERIFY(csv.find("\"odd|\"\"op\"\",\n_name_\",") != std::string::npos);
    }

    void callsThatAreNotKnownAreNoNumber()
    {
        auto compared = operators();
        for (auto& row : compared.rows)
            row.cells[0].calls = 0; // as in a profile of samples
        QCOMPARE(lineOf(operatorComparisonCsv(compared), "aten::conv2d,operator,Forward,base"),
                 "aten::conv2d,operator,Forward,base,2,step,,,149.95,149.95,37.4875,14.995,,,,,,,,,,,,,,,");
    }

    void operatorJsonHoldsTheSame()
    {
        const auto json = nlohmann::json::parse(operatorComparisonJson(operators()));
        QCOMPARE(json["runs"].at(1)["name"].get<std::string>(), std::string(oddName));
        const auto& first = json["operators"].at(0);
        QCOMPARE(first["pass"].get<std::string>(), std::string("Forward"));
        QVERIFY(first["runs"].at(0)["ratio"].is_null());
        QCOMPARE(first["runs"].at(1)["ratio"].get<double>(), 1.0);
        QCOMPARE(first["runs"].at(1)["verdict"].get<std::string>(), std::string("same"));
        QCOMPARE(json["difference_per"].get<std::string>(), std::string("step"));
        QVERIFY(json["kernels"].empty());
    }

    void aKernelOfSeveralPassesSaysSo()
    {
        auto compared = operators();
        compared.kernels = {{"gemm", Pass::Forward, compared.rows[0].cells, true}};
        QVERIFY(lineOf(operatorComparisonCsv(compared), "gemm").startsWith("gemm,kernel,several,base,"));
        const auto json = nlohmann::json::parse(operatorComparisonJson(compared));
        QCOMPARE(json["kernels"].at(0)["pass"].get<std::string>(), std::string("several"));
        QVERIFY(lineOf(operatorComparisonMarkdown(compared), "| gemm").startsWith("| gemm | several | "));
    }

    void operatorMarkdownHasAtMostSoManyRows()
    {
        const auto compared = operators();
        const auto markdown = operatorComparisonMarkdown(compared);
        QCOMPARE(lines(markdown)[0], "Times are per step.");
        QCOMPARE(lines(markdown).size(), qsizetype(compared.rows.size()) + 5);
        for (const auto& line : lines(markdown).mid(2, lines(markdown).size() - 3))
            QCOMPARE(columnsOf(line), 4);
        QCOMPARE(lineOf(markdown, "| aten::conv2d"),
                 "| aten::conv2d | Forward | 150 µs, 15.0 % | 150 µs, 15.0 % (the same within 5 %) |");
        QVERIFY(lineOf(markdown, "| odd").startsWith("| odd\\|\"op\", \\_name\\_ |"));
        const auto cut = operatorComparisonMarkdown(compared, 1);
        QCOMPARE(lines(cut).size(), 8);
        QCOMPARE(lineOf(cut, "Operators"),
                 QString("Operators with smaller differences, left out: %1.").arg(compared.rows.size() - 1));
    }

    void runsThatRecordedNothingHaveNoOperatorRows()
    {
        const TwoRuns runs;
        const Run empty;
        const auto compared =
            compareOperators(std::vector<NamedRun>{{&runs.baseline, "base"}, {&empty, "empty"}});
        QVERIFY(operatorComparisonCsv(compared).find("empty") == std::string::npos);
        QVERIFY(nlohmann::json::parse(operatorComparisonJson(compared))["operators"][0]["runs"][1].is_null());
        QVERIFY(lineOf(operatorComparisonMarkdown(compared), "| aten::conv2d").endsWith("| – |"));
    }

    void nothingToCompareIsNoTrouble()
    {
        QCOMPARE(comparisonCsv({}), std::string("figure\n"));
        QVERIFY(nlohmann::json::parse(comparisonJson({}))["runs"].empty());
        QCOMPARE(comparisonMarkdown({}), std::string("| |\n| --- |\n"));
        QVERIFY(nlohmann::json::parse(operatorComparisonJson({}))["operators"].empty());
    }

    void namesThatAreNoUtf8StayReadableJson()
    {
        auto compared = comparison();
        compared.runs[0].name = "\xff";
        QVERIFY(nlohmann::json::accept(comparisonJson(compared)));
    }

    void differencesSayWhetherTheyAreReal()
    {
        const auto text = [](double ratio, Verdict verdict) {
            return differenceText({.ratio = ratio, .interval = {0.32, 1.59}, .verdict = verdict});
        };
        QCOMPARE(text(1.123, Verdict::Slower), std::string("+12.3 %, slower"));
        QCOMPARE(text(0.96, Verdict::Faster), std::string("−4.0 %, faster"));
        QCOMPARE(text(1.02, Verdict::Same), std::string("the same within 5 %"));
        QCOMPARE(text(0.68, Verdict::Unclear), std::string("too noisy to tell: ×0.68, 0.32–1.59"));
        const auto noisy = [](double low, double high) {
            return differenceText({.ratio = 1.2, .interval = {low, high}, .verdict = Verdict::Unclear});
        };
        QCOMPARE(noisy(1e-10, 1.59), std::string("too noisy to tell: ×1.20, below 0.001 to 1.59"));
        QCOMPARE(noisy(0.5, 86'984), std::string("too noisy to tell: ×1.20, 0.50 to above 1,000"));
        QCOMPARE(noisy(1e-10, 86'984), std::string("too noisy to tell: ×1.20, but any ratio is possible"));
        QCOMPARE(noisy(0, std::numeric_limits<double>::infinity()), noisy(1e-10, 86'984));
        QCOMPARE(text(1.02, Verdict::TooFewSamples), std::string("×1.02, too few steps"));
        QCOMPARE(text(0.17, Verdict::OtherBatchSize), std::string("×0.17 (other batch size)"));
        QCOMPARE(text(1.98, Verdict::OtherSamples), std::string("×1.98 (samples of another size)"));
        QCOMPARE(differenceText({.verdict = Verdict::Same, .sameWithin = 0.025}),
                 std::string("the same within 2.5 %"));
    }

    void operatorsOfOneRunSayWhatTheyAre()
    {
        OperatorCell cell{.calls = 2, .selfNs = 3'000, .deviceNs = 5'000};
        QCOMPARE(operatorCellText(cell), std::string("3.00 µs; device 5.00 µs"));
        cell.difference = {
            .differenceNs = 3'000, .verdict = Verdict::Slower, .presence = OperatorPresence::RunOnly};
        QCOMPARE(operatorVerdictName(*cell.difference), "not in the baseline");
        cell.deviceDifference = {
            .ratio = 0.5, .ratioInterval = Interval{0.2, 1.2}, .verdict = Verdict::Unclear};
        QCOMPARE(operatorCellText(cell),
                 std::string("3.00 µs (not in the baseline); device 5.00 µs (too noisy to "
                             "tell: ×0.50, 0.20–1.20)"));
        cell.difference->verdict = Verdict::Unclear;
        QVERIFY(operatorCellText(cell).starts_with("3.00 µs (too few calls to tell)"));
        QCOMPARE(operatorVerdictName(*cell.difference), "too noisy to tell");
        QCOMPARE(operatorCellText({}), std::string(absentText));
    }

    /// Not "−100.0 %, faster": none of its time was measured.
    void operatorsThatOnlyTheBaselineHasDoNotOccur()
    {
        OperatorCell gone;
        for (const Verdict verdict : {Verdict::Faster, Verdict::TooFewSamples}) {
            gone.difference = {
                .differenceNs = -3'000, .verdict = verdict, .presence = OperatorPresence::BaselineOnly};
            QCOMPARE(operatorCellText(gone), std::string("does not occur"));
            QCOMPARE(operatorDifferenceText(*gone.difference), std::string("does not occur"));
            QCOMPARE(operatorVerdictName(*gone.difference), "does not occur");
        }
        OperatorComparison compared;
        compared.runs = {{"base", 2, true}, {"other", 2, true}};
        compared.rows = {{"aten::relu", Pass::Forward, {{.calls = 1, .selfNs = 3'000}, gone}}};
        QVERIFY(lineOf(operatorComparisonMarkdown(compared), "| aten::relu")
                    .endsWith("| 3.00 µs | does not occur |"));
        const QString line = lineOf(operatorComparisonCsv(compared), "aten::relu,operator,Forward,other");
        QVERIFY2(line.contains(",-3,,,,,,does not occur,"), qPrintable(line));
        const auto json = nlohmann::json::parse(operatorComparisonJson(compared));
        const auto& cell = json["operators"].at(0)["runs"].at(1);
        QVERIFY(cell["ratio"].is_null());
        QCOMPARE(cell["verdict"].get<std::string>(), std::string("does not occur"));
    }

    void totalsSaySo()
    {
        const TwoRuns runs;
        Run withoutSteps = runs.baseline;
        withoutSteps.trace.steps.clear();
        const std::vector<NamedRun> named{{&runs.baseline, "base"}, {&withoutSteps, "other"}};
        const auto compared = compareOperators(named);
        QVERIFY(operatorComparisonMarkdown(compared).starts_with("Times are totals"));
        QVERIFY2(!QString::fromStdString(operatorComparisonMarkdown(compared)).contains(" %"),
                 operatorComparisonMarkdown(compared).c_str()); // of neither run
        QCOMPARE(nlohmann::json::parse(operatorComparisonJson(compared))["difference_per"].get<std::string>(),
                 std::string("total"));
        QVERIFY(!lineOf(operatorComparisonCsv(compared), "aten::conv2d,operator,Forward,other,,total,,2,")
                     .isEmpty());
    }

    void markdownTextEscapesWhatMeansSomething()
    {
        QCOMPARE(markdownText("a|b*c_`d` [x](y) <b>&\\\r\n#"),
                 std::string("a\\|b\\*c\\_\\`d\\` \\[x\\](y) &lt;b&gt;&amp;\\\\  \\#"));
    }
};

QTEST_GUILESS_MAIN(TestComparisonTables)
#include "test_comparison_tables.moc"
