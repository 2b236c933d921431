#pragma once

#include <functional>
#include <string_view>

namespace stepscope {

/// Takes a text that is too long for memory, piece by piece. May throw Error.
using TextSink = std::function<void(std::string_view piece)>;

} // namespace stepscope
