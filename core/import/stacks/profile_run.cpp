#include "core/import/stacks/profile_run.h"

#include "core/base/clock.h"
#include "core/import/shared/import_text.h"
#include "core/import/shared/imported_run.h"
#include "core/language/translation.h"

namespace stepscope {

ImportedRun profileRun(const StackProfile& profile, const ImportSource& source, ProfileOrigin facts,
                       ImportLog log)
{
    Trace trace = profile.trace();
    if (trace.empty())
        throw Error(translated(
            source.damage().empty()
                ? translatable("Cannot import {file}: its format is {format}, but nothing was counted in it.")
                : translatable("Cannot import {file}: its format is {format}, but nothing was counted in it; "
                               "{damage}."),
            {{"file", source.path().string()}, {"format", facts.format}, {"damage", source.damage()}}));
    tellSourceDamage(source, log);
    ImportOrigin origin{.file = source.path(),
                        .format = facts.format,
                        .fileBytes = source.fileBytes(),
                        .contentBytes = source.contentBytesRead()};
    constexpr int64_t year2000Ns = 946'684'800'000'000'000;
    constexpr int64_t latestNs = 4'000'000'000'000'000'000;
    if (facts.unixNs > year2000Ns && facts.unixNs < latestNs)
        origin.firstUnixNs = facts.unixNs;
    ImportedRun imported = importedRun(std::move(trace), std::move(origin), std::move(log));
    for (const std::string& note : facts.notes) {
        imported.run.log.push_back({unixMsNow(), LogLevel::Info, note});
        imported.log.find(note);
    }
    return imported;
}

} // namespace stepscope
