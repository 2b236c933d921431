#pragma once

#include <QElapsedTimer>
#include <QString>
#include <QWidget>

class QCheckBox;
class QHBoxLayout;
class QLabel;
class QPushButton;

namespace stepscope::ui {

/// The row of actions below the form: plan, start and stop the sweep. The lines below the row say why it
/// cannot be started, and what is running or planned.
class SweepActions final : public QWidget
{
    Q_OBJECT

public:
    struct State
    {
        bool isRunning = false;  ///< including measuring
        bool isSweeping = false; ///< runs are being trained, not only measured
        bool isStopping = false;
        bool isBegun = false; ///< there are runs, and some are left: Start resumes the sweep
        bool canPlan = false;
        QString whyNotPlan;       ///< a sentence for the tooltip; may be empty even if it cannot be planned
        QString whyNotStart;      ///< likewise; empty: it can be started
        QString shownWhyNotStart; ///< the sentence below the row; empty: the view shows it elsewhere
        QString text;             ///< what is running, or planned
    };

    explicit SweepActions(QWidget* parent = nullptr);

    void showState(const State& state);
    /// State::text.
    QString text() const;
    /// Whether the report of a completed sweep is to be opened.
    bool opensReport() const;
    void setOpensReport(bool opens);

Q_SIGNALS:
    void planWanted();
    void startWanted();
    void stopWanted();
    void opensReportChanged();

private:
    QPushButton* addButton(QHBoxLayout* row, const char* name, const QString& text);
    QLabel* addText(const char* name);
    void connectOnce(QPushButton* button, void (SweepActions::*wanted)());

    QPushButton* m_plan;
    QPushButton* m_start;
    QPushButton* m_stop;
    QLabel* m_why; ///< why Start cannot be clicked
    QLabel* m_text;
    QCheckBox* m_openReport;
    QElapsedTimer m_sinceClick; ///< on Start or Stop
    bool m_isSecondClick = false;
};

} // namespace stepscope::ui
