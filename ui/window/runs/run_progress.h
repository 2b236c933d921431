#pragma once

#include "core/run/progress.h"

#include <QWidget>

class QLabel;
class QProgressBar;

namespace stepscope::ui {

/// The progress of the run or of the sweep: a sentence and a bar.
class RunProgress : public QWidget
{
    Q_OBJECT

public:
    explicit RunProgress(QWidget* parent = nullptr);

    /// Shows only a sentence, if nothing runs.
    void showText(const QString& text);
    /// `state` is shown before the rest if it is not empty: "Paused", "Stopping".
    void showRun(const Run& run, const QString& state);
    /// `fraction` from 0 to 1; negative: no bar.
    void showSweep(const QString& text, double fraction);
    QString text() const;

private:
    QLabel* m_text;
    QLabel* m_timeLeft;
    QProgressBar* m_bar;
    SteadyFraction m_fraction;
};

} // namespace stepscope::ui
