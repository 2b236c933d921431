#include "core/base/text/name_list.h"

#include "core/base/text/format.h"
#include "core/language/translation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>

namespace stepscope {

std::string listOfNames(std::span<const std::string_view> names)
{
    if (names.size() < 2)
        return names.empty() ? std::string() : std::string(names.front());
    return translated("{list} and {last}",
                      {{"list", fmt::format("{}", fmt::join(names.first(names.size() - 1), ", "))},
                       {"last", std::string(names.back())}});
}

std::string listOfFirstNames(std::span<const std::string_view> names)
{
    constexpr size_t most = 10;
    constexpr size_t shown = 3;
    if (names.size() <= most)
        return listOfNames(names);
    return translated("{list} and {count} others",
                      {{"list", fmt::format("{}", fmt::join(names.first(shown), ", "))},
                       {"count", formatCount(int64_t(names.size() - shown))}});
}

} // namespace stepscope
