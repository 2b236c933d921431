#include "ui/overview/samples.h"

#include "core/base/files/paths.h"

#include <QCoreApplication>

#include <system_error>

namespace stepscope::ui {

namespace {

struct SampleWords
{
    Q_DECLARE_TR_FUNCTIONS(Samples)
};

} // namespace

std::vector<Sample> installedSamples()
{
    const auto folder = libraryFolder() / "samples";
    std::vector<Sample> samples = {
        {folder / "convnet-h100.stepscope", SampleWords::tr("Training of a ConvNet"),
         SampleWords::tr("a run of Stepscope on an NVIDIA H100")},
        {folder / "transformer-h100.pt.trace.json.gz", SampleWords::tr("Transformer with mixed precision"),
         SampleWords::tr("a trace of PyTorch's profiler on an NVIDIA H100")},
    };
    std::erase_if(samples, [](const Sample& sample) {
        std::error_code ignored;
        return !std::filesystem::is_regular_file(sample.path, ignored);
    });
    return samples;
}

} // namespace stepscope::ui
