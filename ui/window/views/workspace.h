#pragma once

#include <QMainWindow>
#include <QMap>
#include <QSet>

class QDockWidget;

namespace stepscope::ui {

class DockTitleBar;

/// The places of the views: one above the other, of which one is shown, side by side, or in windows of their
/// own. It has no tabs: ViewRail shows what there is.
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
    /// Whether the view is open and no other view covers it.
    bool isShown(const QString& name) const;
    /// Brings a view to the front, opening it if necessary.
    void showView(const QString& name);
    /// Places a view to the right of the others.
    void showBeside(const QString& name);
    void showAsWindow(const QString& name);
    void closeView(const QString& name);
    /// A view that is beside the others and loses its content gives up its space to them until it has content
    /// again. If it is opened before that, it is treated like any other view.
    void setHasContent(const QString& name, bool hasContent);
    /// Shows and hides a view; for the View menu.
    QAction* toggleAction(const QString& name) const;

    /// All views in one place; in a wide window, those marked `beside` are on the right.
    void applyDefaultLayout(int windowWidth);
    /// Like saveState(), with the views that have given up their space.
    QByteArray saveLayout(int version);
    bool restoreLayout(const QByteArray& layout, int version);

Q_SIGNALS:
    void placeShown(const QString& name);
    /// Another view is shown, or one is no longer shown.
    void shownChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void updateTitleBars();
    void makeRoom();
    bool fitsBeside(const QDockWidget* dock) const;
    QDockWidget* front() const;
    void withdraw(const QString& name);
    QDockWidget* otherThan(const QDockWidget* dock) const;
    bool isBesideOthers(QDockWidget* dock) const;

    QMap<QString, QDockWidget*> m_docks;
    QSet<QString> m_shown;
    QSet<QString> m_empty;     ///< without content
    QSet<QString> m_withdrawn; ///< of these, those hidden because of that
    QSet<QString> m_tabbed;    ///< no longer beside the others because they do not fit there
    QSet<QString> m_placed;    ///< beside the others because the user has put them there
    QList<QDockWidget*> m_tabs;
    QList<QDockWidget*> m_beside;
    QMap<QDockWidget*, DockTitleBar*> m_titleBars;
    bool m_isFocusFree = false; ///< a view that is now hidden had the focus; the next shown view gets it
};

} // namespace stepscope::ui
