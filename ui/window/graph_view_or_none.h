#pragma once

#if __has_include("ui/graph/graph_view.h")
#include "ui/graph/graph_view.h"
#else

#include "core/graph/network_graph.h"
#include "ui/support/view.h"

#include <memory>

namespace stepscope::ui {

/// Stands in until the graph has a view.
class GraphView : public View
{
public:
    using View::View;
    void showRun(const Run*) override {}
    void refresh() override {}
    QList<ExportItem> exportItems() override { return {}; }
    void showPreview(std::shared_ptr<const NetworkGraph>) {}
};

} // namespace stepscope::ui
#endif
