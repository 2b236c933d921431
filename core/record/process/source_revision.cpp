#include "core/record/process/source_revision.h"

#include "core/base/processes/child_process.h"

#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <utility>
#include <vector>

namespace stepscope {

namespace {

/// Git's output, or nullopt if it fails.
std::optional<std::string> askGit(const std::filesystem::path& folder, std::vector<std::string> arguments)
{
    // Locks would disturb the user's own Git, and a file-system monitor would keep running.
    std::vector<std::string> command{"git", "--no-optional-locks", "-c", "core.fsmonitor=false"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    try {
        auto result = runProcess(command, {.timeLimit = std::chrono::seconds(1), .folder = folder});
        if (result.exitCode == 0 && !result.timedOut && !result.wroteTooMuch)
            return std::move(result.output);
    } catch (const Error&) {
        // Git is not available
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
        return fmt::format("Git commit {}; it is not known whether files were changed since.", commit);
    return fmt::format("Git commit {}, {}.", commit,
                       changes->empty() ? "without uncommitted changes" : "with uncommitted changes");
}

} // namespace stepscope
