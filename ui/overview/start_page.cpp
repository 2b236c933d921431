#include "ui/overview/start_page.h"

#include "ui/overview/link_button.h"
#include "ui/overview/samples.h"
#include "ui/runs/run_columns.h"
#include "ui/support/plain_label.h"
#include "ui/support/qt_text.h"
#include "ui/theme/eliding.h"

#include <QAction>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeySequence>
#include <QLabel>
#include <QStringList>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr size_t mostRuns = 6;
constexpr size_t mostFiles = 5;
constexpr int widestPage = 880;  ///< lines longer than this are hard to read
constexpr int leastForTwo = 640; ///< of the page, for what an action does beside its button

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
    QLabel* hint =
        plainLabel(installedSamples().empty()
                       ? tr("Train the experiment in the form, or open a run or a trace.")
                       : tr("Train the experiment in the form, or open a run, a trace or an example."),
                   true);
    hint->setObjectName("startHint");
    m_column->addWidget(hint);
    addActions(actions);
    auto* drop = plainLabel(tr("Or drop a file on this window: a run, a trace, a profile or a model."), true);
    drop->setObjectName("dropHint");
    m_column->addWidget(drop);
    addLinks(m_runs, tr("Recent runs"), "recentRun", mostRuns,
             [this](const QStringList& paths) { Q_EMIT runWanted(paths.first().toStdString()); });
    addLinks(m_files, tr("Recent files"), "recentFile", mostFiles,
             [this](const QStringList& paths) { Q_EMIT filesWanted(paths); });
    addSamples();
    m_column->addStretch(1);
}

void StartPage::addActions(const QList<QAction*>& actions)
{
    m_actions = new QGridLayout;
    m_actions->setHorizontalSpacing(16);
    m_actions->setVerticalSpacing(8);
    m_actions->setColumnStretch(1, 1);
    for (QAction* action : actions) {
        const int at = 2 * int(m_helps.size());
        auto* button = new QToolButton;
        button->setObjectName("startAction");
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        m_actions->addWidget(button, at, 0);
        m_helps.push_back(plainLabel(helpOf(action), true));
        m_actions->addWidget(m_helps.back(), at, 1);
    }
    m_column->addLayout(m_actions);
}

/// Where there is little room, what an action does is below its button, in lines of a readable length.
void StartPage::placeHelps()
{
    const bool isNarrow = width() < leastForTwo;
    if (std::exchange(m_isNarrow, isNarrow) == isNarrow)
        return;
    for (size_t i = 0; i < m_helps.size(); ++i) {
        m_actions->removeWidget(m_helps[i]);
        if (isNarrow)
            m_actions->addWidget(m_helps[i], 2 * int(i) + 1, 0, 1, 2);
        else
            m_actions->addWidget(m_helps[i], 2 * int(i), 1);
    }
}

void StartPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    placeHelps();
}

void StartPage::addSamples()
{
    const auto samples = installedSamples();
    if (samples.empty())
        return;
    m_column->addSpacing(8);
    m_column->addWidget(startHeading(tr("Examples"), 1.1));
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(1, 1);
    for (const Sample& sample : samples) {
        auto* link = new LinkButton;
        link->setObjectName("sample");
        link->setPlainText(sample.title);
        link->setToolTip(tr("Open this example"));
        connect(link, &LinkButton::clicked, this,
                [this, path = toQString(sample.path)] { Q_EMIT filesWanted({path}); });
        const int at = grid->rowCount();
        grid->addWidget(link, at, 0, Qt::AlignLeft | Qt::AlignVCenter);
        grid->addWidget(plainLabel(sample.detail, true), at, 1);
    }
    m_column->addLayout(grid);
}

void StartPage::addLinks(Links& links, const QString& heading, const QString& name, size_t most,
                         const Wanted& wanted)
{
    links.head = startHeading(heading, 1.1);
    links.head->setObjectName(name + "s");
    links.head->hide();
    m_column->addSpacing(8);
    m_column->addWidget(links.head);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(1, 1);
    for (size_t i = 0; i < most; ++i) {
        const Row row{new LinkButton, new ElidedLabel};
        row.link->setObjectName(name);
        row.detail->setProperty("muted", true);
        row.link->hide();
        row.detail->hide();
        connect(row.link, &LinkButton::clicked, this, [&links, wanted, i] { wanted(links.paths[i]); });
        grid->addWidget(row.link, int(i), 0, Qt::AlignLeft | Qt::AlignVCenter);
        grid->addWidget(row.detail, int(i), 1);
        links.rows.push_back(row);
    }
    m_column->addLayout(grid);
}

void StartPage::clear(Links& links)
{
    links.paths.clear();
    links.head->hide();
    for (const Row& row : links.rows) {
        row.link->hide();
        row.detail->hide();
    }
}

void StartPage::show(Links& links, size_t at, const QString& title, const QString& detail,
                     const QStringList& paths)
{
    const Row& row = links.rows[at];
    links.paths.push_back(paths);
    row.link->setPlainText(title);
    QString toolTip;
    for (const QString& path : paths)
        toolTip += paragraph(path);
    row.link->setToolTip(toolTip);
    row.detail->setPlainText(detail);
    row.link->show();
    row.detail->show();
    links.head->show();
}

void StartPage::setRuns(std::span<const LibraryEntry> newestFirst)
{
    clear(m_runs);
    for (size_t i = 0; i < std::min(newestFirst.size(), mostRuns); ++i) {
        const LibraryEntry& entry = newestFirst[i];
        QStringList facts{runText(entry, RunColumn::Outcome), runText(entry, RunColumn::Date)};
        facts.removeAll(QString());
        show(m_runs, i, runName(entry), facts.join(" · "), {toQString(entry.path)});
    }
}

void StartPage::setFiles(const QList<QStringList>& newestFirst)
{
    clear(m_files);
    for (qsizetype i = 0; i < std::min(newestFirst.size(), qsizetype(mostFiles)); ++i) {
        const QStringList& paths = newestFirst[i];
        const std::filesystem::path path = paths.first().toStdString();
        const QString name = toQString(path.filename().string());
        const int others = int(paths.size()) - 1;
        show(m_files, size_t(i), others == 0 ? name : tr("%1 and %n more", nullptr, others).arg(name),
             tr("in %1").arg(toQString(path.parent_path().string())), paths);
    }
}

} // namespace stepscope::ui
