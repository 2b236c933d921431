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

    void show(const CallTree& tree, uint32_t zoom);

Q_SIGNALS:
    void zoomWanted(uint32_t node);
};

} // namespace stepscope::ui
