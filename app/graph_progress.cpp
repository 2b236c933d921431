#include "app/graph_progress.h"

#include "app/terminal.h"
#include "core/language/translation.h"

#include <chrono>
#include <optional>

namespace stepscope {

LayoutProgress sayThatDotTakesLong()
{
    return [said = std::optional<LayoutEffort>()](LayoutEffort effort,
                                                  std::chrono::milliseconds elapsed) mutable {
        constexpr auto patience = std::chrono::milliseconds(1500);
        if (said == effort || elapsed < patience)
            return;
        said = effort;
        if (effort == LayoutEffort::Full)
            printError(
                "{}\n",
                translated("Waiting for Graphviz's dot, which draws the network's graph, for at most 10 s."));
        else
            printError(
                "{}\n",
                translated("Graphviz's dot takes too long; trying a simpler layout of the network's graph."));
    };
}

} // namespace stepscope
