#include "core/report/lab_document.h"

#include "core/base/error.h"
#include "core/base/text/format.h"
#include "core/comparison/reference_loop.h"
#include "core/comparison/verdict_words.h"
#include "core/exchange/operator_comparison_tables.h"
#include "core/experiment/experiment_fields.h"
#include "core/graph/network_graph.h"
#include "core/report/analysis.h"
#include "core/report/comparison_charts.h"
#include "core/report/curve_charts.h"
#include "core/report/lab_tables.h"
#include "core/run/imported_experiment.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace stepscope {

namespace {

using enum SentenceId;

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
    std::string list() const { return fmt::format("{}", fmt::join(m_values, ", ")); }

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
        what = sentence(TitleBatchSizes, {{"sizes", sizes.list()}});
    if (devices.vary())
        what = what.empty() ? sentence(TitleDevices, {{"devices", devices.list()}})
                            : sentence(TitleBatchSizesAndDevices,
                                       {{"sizes", sizes.list()}, {"devices", devices.list()}});
    if (areImported && what.empty())
        return sentence(networks.vary() ? ReportTitleImportedSeveral : ReportTitleImported,
                        {{"network", networks.list()}});
    if (areImported)
        return sentence(ReportTitleImportedAcross, {{"network", networks.list()}, {"what", what}});
    if (what.empty())
        return sentence(ReportTitle, {{"network", networks.list()}, {"dataset", datasets.list()}});
    return sentence(ReportTitleAcross,
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
                          ? sentence(OneRun)
                          : sentence(ManyRuns, {{"count", formatCount(int64_t(input.runs.size()))}});
    if (first == 0)
        return sentence(WrittenByUndated, {{"version", STEPSCOPE_VERSION}, {"runs", runs}});
    const bool isOneTime = formatLocalTimeWithZone(first) == formatLocalTimeWithZone(last);
    return sentence(isOneTime ? WrittenAt : WrittenBy, {{"version", STEPSCOPE_VERSION},
                                                        {"runs", runs},
                                                        {"first", formatLocalTimeWithZone(first)},
                                                        {"last", formatLocalTimeWithZone(last)}});
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
            m_notes.push_back(sentence(NoteDamaged, {{"problem", problem}}));
        const size_t notesAt = m_document.blocks.size();
        addRuns();
        addAnalysis();
        addComparison();
        addGraphs();
        addCurves();
        addLoggedCurves();
        addCharts();
        addOperators();
        addOperatorComparison();
        addForwardPasses();
        if (!m_notes.empty()) { // first, because they tell how reliable the rest is
            const auto at = m_document.blocks.begin() + int64_t(notesAt);
            m_document.blocks.insert(at, DocumentList{.items = m_notes, .warns = true});
        }
        return std::move(m_document);
    }

private:
    void heading(SentenceId id, int level = 2) { add(DocumentHeading{.level = level, .text = sentence(id)}); }
    void explain(std::string text) { add(DocumentParagraph{.text = std::move(text), .muted = true}); }
    void add(DocumentBlock block) { m_document.blocks.push_back(std::move(block)); }

    void addRuns();
    void addAnalysis();
    void addComparison();
    void addGraphs();
    void addCurves();
    void addLoggedCurves();
    void addCharts();
    void addOperators();
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

void LabDocument::addRuns()
{
    heading(HeadingRuns);
    add(runsTable(m_input));
    if (auto environment = environmentTable(m_input); !environment.rows.empty()) {
        heading(HeadingEnvironment);
        if (environmentCount(m_input) > 1)
            explain(sentence(NoteEnvironmentsDiffer));
        add(std::move(environment));
    }
}

void LabDocument::addAnalysis()
{
    const auto topics = analysis(m_input, m_figures);
    if (topics.empty())
        return;
    heading(HeadingSummary);
    for (const auto& topic : topics) {
        heading(topic.heading, 3);
        add(DocumentList{.items = topic.sentences});
    }
}

void LabDocument::addComparison()
{
    heading(HeadingComparison);
    if (m_input.runs.size() > 1)
        explain(sentence(AboutComparison, {{"baseline", m_input.runs[m_input.baseline].name},
                                           {"effect", thresholdText(DifferenceTest().minimumEffect)},
                                           {"threshold", thresholdText(DifferenceTest().sameWithin)}}));
    else
        explain(sentence(AboutOneRun));
    add(comparisonTable(m_input, m_figures));
    if (const auto settings = settingFigures(m_figures.comparison); hasRepeats(settings)) {
        heading(HeadingSettings, 3);
        explain(sentence(AboutSettings));
        add(settingsTable(settings));
    }
}

void LabDocument::addGraphs()
{
    std::set<std::string> drawn;
    for (size_t i = 0; i < m_input.runs.size(); ++i) {
        const Run& run = m_input.runs[i].stored.run;
        const auto& graph = run.graph;
        if (!graph || !drawn.insert(graph->network).second)
            continue;
        if (drawn.size() == 1)
            heading(HeadingGraph);
        DocumentFigure figure{.id = "graph-" + filePart(graph->network),
                              .caption = sentence(isImported(run) ? CaptionGraphImported : CaptionGraph,
                                                  {{"network", graph->network}}),
                              .wide = true};
        try {
            figure.svg = m_pictureTime.pictureOf(*graph, "svg");
            figure.png = m_pictureTime.pictureOf(*graph, "png");
        } catch (const Error& problem) {
            m_notes.push_back(sentence(NoteGraphMissing, {{"problem", problem.what()}}));
            m_document.problems.push_back(m_notes.back());
        }
        const auto operators = std::ranges::count(graph->nodes, GraphNodeKind::Operator, &GraphNode::kind);
        if (isImported(run)) // their batch size is not known, and only models have parameters
            explain(sentence(
                AboutGraphImported,
                {{"nodes", formatCount(operators)},
                 {"parameters",
                  graph->parameterCount > 0 ? ", " + parameterText(graph->parameterCount) : std::string()}}));
        else
            explain(sentence(AboutGraph, {{"batch", formatCount(graph->batchSize)},
                                          {"nodes", formatCount(operators)},
                                          {"parameters", parameterText(graph->parameterCount)}}));
        if (!figure.svg.empty())
            add(DocumentFigures{{std::move(figure)}});
    }
}

void LabDocument::addCurves()
{
    std::vector<DocumentFigures> ofRuns;
    for (size_t i = 0; i < m_input.runs.size(); ++i) {
        const auto& run = m_input.runs[i];
        if (run.stored.run.steps.empty() || isImported(run.stored.run)) // these have no losses
            continue;
        const auto caption = [&](SentenceId id) { return sentence(id, {{"run", run.name}}); };
        DocumentFigures pair;
        pair.figures.push_back({.id = fileOf("loss", run, i),
                                .caption = caption(CaptionLoss),
                                .chart = curveChart(run, CurveQuantity::Loss)});
        pair.figures.push_back({.id = fileOf("accuracy", run, i),
                                .caption = caption(CaptionAccuracy),
                                .chart = curveChart(run, CurveQuantity::Accuracy)});
        for (auto& figure : pair.figures)
            figure.chart.title = figure.caption;
        ofRuns.push_back(std::move(pair));
    }
    if (ofRuns.empty())
        return;
    heading(HeadingCurves);
    explain(sentence(AboutCurves, {{"share", formatShare(curveSmoothing, 0)}}));
    for (auto& pair : ofRuns)
        add(std::move(pair));
    if (ofRuns.size() < 2)
        return;
    explain(sentence(AboutOverlays));
    DocumentFigures overlays;
    for (const auto axis : {CurveAxis::Images, CurveAxis::Time}) {
        for (const auto quantity : {CurveQuantity::Loss, CurveQuantity::Accuracy}) {
            auto chart = overlayChart(m_input.runs, quantity, axis);
            const auto caption =
                sentence(axis == CurveAxis::Images ? CaptionOverlay : CaptionTime, {{"what", chart.title}});
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
        addChart("loss", sentence(CaptionLoss, {{"run", run.name}}), loggedChart(run, CurveQuantity::Loss));
        addChart("accuracy", sentence(CaptionAccuracy, {{"run", run.name}}),
                 loggedChart(run, CurveQuantity::Accuracy));
        if (figures.figures.empty())
            addChart("logged", sentence(CaptionTag, {{"tag", scalars.front()->tag}, {"run", run.name}}),
                     tagChart(run, *scalars.front()));
        ofRuns.push_back(std::move(figures));
    }
    if (ofRuns.empty())
        return;
    heading(HeadingLogged);
    explain(sentence(AboutLogged, {{"share", formatShare(curveSmoothing, 0)}}));
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
    heading(m_input.runs.size() < 2 ? HeadingChartsOfRun : HeadingCharts);
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

void LabDocument::addOperators()
{
    bool any = false;
    for (size_t i = 0; i < m_input.runs.size(); ++i) {
        const auto& statistics = m_figures.statistics[i];
        const auto& run = m_input.runs[i];
        if (statistics.rows.empty())
            continue;
        if (!any) {
            heading(HeadingOperators);
            const bool areImported = std::ranges::all_of(
                m_input.runs, [](const LabReportRun& each) { return isImported(each.stored.run); });
            explain(sentence(areImported ? AboutOperatorsImported : AboutOperators));
        }
        any = true;
        const auto steps = coveredSteps(statistics, run.stored.run.trace);
        add(DocumentHeading{.level = 3,
                            .text = sentence(CaptionOperatorsOfRun, {{"run", run.name}, {"steps", steps}}),
                            .color = run.color});
        auto table = operatorTable(statistics, run.stored.run.trace, fileOf("operators", run, i));
        double share = 0;
        for (size_t row = 0; row < table.rows.size(); ++row)
            share += statistics.rows[row].selfShare;
        explain(sentence(AboutOperatorsOfRun, {{"share", formatShare(share)},
                                               {"count", formatCount(int64_t(table.rows.size()))}}));
        add(std::move(table));
    }
}

void LabDocument::addOperatorComparison()
{
    const auto recorded =
        std::ranges::count_if(m_figures.operators.runs, [](const auto& run) { return run.steps > 0; });
    if (recorded < 2)
        return;
    heading(HeadingOperatorComparison);
    const bool areTotals = m_figures.operators.basis == OperatorBasis::Total;
    explain(basisText(m_figures.operators.basis) + " " +
            sentence(areTotals ? AboutOperatorTotals : AboutOperatorComparison));
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
            heading(HeadingForwardPass);
            explain(sentence(AboutForwardPass));
            explain(sentence(AboutForwardPassNested));
        }
        any = true;
        const auto& device = pass.stored.run.experiment.device;
        add(DocumentHeading{.level = 3, .text = sentence(AboutForwardPassSteps, {{"device", device}})});
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
