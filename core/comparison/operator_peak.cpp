#include "core/comparison/operator_peak.h"

#include "core/language/translation.h"
#include "core/machine/environment.h"
#include "core/machine/machine_peak.h"
#include "core/run/imported_experiment.h"
#include "core/run/run_contents.h"

namespace stepscope {

namespace {

bool usesDevice(const Run& run)
{
    return !run.trace.devices.empty() || run.experiment.device.starts_with("cuda");
}

} // namespace

PeakUse peakUse(const Run& run, const std::string& cpuModel)
{
    static const std::string thisProcessor = cpuModelName();
    if (usesDevice(run))
        return PeakUse::OnDevice;
    if (cpuModel.empty())
        return PeakUse::MachineUnknown;
    if (cpuModel != thisProcessor)
        return PeakUse::OtherMachine;
    const bool isOfOtherProgram = isImported(run) || run.kind == RunKind::Program;
    return isOfOtherProgram && run.plan.threads == 0 ? PeakUse::ThreadsUnknown : PeakUse::Comparable;
}

int operatorThreads(const Run& run)
{
    if (run.plan.threads > 0)
        return run.plan.threads;
    return run.experiment.threads > 0 ? int(run.experiment.threads) : availableProcessors();
}

void markLaunches(OperatorStatistics& statistics, const Run& run)
{
    const bool isDeviceUnknown =
        isImported(run) && run.experiment.device.empty() && !contentsOf(run).areFunctions;
    const bool mayLaunch = statistics.hasDevice || usesDevice(run) || isDeviceUnknown;
    for (OperatorRow& row : statistics.rows)
        row.isLaunchOnly = mayLaunch && row.deviceTotalNs == 0;
}

void setPeak(OperatorStatistics& statistics, double flopsPerSecond)
{
    statistics.peakFlopsPerSecond = statistics.hasDevice ? 0.0 : flopsPerSecond;
    for (OperatorRow& row : statistics.rows) {
        const bool isKnown = statistics.peakFlopsPerSecond > 0 && row.flopsPerSecond() > 0;
        row.peakShare = isKnown ? row.flopsPerSecond() / statistics.peakFlopsPerSecond : -1.0;
    }
}

Recorded<OperatorStatistics> runStatisticsWithPeak(const Run& run, const std::string& cpuModel,
                                                   OperatorGrouping grouping)
{
    auto statistics = recordedStatistics(run, grouping);
    markLaunches(statistics.figures, run);
    if (peakUse(run, cpuModel) == PeakUse::Comparable)
        if (const auto peak = keptMachinePeak(operatorThreads(run)))
            setPeak(statistics.figures, peak->flopsPerSecond);
    return statistics;
}

std::string whyNoPeakShare(const OperatorStatistics& statistics, const OperatorRow& row, PeakUse use)
{
    if (row.peakShare >= 0)
        return {};
    if (use == PeakUse::OnDevice || statistics.hasDevice)
        return translated("The work ran on a device whose peak is not known.");
    if (row.isLaunchOnly)
        return translated(
            "The recording does not say which processor it was made on, so the peak is not known.");
    if (row.flopsPerSecond() <= 0)
        return translated("Its floating-point operations are not known: there is no formula for it, or its "
                          "input shapes were not recorded.");
    if (use == PeakUse::OtherMachine)
        return translated("The run was recorded on another processor, whose peak is not known here.");
    if (use == PeakUse::ThreadsUnknown)
        return translated(
            "The recording does not say how many threads an operator used, so the peak is not known.");
    return translated(
        use == PeakUse::MachineUnknown
            ? translatable(
                  "The recording does not say which processor it was made on, so the peak is not known.")
            : translatable("This machine's peak has not been measured with this number of threads: press "
                           "Measure roof in the Roofline view, or run stepscope devices --measure-peak."));
}

} // namespace stepscope
