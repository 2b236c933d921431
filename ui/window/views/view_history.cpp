#include "ui/window/views/view_history.h"

namespace stepscope::ui {

void ViewHistory::visit(const QString& view)
{
    constexpr qsizetype mostViews = 100;
    if (m_current >= 0 && m_views[m_current] == view)
        return;
    m_views = m_views.mid(0, m_current + 1);
    m_views += view;
    if (m_views.size() > mostViews)
        m_views.removeFirst();
    m_current = m_views.size() - 1;
}

} // namespace stepscope::ui
