#include "core/exchange/step_tables.h"

#include "core/base/csv.h"
#include "core/run/imported_experiment.h"
#include "core/trace/event_kind.h"
#include "core/trace/step_breakdown.h"

#include <cctype>
#include <map>
#include <vector>

namespace stepscope {

namespace {

double us(int64_t nanoseconds)
{
    return double(nanoseconds) / 1e3;
}

/// "forward_us".
std::string columnOf(StepPart part)
{
    std::string name = stepPartName(part);
    for (char& c : name)
        c = c == ' ' ? '_' : char(std::tolower(static_cast<unsigned char>(c)));
    return name + "_us";
}

/// Columns of their own for the device's split, where "other" stands for something else.
std::string deviceColumnOf(StepPart part)
{
    return part == StepPart::Other ? "other_recorded_us" : columnOf(part);
}

struct Row
{
    StepPhase phase = StepPhase::Off;
    int64_t wallNs = 0; ///< of the host's step
    const StepBreakdown* split = nullptr;
    const StepBreakdown* device = nullptr;
};

void addParts(CsvWriter& csv, const StepBreakdown* split, StepSplit kind)
{
    for (const StepPart part : partsOf(kind))
        split ? csv.field(us(split->part(part))) : csv.field("");
}

} // namespace

std::string stepPartsCsv(const Run& run)
{
    const auto splits = stepBreakdowns(run.trace);
    const bool withDevice = hasStreams(run.trace);
    const auto deviceSplits = withDevice ? DeviceSplitter().update(run.trace) : std::vector<StepBreakdown>();
    std::map<int64_t, Row> rows; // by the step's number
    for (const auto& step : run.steps)
        rows[shownStepNumber(run, step.step)] = {.phase = step.phase, .wallNs = step.durationNs};
    for (size_t i = 0; i < splits.size(); ++i) {
        const auto& split = splits[i];
        const auto* device = withDevice && deviceSplits[i].isSplit ? &deviceSplits[i] : nullptr;
        rows[split.number] = {split.phase, split.wallNs, split.isSplit ? &split : nullptr, device};
    }

    std::vector<std::string> header{"step", "phase", "recorded", "wall_us"};
    for (const StepPart part : partsOf(StepSplit::Passes))
        header.push_back(columnOf(part));
    header.emplace_back("between_operators_us");
    if (withDevice)
        header.emplace_back("wall_with_device_us");
    for (const StepPart part : partsOf(StepSplit::Device)) {
        if (withDevice)
            header.push_back(deviceColumnOf(part));
    }
    CsvWriter csv(header);
    for (const auto& [number, row] : rows) {
        csv.field(number)
            .field(stepPhaseName(row.phase))
            .field(row.split || row.device ? "yes" : "no")
            .field(us(row.wallNs));
        addParts(csv, row.split, StepSplit::Passes);
        row.split ? csv.field(us(row.split->betweenNs)) : csv.field("");
        if (withDevice)
            row.device ? csv.field(us(row.device->wallNs)) : csv.field("");
        if (withDevice)
            addParts(csv, row.device, StepSplit::Device);
        csv.endRow();
    }
    return csv.text();
}

} // namespace stepscope
