#pragma once

#include "core/import/events/imported_events.h"

#include <string_view>

namespace stepscope {

/// The kind of event that a Chrome trace's category ("cat") names.
ImportedKind chromeKindOf(std::string_view category);

} // namespace stepscope
