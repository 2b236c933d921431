#include "core/exchange/step_tables.h"

#include "core/base/csv.h"
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
        c = char(std::tolower(static_cast<unsigned char>(c)));
    return name + "_us";
}

struct Row
{
    StepPhase phase = StepPhase::Off;
    int64_t wallNs = 0;
    const StepBreakdown* split = nullptr;
};

} // namespace

std::string stepPartsCsv(const Run& run)
{
    const auto splits = stepBreakdowns(run.trace);
    std::map<int64_t, Row> rows; // by the step's number
    for (const auto& step : run.steps)
        rows[step.step] = {step.phase, step.durationNs, nullptr};
    for (const auto& split : splits)
        rows[split.number] = {split.phase, split.wallNs, split.isSplit ? &split : nullptr};

    std::vector<std::string> header{"step", "phase", "recorded", "wall_us"};
    for (size_t part = 0; part < stepPartCount; ++part)
        header.push_back(columnOf(StepPart(part)));
    header.emplace_back("between_operators_us");
    CsvWriter csv(header);
    for (const auto& [number, row] : rows) {
        csv.field(number)
            .field(stepPhaseName(row.phase))
            .field(row.split ? "yes" : "no")
            .field(us(row.wallNs));
        for (size_t part = 0; part < stepPartCount; ++part)
            row.split ? csv.field(us(row.split->partNs[part])) : csv.field("");
        row.split ? csv.field(us(row.split->betweenNs)) : csv.field("");
        csv.endRow();
    }
    return csv.text();
}

} // namespace stepscope
