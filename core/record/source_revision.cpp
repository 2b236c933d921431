#include "core/record/source_revision.h"

#include "core/base/processes/child_process.h"

#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <utility>
#include <vector>

namespace stepscope {

namespace {

/// What Git answers, or nothing when it fails.
std::optional<std::string> askGit(const std::filesystem::path& folder, std::vector<std::string> arguments)
{
    // Locks would disturb the user's own Git, a monitor would be a program that stays.
    std::vector<std::string> command{"git", "--no-optional-locks", "-c", "core.fsmonitor=false"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    try {
        auto result = runProcess(command, {.timeLimit = std::chrono::seconds(1), .folder = folder});
        if (result.exitCode == 0 && !result.timedOut && !result.wroteTooMuch)
            return std::move(result.output);
    } catch (const Error&) {
        // without Git
    }
    return std::nullopt;
}

} // namespace

std::string sourceRevision(const std::filesystem::path& folder)
{
    const auto head = askGit(folder, {"rev-parse", "--verify", "HEAD"});
    if (!head)
        return {};
    const auto commit = head->substr(0, head->find('\n'));
    const auto changes = askGit(folder, {"status", "--porcelain", "--untracked-files=no"});
    if (!changes)
        return fmt::format("Git commit {}; whether files were changed since is not known.", commit);
    return fmt::format("Git commit {}, {}.", commit,
                       changes->empty() ? "without changes since" : "with changes that are not committed");
}

} // namespace stepscope
