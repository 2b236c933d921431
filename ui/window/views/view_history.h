#pragma once

#include <QString>
#include <QStringList>

namespace stepscope::ui {

/// The views that the user has visited, as a browser keeps pages.
class ViewHistory
{
public:
    /// Another view is in front. Visiting the current one again changes nothing; a new one drops those that
    /// back() has left.
    void visit(const QString& view);
    bool canGoBack() const { return m_current > 0; }
    bool canGoForward() const { return m_current + 1 < m_views.size(); }
    /// The view to show now. Call it only if it is possible.
    QString back() { return m_views[--m_current]; }
    QString forward() { return m_views[++m_current]; }

private:
    QStringList m_views;
    qsizetype m_current = -1;
};

} // namespace stepscope::ui
