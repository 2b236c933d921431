#pragma once

#include "core/run/run.h"

#include <QWidget>

class QLabel;
class QProgressBar;

namespace stepscope::ui {

/// How far the run has come: a sentence and a bar.
class RunProgress : public QWidget
{
    Q_OBJECT

public:
    explicit RunProgress(QWidget* parent = nullptr);

    /// A sentence alone, for when nothing runs.
    void showText(const QString& text);
    /// `state` stands before the rest when it is not empty: "Paused", "Stopping".
    void showRun(const Run& run, const QString& state);
    QString text() const;

private:
    QLabel* m_text;
    QLabel* m_timeLeft;
    QProgressBar* m_bar;
};

} // namespace stepscope::ui
