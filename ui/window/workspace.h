#pragma once

#include <QMainWindow>
#include <QMap>
#include <QSet>

class QDockWidget;

namespace stepscope::ui {

class DockTitleBar;

/// The views, as tabs that can be put beside each other, torn off and closed.
class Workspace : public QMainWindow
{
    Q_OBJECT

public:
    explicit Workspace(QWidget* parent = nullptr);

    /// Makes a place for a view; `name` is what the layout remembers it by, `beside` puts it beside the
    /// others where there is room.
    void addPlace(const QString& name, const QString& title, bool beside = false);
    /// What the view is to be a child of.
    QWidget* place(const QString& name) const;
    void setView(const QString& name, QWidget* view);
    /// Whether it is open and no tab in front of it.
    bool isShown(const QString& name) const;
    /// Brings a view to the front, opening it if need be.
    void showView(const QString& name);
    /// Shows and hides a view; for the View menu.
    QAction* toggleAction(const QString& name) const;

    /// All views as tabs; when the window is wide, those that go beside the others stand at the right.
    void applyDefaultLayout(int windowWidth);

Q_SIGNALS:
    void placeShown(const QString& name);

private:
    void updateTitleBars();

    QMap<QString, QDockWidget*> m_docks;
    QSet<QString> m_shown;
    QList<QDockWidget*> m_tabs;
    QList<QDockWidget*> m_beside;
    QMap<QDockWidget*, DockTitleBar*> m_titleBars;
    bool m_isFocusFree = false; ///< a view had it that is hidden now; the next that is shown gets it
};

} // namespace stepscope::ui
