#include "ui/window/focus_keeper.h"

#include <QAbstractButton>
#include <QApplication>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace stepscope::ui {

namespace {

bool canTakeFocus(const QWidget& control)
{
    return (control.focusPolicy() & Qt::TabFocus) && control.isEnabled() && control.isVisible();
}

/// Whether it acts when it is pressed: not a field, nor a button that opens a menu.
bool isActing(const QWidget& control)
{
    if (const auto* tool = qobject_cast<const QToolButton*>(&control))
        return !tool->menu();
    const auto* push = qobject_cast<const QPushButton*>(&control);
    return push && !push->menu();
}

/// The one after it or, if it is the last one, before it; null if it is the only one.
QWidget* besideOf(const QWidget& control, const std::vector<QWidget*>& controls)
{
    const auto at = std::ranges::find(controls, &control);
    if (std::next(at) != controls.end())
        return *std::next(at);
    return at != controls.begin() ? *std::prev(at) : nullptr;
}

} // namespace

FocusKeeper::FocusKeeper(QWidget* window, std::function<QWidget*()> substitute)
    : QObject(window)
    , m_window(window)
    , m_substitute(std::move(substitute))
{
    connect(qApp, &QApplication::focusChanged, this, &FocusKeeper::followFocus);
}

void FocusKeeper::followFocus(QWidget* from, QWidget* to)
{
    const bool isLost = from && !from->isEnabled() && m_window->isAncestorOf(from);
    if (!isLost) {
        if (to != m_focused)
            m_disabled = m_lender = nullptr;
        return;
    }
    // A button does not get it back: pressed again, it would do something else than the one that has it now.
    if (const bool wasLent = m_disabled && from == m_focused; !wasLent)
        m_lender = isActing(*from) ? nullptr : from;
    m_disabled = from;
    m_focused = to;
    // What is disabled with it, or enabled instead, follows in the same turn.
    QMetaObject::invokeMethod(this, &FocusKeeper::update, Qt::QueuedConnection);
}

void FocusKeeper::update()
{
    if (!m_disabled || QApplication::focusWidget() != m_focused)
        return;
    if (m_lender && m_lender->isEnabled())
        return giveBack();
    if (m_disabled->isEnabled())
        return;
    QWidget* neighbor = neighborOf(*m_disabled);
    if (!neighbor && m_substitute)
        neighbor = m_substitute();
    if (!neighbor || neighbor == m_focused || !canTakeFocus(*neighbor))
        return;
    m_focused = neighbor; // or the next line would look like a choice of the user
    neighbor->setFocus(Qt::OtherFocusReason);
}

void FocusKeeper::giveBack()
{
    QWidget* const lender = m_lender;
    m_disabled = m_lender = nullptr;
    if (canTakeFocus(*lender))
        lender->setFocus(Qt::OtherFocusReason);
}

/// In the smallest part of the window that is still enabled, an acting control if there is one.
QWidget* FocusKeeper::neighborOf(const QWidget& control) const
{
    const QWidget* around = control.parentWidget();
    while (around && !around->isEnabled())
        around = around->parentWidget();
    if (!around)
        return nullptr;
    std::vector<QWidget*> acting; // both in the order of the Tab key, and with the control itself
    std::vector<QWidget*> all;
    QWidget* at = m_window;
    do {
        const bool isItself = at == &control;
        if (isItself || (around->isAncestorOf(at) && canTakeFocus(*at))) {
            all.push_back(at);
            if (isItself || isActing(*at))
                acting.push_back(at);
        }
        at = at->nextInFocusChain();
    } while (at && at != m_window);
    QWidget* const neighbor = besideOf(control, acting);
    return neighbor ? neighbor : besideOf(control, all);
}

} // namespace stepscope::ui
