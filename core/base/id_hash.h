#pragma once

#include "core/base/id.h"

#include <cstddef>
#include <functional>

/// Makes ids keys of hash tables. Not in id.h, because few of the many files that include it need this.
namespace std {

template<typename Kind, typename Number>
struct hash<stepscope::Id<Kind, Number>>
{
    size_t operator()(stepscope::Id<Kind, Number> id) const noexcept { return hash<Number>()(id); }
};

} // namespace std
