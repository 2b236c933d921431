#pragma once

#include <QAction>
#include <QKeySequence>
#include <QList>
#include <QWidget>

namespace stepscope::ui {

/// Adds an action to a widget, with keys that work while the widget has the focus.
template<typename Slot>
QAction* addWidgetAction(QWidget* widget, const QString& text, const QList<QKeySequence>& keys, Slot slot)
{
    auto* action = new QAction(text, widget);
    action->setShortcuts(keys);
    action->setShortcutContext(Qt::WidgetShortcut);
    QObject::connect(action, &QAction::triggered, widget, slot);
    widget->addAction(action);
    return action;
}

} // namespace stepscope::ui
