#pragma once

#include "core/import/events/trace_header.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace stepscope {

/// Reads the members of the outer object up to the list of events. `text` begins at the file's begin;
/// jsonPadding bytes behind it can be read.
struct ChromeHeaderEnd
{
    enum class Kind : uint8_t { List, NeedsMore, NoTrace } kind = Kind::NeedsMore;
    size_t at = 0; ///< behind the list's bracket
};
ChromeHeaderEnd readChromeHeader(std::string_view text, TraceHeader& header);

/// The members that stand behind the list. Returns whether the outer object was closed.
bool readChromeTrailer(std::string_view text, TraceHeader& header);

} // namespace stepscope
