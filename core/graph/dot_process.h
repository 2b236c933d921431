#pragma once

#include "core/graph/graph_layout.h"

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace stepscope {

struct DotOutput
{
    std::string text;    ///< what dot wrote to stdout
    bool coarse = false; ///< the layout with full effort failed or took too long
};

/// Runs dot with these arguments on the DOT text that `dotText` returns for the effort; when that takes too
/// long or fails, runs it again with the coarse effort. Throws Error like layoutGraph().
DotOutput runDot(const std::vector<std::string>& arguments,
                 const std::function<std::string(LayoutEffort)>& dotText, std::stop_token stop,
                 const LayoutLimits& limits, const LayoutProgress& progress = {});

} // namespace stepscope
