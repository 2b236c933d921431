#include "core/report/run_overview.h"

#include "core/advise/advice.h"
#include "core/run/run_contents.h"

namespace stepscope {

RunOverview runOverview(const LabReportRun& lab)
{
    const Run& run = lab.stored.run;
    const RunContents contents = contentsOf(run);
    RunOverview overview;
    if (contents.areSums)
        return overview;
    AdviceBuilder builder;
    builder.update(run);
    overview.advice = builder.figures(run);
    overview.findings = advise(run, lab.stored.environment, overview.advice);
    if (!overview.advice.isOfWholeTrace)
        overview.parts = overview.advice.steps;
    if (contents.hasDeviceWork) {
        overview.kernels = kernelStatistics(run.trace, KernelGrouping::ByName);
        if (!run.trace.steps.empty()) {
            overview.split = StepSplit::Device;
            overview.parts = stepFigures(DeviceSplitter().update(run.trace));
        }
    }
    return overview;
}

} // namespace stepscope
