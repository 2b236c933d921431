#pragma once

#include "core/graph/network_graph.h"

#include <string>
#include <string_view>

namespace stepscope {

std::string toJson(const NetworkGraph& graph);

/// Throws Error for anything but what toJson() wrote: broken JSON, wrong types, indices that point nowhere.
NetworkGraph graphFromJson(std::string_view json);

} // namespace stepscope
