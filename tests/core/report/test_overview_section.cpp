#include "core/report/overview_section.h"

#include "core/run/validation.h"
#include "lab_runs.h"
#include "tests/support/std_string.h"

#include <QtTest>

using namespace stepscope;

namespace {

/// Of one step of 200 ns.
LabReportRun recordedRun(const std::string& events)
{
    auto run = test::labRun("recorded", 10, 200);
    test::appendEvents(run.stored.run.trace, events);
    auto& trace = run.stored.run.trace;
    trace.steps.push_back({0, 0, 200, EventId(0), trace.endEvent(), StepPhase::Active});
    return run;
}

/// The text of a fact of a run; empty: the table has no such row.
std::string factOf(const DocumentTable& table, const std::string& name, size_t run = 0)
{
    const auto row = std::ranges::find_if(table.rows, [&](const auto& each) { return each[0].text == name; });
    return row == table.rows.end() ? std::string() : (*row)[run + 1].text;
}

} // namespace

class TestOverviewSection : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void factsOfATraining()
    {
        const LabReportInput input{.title = {}, .runs = {test::labRun("b10", 10, 1'000'000)}};
        const auto table = overviewTable(input, LabFigures(input));
        QCOMPARE(factOf(table, "Throughput"),
                 std::string("10,000 samples/s\n10,000 samples/s to 10,000 samples/s in 90 % of the steps"));
        QCOMPARE(factOf(table, "Time per step"),
                 std::string("median 1.00 ms, 5th to 95th percentile 1.00 ms to 1.00 ms"));
        QCOMPARE(factOf(table, "Most expensive operators"),
                 std::string("conv2d 60.0 %\nmm 30.0 %\nAdadelta.step 10.0 %"));
        QCOMPARE(factOf(table, "Last test"), std::string("90.10 % correct, loss 0.5000"));
        QVERIFY(!factOf(table, "Training loss").empty());
        for (const char* unknown : {"Parts of a step", "Most expensive kernels", "Peak memory"})
            QCOMPARE(factOf(table, unknown), std::string());
    }

    void theLastValidationIsBesideTheLastTest()
    {
        auto run = test::labRun("b10", 10, 1'000'000);
        const LabReportInput without{.title = {}, .runs = {run}};
        QCOMPARE(factOf(overviewTable(without, LabFigures(without)), "Last validation"), std::string());
        run.stored.run.experiment.validationShare = 0.1;
        run.stored.run.scalars = validationScalars({.loss = 0.25, .accuracy = 0.875}, 100, 1000);
        const LabReportInput input{.title = {}, .runs = {run}};
        const auto table = overviewTable(input, LabFigures(input));
        QCOMPARE(factOf(table, "Last validation"), std::string("87.50 % correct, loss 0.2500"));
        QCOMPARE(factOf(table, "Last test"), std::string("90.10 % correct, loss 0.5000"));
    }

    void partsOfAStep()
    {
        const LabReportInput input{.title = {},
                                   .runs = {recordedRun("aten::conv2d 0-60 forward\n"
                                                        "aten::mm 60-180 backward\n")}};
        const LabFigures figures(input);
        QCOMPARE(factOf(overviewTable(input, figures), "Parts of a step"),
                 std::string("Backward 60.0 %\nForward 30.0 %\nOther 10.0 %"));
        QVERIFY(!stepPartsChart(input, figures, StepSplit::Device));
        const auto chart = stepPartsChart(input, figures, StepSplit::Passes);
        QVERIFY(chart);
        QCOMPARE(chart->categories, std::vector<std::string>{"recorded"});
        std::vector<std::pair<std::string, double>> parts;
        for (const auto& series : chart->series)
            parts.emplace_back(series.name, series.y.at(0));
        QCOMPARE(parts, (std::vector<std::pair<std::string, double>>{
                            {"Forward", 60.0}, {"Backward", 120.0}, {"Other", 20.0}}));
    }

    void aTraceWithoutStepsHasNoPartsOfAStep()
    {
        auto run = test::labRun("recorded", 10, 200);
        run.stored.run.trace = test::traceOf("aten::conv2d 0-60 forward\n"
                                             "aten::mm 60-180 backward\n");
        run.stored.run.outcome = RunOutcome::Finished;
        const LabReportInput input{.title = {}, .runs = {run}};
        const LabFigures figures(input);
        QVERIFY(figures.overviews[0].advice.isOfWholeTrace);
        QCOMPARE(factOf(overviewTable(input, figures), "Parts of a step"), std::string());
        QVERIFY(!stepPartsChart(input, figures, StepSplit::Passes));
    }

    void aStepOfADeviceIsSplitByItsWork()
    {
        const LabReportInput input{.title = {},
                                   .runs = {recordedRun("aten::mm 0-60 forward\n"
                                                        "gemm 20-120 t1 gpu0 kernel <aten::mm\n"),
                                            test::labRun("b10", 10, 1'000'000)}};
        const LabFigures figures(input);
        const auto table = overviewTable(input, figures);
        QVERIFY(factOf(table, "Parts of a step").starts_with("Kernel 50.0 %\n"));
        QCOMPARE(factOf(table, "Parts of a step", 1), std::string("–"));
        QCOMPARE(factOf(table, "Most expensive kernels"), std::string("gemm 100.0 %"));
        QCOMPARE(factOf(table, "Device time per step"), std::string("100 ns, busy 50.0 % of the time"));
        QCOMPARE(table.rows[0][0].text, std::string("Device time per step")); // first of all
        QVERIFY(!stepPartsChart(input, figures, StepSplit::Passes));
        const auto chart = stepPartsChart(input, figures, StepSplit::Device);
        QVERIFY(chart);
        QCOMPARE(chart->categories, std::vector<std::string>{"recorded"}); // the other one has no parts
    }

    void sharesOfKernelsAreOfAllDeviceWorkAsInTheWindow()
    {
        const LabReportInput input{.title = {},
                                   .runs = {recordedRun("aten::mm 0-60 forward\n"
                                                        "gemm 20-80 t1 gpu0 kernel <aten::mm\n"
                                                        "relu 80-110 t1 gpu0 kernel <aten::mm\n"
                                                        "up 110-120 t1 gpu0 memcpy h2d\n")}};
        QCOMPARE(factOf(overviewTable(input, LabFigures(input)), "Most expensive kernels"),
                 std::string("gemm 60.0 %\nrelu 30.0 %"));
    }

    void aTableHasAsManyRunsAsAPageHasRoomFor()
    {
        LabReportInput input;
        for (size_t i = 0; i <= mostOverviewColumns; ++i)
            input.runs.push_back(test::labRun("run " + std::to_string(i), 10, 1'000'000));
        const LabFigures figures(input);
        QCOMPARE(overviewTable(input, figures).columns.size(), mostOverviewColumns + 1);
        const auto rest = overviewTable(input, figures, mostOverviewColumns);
        QCOMPARE(rest.columns.size(), size_t(2));
        QCOMPARE(rest.columns[1].title, "run " + std::to_string(mostOverviewColumns));
        QVERIFY(rest.id != overviewTable(input, figures).id);
    }

    void namesStayOnTheirLine()
    {
        auto run = test::labRun("b10", 10, 1'000'000);
        auto& names = run.stored.run.trace.names;
        run.stored.run.totals.rows[0].name = names.intern("two\nlines");
        run.stored.run.totals.rows[1].name = names.intern(std::string(500, 'x'));
        const LabReportInput input{.title = {}, .runs = {run}};
        const auto text = factOf(overviewTable(input, LabFigures(input)), "Most expensive operators");
        QVERIFY2(text.starts_with("two\\x0alines 60.0 %\n"), text.c_str());
        QCOMPARE(std::ranges::count(text, '\n'), 2);
        QVERIFY(text.size() < 200);
    }

    void whatToImproveFirst()
    {
        auto slow = recordedRun("aten::conv2d 0-60 forward\n");
        LabReportInput input{.title = {}, .runs = {slow, test::labRun("b10", 10, 1'000'000)}};
        const auto sentences = improvementSentences(input, LabFigures(input));
        QVERIFY(!sentences.empty());
        QVERIFY2(sentences[0].starts_with("“recorded”: Warm-up. The first step took 1.80 µs longer"),
                 sentences[0].c_str());
        QVERIFY2(sentences[0].ends_with(" Possible gain: not known."), sentences[0].c_str());
    }
};

QTEST_APPLESS_MAIN(TestOverviewSection)
#include "test_overview_section.moc"
