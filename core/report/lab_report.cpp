#include "core/report/lab_report.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/exchange/comparison_tables.h"
#include "core/run/comparison.h"

#include <fmt/format.h>

namespace stepscope {

namespace fs = std::filesystem;

void prepareLabReportFolder(const fs::path& folder, bool force)
{
    if (!force && fs::exists(folder / "report.md"))
        throw Error(
            fmt::format("The folder {} already holds a report; give another one, or --force to replace it.",
                        folder.string()));
    fs::create_directories(folder);
}

std::vector<std::string> writeLabReport(const LabReportInput& input, const fs::path& folder,
                                        PicturePainter* /*painter*/)
{
    std::vector<NamedRun> runs;
    for (const auto& run : input.runs)
        runs.push_back({&run.stored.run, run.name});
    try {
        writeFileAtomically(folder / "report.md",
                            comparisonMarkdown(compareRuns(runs, {.baseline = input.baseline})));
    } catch (const Error& error) {
        return {error.what()};
    }
    return {};
}

} // namespace stepscope
