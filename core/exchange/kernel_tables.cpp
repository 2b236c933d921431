#include "core/exchange/kernel_tables.h"

#include "core/base/files/csv.h"
#include "core/base/text/format.h"
#include "core/exchange/table_value.h"
#include "core/language/translation.h"
#include "core/run/run_figures.h"
#include "core/trace/event_kind.h"
#include "core/trace/timeline/timeline_event.h"

#include <fmt/format.h>

#include <algorithm>

namespace stepscope {

namespace {

std::string launcherText(const KernelStatisticsRow& row, const Trace& trace)
{
    if (row.severalLaunchers)
        return "several";
    return row.launcher == noName ? std::string() : trace.names[row.launcher];
}

} // namespace

std::string launchSizeText(const std::array<uint32_t, 3>& size)
{
    return size[0] > 0 ? fmt::format("{}x{}x{}", size[0], size[1], size[2]) : std::string();
}

std::string kernelStepsText(const KernelStatisticsRow& row)
{
    if (!row.severalSteps)
        return stepText(row.launchStep, row.runStep);
    const auto first = row.firstStep < 0 ? translated("outside the steps") : formatCount(row.firstStep);
    auto steps = row.lastStep <= row.firstStep
                     ? first
                     : translated(row.lastStep == row.firstStep + 1 ? translatable("{first} and {last}")
                                                                    : translatable("{first} to {last}"),
                                  {{"first", first}, {"last", formatCount(row.lastStep)}});
    if (row.ranElsewhere > 0)
        steps = translated(
            "{steps}; {count} of {all} ran after the step of their launch",
            {{"steps", steps}, {"count", formatCount(row.ranElsewhere)}, {"all", formatCount(row.calls)}});
    if (row.ranInNone > 0 && row.firstStep >= 0)
        steps = translated(
            "{steps}; {count} of {all} ran in no step",
            {{"steps", steps}, {"count", formatCount(row.ranInNone)}, {"all", formatCount(row.calls)}});
    return steps;
}

std::string kernelsCsv(const KernelStatistics& statistics, const Trace& trace)
{
    CsvWriter csv{"kernel",
                  "kind",
                  "operator",
                  "calls",
                  "total_us",
                  "percent",
                  "mean_us",
                  "min_us",
                  "max_us",
                  "grid",
                  "block",
                  "registers_per_thread",
                  "shared_memory_bytes",
                  "occupancy_percent",
                  "blocks_per_multiprocessor",
                  "tensor_cores",
                  "ran_in_steps",
                  "steps",
                  "covers"};
    const std::string covers = coveredSteps(statistics);
    const bool hasTensorCoreNames = std::ranges::none_of(trace.devices, &TraceDevice::isAmd);
    for (const KernelStatisticsRow& row : statistics.rows) {
        csv.field(trace.names[row.name])
            .field(eventKindName(row.kind))
            .field(launcherText(row, trace))
            .field(row.calls)
            .field(double(row.totalNs) / 1e3)
            .field(100.0 * row.share)
            .field(row.meanNs() / 1e3)
            .field(double(row.minNs) / 1e3)
            .field(double(row.maxNs) / 1e3)
            .field(launchSizeText(row.grid))
            .field(launchSizeText(row.block));
        knownField(csv, row.registers > 0, double(row.registers));
        knownField(csv, row.sharedBytes >= 0, double(row.sharedBytes));
        // Recorders give these with few digits.
        row.occupancy >= 0.0 ? csv.field(float(100.0 * row.occupancy)) : csv.field("");
        row.blocksPerProcessor >= 0.0 ? csv.field(float(row.blocksPerProcessor)) : csv.field("");
        csv.field(!hasTensorCoreNames   ? ""
                  : row.usesTensorCores ? "yes"
                                        : "no")
            .field(kernelStepsText(row))
            .field(statistics.steps)
            .field(covers)
            .endRow();
    }
    return csv.text();
}

} // namespace stepscope
