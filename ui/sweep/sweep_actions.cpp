#include "ui/sweep/sweep_actions.h"

#include "ui/support/icons.h"
#include "ui/support/qt_text.h"

#include <QApplication>
#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace stepscope::ui {

SweepActions::SweepActions(QWidget* parent)
    : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 0, 12, 12);
    column->setSpacing(8);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    column->addLayout(row);
    m_plan = addButton(row, "sweepPlanButton", tr("Show plan"));
    connect(m_plan, &QPushButton::clicked, this, &SweepActions::planWanted);
    m_start = addButton(row, "sweepStartButton", tr("Start"));
    connectOnce(m_start, &SweepActions::startWanted);
    m_start->setProperty("primary", true);
    m_stop = addButton(row, "sweepStopButton", tr("Stop"));
    connectOnce(m_stop, &SweepActions::stopWanted);
    m_stop->setIcon(themedIcon("stop"));
    m_stop->setToolTip(tr("Stop after the current step; the sweep can be resumed"));
    m_why = addText("sweepWhyNotStart");
    m_why->setProperty("muted", true);
    m_text = addText("sweepText");
    row->addStretch(1);
    m_openReport = new QCheckBox(tr("Open the report when done"), this);
    m_openReport->setObjectName("sweepOpenReport");
    m_openReport->setToolTip(tr("Show the report of a completed sweep in the browser"));
    connect(m_openReport, &QCheckBox::toggled, this, &SweepActions::opensReportChanged);
    row->addWidget(m_openReport);
    // Below the buttons, where they have the whole width.
    column->addWidget(m_why);
    column->addWidget(m_text);
}

QPushButton* SweepActions::addButton(QHBoxLayout* row, const char* name, const QString& text)
{
    auto* button = new QPushButton(text, this);
    button->setObjectName(name);
    row->addWidget(button);
    return button;
}

QLabel* SweepActions::addText(const char* name)
{
    auto* label = new QLabel(this);
    label->setObjectName(name);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // does not widen the window
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

/// Start and Stop replace each other under the pointer, so the second click of a double click is ignored.
void SweepActions::connectOnce(QPushButton* button, void (SweepActions::*wanted)())
{
    connect(button, &QPushButton::pressed, this, [this] {
        m_isSecondClick =
            m_sinceClick.isValid() && m_sinceClick.elapsed() < QApplication::doubleClickInterval();
    });
    connect(button, &QPushButton::clicked, this, [this, wanted] {
        if (m_isSecondClick)
            return;
        (this->*wanted)();
        m_sinceClick.start();
    });
}

void SweepActions::showState(const State& state)
{
    m_plan->setEnabled(state.canPlan);
    m_plan->setToolTip(state.whyNotPlan.isEmpty()
                           ? tr("Measure the first steps of each setting, and estimate the time of all runs")
                           : state.whyNotPlan);
    m_start->setText(state.isBegun ? tr("Resume") : tr("Start"));
    m_start->setEnabled(state.whyNotStart.isEmpty());
    m_start->setToolTip(state.whyNotStart.isEmpty() ? tr("Train the runs one after another")
                                                    : state.whyNotStart);
    m_start->setVisible(!state.isSweeping);
    m_why->setText(state.shownWhyNotStart);
    m_why->setVisible(!state.shownWhyNotStart.isEmpty());
    m_stop->setVisible(state.isRunning);
    m_stop->setEnabled(state.isRunning && !state.isStopping);
    m_text->setText(withoutBreaks(state.text));
    m_text->setToolTip(state.text);
}

QString SweepActions::text() const
{
    return withPlainSpaces(m_text->text());
}

bool SweepActions::opensReport() const
{
    return m_openReport->isChecked();
}

void SweepActions::setOpensReport(bool opens)
{
    m_openReport->setChecked(opens);
}

} // namespace stepscope::ui
