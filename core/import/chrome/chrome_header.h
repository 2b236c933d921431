#pragma once

#include "core/import/events/trace_header.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace stepscope {

/// Reads the members of the outer object up to the list of events. `text` is the start of the file;
/// jsonPadding bytes after it must be readable.
struct ChromeHeaderEnd
{
    enum class Kind : uint8_t { List, NeedsMore, NoTrace } kind = Kind::NeedsMore;
    size_t at = 0; ///< after the list's bracket
};
ChromeHeaderEnd readChromeHeader(std::string_view text, TraceHeader& header);

/// Reads the members after the list. Returns whether the outer object was closed.
bool readChromeTrailer(std::string_view text, TraceHeader& header);

} // namespace stepscope
