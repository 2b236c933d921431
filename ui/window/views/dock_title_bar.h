#pragma once

#include <QWidget>

class QDockWidget;

namespace stepscope::ui {

/// The title of a dock that is beside others or a window of its own, with buttons to float and close it.
/// Hidden while the dock shares its place with others: the rail then shows which one is in front.
class DockTitleBar : public QWidget
{
    Q_OBJECT

public:
    explicit DockTitleBar(QDockWidget* dock);

    void setCollapsed(bool collapsed);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    bool m_collapsed = false;
    QWidget* m_content;
};

} // namespace stepscope::ui
