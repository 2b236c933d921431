#pragma once

#include <QScrollArea>

namespace stepscope::ui {

/// As high as its content, but leaves room for what is below it if there are many rows.
class FittingScrollArea final : public QScrollArea
{
public:
    using QScrollArea::QScrollArea;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
};

} // namespace stepscope::ui
