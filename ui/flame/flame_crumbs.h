#pragma once

#include "core/trace/calls/call_tree.h"

#include <QLabel>

namespace stepscope::ui {

/// The ancestors of the zoomed frame, as links that zoom out.
class FlameCrumbs final : public QLabel
{
    Q_OBJECT

public:
    explicit FlameCrumbs(QWidget* parent = nullptr);

    void show(const CallTree& tree, CallNodeId zoom);

Q_SIGNALS:
    void zoomWanted(quint32 node);
};

} // namespace stepscope::ui
