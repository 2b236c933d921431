#pragma once

#include <QAction>
#include <QKeySequence>
#include <QList>
#include <QString>
#include <QWidget>

class QKeyEvent;

namespace stepscope::ui {

/// What a key of a view does.
enum class KeyAct {
    None,
    ZoomIn,
    ZoomOut,
    ActualSize,
    Fit,
    FitSelection,
    ShowAll,
    Move,     ///< in the direction of the arrow
    MoveLeft, ///< in time
    MoveRight,
    Extend, ///< the selection, in the direction of the arrow
    Scroll, ///< by a page
    ToFirst,
    ToLast,
    Drag, ///< while it is held
    Open,
    Back,
    Clear,
    ExpandAll,
    CollapseAll,
    Find,
    NextMatch,
    PreviousMatch,
    Logarithmic,
    Help,
    Tick,
    Rename,
    Remove,
    FirstPage,
    SecondPage,
    ThirdPage,
};

/// Keys of a view that do the same.
struct ViewKey
{
    KeyAct act = KeyAct::None;
    QString text; ///< what they do: "Zoom in"
    QList<QKeySequence> keys;

    /// "W, +"
    QString keysText() const;
};

/// The keys that work in a view while it has the focus, apart from those of the menus. This is the only place
/// that says which keys these are: the view, its hints and Help > Keyboard shortcuts ask it. `view` is
/// ViewDescription::name.
QList<ViewKey> viewKeys(const QString& view);
/// The keys of an act; without text if the view has none.
ViewKey viewKey(const QString& view, KeyAct act);
/// What a key does that was pressed in the canvas of a view. Shift counts only where a key with Shift does
/// something else.
KeyAct keyAct(const QString& view, const QKeyEvent& event);

/// Adds an action with the text and the keys of an act to a widget.
template<typename Act>
QAction* addViewKey(QWidget* widget, const QString& view, KeyAct act, Qt::ShortcutContext context, Act slot)
{
    const ViewKey key = viewKey(view, act);
    auto* action = new QAction(key.text, widget);
    action->setShortcuts(key.keys);
    action->setShortcutContext(context);
    QObject::connect(action, &QAction::triggered, widget, slot);
    widget->addAction(action);
    return action;
}

} // namespace stepscope::ui
