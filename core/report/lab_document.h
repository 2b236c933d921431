#pragma once

#include "core/report/document.h"
#include "core/report/lab_figures.h"

namespace stepscope {

/// The whole report, before it is HTML or Markdown.
Document labDocument(const LabReportInput& input, const LabFigures& figures);

} // namespace stepscope
