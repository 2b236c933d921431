#include "core/base/text/format_counted.h"

#include "core/base/text/format.h"

#include <fmt/format.h>

namespace stepscope {

std::string formatCounted(int64_t count, std::string_view noun, std::string_view plural)
{
    const bool takesS = count != 1 && plural.empty();
    return fmt::format("{} {}{}", formatCount(count), count == 1 || takesS ? noun : plural,
                       takesS ? "s" : "");
}

} // namespace stepscope
