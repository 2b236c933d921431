#include "ui/operators/operators_view.h"

#include "core/base/atomic_file.h"
#include "core/base/format.h"
#include "core/exchange/run_tables.h"
#include "core/run/run.h"
#include "core/run/run_figures.h"
#include "ui/operators/operators_model.h"
#include "ui/operators/operators_picture.h"
#include "ui/operators/operators_table.h"
#include "ui/operators/operators_text.h"
#include "ui/support/export_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSettings>
#include <QShortcut>
#include <QSpinBox>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>
#include <set>

namespace stepscope::ui {

namespace {

constexpr int rebuildMs = 250;
/// Some ten milliseconds' worth: a trace of millions of events is taken in bit by bit.
constexpr uint32_t eventsAtOnce = 200'000;
constexpr int allPasses = -1;

constexpr auto filterKey = "operators/filter";
constexpr auto groupingKey = "operators/grouping";
constexpr auto passKey = "operators/pass";
constexpr auto stepsKey = "operators/steps";
constexpr auto topKey = "operators/top";
constexpr auto namespaceKey = "operators/withNamespace";

QString text(const std::string& utf8)
{
    return QString::fromStdString(utf8);
}

QString summaryOf(const OperatorsModel& model, const Trace& trace)
{
    const OperatorStatistics& statistics = model.statistics();
    std::set<uint32_t> names;
    int64_t calls = 0;
    for (const OperatorRow& row : statistics.rows) {
        names.insert(row.name);
        calls += row.calls;
    }
    const QString operators = OperatorsView::tr("%1 operators, %2 calls")
                                  .arg(text(formatCount(int64_t(names.size()))), text(formatCount(calls)));
    const QString time =
        statistics.steps == 0
            ? OperatorsView::tr("self time %1").arg(text(formatNs(double(statistics.selfNs))))
            : OperatorsView::tr("self time %1 per step over %2")
                  .arg(text(formatNs(double(statistics.selfNs) / double(statistics.steps))),
                       text(coveredSteps(statistics, trace)));
    const QString share = text(formatShare(model.shownShare()));
    const QString shown =
        model.rowCount() == 0 ? QString()
        : model.rowCount() == 1
            ? OperatorsView::tr("; the row shown holds %1").arg(share)
            : OperatorsView::tr("; the %1 rows shown hold %2").arg(model.rowCount()).arg(share);
    return QString("%1, %2%3").arg(operators, time, shown);
}

} // namespace

OperatorsView::OperatorsView(QWidget* parent)
    : View(parent)
    , m_model(new OperatorsModel(this))
    , m_table(new OperatorsTable(m_model))
    , m_summary(new QLabel)
    , m_note(new QLabel)
    , m_pages(new QStackedWidget)
{
    m_table->setObjectName("operatorTable");
    m_summary->setObjectName("operatorSummary");
    m_summary->setProperty("muted", true);
    m_summary->setWordWrap(true);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_note->setObjectName("operatorNote");

    auto* summaryRow = new QHBoxLayout;
    summaryRow->setContentsMargins(12, 0, 12, 8);
    summaryRow->setSpacing(12);
    summaryRow->addWidget(m_note, 0, Qt::AlignTop);
    summaryRow->addWidget(m_summary, 1);

    m_pages->addWidget(m_table);
    m_pages->addWidget(makeEmptyPage());

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeTools());
    layout->addLayout(summaryRow);
    layout->addWidget(m_pages, 1);

    m_nextRebuild.setSingleShot(true);
    connect(&m_nextRebuild, &QTimer::timeout, this, &OperatorsView::rebuild);
    loadChoices();
    connectTools();
    m_model->setWithNamespace(m_withNamespace->isChecked());
    applyFilter();
    showStatistics();
}

OperatorsView::~OperatorsView()
{
    saveChoices();
}

void OperatorsView::loadChoices()
{
    const QSettings settings;
    const auto choose = [&](QComboBox* box, const char* key, int otherwise) {
        box->setCurrentIndex(std::max(0, box->findData(settings.value(key, otherwise).toInt())));
    };
    choose(m_grouping, groupingKey, int(OperatorGrouping::ByOperator));
    choose(m_pass, passKey, allPasses);
    m_steps->setCurrentIndex(settings.value(stepsKey).toString() == "all" ? 1 : 0);
    m_top->setValue(settings.value(topKey, m_top->value()).toInt());
    m_withNamespace->setChecked(settings.value(namespaceKey).toBool());
    m_filter->setText(settings.value(filterKey).toString());
}

void OperatorsView::saveChoices() const
{
    QSettings settings;
    settings.setValue(groupingKey, m_grouping->currentData());
    settings.setValue(passKey, m_pass->currentData());
    settings.setValue(stepsKey, m_steps->currentIndex() == 1 ? "all" : "active");
    settings.setValue(topKey, m_top->value());
    settings.setValue(namespaceKey, m_withNamespace->isChecked());
    settings.setValue(filterKey, m_filter->text());
}

QWidget* OperatorsView::makeTools()
{
    auto* tools = new QWidget;
    auto* layout = new QHBoxLayout(tools);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(8);
    const auto add = [layout](auto* widget, const char* name, const QString& toolTip) {
        widget->setObjectName(name);
        widget->setToolTip(toolTip);
        layout->addWidget(widget);
        return widget;
    };

    m_filter = add(new QLineEdit, "operatorFilter",
                   tr("Shows operators whose name or input shapes hold all the words (Ctrl+F)"));
    m_filter->setPlaceholderText(tr("Filter operators"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMinimumWidth(120);
    m_filter->setMaximumWidth(280);
    layout->setStretchFactor(m_filter, 1);

    m_grouping = add(new QComboBox, "operatorGrouping", tr("What makes a row"));
    m_grouping->addItem(tr("Operator"), int(OperatorGrouping::ByOperator));
    m_grouping->addItem(tr("Operator and shapes"), int(OperatorGrouping::ByOperatorAndShape));

    m_pass = add(new QComboBox, "operatorPass", tr("Which part of a training step to show"));
    m_pass->addItem(tr("All passes"), allPasses);
    for (const Pass pass :
         {Pass::Data, Pass::Copy, Pass::Forward, Pass::Loss, Pass::Backward, Pass::Optimizer, Pass::Other})
        m_pass->addItem(tr(passName(pass)), int(pass));

    m_steps =
        add(new QComboBox, "operatorSteps",
            tr("Which steps the figures cover: the active ones of the profiler's schedule, after waiting and "
               "warm-up, or all"));
    m_steps->addItem(tr("Active steps"));
    m_steps->addItem(tr("All steps"));

    m_top = add(
        new QSpinBox, "operatorTop",
        tr("How many rows to show: those with the largest figures of the sorted column, or with the largest "
           "self time when sorted by text"));
    m_top->setPrefix(tr("Top "));
    m_top->setRange(0, 1000);
    m_top->setSpecialValueText(tr("All rows"));
    m_top->setValue(10);

    m_withNamespace = add(new QCheckBox("aten::"), "operatorNamespace",
                          tr("Shows names with their namespace, \"aten::conv2d\" instead of \"conv2d\""));

    layout->addStretch(1);
    layout->addWidget(makeExportButton(this));
    return tools;
}

QWidget* OperatorsView::makeEmptyPage()
{
    auto* page = new QWidget;
    m_emptyTitle = new QLabel;
    m_emptyTitle->setObjectName("operatorEmptyTitle");
    QFont font = m_emptyTitle->font();
    font.setPointSizeF(font.pointSizeF() * 1.3);
    font.setWeight(QFont::DemiBold);
    m_emptyTitle->setFont(font);
    m_emptyTitle->setAlignment(Qt::AlignCenter);
    m_emptyHint = new QLabel;
    m_emptyHint->setProperty("muted", true);
    m_emptyHint->setAlignment(Qt::AlignCenter);
    m_emptyHint->setWordWrap(true);

    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(32, 32, 32, 64);
    layout->setSpacing(8);
    layout->addStretch();
    layout->addWidget(m_emptyTitle);
    layout->addWidget(m_emptyHint);
    layout->addStretch();
    return page;
}

void OperatorsView::connectTools()
{
    connect(m_filter, &QLineEdit::textChanged, this, &OperatorsView::applyFilter);
    connect(m_pass, &QComboBox::currentIndexChanged, this, &OperatorsView::applyFilter);
    connect(m_top, &QSpinBox::valueChanged, this, &OperatorsView::applyFilter);
    connect(m_grouping, &QComboBox::currentIndexChanged, this, &OperatorsView::showStatistics);
    connect(m_steps, &QComboBox::currentIndexChanged, this, &OperatorsView::showStatistics);
    connect(m_withNamespace, &QCheckBox::toggled, m_model, &OperatorsModel::setWithNamespace);
    connect(m_table, &OperatorsTable::filterWanted, m_filter, &QLineEdit::setText);
    // With "Top N", another order shows other rows.
    connect(m_model, &QAbstractItemModel::modelReset, this, &OperatorsView::showSummary);

    auto* find = new QShortcut(QKeySequence::Find, this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
    connect(find, &QShortcut::activated, this, [this] {
        m_filter->setFocus(Qt::ShortcutFocusReason);
        m_filter->selectAll();
    });
    auto* clear = new QShortcut(Qt::Key_Escape, m_filter, nullptr, nullptr, Qt::WidgetShortcut);
    connect(clear, &QShortcut::activated, m_filter, &QLineEdit::clear);
}

void OperatorsView::setSelection(TraceSelection* selection)
{
    m_selection = selection;
    connect(selection, &TraceSelection::stepsChanged, this, &OperatorsView::beginAnew);
    connect(selection, &TraceSelection::focusChanged, this,
            [this] { m_table->selectOperator(m_selection->focus().operatorName); });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &OperatorsView::tellFocus);
}

/// Only what the user does in the table: figures that change move its current row, too.
void OperatorsView::tellFocus()
{
    const QModelIndex current = m_table->currentIndex();
    if (!m_selection || !m_table->hasFocus() || !m_table->selectionModel()->isSelected(current))
        return;
    const QString name = m_model->operatorName(current.row());
    if (m_selection->focus().operatorName != name)
        m_selection->setFocus({.event = std::nullopt, .operatorName = name, .layer = {}});
}

void OperatorsView::showRun(const Run* run)
{
    m_run = run;
    m_table->forgetSelection();
    m_model->setStatistics({}, nullptr);
    beginAnew();
}

void OperatorsView::beginAnew()
{
    m_builder = OperatorStatisticsBuilder(pickedSteps());
    m_seen = {};
    m_sinceRebuild.invalidate();
    rebuild();
}

void OperatorsView::refresh()
{
    if (!m_run || !isVisible() || m_nextRebuild.isActive() || seenNow() == m_seen)
        return;
    const qint64 elapsed = m_sinceRebuild.isValid() ? m_sinceRebuild.elapsed() : rebuildMs;
    if (elapsed >= rebuildMs)
        rebuild();
    else
        m_nextRebuild.start(int(rebuildMs - elapsed));
}

void OperatorsView::showEvent(QShowEvent* event)
{
    View::showEvent(event);
    refresh();
}

OperatorsView::Seen OperatorsView::seenNow() const
{
    return {m_run->trace.size(), m_run->trace.steps.size(), m_run->totals.steps, int(m_run->outcome)};
}

void OperatorsView::rebuild()
{
    if (m_run) {
        m_seen = seenNow();
        if (!m_builder.update(m_run->trace, eventsAtOnce))
            m_nextRebuild.start(0);
        m_sinceRebuild.start();
    }
    showStatistics();
}

void OperatorsView::catchUp()
{
    m_seen = seenNow();
    m_builder.update(m_run->trace);
    showStatistics();
}

OperatorGrouping OperatorsView::grouping() const
{
    return OperatorGrouping(m_grouping->currentData().toInt());
}

bool OperatorsView::showsAllSteps() const
{
    if (!pickedSteps().isAll()) // the totals do not know their steps
        return false;
    const bool wanted = m_steps->currentIndex() == 1;
    return wanted ? !m_run->totals.rows.empty() : m_run->trace.empty();
}

void OperatorsView::applyFilter()
{
    const int pass = m_pass->currentData().toInt();
    m_model->setFilter(
        {m_filter->text(), pass == allPasses ? std::nullopt : std::optional(Pass(pass)), m_top->value()});
    showSummary();
}

void OperatorsView::showStatistics()
{
    if (m_run)
        m_model->setStatistics(showsAllSteps() ? operatorStatistics(m_run->totals, grouping())
                                               : m_builder.statistics(grouping()),
                               &m_run->trace);
    showSummary();
}

void OperatorsView::showSummary()
{
    const bool anyRows = !m_model->statistics().rows.empty();
    m_summary->setText(anyRows && m_run ? summaryOf(*m_model, m_run->trace) : QString());
    m_steps->setEnabled(pickedSteps().isAll());
    m_note->setText(anyRows && m_run ? stepsNote() : QString());
    m_note->setVisible(!m_note->text().isEmpty());
    const auto [title, hint] = emptyText();
    m_emptyTitle->setText(title);
    m_emptyHint->setText(hint);
    m_pages->setCurrentIndex(title.isEmpty() ? 0 : 1);
}

QString OperatorsView::stepsNote() const
{
    if (const StepRange steps = pickedSteps(); !steps.isAll())
        return steps.first == steps.last
                   ? tr("Picked: step %1").arg(text(formatCount(steps.first)))
                   : tr("Picked: steps %1 to %2")
                         .arg(text(formatCount(steps.first)), text(formatCount(steps.last)));
    if (m_steps->currentIndex() == 1 || !showsAllSteps())
        return {};
    return m_run->isOver() ? tr("The schedule had no active step: all steps are shown.")
                           : tr("No active step yet: all steps so far are shown.");
}

std::pair<QString, QString> OperatorsView::emptyText() const
{
    if (m_model->rowCount() > 0)
        return {};
    if (!m_model->statistics().rows.empty())
        return {tr("No operator matches"), tr("Clear the filter (Esc in its box) or show all passes.")};
    if (!m_run || m_run->outcome == RunOutcome::NotStarted)
        return {tr("No operators yet"),
                tr("Train a network with the profiler on: this table then shows what every "
                   "operator costs, and fills while the training runs.")};
    if (!m_run->experiment.profile)
        return {
            tr("The profiler was off"),
            tr("Turn the profiler on in the experiment and train again to see what every operator costs.")};
    if (!pickedSteps().isAll())
        return {tr("None of the picked steps was recorded"),
                tr("Pick others in the view Steps, or press Escape there to speak of all steps.")};
    const auto before = m_run->experiment.profileWait + m_run->experiment.profileWarmup;
    const QString steps = text(formatCount(before));
    if (!m_run->isOver())
        return {
            tr("Waiting for the profiler"),
            tr("The table fills with the first active step, after %1 steps of wait and warm-up.").arg(steps)};
    return {tr("No step was profiled"), tr("The run ended before the profiler's first active step. Train for "
                                           "more than %1 steps, or shorten its "
                                           "wait and warm-up.")
                                            .arg(steps)};
}

QList<ExportItem> OperatorsView::exportItems()
{
    if (!m_run || m_model->statistics().rows.empty())
        return {};
    const auto writeCsv = [this](const QString& path) {
        catchUp();
        writeFileAtomically(path.toStdString(), operatorsCsv(m_model->statistics(), m_run->trace));
    };
    const auto writeMarkdown = [this](const QString& path) {
        catchUp();
        const QString content =
            m_summary->text() + "\n\n" + operatorsMarkdown(*m_model, m_table->shownColumns());
        writeFileAtomically(path.toStdString(), content.toStdString());
    };
    const auto writePicture = [this](const QString& path) { paintOperatorsPicture(*m_run, path); };
    return {
        {tr("Operators as table, all rows"), "operators", {"csv"}, writeCsv},
        {tr("Operators as Markdown, rows shown"), "operators", {"md"}, writeMarkdown},
        {tr("Most expensive operators as picture"), "operators", {"png"}, writePicture},
    };
}

} // namespace stepscope::ui
