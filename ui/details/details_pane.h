#pragma once

#include "ui/details/details_text.h"
#include "ui/support/trace_selection.h"

#include <QElapsedTimer>
#include <QPointer>
#include <QWidget>

#include <functional>

class QTextBrowser;
class QToolButton;
class QUrl;

namespace stepscope {
struct Run;
}

namespace stepscope::ui {

class OperatorReader;

/// Everything about what is selected, complete and to be copied; hidden while nothing is. Links lead to the
/// events and operators that called or launched it, and to those that it called or launched.
class DetailsPane final : public QWidget
{
    Q_OBJECT

public:
    /// `run` returns the run on the screen.
    DetailsPane(TraceSelection* selection, std::function<const Run*()> run, QWidget* parent = nullptr);

    /// There is another run on the screen, or none; called before its selection is set.
    void forgetRun();
    /// The run has grown.
    void refresh();

    /// What is shown, as plain text; only up to date while the pane is on the screen.
    QString text() const { return m_plain; }
    QSize sizeHint() const override;

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void showFocus();
    void fill();
    DetailsText detailsOf(const Run& run, const TraceFocus& focus);
    DetailsText operatorDetailsOf(const Run& run, const TraceFocus& focus);
    void showDetails(const DetailsText& details);
    QString htmlOf(const DetailsText& details) const;
    void follow(const QUrl& link);
    void copy();

    QPointer<TraceSelection> m_selection;
    std::function<const Run*()> m_run;
    QTextBrowser* m_text;
    QToolButton* m_showIn;
    OperatorReader* m_operator;
    QElapsedTimer m_sinceRead;
    DetailsText m_details;
    QString m_plain;
    QString m_html;
    bool m_isNameWhole = false; ///< a long name is shown with all its lines
    bool m_isOutdated = false;  ///< the selection changed while the pane was not on the screen
};

} // namespace stepscope::ui
