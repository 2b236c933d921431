#include "ui/window/notices/notice_area.h"

#include "ui/support/icons.h"
#include "ui/window/notices/notice_bar.h"

#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

namespace {

bool isProblem(const NoticeBar* bar)
{
    return bar->kind() == Notice::Kind::Error || bar->kind() == Notice::Kind::Warning;
}

} // namespace

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

void NoticeArea::removeErrors(const QStringList& names)
{
    for (const QString& name : names) {
        if (const NoticeBar* bar = m_bars.value(name); bar && bar->kind() == Notice::Kind::Error)
            remove(name);
    }
}

/// What needs an answer comes first, then errors and warnings, the newest first, then the others.
void NoticeArea::arrange()
{
    const auto rank = [this](const QString& name) {
        const NoticeBar* bar = m_bars.value(name);
        return 2 * int(!bar->needsAnswer()) + int(!isProblem(bar));
    };
    QStringList names = m_names;
    std::ranges::stable_sort(names, {}, rank);
    for (qsizetype i = 0; i < names.size(); ++i) {
        if (const qsizetype above = names.indexOf(m_bars.value(names[i])->below()); above > i)
            names.move(above, i);
    }
    const qsizetype always = alwaysShown(names);
    for (qsizetype i = 0; i < names.size(); ++i) {
        NoticeBar* bar = m_bars.value(names[i]);
        m_layout->removeWidget(bar);
        m_layout->insertWidget(int(i), bar);
        bar->setOthers(i == 0 ? int(names.size() - always) : 0, m_areAllShown);
        bar->setVisible(i < always || m_areAllShown);
    }
    setVisible(!names.isEmpty());
}

qsizetype NoticeArea::alwaysShown(const QStringList& names) const
{
    const auto needsAnswer = [this](const QString& name) { return m_bars.value(name)->needsAnswer(); };
    const qsizetype questions = std::ranges::count_if(names, needsAnswer);
    if (questions == names.size())
        return questions;
    const bool isPair =
        questions + 1 < names.size() && m_bars.value(names[questions + 1])->below() == names[questions];
    const qsizetype count = isPair ? 2 : 1;
    if (questions == 0)
        return count;
    // The newest of the rest, if it is a problem: what the user has just done went wrong.
    const QString& next = names[questions + count - 1];
    const bool isNewProblem =
        isProblem(m_bars.value(next)) &&
        m_names.indexOf(next) < std::ranges::find_if(m_names, needsAnswer) - m_names.begin();
    return questions + (isNewProblem ? count : 0);
}

QString NoticeArea::text(const QString& name) const
{
    const NoticeBar* bar = m_bars.value(name);
    return bar ? bar->text() : QString();
}

} // namespace stepscope::ui
