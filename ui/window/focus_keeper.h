#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>

#include <functional>

namespace stepscope::ui {

/// When the control that has the keyboard focus is disabled, moves the focus to its nearest neighbor, such as
/// from Train to Pause. Qt moves it to the next control of the window that can have it, wherever that is, and
/// takes it from everything if a whole form is disabled. A field gets it back when it is enabled again,
/// unless the user has moved the focus since.
class FocusKeeper final : public QObject
{
    Q_OBJECT

public:
    /// Of the controls in this window. `substitute` names the control that gets the focus where the disabled
    /// one has no neighbor; null, or none: the focus stays where Qt has moved it.
    explicit FocusKeeper(QWidget* window, std::function<QWidget*()> substitute = {});

    /// Controls have been enabled, of which one may be nearer than the one that has the focus now.
    void update();

private:
    void followFocus(QWidget* from, QWidget* to);
    void giveBack();
    QWidget* neighborOf(const QWidget& control) const;

    QWidget* m_window;
    std::function<QWidget*()> m_substitute;
    QPointer<QWidget> m_disabled; ///< had the focus; null: the user has moved the focus since
    QPointer<QWidget> m_focused;  ///< has had it since then
    QPointer<QWidget> m_lender;   ///< the field that had it first; null: none gets it back
};

} // namespace stepscope::ui
