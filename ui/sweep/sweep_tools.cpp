#include "ui/sweep/sweep_tools.h"

#include "ui/support/icons.h"
#include "ui/support/tool_row_layout.h"

#include <QToolButton>

namespace stepscope::ui {

SweepTools::SweepTools(QToolButton* exports, QWidget* parent)
    : QWidget(parent)
{
    auto* layout = new ToolRowLayout(this);
    const auto add = [layout](const char* name, const QString& icon, const QString& text,
                              const QString& help) {
        auto* button = new QToolButton;
        button->setIcon(themedIcon(icon));
        button->setText(text);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        return layout->addTool(button, name, help);
    };
    m_lab = add("labButton", "presets", tr("Lab 1"),
                tr("The lab's ConvNet of 2020 at batch sizes 1, 16 and 64 on every device: measures the time "
                   "and chooses as many images as fit into about five minutes"));
    layout->addStretch();
    m_runs = add("sweepRunsButton", "open", tr("Show runs"),
                 tr("List the sweep's runs in the panel of runs, ticked for comparison"));
    m_compare = add("sweepCompareButton", "forward", tr("Compare"),
                    tr("Compare times, losses and operators of the sweep's runs"));
    m_report =
        add("sweepReportButton", "good", tr("Open report"), tr("Open the sweep's report in the browser"));
    for (QToolButton* button : {m_runs, m_compare, m_report})
        button->setAutoRaise(true);
    layout->addWidget(exports);

    connect(m_lab, &QToolButton::clicked, this, &SweepTools::labWanted);
    connect(m_runs, &QToolButton::clicked, this, &SweepTools::runsWanted);
    connect(m_compare, &QToolButton::clicked, this, &SweepTools::compareWanted);
    connect(m_report, &QToolButton::clicked, this, &SweepTools::reportWanted);
}

void SweepTools::setLabEnabled(bool enabled)
{
    m_lab->setEnabled(enabled);
}

void SweepTools::setRunsEnabled(bool enabled)
{
    m_runs->setEnabled(enabled);
}

void SweepTools::setCompareEnabled(bool enabled)
{
    m_compare->setEnabled(enabled);
}

void SweepTools::setReportEnabled(bool enabled)
{
    m_report->setEnabled(enabled);
}

} // namespace stepscope::ui
