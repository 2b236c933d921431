#pragma once

#include <QWidget>

class QDockWidget;

namespace stepscope::ui {

/// The title of a dock that stands alone: looks like the one tab of a tab bar, with buttons to tear the dock
/// off and to close it. Collapses to nothing while the dock is a tab among others, whose tab bar names it
/// already.
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
