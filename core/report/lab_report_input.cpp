#include "core/report/lab_report.h"

#include "core/base/error.h"
#include "core/base/palette.h"
#include "core/run/comparison.h"

#include <algorithm>

namespace stepscope {

static void nameAndColour(LabReportInput& input)
{
    std::vector<const Run*> runs;
    for (const auto& run : input.runs)
        runs.push_back(&run.stored.run);
    const auto labels = distinguishingLabels(runs);
    for (size_t i = 0; i < input.runs.size(); ++i) {
        auto& run = input.runs[i];
        const auto& series = lightPalette().series;
        if (run.name.empty())
            run.name = labels[i];
        run.color =
            run.stored.label.color.empty() ? std::string(series[i % series.size()]) : run.stored.label.color;
    }
}

LabReportInput labReportInput(std::span<const std::filesystem::path> runFiles)
{
    LabReportInput input;
    for (const auto& path : runFiles) {
        try {
            LabReportRun run{.stored = readRunFile(path), .name = {}, .color = {}};
            run.name = run.stored.label.name;
            const bool isPass = run.stored.run.kind == RunKind::ForwardPass;
            (isPass ? input.forwardPasses : input.runs).push_back(std::move(run));
        } catch (const Error& error) {
            input.problems.emplace_back(error.what());
        }
    }
    nameAndColour(input);
    return input;
}

} // namespace stepscope
