#include "ui/window/notices/notice_area.h"

#include "ui/support/icons.h"
#include "ui/window/notices/notice_bar.h"

#include <QVBoxLayout>

namespace stepscope::ui {

NoticeArea::NoticeArea(QWidget* parent)
    : QWidget(parent)
    , m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
    hide();
}

void NoticeArea::show(const QString& name, const Notice& notice)
{
    remove(name);
    auto* bar = new NoticeBar(notice);
    bar->setObjectName(name + "Notice");
    connect(bar, &NoticeBar::closed, this, [this, name] { remove(name); });
    m_bars.insert(name, bar);
    m_layout->addWidget(bar);
    setVisible(true);
}

void NoticeArea::update(const QString& name, const QString& text, double progress)
{
    if (NoticeBar* bar = m_bars.value(name))
        bar->update(text, progress);
}

void NoticeArea::remove(const QString& name)
{
    NoticeBar* bar = m_bars.take(name);
    if (!bar)
        return;
    bar->hide();
    bar->deleteLater(); // the button that was pressed may belong to it
    m_layout->removeWidget(bar);
    setVisible(!m_bars.isEmpty());
}

QString NoticeArea::text(const QString& name) const
{
    const NoticeBar* bar = m_bars.value(name);
    return bar ? bar->text() : QString();
}

} // namespace stepscope::ui
