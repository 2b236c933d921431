#include "app/import_display.h"

#include "app/interruption.h"
#include "app/progress_display.h"
#include "core/base/format.h"

#include <fmt/format.h>

#include <mutex>

namespace stepscope {

ImportedRun importWithDisplay(const std::filesystem::path& file)
{
    watchForInterruption();
    ProgressDisplay display;
    std::mutex drawing; // several threads read
    std::stop_source stop;
    const auto show = [&](const ImportProgress& progress) {
        if (interrupted())
            stop.request_stop();
        const std::lock_guard lock(drawing);
        const double share =
            progress.fileBytes > 0 ? double(progress.bytesRead) / double(progress.fileBytes) : 1.0;
        constexpr double worthShowing = 0.5; // a bar for less would only flicker
        if (progress.secondsLeft > worthShowing)
            display.showLine(fmt::format("Reading {}  {} left", file.filename().string(),
                                         formatSeconds(progress.secondsLeft)),
                             share);
    };
    try {
        auto imported = importFile(file, {.progress = show, .stop = stop.get_token()});
        display.clear();
        return imported;
    } catch (...) {
        display.clear();
        throw;
    }
}

} // namespace stepscope
