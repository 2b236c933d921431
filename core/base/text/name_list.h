#pragma once

#include <span>
#include <string>
#include <string_view>

namespace stepscope {

/// "sgd, adam and lion"; of one name, the name itself.
std::string listOfNames(std::span<const std::string_view> names);
/// The same of up to ten names; of more, "a, b, c and 20 others".
std::string listOfFirstNames(std::span<const std::string_view> names);

} // namespace stepscope
