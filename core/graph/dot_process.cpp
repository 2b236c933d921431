#include "core/graph/dot_process.h"

#include "core/base/error.h"
#include "core/base/processes/child_process.h"
#include "core/base/text/format.h"
#include "core/language/translation.h"

#include <fmt/format.h>

namespace stepscope {

namespace {

constexpr size_t mostOutputMegabytes = 64; // pictures of thousands of nodes have some ten

ProcessResult start(const std::vector<std::string>& arguments, const ProcessOptions& options)
{
    std::vector<std::string> command{"dot"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    try {
        return runProcess(command, options);
    } catch (const Error& error) {
        throw Error(translated("The graph cannot be drawn because Graphviz's program dot cannot be started; "
                               "install the package graphviz."),
                    error.what());
    }
}

[[noreturn]] void fail(const ProcessResult& result, const LayoutLimits& limits)
{
    if (result.timedOut) {
        const auto seconds = std::chrono::duration<double>(limits.full + limits.coarse).count();
        throw Error(
            translated("The graph cannot be drawn because Graphviz's dot found no layout within {time}.",
                       {{"time", formatSeconds(seconds)}}));
    }
    if (result.wroteTooMuch)
        throw Error(translated("The graph cannot be drawn because Graphviz's dot wrote more than {size} MB.",
                               {{"size", std::to_string(mostOutputMegabytes)}}));
    throw Error(translated("The graph cannot be drawn because Graphviz's dot {problem}.",
                           {{"problem", endText(result)}}),
                result.errorOutput);
}

} // namespace

DotOutput runDot(const std::vector<std::string>& arguments,
                 const std::function<std::string(LayoutEffort)>& dotText, std::stop_token stop,
                 const LayoutLimits& limits, const LayoutProgress& progress)
{
    DotOutput output;
    for (const auto effort : {LayoutEffort::Full, LayoutEffort::Coarse}) {
        output.coarse = effort == LayoutEffort::Coarse;
        const auto dot = dotText(effort);
        ProcessOptions options{.input = dot,
                               .timeLimit = output.coarse ? limits.coarse : limits.full,
                               .outputLimitBytes = mostOutputMegabytes << 20,
                               .stop = stop};
        if (progress)
            options.waiting = [&](std::chrono::milliseconds elapsed) { progress(effort, elapsed); };
        auto result = start(arguments, options);
        if (result.canceled || stop.stop_requested())
            throw Error(translated("The layout of the graph was canceled."));
        if (!result.timedOut && !result.wroteTooMuch && result.exitCode == 0) {
            output.text = std::move(result.output);
            return output;
        }
        if (output.coarse)
            fail(result, limits);
    }
    return output;
}

} // namespace stepscope
