#include "core/report/lab_report.h"

#include "core/base/error.h"
#include "core/base/palette.h"
#include "core/comparison/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace stepscope {

/// A name that none of the previous runs has.
static std::string unused(const std::string& name, std::span<const LabReportRun> before)
{
    const auto isUsed = [&](const std::string& wanted) {
        return std::ranges::find(before, wanted, &LabReportRun::name) != before.end();
    };
    auto unused = name;
    for (int number = 2; isUsed(unused); ++number)
        unused = fmt::format("{} ({})", name, number);
    return unused;
}

/// Labels that distinguish the runs; without their length if the rest suffices, because it follows from the
/// batch size if a sweep's runs train on the same number of images.
static std::vector<std::string> labelsOf(const LabReportInput& input)
{
    std::vector<Experiment> experiments;
    std::vector<Experiment> equallyLong;
    for (const auto& run : input.runs) {
        experiments.push_back(run.stored.run.experiment);
        auto& experiment = equallyLong.emplace_back(experiments.back());
        experiment.steps = experiments.front().steps;
        experiment.epochs = experiments.front().epochs;
    }
    auto labels = distinguishingLabels(equallyLong);
    const std::set<std::string> different(labels.begin(), labels.end());
    return different.size() == labels.size() ? labels : distinguishingLabels(experiments);
}

static void nameAndColor(LabReportInput& input)
{
    const auto labels = labelsOf(input);
    for (size_t i = 0; i < input.runs.size(); ++i) {
        auto& run = input.runs[i];
        const auto& series = lightPalette().series;
        if (run.name.empty())
            run.name = labels[i].empty() ? run.stored.run.experiment.network : labels[i];
        run.name = unused(run.name, std::span(input.runs).first(i));
        run.color =
            run.stored.label.color.empty() ? std::string(series[i % series.size()]) : run.stored.label.color;
    }
}

LabReportInput labReportInput(std::span<const std::filesystem::path> runFiles, const RunReader& read)
{
    LabReportInput input;
    const RunFileParts parts{.eventBytes = eventMemoryOfEach(runFiles.size())};
    for (const auto& path : runFiles) {
        try {
            LabReportRun run{.file = path,
                             .stored = read ? read(path, parts) : readRunFile(path, parts),
                             .name = {},
                             .color = {}};
            const bool isPass = run.stored.run.kind == RunKind::ForwardPass;
            run.name = isPass ? path.stem().string() : run.stored.label.name;
            (isPass ? input.forwardPasses : input.runs).push_back(std::move(run));
        } catch (const Error& error) {
            input.problems.emplace_back(error.what());
        }
    }
    nameAndColor(input);
    return input;
}

std::vector<std::string> problemsOf(const LabReportInput& input)
{
    auto problems = input.problems;
    for (const auto* runs : {&input.runs, &input.forwardPasses}) {
        for (const auto& run : *runs)
            problems.insert(problems.end(), run.stored.problems.begin(), run.stored.problems.end());
    }
    return problems;
}

} // namespace stepscope
