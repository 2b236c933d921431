#include "ui/theme/follow_font.h"

#include <QEvent>
#include <QHeaderView>
#include <QTableView>

#include <utility>

namespace stepscope::ui {

namespace {

class FontFollower : public QObject
{
public:
    FontFollower(QWidget* widget, std::function<void()> follow)
        : QObject(widget)
        , m_follow(std::move(follow))
    {
        widget->installEventFilter(this);
    }

    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == QEvent::FontChange)
            m_follow();
        return false;
    }

private:
    std::function<void()> m_follow;
};

} // namespace

void followFont(QWidget* widget, std::function<void()> follow)
{
    follow();
    new FontFollower(widget, std::move(follow));
}

void keepRoomFor(QWidget* widget, const QString& text, int around)
{
    followFont(widget,
               [=] { widget->setMinimumWidth(widget->fontMetrics().horizontalAdvance(text) + around); });
}

void fitRowsToFont(QTableView* table, int around)
{
    followFont(table, [=] {
        table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + around);
    });
}

} // namespace stepscope::ui
