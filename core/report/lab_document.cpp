#include "core/report/lab_document.h"

#include "core/base/error.h"
#include "core/base/text/format.h"
#include "core/comparison/reference_loop.h"
#include "core/comparison/verdict_words.h"
#include "core/exchange/operator_comparison_tables.h"
#include "core/experiment/experiment_fields.h"
#include "core/graph/graph_likeness.h"
#include "core/graph/network_graph.h"
#include "core/report/analysis.h"
#include "core/report/comparison_charts.h"
#include "core/report/curve_charts.h"
#include "core/report/lab_tables.h"
#include "core/report/overview_section.h"
#include "core/run/imported_experiment.h"
#include "core/run/validation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

namespace stepscope {

namespace {

/// Distinct values in the order of first appearance.
class Distinct
{
public:
    void add(std::string value)
    {
        if (!value.empty() && std::ranges::find(m_values, value) == m_values.end())
            m_values.push_back(std::move(value));
    }
    bool vary() const { return m_values.size() > 1; }
    /// "1, 16 and 64".
    std::string list() const
    {
        if (m_values.size() < 2)
            return m_values.empty() ? std::string() : m_values.front();
        return translated("{list} and {last}",
                          {{"list", fmt::format("{}", fmt::join(m_values.begin(), m_values.end() - 1, ", "))},
                           {"last", m_values.back()}});
    }

private:
    std::vector<std::string> m_values;
};

std::string titleOf(const LabReportInput& input)
{
    if (!input.title.empty())
        return input.title;
    Distinct networks;
    Distinct datasets;
    Distinct sizes;
    Distinct devices;
    bool areImported = false;
    for (const auto& run : input.runs) {
        const auto& experiment = run.stored.run.experiment;
        networks.add(experiment.network);
        datasets.add(experiment.dataset);
        if (isKnown(experiment, "batch_size"))
            sizes.add(formatCount(experiment.batchSize));
        devices.add(experiment.device);
        areImported = areImported || isImported(run.stored.run);
    }
    std::string what;
    if (sizes.vary())
        what = translated("batch sizes {sizes}", {{"sizes", sizes.list()}});
    if (devices.vary())
        what = what.empty() ? translated("{devices}", {{"devices", devices.list()}})
                            : translated("batch sizes {sizes} on {devices}",
                                         {{"sizes", sizes.list()}, {"devices", devices.list()}});
    if (areImported && what.empty())
        return translated(networks.vary() ? translatable("Profiles of {network}")
                                          : translatable("Profile of {network}"),
                          {{"network", networks.list()}});
    if (areImported)
        return translated("Profiles of {network}: {what}", {{"network", networks.list()}, {"what", what}});
    if (what.empty())
        return translated("Training {network} on {dataset}",
                          {{"network", networks.list()}, {"dataset", datasets.list()}});
    return translated("Training {network} on {dataset}: {what}",
                      {{"network", networks.list()}, {"dataset", datasets.list()}, {"what", what}});
}

/// What was measured, when, and by which program.
std::string subtitleOf(const LabReportInput& input)
{
    int64_t first = 0;
    int64_t last = 0;
    for (const auto& run : input.runs) {
        const auto startMs = run.stored.run.startUnixMs;
        if (startMs > 0 && (first == 0 || startMs < first))
            first = startMs;
        if (startMs > 0)
            last = std::max({last, startMs, run.stored.run.endUnixMs});
    }
    const auto runs = input.runs.size() == 1
                          ? translated("one run")
                          : translated("{count} runs", {{"count", formatCount(int64_t(input.runs.size()))}});
    if (first == 0)
        return translated("Written by Stepscope {version} from {runs}; the time of measurement is not known.",
                          {{"version", STEPSCOPE_VERSION}, {"runs", runs}});
    const bool isOneTime = formatLocalTimeWithZone(first) == formatLocalTimeWithZone(last);
    return translated(
        isOneTime
            ? translatable("Written by Stepscope {version} from {runs}; measured at {first}.")
            : translatable("Written by Stepscope {version} from {runs}; measured from {first} to {last}."),
        {{"version", STEPSCOPE_VERSION},
         {"runs", runs},
         {"first", formatLocalTimeWithZone(first)},
         {"last", formatLocalTimeWithZone(last)}});
}

/// A network's graph, and the runs that recorded it.
struct GraphOfRuns
{
    const Run* first = nullptr;
    std::vector<std::string> names;

    /// "a, b and c".
    std::string list() const
    {
        Distinct distinct;
        for (const auto& name : names)
            distinct.add(name);
        return distinct.list();
    }
};

/// Of one network, as many are drawn: each takes time, and some sweeps change it in every run.
constexpr size_t mostGraphsOfNetwork = 6;

/// One for all batch sizes; one for each shape of samples, number of layers and whatever else differs in it.
std::vector<GraphOfRuns> differentGraphs(const LabReportInput& input)
{
    std::vector<GraphOfRuns> graphs;
    for (const auto& each : input.runs) {
        const Run& run = each.stored.run;
        if (!run.graph)
            continue;
        auto found = std::ranges::find_if(graphs, [&](const GraphOfRuns& graph) {
            return looksLikeForAnyBatch(*graph.first->graph, *run.graph);
        });
        if (found == graphs.end())
            found = graphs.insert(found, {.first = &run, .names = {}});
        found->names.push_back(each.name);
    }
    return graphs;
}

/// `runs`: those of the graph, where there are several graphs; otherwise empty.
std::string graphCaption(const Run& run, const std::string& runs)
{
    const auto of = [&](Translatable all, Translatable named) {
        return translated(runs.empty() ? all : named, {{"network", run.graph->network}, {"runs", runs}});
    };
    if (isImported(run))
        return of(translatable("The network {network}, from the imported file"),
                  translatable("The network {network}, from the imported file: {runs}"));
    return of(translatable("The network {network} as recorded in the first training step"),
              translatable("The network {network} as recorded in the first training step: {runs}"));
}

/// How much of all time the first rows of a table of operators account for.
std::string shareOfRows(const OperatorStatistics& statistics, size_t rows)
{
    double share = 0;
    for (const OperatorRow* row : costliestRows(statistics, rows))
        share += statistics.hasDevice ? row->deviceShare : row->selfShare;
    const auto count = int64_t(rows);
    const TextValues values = {{"share", formatShare(share)}, {"count", formatCount(count)}};
    if (statistics.hasDevice)
        return translatedPlural("The work that this operator launched takes {share} of all device time.",
                                "The work that these operators launched takes {share} of all device time.",
                                count, values);
    return translatedPlural("This operator accounts for {share} of all self time.",
                            "These operators account for {share} of all self time.", count, values);
}

class LabDocument
{
public:
    LabDocument(const LabReportInput& input, const LabFigures& figures, const LayoutProgress& progress)
        : m_input(input)
        , m_figures(figures)
        , m_pictureTime(progress)
    {
        m_document.title = titleOf(input);
        m_document.subtitle = subtitleOf(input);
    }

    Document make()
    {
        m_notes = notes(m_input, m_figures);
        for (const auto& problem : m_figures.problems)
            m_notes.push_back(translated("{problem}", {{"problem", problem}}));
        const size_t notesAt = m_document.blocks.size();
        addOverview();
        addRuns();
        addAnalysis();
        addComparison();
        addGraphs();
        addCurves();
        addLoggedCurves();
        addCharts();
        addKernels();
        addOperators();
        addKernelComparison();
        addOperatorComparison();
        addForwardPasses();
        if (!m_notes.empty()) { // first, because they tell how reliable the rest is
            const auto at = m_document.blocks.begin() + int64_t(notesAt);
            m_document.blocks.insert(at, DocumentList{.items = m_notes, .warns = true});
        }
        return std::move(m_document);
    }

private:
    void heading(Translatable id, int level = 2)
    {
        add(DocumentHeading{.level = level, .text = translated(id)});
    }
    void explain(std::string text) { add(DocumentParagraph{.text = std::move(text), .muted = true}); }
    void add(DocumentBlock block) { m_document.blocks.push_back(std::move(block)); }

    void addOverview();
    void addRuns();
    void addAnalysis();
    void addComparison();
    void addGraphs();
    void addGraph(const Run& run, const std::string& runs);
    void addCurves();
    void addLoggedCurves();
    void addCharts();
    void addKernels();
    void addOperators();
    void addKernelComparison();
    void addOperatorComparison();
    void addForwardPasses();
    std::string fileOf(std::string_view prefix, const LabReportRun& run, size_t number);

    const LabReportInput& m_input;
    const LabFigures& m_figures;
    PictureTime m_pictureTime;
    std::vector<std::string> m_notes;
    std::set<std::string> m_files;
    Document m_document;
};

/// A unique file name, even if names of runs are the same.
std::string LabDocument::fileOf(std::string_view prefix, const LabReportRun& run, size_t number)
{
    auto name = fmt::format("{}-{}", prefix, filePart(run.name));
    if (!m_files.insert(name).second)
        m_files.insert(name = fmt::format("{}-{}", name, number + 1));
    return name;
}

/// The first page.
void LabDocument::addOverview()
{
    if (m_input.runs.empty())
        return;
    heading(translatable("Overview"));
    if (auto sentences = improvementSentences(m_input, m_figures); !sentences.empty())
        add(DocumentList{.items = std::move(sentences)});
    DocumentFigures figures;
    for (const auto split : {StepSplit::Device, StepSplit::Passes}) { // what a device did comes first
        if (auto chart = stepPartsChart(m_input, m_figures, split)) {
            auto id = chart->id;
            std::ranges::replace(id, '_', '-');
            figures.figures.push_back(
                {.id = id, .caption = chart->title, .chart = std::move(*chart), .wide = true});
        }
    }
    if (!figures.figures.empty())
        add(std::move(figures));
    for (size_t first = 0; first < m_input.runs.size(); first += mostOverviewColumns)
        add(overviewTable(m_input, m_figures, first));
}

void LabDocument::addRuns()
{
    add(DocumentHeading{.text = translated("Runs"), .startsPage = true});
    add(runsTable(m_input));
    if (auto environment = environmentTable(m_input); !environment.rows.empty()) {
        heading(translatable("Environment"));
        if (environmentCount(m_input) > 1)
            explain(translated(
                "The runs were not all measured on the same machine with the same software; the table "
                "of the environment has a column for each."));
        add(std::move(environment));
    }
}

void LabDocument::addAnalysis()
{
    const auto topics = analysis(m_input, m_figures);
    if (topics.empty())
        return;
    heading(translatable("Analysis"));
    for (const auto& topic : topics) {
        heading(topic.heading, 3);
        add(DocumentList{.items = topic.sentences});
    }
}

void LabDocument::addComparison()
{
    heading(translatable("Comparison"));
    if (m_input.runs.size() > 1)
        explain(translated(
            "The runs are compared with “{baseline}”, the baseline. A run is called slower or faster when "
            "the 95 % interval of its ratio to the baseline excludes 1 and the ratio differs from 1 by more "
            "than {effect}, and the same when the whole interval is within {threshold} of 1; otherwise it is "
            "too noisy to tell. The interval includes the scatter of the steps (block bootstrap), the drift "
            "of the machine's speed within the runs, the difference in its speed between them (measured with "
            "a reference loop between the steps, where the runs have one), the wake-up latency of threads, "
            "and the largest slowdown that other programs can have caused. Runs of different batch sizes are "
            "compared by time per sample. Verdicts on operators are corrected for their number: of pairs of "
            "identical runs, at most one in twenty has any operator that is called different.",
            {{"baseline", m_input.runs[m_input.baseline].name},
             {"effect", thresholdText(DifferenceTest().minimumEffect)},
             {"threshold", thresholdText(DifferenceTest().sameWithin)}}));
    else
        explain(translated("There is only one run, so there is nothing to compare it with."));
    for (auto note : {sameRunsText(m_figures.comparison), otherSamplesText(m_figures.comparison),
                      otherEpochsText(m_figures.comparison)}) {
        if (!note.empty())
            explain(std::move(note));
    }
    add(comparisonTable(m_input, m_figures));
    if (const auto settings = settingFigures(m_figures.comparison); hasRepeats(settings)) {
        heading(translatable("Repeats"), 3);
        explain(translated(
            "Runs that differ only in their seed are repeats of one setting. Each figure is the median, with "
            "the lowest and the highest value in brackets: this is how much runs of one setting differ by "
            "chance and because of the machine. Samples per second include all steps except the first and "
            "those that measure the recorder's cost; the slowest ones count too, although they do not change "
            "a median. The speedup compares the median time per sample with that of the baseline's repeats. "
            "With three runs or more of both, the ratio of times has a verdict and a 95 % interval over the "
            "repeats (Student's t of the runs' median times), which includes the variation from run to run. "
            "Settings of one run each are compared by the steps of these runs, as above. "
            "Settings with different batch sizes are compared by time per sample."));
        add(settingsTable(settings));
    }
}

void LabDocument::addGraphs()
{
    const auto graphs = differentGraphs(m_input);
    if (graphs.empty())
        return;
    heading(translatable("The network"));
    std::map<std::string, size_t> drawn; // of each network
    Distinct others;
    for (const GraphOfRuns& graph : graphs) {
        if (drawn[graph.first->graph->network]++ < mostGraphsOfNetwork) {
            addGraph(*graph.first, graphs.size() > 1 ? graph.list() : std::string());
            continue;
        }
        for (const auto& name : graph.names)
            others.add(name);
    }
    if (const auto runs = others.list(); !runs.empty())
        explain(translated("At most {count} graphs of a network are drawn; those of {runs} differ from these "
                           "and are left out.",
                           {{"count", formatCount(int64_t(mostGraphsOfNetwork))}, {"runs", runs}}));
}

void LabDocument::addGraph(const Run& run, const std::string& runs)
{
    const NetworkGraph& graph = *run.graph;
    const auto name = "graph-" + filePart(graph.network);
    DocumentFigure figure{.id = name, .caption = graphCaption(run, runs), .wide = true};
    for (size_t number = 2; !m_files.insert(figure.id).second; ++number)
        figure.id = fmt::format("{}-{}", name, number);
    try {
        figure.svg = m_pictureTime.pictureOf(graph, "svg");
        figure.png = m_pictureTime.pictureOf(graph, "png");
    } catch (const Error& problem) {
        auto note =
            translated("The network's graph could not be drawn: {problem}", {{"problem", problem.what()}});
        if (std::ranges::find(m_notes, note) == m_notes.end()) { // the same for all of them
            m_document.problems.push_back(note);
            m_notes.push_back(std::move(note));
        }
    }
    const auto operators = std::ranges::count(graph.nodes, GraphNodeKind::Operator, &GraphNode::kind);
    if (isImported(run)) // their batch size is not known, and only models have parameters
        explain(translatedPlural(
            "As the imported file describes it: {nodes} operator{parameters}.",
            "As the imported file describes it: {nodes} operators{parameters}.", operators,
            {{"nodes", formatCount(operators)},
             {"parameters",
              graph.parameterCount > 0 ? ", " + parameterText(graph.parameterCount) : std::string()}}));
    else
        explain(translated("Recorded in the forward pass of the first step, at batch size {batch}: "
                           "{nodes} operators and {parameters}.",
                           {{"batch", formatCount(graph.batchSize)},
                            {"nodes", formatCount(operators)},
                            {"parameters", parameterText(graph.parameterCount)}}));
    if (!figure.svg.empty())
        add(DocumentFigures{{std::move(figure)}});
}

void LabDocument::addCurves()
{
    std::vector<DocumentFigures> ofRuns;
    for (size_t i = 0; i < m_input.runs.size(); ++i) {
        const auto& run = m_input.runs[i];
        if (run.stored.run.steps.empty() || isImported(run.stored.run)) // these have no losses
            continue;
        const auto caption = [&](Translatable id) { return translated(id, {{"run", run.name}}); };
        DocumentFigures pair;
        pair.figures.push_back({.id = fileOf("loss", run, i),
                                .caption = caption(translatable("Loss of “{run}”")),
                                .chart = curveChart(run, CurveQuantity::Loss)});
        if (hasAccuracy(run.stored.run))
            pair.figures.push_back({.id = fileOf("accuracy", run, i),
                                    .caption = caption(translatable("Accuracy of “{run}”")),
                                    .chart = curveChart(run, CurveQuantity::Accuracy)});
        for (auto& figure : pair.figures)
            figure.chart.title = figure.caption;
        ofRuns.push_back(std::move(pair));
    }
    if (ofRuns.empty())
        return;
    const bool isAnyClassified =
        std::ranges::any_of(ofRuns, [](const auto& pair) { return pair.figures.size() > 1; });
    heading(isAnyClassified ? translatable("Loss and accuracy") : translatable("Loss"));
    explain(translated(
        isAnyClassified
            ? translatable("Loss and accuracy of the training batches. The pale line shows the measured "
                           "values, the strong line their exponential moving average over about {share} of "
                           "the run's steps. Dots are tests after an epoch.")
            : translatable("Loss of the training batches. The pale line shows the measured values, the "
                           "strong line their exponential moving average over about {share} of the run's "
                           "steps. Dots are tests after an epoch. These runs have no accuracy."),
        {{"share", formatShare(curveSmoothing, 0)}}));
    if (std::ranges::any_of(m_input.runs, [](const auto& run) { return hasValidation(run.stored.run); }))
        explain(translated("Tests have a solid line. Validations have a dashed line."));
    for (auto& pair : ofRuns)
        add(std::move(pair));
    if (ofRuns.size() < 2)
        return;
    explain(
        otherSamplesText(m_figures.comparison).empty()
            ? translated("All runs in one chart: the smoothed training curves, and the tests as dots. "
                         "Plotted over samples, points one above the other have seen the same amount of "
                         "data, whatever their batch size; plotted over time, the chart shows which run "
                         "learns fastest.")
            : translated("All runs in one chart: the smoothed training curves, and the tests as dots. The "
                         "samples of the runs have different sizes, so points one above the other have "
                         "not seen the same amount of data."));
    DocumentFigures overlays;
    for (const auto axis : {CurveAxis::Images, CurveAxis::Time}) {
        for (const auto quantity : {CurveQuantity::Loss, CurveQuantity::Accuracy}) {
            if (quantity == CurveQuantity::Accuracy && !isAnyClassified)
                continue;
            auto chart = overlayChart(m_input.runs, quantity, axis);
            const auto caption = translated(
                axis == CurveAxis::Images ? translatable("{what} of all runs over the samples trained on")
                                          : translatable("{what} of all runs over the training time"),
                {{"what", chart.title}});
            chart.title = caption;
            overlays.figures.push_back(
                {.id = fmt::format("{}-over-{}", quantity == CurveQuantity::Loss ? "loss" : "accuracy",
                                   axis == CurveAxis::Images ? "images" : "time"),
                 .caption = caption,
                 .chart = std::move(chart)});
        }
    }
    add(std::move(overlays));
}

void LabDocument::addLoggedCurves()
{
    std::vector<DocumentFigures> ofRuns;
    for (size_t i = 0; i < m_input.runs.size(); ++i) {
        const auto& run = m_input.runs[i];
        const auto scalars = loggedScalars(run.stored.run);
        if (!isImported(run.stored.run) || scalars.empty())
            continue;
        DocumentFigures figures;
        const auto addChart = [&](const char* id, std::string caption, Chart chart) {
            chart.title = caption;
            if (!chart.series.empty())
                figures.figures.push_back(
                    {.id = fileOf(id, run, i), .caption = std::move(caption), .chart = std::move(chart)});
        };
        addChart("loss", translated("Loss of “{run}”", {{"run", run.name}}),
                 loggedChart(run, CurveQuantity::Loss));
        addChart("accuracy", translated("Accuracy of “{run}”", {{"run", run.name}}),
                 loggedChart(run, CurveQuantity::Accuracy));
        if (figures.figures.empty())
            addChart("logged",
                     translated("{tag} of “{run}”", {{"tag", scalars.front()->tag}, {"run", run.name}}),
                     tagChart(run, *scalars.front()));
        ofRuns.push_back(std::move(figures));
    }
    if (ofRuns.empty())
        return;
    heading(translatable("Logged scalars"));
    explain(
        translated("Scalars over the step numbers that the program logged: loss and accuracy or, if it "
                   "logged neither, its first tag. The pale line shows the logged values, the strong line "
                   "their exponential moving average over about {share} of the points. Dots are tests.",
                   {{"share", formatShare(curveSmoothing, 0)}}));
    for (auto& figures : ofRuns)
        add(std::move(figures));
}

void LabDocument::addCharts()
{
    auto charts = comparisonCharts(m_figures.comparison, m_figures.operators);
    if (m_input.runs.size() < 2)
        std::erase_if(charts, [](const Chart& chart) { return chart.kind != ChartKind::StackedBars; });
    if (charts.empty())
        return;
    heading(m_input.runs.size() < 2 ? translatable("Charts") : translatable("Comparison charts"));
    DocumentFigures figures;
    for (auto& chart : charts) {
        const bool wide = chart.kind == ChartKind::StackedBars;
        auto id = chart.id;
        std::ranges::replace(id, '_', '-');
        figures.figures.push_back(
            {.id = id, .caption = chart.title, .chart = std::move(chart), .wide = wide});
    }
    add(std::move(figures));
}

void LabDocument::addKernels()
{
    bool any = false;
    for (size_t i = 0; i < m_input.runs.size(); ++i) {
        const KernelStatistics& kernels = m_figures.overviews[i].kernels;
        const auto& run = m_input.runs[i];
        if (kernels.rows.empty())
            continue;
        if (!any) {
            heading(translatable("The most expensive kernels"));
            explain(translated(
                "The time of the kernels on the device, whatever launched them; a step's kernels "
                "are those that began in it. Copies and memory sets are not kernels. Shares are of the "
                "time of all kernels; those in the overview are of all work on devices."));
        }
        any = true;
        add(DocumentHeading{.level = 3,
                            .text = translated("“{run}”: kernels by device time, {steps}",
                                               {{"run", run.name}, {"steps", coveredSteps(kernels)}}),
                            .color = run.color});
        add(kernelTable(kernels, run.stored.run.trace, fileOf("kernels", run, i)));
    }
}

void LabDocument::addOperators()
{
    bool any = false;
    for (size_t i = 0; i < m_input.runs.size(); ++i) {
        const auto& statistics = m_figures.statistics[i];
        const auto& run = m_input.runs[i];
        if (statistics.rows.empty())
            continue;
        if (!any) {
            heading(translatable("The most expensive operators"));
            const bool areImported = std::ranges::all_of(
                m_input.runs, [](const LabReportRun& each) { return isImported(each.stored.run); });
            explain(translated(
                areImported
                    ? translatable("Operators of the recorded steps of the imported profile, or of its whole "
                                   "length if it has no steps. Self time is an operator's time without the "
                                   "operators and the calls of a device's runtime inside it, so that nothing "
                                   "is counted twice; total time includes them.")
                    : translatable(
                          "Profiles of whole training steps in their steady state, at the run's batch size: "
                          "the data, the forward pass, the loss, the backward pass and the update of the "
                          "weights. The first steps are left out. Self time is an operator's time without "
                          "the operators and the calls of a device's runtime inside it, so that nothing is "
                          "counted twice; total time includes them.")));
        }
        any = true;
        const auto steps = coveredSteps(statistics, run.stored.run.trace);
        add(DocumentHeading{.level = 3,
                            .text =
                                translated(statistics.hasDevice
                                               ? translatable("“{run}”: operators by device time, {steps}")
                                               : translatable("“{run}”: operators by self time, {steps}"),
                                           {{"run", run.name}, {"steps", steps}}),
                            .color = run.color});
        auto table = operatorTable(statistics, run.stored.run.trace, fileOf("operators", run, i));
        explain(shareOfRows(statistics, table.rows.size()));
        add(std::move(table));
    }
}

void LabDocument::addKernelComparison()
{
    const auto isRecorded = [](const auto& run) { return run.isRecorded; };
    if (m_figures.operators.kernels.empty() ||
        std::ranges::count_if(m_figures.operators.runs, isRecorded) < 2)
        return;
    heading(translatable("Kernels compared"));
    explain(
        basisText(m_figures.operators) + " " +
        translated("Kernels, copies and memory sets, by their time on the device. Brackets contain the "
                   "comparison with the baseline, as for operators. The largest differences come first."));
    add(kernelComparisonTable(m_input, m_figures));
}

void LabDocument::addOperatorComparison()
{
    const auto recorded =
        std::ranges::count_if(m_figures.operators.runs, [](const auto& run) { return run.steps > 0; });
    if (recorded < 2)
        return;
    heading(translatable("Operators compared"));
    const bool areTotals = m_figures.operators.basis == OperatorBasis::Total;
    explain(
        basisText(m_figures.operators) + " " +
        translated(
            areTotals
                ? translatable("Self time; after “device”, the time of the work that the operator "
                               "launched there. Brackets contain the comparison with the baseline: the "
                               "difference in percent if the verdict is slower or faster, “same” within "
                               "a threshold, or the reason why there is no verdict, with the ratio of "
                               "the times (×) if it is known. The largest differences come first.")
                : translatable(
                      "Self time, and the operator's share of the step; after “device”, the time of the "
                      "work that it launched there. Brackets contain the comparison with the baseline: the "
                      "difference in percent if the verdict is slower or faster, “same” within a "
                      "threshold, or the reason why there is no verdict, with the ratio of the times (×) "
                      "if it is known. The largest differences come first.")));
    add(operatorComparisonTable(m_input, m_figures));
}

void LabDocument::addForwardPasses()
{
    bool any = false;
    for (size_t i = 0; i < m_input.forwardPasses.size(); ++i) {
        const auto& pass = m_input.forwardPasses[i];
        const auto& statistics = m_figures.forwardPasses[i];
        if (statistics.rows.empty())
            continue;
        if (!any) {
            heading(translatable("The cold forward pass of one sample"));
            explain(translated(
                "This is not a training step. It is what the lab's own profiler script measures: the "
                "first forward pass of one sample, such as an image of noise, in a new process, including "
                "everything that is set up at the first operators. It does not depend on the batch size "
                "of the training, which is why such tables for batch sizes 1, 16 and 64 look alike. It "
                "has no backward pass and no update of the weights. The profiles of whole steps above "
                "show what training costs."));
            explain(
                translated("Note: a call's total time includes the operators that it calls, so a "
                           "convolution is counted again at each level of nesting. Add up self times only."));
        }
        any = true;
        const auto& device = pass.stored.run.experiment.device;
        add(DocumentHeading{.level = 3,
                            .text =
                                translated("One sample on {device}: the first forward pass of its process",
                                           {{"device", device}})});
        if (auto said = forwardPassAnalysis(m_input, m_figures, i); !said.empty())
            add(DocumentList{.items = std::move(said)});
        add(operatorTable(statistics, pass.stored.run.trace,
                          fmt::format("forward-pass-{}", filePart(device))));
    }
}

} // namespace

Document labDocument(const LabReportInput& input, const LabFigures& figures, const LayoutProgress& progress)
{
    return LabDocument(input, figures, progress).make();
}

} // namespace stepscope
