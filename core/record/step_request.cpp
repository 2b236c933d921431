#include "core/record/step_request.h"

#include "core/base/error.h"
#include "core/base/files/atomic_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <system_error>

namespace stepscope {

namespace fs = std::filesystem;

static constexpr int64_t mostSteps = 1'000'000;

static fs::path requestFor(const fs::path& runFile)
{
    constexpr size_t longestStem = 160; // file names are limited
    return runFile.parent_path() /
           fmt::format(".{}.record-steps", runFile.stem().string().substr(0, longestStem));
}

void requestSteps(const fs::path& runFile, int64_t steps)
{
    writeFileAtomically(requestFor(runFile), fmt::format("{}\n", std::clamp<int64_t>(steps, 1, mostSteps)));
}

std::optional<int64_t> takeRequestedSteps(const fs::path& runFile)
{
    const auto request = requestFor(runFile);
    std::error_code ignored;
    if (!fs::is_regular_file(fs::symlink_status(request, ignored)))
        return std::nullopt;
    std::string text;
    try {
        constexpr uintmax_t mostBytes = 64;
        text = readFile(request, mostBytes);
    } catch (const Error&) {
        // It is removed in any case.
    }
    fs::remove(request, ignored);
    int64_t steps = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), steps);
    if (problem != std::errc() || steps < 1 || steps > mostSteps)
        return std::nullopt;
    return steps;
}

} // namespace stepscope
