#include "core/record/process/source_revision.h"

#include "core/base/processes/child_process.h"
#include "core/language/translation.h"

#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace stepscope {

namespace {

// The parts of the stored sentence.
constexpr std::string_view commitBegin = "Git commit ";
constexpr std::string_view unchangedEnd = ", without uncommitted changes.";
constexpr std::string_view changedEnd = ", with uncommitted changes.";
constexpr std::string_view unknownEnd = "; it is not known whether files were changed since.";

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
    return fmt::format("{}{}{}", commitBegin, commit,
                       !changes           ? unknownEnd
                       : changes->empty() ? unchangedEnd
                                          : changedEnd);
}

std::string revisionText(const std::string& sentence)
{
    std::string commit;
    const auto endsWith = [&](std::string_view end) {
        if (!sentence.starts_with(commitBegin) || !sentence.ends_with(end) ||
            sentence.size() <= commitBegin.size() + end.size())
            return false;
        commit = sentence.substr(commitBegin.size(), sentence.size() - commitBegin.size() - end.size());
        return true;
    };
    if (endsWith(unchangedEnd))
        return translated("Git commit {commit}, without uncommitted changes.", {{"commit", commit}});
    if (endsWith(changedEnd))
        return translated("Git commit {commit}, with uncommitted changes.", {{"commit", commit}});
    if (endsWith(unknownEnd))
        return translated("Git commit {commit}; it is not known whether files were changed since.",
                          {{"commit", commit}});
    return sentence;
}

} // namespace stepscope
