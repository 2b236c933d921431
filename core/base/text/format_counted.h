#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stepscope {

/// A count with its noun: "1 step", "1,200 steps". Without `plural` the noun takes an "s".
std::string formatCounted(int64_t count, std::string_view noun, std::string_view plural = {});

} // namespace stepscope
