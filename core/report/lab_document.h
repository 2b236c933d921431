#pragma once

#include "core/graph/graph_layout.h"
#include "core/report/document.h"
#include "core/report/lab_figures.h"

namespace stepscope {

/// The whole report, before it is written as HTML or Markdown. `progress` is called while Graphviz's dot lays
/// out a graph.
Document labDocument(const LabReportInput& input, const LabFigures& figures,
                     const LayoutProgress& progress = {});

} // namespace stepscope
