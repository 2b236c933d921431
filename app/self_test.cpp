#include "app/self_test.h"

#include "core/base/error.h"
#include "core/base/files/atomic_file.h"
#include "core/experiment/experiment_json.h"
#include "core/run/run_figures.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <functional>

namespace stepscope {

namespace fs = std::filesystem;

namespace {

void require(bool holds, const std::string& problem)
{
    if (!holds)
        throw Error(problem);
}

Check check(std::string what, const std::function<void()>& test)
{
    try {
        test();
        return {std::move(what), {}};
    } catch (const std::exception& problem) {
        return {std::move(what), problem.what()};
    }
}

void lossesAreFinite(const Run& run)
{
    require(!run.steps.empty() && !run.epochs.empty(), "no step was trained");
    for (const auto& step : run.steps)
        require(std::isfinite(step.loss), fmt::format("the loss of step {} is {}", step.step, step.loss));
    require(std::isfinite(run.epochs.back().testLoss), "the test loss is not finite");
}

void selfTimesSumToTheWhole(const Run& run)
{
    const auto statistics = runStatistics(run, OperatorGrouping::ByOperatorAndShape);
    require(!statistics.rows.empty(), "no operator was recorded");
    double sum = 0.0;
    for (const auto& row : statistics.rows)
        sum += row.selfShare;
    require(std::abs(sum - 1.0) < 1e-9, fmt::format("the sum is {} %", 100.0 * sum));
}

void childrenStayWithinTheirParents(const Run& run)
{
    const auto& trace = run.trace;
    std::vector<int64_t> childNs(trace.size());
    for (uint32_t i = 0; i < trace.size(); ++i) {
        const auto parent = trace.parent[i];
        if (parent == noEvent)
            continue;
        require(
            parent < i && trace.startNs[i] >= trace.startNs[parent] &&
                trace.startNs[i] + trace.durationNs[i] <= trace.startNs[parent] + trace.durationNs[parent],
            fmt::format("{} is not within {}", trace.names[trace.name[i]], trace.names[trace.name[parent]]));
        childNs[parent] += trace.durationNs[i];
        require(childNs[parent] <= trace.durationNs[parent],
                fmt::format("{} takes less time than its calls", trace.names[trace.name[parent]]));
    }
}

nlohmann::json readJson(const fs::path& file)
{
    return nlohmann::json::parse(readFile(file));
}

void hasRows(const fs::path& file, size_t rows)
{
    const std::string text = readFile(file);
    const auto lines = size_t(std::ranges::count(text, '\n'));
    require(lines == rows + 1,
            fmt::format("it has {} lines, but {} rows and a header were expected", lines, rows));
}

void traceIsWhole(const Run& run, const fs::path& file)
{
    size_t spans = 0;
    const auto json = readJson(file);
    for (const auto& event : json.at("traceEvents"))
        spans += event.at("ph") == "X" ? 1 : 0;
    const size_t expected = run.trace.size() + run.trace.steps.size();
    require(spans == expected, fmt::format("it has {} events, but {} were expected", spans, expected));
}

/// Signature, then the header chunk with width and height, big-endian.
void isPng(const fs::path& file)
{
    const std::string bytes = readFile(file);
    require(bytes.size() > 24 && bytes.starts_with("\x89PNG\r\n\x1a\n") && bytes.substr(12, 4) == "IHDR",
            "it is not a PNG file");
    const auto number = [&](size_t at) {
        uint32_t value = 0;
        for (size_t i = at; i < at + 4; ++i)
            value = value << 8 | uint8_t(bytes[i]);
        return value;
    };
    const auto width = number(16);
    const auto height = number(20);
    constexpr uint32_t least = 16;
    constexpr uint32_t most = 20000;
    require(width >= least && width <= most && height >= least && height <= most,
            fmt::format("its size is {} × {} pixels", width, height));
}

void isSvg(const fs::path& file)
{
    const std::string text = readFile(file);
    require(text.find("<svg") != std::string::npos && text.find("</svg>") != std::string::npos,
            "it is not an SVG file");
}

} // namespace

std::vector<Check> checkRun(const Run& run)
{
    return {
        check("a tiny network trains with finite losses", [&] { lossesAreFinite(run); }),
        check("self times sum to 100 %", [&] { selfTimesSumToTheWhole(run); }),
        check("no operator takes longer than its caller", [&] { childrenStayWithinTheirParents(run); }),
        check("the network's graph was captured",
              [&] { require(run.graph && !run.graph->nodes.empty(), "there is no graph"); }),
    };
}

std::vector<Check> checkReport(const Run& run, const fs::path& folder, bool withPictures)
{
    const auto rows = runStatistics(run, OperatorGrouping::ByOperator).rows.size();
    std::vector<Check> checks = {
        check("experiment.json reads back",
              [&] {
                  require(readExperiment(folder / "experiment.json") == run.experiment,
                          "it differs from the run's experiment");
              }),
        check("environment.json reads back",
              [&] { require(!readJson(folder / "environment.json").empty(), "it is empty"); }),
        check("metrics.csv reads back", [&] { hasRows(folder / "metrics.csv", run.steps.size()); }),
        check("epochs.csv reads back", [&] { hasRows(folder / "epochs.csv", run.epochs.size()); }),
        check("samples.csv reads back", [&] { hasRows(folder / "samples.csv", run.samples.size()); }),
        check("operators.csv reads back", [&] { hasRows(folder / "operators.csv", rows); }),
        check("trace.json reads back", [&] { traceIsWhole(run, folder / "trace.json"); }),
        check(
            "graph.dot reads back",
            [&] { require(readFile(folder / "graph.dot").starts_with("digraph"), "it is not a DOT graph"); }),
        check("graph.svg reads back", [&] { isSvg(folder / "graph.svg"); }),
        check("graph.png reads back", [&] { isPng(folder / "graph.png"); }),
    };
    if (withPictures) {
        checks.push_back(check("curves.png reads back", [&] { isPng(folder / "curves.png"); }));
        checks.push_back(check("operators.png reads back", [&] { isPng(folder / "operators.png"); }));
    }
    return checks;
}

} // namespace stepscope
