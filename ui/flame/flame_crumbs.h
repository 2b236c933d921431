#pragma once

#include "core/trace/calls/call_tree.h"

#include <QLabel>

namespace stepscope::ui {

/// The frames around the one that is zoomed to, as links to zoom out by.
class FlameCrumbs final : public QLabel
{
    Q_OBJECT

public:
    explicit FlameCrumbs(QWidget* parent = nullptr);

    void show(const CallTree& tree, uint32_t zoom);

Q_SIGNALS:
    void zoomWanted(uint32_t node);
};

} // namespace stepscope::ui
