#pragma once

#include "core/graph/network_graph.h"

#include <string>
#include <string_view>

namespace stepscope {

std::string toJson(const NetworkGraph& graph);

/// Throws Error for anything except the output of toJson(): invalid JSON, wrong types, indices out of range.
NetworkGraph graphFromJson(std::string_view json);

} // namespace stepscope
