#pragma once

#include <string>
#include <string_view>

namespace stepscope {

/// The bytes as a gzip file. Throws Error when there is not enough memory.
std::string gzipped(std::string_view bytes);

} // namespace stepscope
