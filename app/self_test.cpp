#include "app/self_test.h"

#include "core/base/error.h"
#include "core/base/files/atomic_file.h"
#include "core/experiment/experiment_json.h"
#include "core/language/translation.h"
#include "core/run/run_figures.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <exception>
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

/// Checks a file of a report, which `test` reads.
Check checkFile(const std::string& file, const std::function<void()>& test)
{
    return check(translated("{file} reads back", {{"file", file}}), test);
}

void lossesAreFinite(const Run& run)
{
    require(!run.steps.empty() && !run.epochs.empty(), translated("no step was trained"));
    for (const auto& step : run.steps) {
        if (!std::isfinite(step.loss))
            throw Error(
                translated("the loss of step {step} is {loss}",
                           {{"step", std::to_string(step.step)}, {"loss", fmt::format("{}", step.loss)}}));
    }
    require(std::isfinite(run.epochs.back().testLoss), translated("the test loss is not finite"));
}

void selfTimesSumToTheWhole(const Run& run)
{
    const auto statistics = runStatistics(run, OperatorGrouping::ByOperatorAndShape);
    require(!statistics.rows.empty(), translated("no operator was recorded"));
    double sum = 0.0;
    for (const auto& row : statistics.rows)
        sum += row.selfShare;
    require(std::abs(sum - 1.0) < 1e-9,
            translated("the sum is {percent} %", {{"percent", fmt::format("{}", 100.0 * sum)}}));
}

void childrenStayWithinTheirParents(const Run& run)
{
    const auto& trace = run.trace;
    std::vector<int64_t> childNs(trace.size());
    for (EventId i(0); i < trace.endEvent(); ++i) {
        const auto parent = trace.parent[i];
        if (parent == noEvent)
            continue;
        const TextValues names = {{"operator", trace.names[trace.name[i]]},
                                  {"caller", trace.names[trace.name[parent]]}};
        if (parent >= i || trace.startNs[i] < trace.startNs[parent] ||
            trace.startNs[i] + trace.durationNs[i] > trace.startNs[parent] + trace.durationNs[parent])
            throw Error(translated("{operator} is not within {caller}", names));
        childNs[parent] += trace.durationNs[i];
        if (childNs[parent] > trace.durationNs[parent])
            throw Error(translated("{caller} takes less time than its calls", names));
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
            translatedPlural("it has {lines} lines, but {count} row and a header were expected",
                             "it has {lines} lines, but {count} rows and a header were expected",
                             int64_t(rows),
                             {{"lines", std::to_string(lines)}, {"count", std::to_string(rows)}}));
}

void traceIsWhole(const Run& run, const fs::path& file)
{
    size_t spans = 0;
    const auto json = readJson(file);
    for (const auto& event : json.at("traceEvents"))
        spans += event.at("ph") == "X" ? 1 : 0;
    const size_t expected = run.trace.size() + run.trace.steps.size();
    require(spans == expected,
            translatedPlural("it has {count} event, but {expected} were expected",
                             "it has {count} events, but {expected} were expected", int64_t(spans),
                             {{"count", std::to_string(spans)}, {"expected", std::to_string(expected)}}));
}

/// Signature, then the header chunk with width and height, big-endian.
void isPng(const fs::path& file)
{
    const std::string bytes = readFile(file);
    require(bytes.size() > 24 && bytes.starts_with("\x89PNG\r\n\x1a\n") && bytes.substr(12, 4) == "IHDR",
            translated("it is not a PNG file"));
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
            translated("its size is {width} × {height} pixels",
                       {{"width", std::to_string(width)}, {"height", std::to_string(height)}}));
}

void isSvg(const fs::path& file)
{
    const std::string text = readFile(file);
    require(text.find("<svg") != std::string::npos && text.find("</svg>") != std::string::npos,
            translated("it is not an SVG file"));
}

} // namespace

std::vector<Check> checkRun(const Run& run)
{
    return {
        check(translated("a tiny network trains with finite losses"), [&] { lossesAreFinite(run); }),
        check(translated("self times sum to 100 %"), [&] { selfTimesSumToTheWhole(run); }),
        check(translated("no operator takes longer than its caller"),
              [&] { childrenStayWithinTheirParents(run); }),
        check(translated("the network's graph was captured"),
              [&] { require(run.graph && !run.graph->nodes.empty(), translated("there is no graph")); }),
    };
}

std::vector<Check> checkReport(const Run& run, const fs::path& folder, bool withPictures)
{
    const auto rows = runStatistics(run, OperatorGrouping::ByOperator).rows.size();
    std::vector<Check> checks = {
        checkFile("experiment.json",
                  [&] {
                      require(readExperiment(folder / "experiment.json") == run.experiment,
                              translated("it differs from the run's experiment"));
                  }),
        checkFile(
            "environment.json",
            [&] { require(!readJson(folder / "environment.json").empty(), translated("it is empty")); }),
        checkFile("metrics.csv", [&] { hasRows(folder / "metrics.csv", run.steps.size()); }),
        checkFile("epochs.csv", [&] { hasRows(folder / "epochs.csv", run.epochs.size()); }),
        checkFile("samples.csv", [&] { hasRows(folder / "samples.csv", run.samples.size()); }),
        checkFile("operators.csv", [&] { hasRows(folder / "operators.csv", rows); }),
        checkFile("trace.json", [&] { traceIsWhole(run, folder / "trace.json"); }),
        checkFile("graph.dot",
                  [&] {
                      require(readFile(folder / "graph.dot").starts_with("digraph"),
                              translated("it is not a DOT graph"));
                  }),
        checkFile("graph.svg", [&] { isSvg(folder / "graph.svg"); }),
        checkFile("graph.png", [&] { isPng(folder / "graph.png"); }),
    };
    if (withPictures) {
        checks.push_back(checkFile("curves.png", [&] { isPng(folder / "curves.png"); }));
        checks.push_back(checkFile("operators.png", [&] { isPng(folder / "operators.png"); }));
    }
    return checks;
}

} // namespace stepscope
