#include "app/import_display.h"

#include "app/progress_display.h"
#include "core/base/text/format.h"
#include "core/import/ranks/ranks.h"
#include "core/language/translation.h"

#include <functional>
#include <mutex>
#include <string>

namespace stepscope {

namespace {

using Import = std::function<ImportedRun(const ImportOptions& options)>;

/// `line` says what is read.
ImportedRun withDisplay(const std::string& line, ImportOptions options, const Import& import)
{
    ProgressDisplay display;
    std::mutex drawing; // several threads report progress
    const auto show = [&](const ImportProgress& progress) {
        const std::lock_guard lock(drawing);
        const double share =
            progress.fileBytes > 0 ? double(progress.bytesRead) / double(progress.fileBytes) : 1.0;
        constexpr double worthShowing = 0.5; // in seconds; a shorter bar would only flicker
        if (progress.secondsLeft > worthShowing)
            display.showLine(line + "  " +
                                 translated("{time} left", {{"time", formatSeconds(progress.secondsLeft)}}),
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
    return withDisplay(translated("Reading {file}", {{"file", file.filename().string()}}), options,
                       [&](const ImportOptions& shown) { return importFile(file, shown); });
}

ImportedRun importRanksWithDisplay(std::span<const std::filesystem::path> files, const ImportOptions& options)
{
    const auto line = translatedPlural("Reading {count} rank", "Reading {count} ranks", int64_t(files.size()),
                                       {{"count", std::to_string(files.size())}});
    return withDisplay(line, options, [&](const ImportOptions& shown) { return importRanks(files, shown); });
}

} // namespace stepscope
