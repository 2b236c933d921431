#include "ui/window/notices/notice_area.h"

#include "ui/support/icons.h"
#include "ui/window/notices/notice_bar.h"

#include <QVBoxLayout>

#include <algorithm>
#include <utility>

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
    connect(bar, &NoticeBar::othersWanted, this, [this](bool areShown) {
        m_areAllShown = areShown;
        arrange();
    });
    m_bars.insert(name, bar);
    m_names.prepend(name);
    m_layout->addWidget(bar);
    arrange();
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
    m_names.removeOne(name);
    bar->hide();
    bar->deleteLater(); // the button that was pressed may belong to it
    m_layout->removeWidget(bar);
    m_areAllShown = m_areAllShown && m_names.size() > 1;
    arrange();
}

/// Errors come first, then the newest.
void NoticeArea::arrange()
{
    QList<NoticeBar*> bars;
    for (const QString& name : std::as_const(m_names))
        bars += m_bars.value(name);
    std::ranges::stable_partition(bars,
                                  [](const NoticeBar* bar) { return bar->kind() == Notice::Kind::Error; });
    for (qsizetype i = 0; i < bars.size(); ++i) {
        NoticeBar* bar = bars[i];
        m_layout->removeWidget(bar);
        m_layout->insertWidget(int(i), bar);
        bar->setOthers(i == 0 ? int(bars.size()) - 1 : 0, m_areAllShown);
        bar->setVisible(i == 0 || m_areAllShown);
    }
    setVisible(!bars.isEmpty());
}

QString NoticeArea::text(const QString& name) const
{
    const NoticeBar* bar = m_bars.value(name);
    return bar ? bar->text() : QString();
}

} // namespace stepscope::ui
