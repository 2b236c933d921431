#pragma once

#include <QWidget>

class QToolButton;

namespace stepscope::ui {

/// The row of tools above the form: fill in the lab's sweep, and show the sweep's runs, their comparison and
/// the report.
class SweepTools final : public QWidget
{
    Q_OBJECT

public:
    /// `exports` becomes the last tool.
    explicit SweepTools(QToolButton* exports, QWidget* parent = nullptr);

    void setLabEnabled(bool enabled);
    void setRunsEnabled(bool enabled);
    void setCompareEnabled(bool enabled);
    void setReportEnabled(bool enabled);

Q_SIGNALS:
    void labWanted();
    void runsWanted();
    void compareWanted();
    void reportWanted();

private:
    QToolButton* m_lab;
    QToolButton* m_runs;
    QToolButton* m_compare;
    QToolButton* m_report;
};

} // namespace stepscope::ui
