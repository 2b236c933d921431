#include "core/torch/record/recorder.h"

#include "core/language/translation.h"
#include "core/torch/record/kineto_profiler.h"
#include "core/torch/record/kineto_recorder.h"
#include "core/torch/record/operator_recorder.h"

namespace stepscope {

/// Why device work is not recorded in addition to operators; empty: it is.
static std::string whyOperatorsOnly(torch::Device device)
{
    if (device.is_cpu())
        return translated("the CPU has none");
    return KinetoProfiler::whyBlind();
}

std::unique_ptr<Recorder> makeRecorder(const Experiment& experiment, torch::Device device,
                                       std::function<void(std::string)> notice)
{
    const bool asked = experiment.recorder == "kineto";
    if (asked || (experiment.recorder == "auto" && !device.is_cpu())) {
        const auto why = whyOperatorsOnly(device);
        if (why.empty())
            return std::make_unique<KinetoRecorder>(experiment.profileShapes,
                                                    std::make_unique<KinetoProfiler>(), std::move(notice));
        notice(translated("Device kernels and copies are not recorded: {reason}. Operators are recorded.",
                          {{"reason", why}}));
    }
    return std::make_unique<OperatorRecorder>(experiment.profileShapes);
}

} // namespace stepscope
