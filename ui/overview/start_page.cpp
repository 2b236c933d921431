#include "ui/overview/start_page.h"

#include "ui/overview/link_button.h"
#include "ui/overview/samples.h"
#include "ui/runs/run_columns.h"
#include "ui/support/plain_label.h"
#include "ui/support/qt_text.h"

#include <QAction>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeySequence>
#include <QLabel>
#include <QStringList>
#include <QToolButton>

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr size_t mostRuns = 6;
constexpr int widestPage = 880; ///< lines longer than this are hard to read

QLabel* startHeading(const QString& words, double size)
{
    QLabel* label = plainLabel(words);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * size);
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    return label;
}

/// What the action does, and its key.
QString helpOf(const QAction* action)
{
    const QString key = action->shortcut().toString(QKeySequence::NativeText);
    return key.isEmpty() ? action->statusTip() : StartPage::tr("%1 (%2)").arg(action->statusTip(), key);
}

} // namespace

StartPage::StartPage(const QList<QAction*>& actions, QWidget* parent)
    : QWidget(parent)
{
    auto* inside = new QWidget;
    inside->setMaximumWidth(widestPage);
    m_column = new QVBoxLayout(inside);
    m_column->setContentsMargins(32, 24, 32, 24);
    m_column->setSpacing(12);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addStretch(1);
    row->addWidget(inside, 1000);
    row->addStretch(1);

    auto* title = startHeading(tr("No run is open"), 1.4);
    title->setObjectName("startTitle");
    m_column->addWidget(title);
    addActions(actions);
    auto* drop = plainLabel(tr("Or drop a file on this window: a run, a trace, a profile or a model."), true);
    drop->setObjectName("dropHint");
    m_column->addWidget(drop);
    addSamples();
    addRuns();
    m_column->addStretch(1);
}

void StartPage::addActions(const QList<QAction*>& actions)
{
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(8);
    grid->setColumnStretch(1, 1);
    for (QAction* action : actions) {
        const int at = grid->rowCount();
        auto* button = new QToolButton;
        button->setObjectName("startAction");
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        grid->addWidget(button, at, 0);
        grid->addWidget(plainLabel(helpOf(action), true), at, 1);
    }
    m_column->addLayout(grid);
}

void StartPage::addSamples()
{
    const auto samples = installedSamples();
    if (samples.empty())
        return;
    m_column->addSpacing(8);
    m_column->addWidget(startHeading(tr("Samples"), 1.1));
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(1, 1);
    for (const Sample& sample : samples) {
        auto* link = new LinkButton;
        link->setObjectName("sample");
        link->setPlainText(sample.title);
        link->setToolTip(tr("Open this sample"));
        connect(link, &LinkButton::clicked, this, [this, path = sample.path] { Q_EMIT sampleWanted(path); });
        const int at = grid->rowCount();
        grid->addWidget(link, at, 0, Qt::AlignLeft | Qt::AlignVCenter);
        grid->addWidget(plainLabel(sample.detail, true), at, 1);
    }
    m_column->addLayout(grid);
}

void StartPage::addRuns()
{
    m_runsHead = startHeading(tr("Recent runs"), 1.1);
    m_runsHead->setObjectName("recentRuns");
    m_runsHead->hide();
    m_column->addSpacing(8);
    m_column->addWidget(m_runsHead);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(1, 1);
    for (size_t i = 0; i < mostRuns; ++i) {
        const Row row{new LinkButton, plainLabel({}, true)};
        row.link->setObjectName("recentRun");
        row.link->hide();
        row.detail->hide();
        connect(row.link, &LinkButton::clicked, this, [this, i] { Q_EMIT runWanted(m_paths[i]); });
        grid->addWidget(row.link, int(i), 0, Qt::AlignLeft | Qt::AlignVCenter);
        grid->addWidget(row.detail, int(i), 1);
        m_rows.push_back(row);
    }
    m_column->addLayout(grid);
}

void StartPage::setRuns(std::span<const LibraryEntry> newestFirst)
{
    const auto shown = newestFirst.first(std::min(newestFirst.size(), mostRuns));
    m_paths.clear();
    for (size_t i = 0; i < m_rows.size(); ++i) {
        const Row& row = m_rows[i];
        row.link->setVisible(i < shown.size());
        row.detail->setVisible(i < shown.size());
        if (i >= shown.size())
            continue;
        const LibraryEntry& entry = shown[i];
        m_paths.push_back(entry.path);
        row.link->setPlainText(runName(entry));
        row.link->setToolTip(paragraph(toQString(entry.path)));
        QStringList facts{runText(entry, RunColumn::Outcome), runDate(entry)};
        facts.removeAll(QString());
        row.detail->setText(facts.join(" · "));
    }
    m_runsHead->setVisible(!shown.empty());
}

} // namespace stepscope::ui
