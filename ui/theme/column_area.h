#pragma once

#include <QScrollArea>

namespace stepscope::ui {

/// Scrolls a column up and down, and is never narrower than it.
class ColumnArea : public QScrollArea
{
public:
    explicit ColumnArea(QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
};

} // namespace stepscope::ui
