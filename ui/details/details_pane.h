#pragma once

#include "ui/support/trace_selection.h"

#include <QPointer>
#include <QWidget>

#include <functional>

class QTextBrowser;
class QToolButton;

namespace stepscope {
struct Run;
}

namespace stepscope::ui {

/// Everything about what is selected, complete and to be copied; hidden while nothing is. Links lead to the
/// events that called or launched it, and to those that it launched.
class DetailsPane final : public QWidget
{
    Q_OBJECT

public:
    /// `run` returns the run on the screen.
    DetailsPane(TraceSelection* selection, std::function<const Run*()> run, QWidget* parent = nullptr);

    /// What is shown, as plain text; only up to date while the pane is on the screen.
    QString text() const { return m_plain; }
    QSize sizeHint() const override;

protected:
    void showEvent(QShowEvent* event) override;

private:
    void showFocus();
    void fill();
    void copy();

    QPointer<TraceSelection> m_selection;
    std::function<const Run*()> m_run;
    QTextBrowser* m_text;
    QToolButton* m_showIn;
    QString m_plain;
    bool m_isOutdated = false; ///< the selection changed while the pane was not on the screen
};

} // namespace stepscope::ui
