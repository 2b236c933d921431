#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stepscope::test {

/// One row for each label: `before` other labels of 0, the label, and an image of 3 × 32 × 32 whose channels
/// are filled with the number of the row, and with 100 and 200 more.
inline std::string cifarRows(std::string_view labels, size_t before = 0)
{
    std::string rows;
    for (size_t i = 0; i < labels.size(); ++i) {
        rows += std::string(before, '\0') + labels[i];
        for (const int offset : {0, 100, 200})
            rows += std::string(size_t(32) * 32, char(uint8_t(int(i) + offset)));
    }
    return rows;
}

} // namespace stepscope::test
