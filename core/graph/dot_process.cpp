#include "core/graph/dot_process.h"

#include "core/base/child_process.h"
#include "core/base/error.h"
#include "core/base/format.h"

#include <fmt/format.h>

namespace stepscope {

namespace {

ProcessResult start(const std::vector<std::string>& arguments, const std::string& dot,
                    std::chrono::milliseconds limit, const std::stop_token& stop)
{
    std::vector<std::string> command{"dot"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    try {
        return runProcess(command, dot, limit, stop);
    } catch (const Error& error) {
        throw Error("The graph cannot be drawn because Graphviz's program dot cannot be started; install the "
                    "package graphviz.",
                    error.what());
    }
}

[[noreturn]] void fail(const ProcessResult& result, const LayoutLimits& limits)
{
    if (result.timedOut) {
        const auto seconds = std::chrono::duration<double>(limits.full + limits.coarse).count();
        throw Error(fmt::format("The graph cannot be drawn because Graphviz's dot found no layout within {}.",
                                formatSeconds(seconds)));
    }
    throw Error(fmt::format("The graph cannot be drawn because Graphviz's dot failed with exit code {}.",
                            result.exitCode),
                result.errorOutput);
}

} // namespace

DotOutput runDot(const std::vector<std::string>& arguments,
                 const std::function<std::string(LayoutEffort)>& dotText, std::stop_token stop,
                 const LayoutLimits& limits)
{
    DotOutput output;
    for (const auto effort : {LayoutEffort::Full, LayoutEffort::Coarse}) {
        output.coarse = effort == LayoutEffort::Coarse;
        auto result = start(arguments, dotText(effort), output.coarse ? limits.coarse : limits.full, stop);
        if (result.cancelled || stop.stop_requested())
            throw Error("The layout of the graph was cancelled.");
        if (!result.timedOut && result.exitCode == 0) {
            output.text = std::move(result.output);
            return output;
        }
        if (output.coarse)
            fail(result, limits);
    }
    return output;
}

} // namespace stepscope
