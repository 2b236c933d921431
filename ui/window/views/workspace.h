#pragma once

#include <QMainWindow>
#include <QMap>
#include <QSet>

class QDockWidget;

namespace stepscope::ui {

class DockTitleBar;

/// The views as tabs, which can be placed side by side, floated and closed.
class Workspace : public QMainWindow
{
    Q_OBJECT

public:
    explicit Workspace(QWidget* parent = nullptr);

    /// Adds a place for a view. `name` identifies it in a saved layout; `beside` places it next to the others
    /// if there is room.
    void addPlace(const QString& name, const QString& title, bool beside = false);
    /// The parent for the view's widget.
    QWidget* place(const QString& name) const;
    void setView(const QString& name, QWidget* view);
    /// Whether the view is open and no other tab covers it.
    bool isShown(const QString& name) const;
    /// Brings a view to the front, opening it if necessary.
    void showView(const QString& name);
    /// Shows and hides a view; for the View menu.
    QAction* toggleAction(const QString& name) const;

    /// All views as tabs; in a wide window, those marked `beside` are on the right.
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
    bool m_isFocusFree = false; ///< a view that is now hidden had the focus; the next shown view gets it
};

} // namespace stepscope::ui
