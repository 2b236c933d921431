#pragma once

#include <QWidget>

class QDockWidget;

namespace stepscope::ui {

/// The title of a dock without tabs: looks like the only tab of a tab bar, with buttons to float and close
/// the dock. Hidden while the dock is one of several tabs, because their tab bar shows its name.
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
