#include "app/import_display.h"

#include "app/progress_display.h"
#include "core/base/text/format.h"
#include "core/import/ranks/ranks.h"

#include <fmt/format.h>

#include <functional>
#include <mutex>

namespace stepscope {

namespace {

using Import = std::function<ImportedRun(const ImportOptions& options)>;

ImportedRun withDisplay(const std::string& what, ImportOptions options, const Import& import)
{
    ProgressDisplay display;
    std::mutex drawing; // several threads report progress
    const auto show = [&](const ImportProgress& progress) {
        const std::lock_guard lock(drawing);
        const double share =
            progress.fileBytes > 0 ? double(progress.bytesRead) / double(progress.fileBytes) : 1.0;
        constexpr double worthShowing = 0.5; // in seconds; a shorter bar would only flicker
        if (progress.secondsLeft > worthShowing)
            display.showLine(fmt::format("Reading {}  {} left", what, formatSeconds(progress.secondsLeft)),
                             share);
    };
    try {
        options.progress = show;
        auto imported = import(options);
        display.clear();
        return imported;
    } catch (...) {
        display.clear();
        throw;
    }
}

} // namespace

ImportedRun importWithDisplay(const std::filesystem::path& file, const ImportOptions& options)
{
    return withDisplay(file.filename().string(), options,
                       [&](const ImportOptions& shown) { return importFile(file, shown); });
}

ImportedRun importRanksWithDisplay(std::span<const std::filesystem::path> files, const ImportOptions& options)
{
    return withDisplay(fmt::format("{} ranks", files.size()), options,
                       [&](const ImportOptions& shown) { return importRanks(files, shown); });
}

} // namespace stepscope
