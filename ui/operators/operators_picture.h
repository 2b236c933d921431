#pragma once

#include "ui/exports/picture.h"

namespace stepscope {
struct Run;
}

namespace stepscope::ui {

/// The ten operators with the most self time as a picture for a report, 800 units wide. Says so if the run
/// has no profile. The run must outlive the picture.
Picture operatorsPicture(const Run& run);

} // namespace stepscope::ui
