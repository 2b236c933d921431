#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>

namespace stepscope::ui {

/// When the control that has the keyboard focus is disabled, moves the focus to its nearest neighbor, such as
/// from Train to Pause. Qt moves it to the next control of the window that can have it, wherever that is.
class FocusKeeper final : public QObject
{
    Q_OBJECT

public:
    /// Of the controls in this window.
    explicit FocusKeeper(QWidget* window);

    /// Controls have been enabled, of which one may be nearer than the one that has the focus now.
    void update();

private:
    void followFocus(QWidget* from, QWidget* to);
    QWidget* neighborOf(const QWidget& control) const;

    QWidget* m_window;
    QPointer<QWidget> m_disabled; ///< had the focus; null: the user has moved the focus since
    QPointer<QWidget> m_focused;  ///< has had it since then
};

} // namespace stepscope::ui
