#include "ui/steps/steps_tools.h"

#include "ui/support/icons.h"
#include "ui/support/tool_row_layout.h"

#include <QComboBox>
#include <QToolButton>

#include <algorithm>

namespace stepscope::ui {

StepsTools::StepsTools(QToolButton* exports, QWidget* parent)
    : QWidget(parent)
{
    auto* row = new ToolRowLayout(this);
    const auto button = [&](const QString& words, const char* name, const QString& tip) {
        auto* made = new QToolButton;
        made->setText(words);
        made->setFocusPolicy(Qt::TabFocus);
        return row->addTool(made, name, tip);
    };
    m_recorded =
        button(tr("Recorded"), "showRecorded", tr("Show the recorded steps and those before them (F)"));
    m_all = button(tr("All steps"), "showAll", tr("Show the whole run (A)"));
    row->addSpacing(16);
    m_passes = button(tr("By pass"), "splitByPass",
                      tr("Split steps into data, forward pass, loss, backward pass and optimizer"));
    m_device = button(tr("By device"), "splitByDevice",
                      tr("Split steps into kernels, copies, runtime calls, data loader, operators and "
                         "idle time: each instant counts once, in this order"));
    for (QToolButton* each : {m_recorded, m_all, m_passes, m_device})
        each->setCheckable(true);
    m_rank =
        row->addTool(new QComboBox, "stepsRank", tr("The rank of the distributed run whose steps are shown"));
    m_rank->hide();
    m_timeline =
        button(tr("Show in Timeline"), "stepInTimeline", tr("Show the selected step in the timeline"));
    m_timeline->hide();
    m_clear = button(tr("Deselect"), "clearSteps",
                     tr("Clear the selection: use all steps (Escape, or double click)"));
    m_clear->setIcon(themedIcon("close"));
    m_clear->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    row->addStretch(1);
    row->addWidget(exports);
    connectTools();
}

void StepsTools::connectTools()
{
    connect(m_recorded, &QToolButton::clicked, this,
            [this] { Q_EMIT followWanted(FollowedSteps::Recorded); });
    connect(m_all, &QToolButton::clicked, this, [this] { Q_EMIT followWanted(FollowedSteps::All); });
    connect(m_passes, &QToolButton::clicked, this, [this] { Q_EMIT splitWanted(StepSplit::Passes); });
    connect(m_device, &QToolButton::clicked, this, [this] { Q_EMIT splitWanted(StepSplit::Device); });
    connect(m_rank, &QComboBox::activated, this, &StepsTools::rankChosen);
    connect(m_timeline, &QToolButton::clicked, this, &StepsTools::timelineWanted);
    connect(m_clear, &QToolButton::clicked, this, &StepsTools::clearWanted);
}

void StepsTools::showFollowed(FollowedSteps followed, bool areAnyRecorded)
{
    m_recorded->setEnabled(areAnyRecorded);
    m_recorded->setChecked(followed == FollowedSteps::Recorded && areAnyRecorded);
    m_all->setChecked(followed == FollowedSteps::All ||
                      (followed == FollowedSteps::Recorded && !areAnyRecorded));
}

void StepsTools::showSplit(StepSplit split, bool hasDevice)
{
    for (QToolButton* button : {m_passes, m_device})
        button->setVisible(hasDevice);
    m_passes->setChecked(split == StepSplit::Passes);
    m_device->setChecked(split == StepSplit::Device);
}

void StepsTools::setRanks(std::span<const int64_t> ranks)
{
    const QString before = m_rank->currentText();
    m_rank->clear();
    for (const int64_t rank : ranks)
        m_rank->addItem(tr("Rank %1").arg(rank));
    m_rank->setCurrentIndex(std::max(m_rank->findText(before), ranks.empty() ? -1 : 0));
    m_rank->setVisible(!ranks.empty());
}

void StepsTools::forgetRank()
{
    m_rank->clear();
}

size_t StepsTools::rank() const
{
    return size_t(std::max(m_rank->currentIndex(), 0));
}

QString StepsTools::rankName() const
{
    return m_rank->currentText();
}

void StepsTools::setTimelineVisible(bool visible)
{
    m_timeline->setVisible(visible);
}

void StepsTools::setClearVisible(bool visible)
{
    m_clear->setVisible(visible);
}

} // namespace stepscope::ui
