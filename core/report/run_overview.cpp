#include "core/report/run_overview.h"

#include "core/advise/advice.h"
#include "core/run/run_contents.h"

namespace stepscope {

RunOverview runOverview(const LabReportRun& lab)
{
    const Run& run = lab.stored.run;
    const RunContents contents = contentsOf(run);
    RunOverview overview;
    if (contents.areFunctions)
        return overview;
    AdviceBuilder builder;
    builder.update(run);
    overview.advice = builder.figures(run);
    overview.findings = advise(run, lab.stored.environment, overview.advice);
    if (!overview.advice.isOfWholeTrace) {
        overview.split = overview.advice.split();
        overview.parts = overview.advice.splitSteps();
    }
    if (contents.hasDeviceWork)
        overview.kernels = kernelStatistics(run.trace, KernelGrouping::ByName);
    return overview;
}

} // namespace stepscope
