#pragma once

#include <QMap>
#include <QString>
#include <QWidget>

class QPushButton;
class QVBoxLayout;

namespace stepscope::ui {

class ColumnArea;
class Workspace;

/// The views in groups, at the side: a click brings a view to the front. Views that are shown are marked; the
/// context menu places a view beside the others, makes a window of it or closes it.
class ViewRail final : public QWidget
{
    Q_OBJECT

public:
    explicit ViewRail(Workspace* workspace, QWidget* parent = nullptr);

    /// Adds an entry below those of the same group. The groups are in the order in which they were first
    /// named.
    void add(const QString& name, const QString& title, const QString& group);
    /// The tooltip names the view's shortcut.
    void setKey(const QString& name, const QString& key);

private:
    QVBoxLayout* groupOf(const QString& group);
    void showMenu(const QString& name, QPoint place);
    void mark();
    void showEntry(const QString& name);

    Workspace* m_workspace;
    ColumnArea* m_area;
    QVBoxLayout* m_groups;
    QMap<QString, QVBoxLayout*> m_entries; ///< by group
    QMap<QString, QPushButton*> m_buttons; ///< by view
};

} // namespace stepscope::ui
