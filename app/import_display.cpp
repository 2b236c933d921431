#include "app/import_display.h"

#include "app/progress_display.h"
#include "core/base/format.h"
#include "core/import/ranks.h"

#include <fmt/format.h>

#include <functional>
#include <mutex>

namespace stepscope {

namespace {

using Import = std::function<ImportedRun(const ImportOptions& options)>;

ImportedRun withDisplay(const std::string& what, const Import& import)
{
    ProgressDisplay display;
    std::mutex drawing; // several threads read
    const auto show = [&](const ImportProgress& progress) {
        const std::lock_guard lock(drawing);
        const double share =
            progress.fileBytes > 0 ? double(progress.bytesRead) / double(progress.fileBytes) : 1.0;
        constexpr double worthShowing = 0.5; // a bar for less would only flicker
        if (progress.secondsLeft > worthShowing)
            display.showLine(fmt::format("Reading {}  {} left", what, formatSeconds(progress.secondsLeft)),
                             share);
    };
    try {
        auto imported = import({.progress = show});
        display.clear();
        return imported;
    } catch (...) {
        display.clear();
        throw;
    }
}

} // namespace

ImportedRun importWithDisplay(const std::filesystem::path& file, const std::string& name)
{
    return withDisplay(file.filename().string(), [&](ImportOptions options) {
        options.name = name;
        return importFile(file, options);
    });
}

ImportedRun importRanksWithDisplay(std::span<const std::filesystem::path> files)
{
    return withDisplay(fmt::format("{} ranks", files.size()),
                       [&](const ImportOptions& options) { return importRanks(files, options); });
}

} // namespace stepscope
