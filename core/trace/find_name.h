#pragma once

#include "core/trace/trace.h"

#include <string_view>

namespace stepscope {

/// The id of a name in Trace::names; noName: it is not there. Takes time in proportion to the names.
inline NameId findName(const Trace& trace, std::string_view name)
{
    for (NameId id(0); id < trace.names.size(); ++id) {
        if (trace.names[id] == name)
            return id;
    }
    return noName;
}

} // namespace stepscope
