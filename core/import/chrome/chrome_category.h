#pragma once

#include "core/import/events/imported_events.h"

#include <string_view>

namespace stepscope {

/// The kind of event for a Chrome trace's category ("cat").
ImportedKind chromeKindOf(std::string_view category);

} // namespace stepscope
