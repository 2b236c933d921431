#include "ui/operators/operators_view.h"

#include "core/base/files/atomic_file.h"
#include "core/exchange/plain_table.h"
#include "core/exchange/run_tables.h"
#include "core/run/run.h"
#include "ui/operators/operator_details_pane.h"
#include "ui/operators/operators_model.h"
#include "ui/operators/operators_picture.h"
#include "ui/operators/operators_table.h"
#include "ui/operators/operators_table_picture.h"
#include "ui/operators/operators_text.h"
#include "ui/support/export_dialog.h"
#include "ui/support/png_bytes.h"
#include "ui/support/tool_row_layout.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSettings>
#include <QShortcut>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr auto filterKey = "operators/filter";
constexpr auto groupingKey = "operators/grouping";
constexpr auto passKey = "operators/pass";
constexpr auto stepsKey = "operators/steps";
constexpr auto topKey = "operators/top";
constexpr auto namespaceKey = "operators/withNamespace";
constexpr auto detailsKey = "operators/details";
constexpr auto detailsSizeKey = "operators/detailsSize";

void writePicture(const QImage& image, const QString& path)
{
    writeFileAtomically(path.toStdString(), pngBytes(image));
}

/// Uses the format of the file's extension.
std::string tableText(const PlainTable& table, const QString& path)
{
    if (path.endsWith(".tex", Qt::CaseInsensitive))
        return latexText(table);
    if (path.endsWith(".json", Qt::CaseInsensitive))
        return jsonText(table);
    return path.endsWith(".csv", Qt::CaseInsensitive) ? csvText(table) : markdownText(table);
}

} // namespace

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
    m_showDetails->setChecked(settings.value(detailsKey, true).toBool());
    m_splitter->restoreState(settings.value(detailsSizeKey).toByteArray());
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
    settings.setValue(detailsKey, m_showDetails->isChecked());
    settings.setValue(detailsSizeKey, m_splitter->saveState());
    settings.setValue(filterKey, m_filter->text());
}

QWidget* OperatorsView::makeTools()
{
    auto* tools = new QWidget;
    auto* layout = new ToolRowLayout(tools);
    const auto add = [layout](auto* widget, const char* name, const QString& toolTip) {
        widget->setObjectName(name);
        widget->setToolTip(toolTip);
        layout->addWidget(widget);
        return widget;
    };

    m_filter = add(new QLineEdit, "operatorFilter",
                   tr("Show operators whose name or input shapes contain all the words (Ctrl+F)"));
    m_filter->setPlaceholderText(tr("Filter operators"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMinimumWidth(104);
    m_filter->setMaximumWidth(280);
    layout->setStretchFactor(m_filter, 1);

    m_grouping = add(new QComboBox, "operatorGrouping", tr("Group the calls into rows by"));
    m_grouping->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_grouping->setMinimumContentsLength(11);
    m_grouping->addItem(tr("Operator"), int(OperatorGrouping::ByOperator));
    m_grouping->addItem(tr("Operator and shapes"), int(OperatorGrouping::ByOperatorAndShape));
    m_grouping->addItem(tr("Layer"), int(OperatorGrouping::ByLayer));
    m_grouping->addItem(tr("Layer type"), int(OperatorGrouping::ByLayerType));
    m_grouping->addItem(tr("Pass"), int(OperatorGrouping::ByPass));
    m_grouping->addItem(tr("Kernel"), int(OperatorGrouping::ByKernel));
    m_grouping->addItem(tr("Thread or stream"), int(OperatorGrouping::ByThread));

    m_pass = add(new QComboBox, "operatorPass", tr("The part of a training step to show"));
    m_pass->addItem(tr("All passes"), allPasses);
    for (const Pass pass :
         {Pass::Data, Pass::Copy, Pass::Forward, Pass::Loss, Pass::Backward, Pass::Optimizer, Pass::Other})
        m_pass->addItem(tr(passName(pass)), int(pass));

    m_steps = add(new QComboBox, "operatorSteps",
                  tr("The steps covered: the active steps of the profiler's schedule, after wait and "
                     "warm-up, or all steps"));
    m_steps->addItem(tr("Active steps"));
    m_steps->addItem(tr("All steps"));

    m_top = add(new QSpinBox, "operatorTop",
                tr("Number of rows to show: those with the largest figures of the sorted column, or with the "
                   "largest self time if sorted by text"));
    m_top->setPrefix(tr("Top "));
    m_top->setRange(0, 1000);
    m_top->setSpecialValueText(tr("All rows"));
    m_top->setValue(10);

    layout->addStretch(1);
    auto* columns = add(new QToolButton, "operatorColumns", tr("The columns that the table shows"));
    columns->setText(tr("Columns"));
    columns->setPopupMode(QToolButton::InstantPopup);
    m_withNamespace = new QAction(tr("Names with aten::"), this);
    m_withNamespace->setObjectName("operatorNamespace");
    m_withNamespace->setToolTip(
        tr("Show names with their namespace, \"aten::conv2d\" instead of \"conv2d\""));
    m_withNamespace->setCheckable(true);
    auto* menu = new QMenu(columns);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        menu->addAction(m_withNamespace);
        menu->addSeparator();
        m_table->fillColumnMenu(menu);
    });
    columns->setMenu(menu);
    m_showDetails = add(new QToolButton, "operatorShowDetails",
                        tr("Show durations, shapes and callers of the selected row's calls below the table"));
    m_showDetails->setText(tr("Details"));
    m_showDetails->setCheckable(true);
    m_showDetails->setChecked(true);
    layout->addWidget(makeExportButton(this));
    return tools;
}

void OperatorsView::connectTools()
{
    connect(m_filter, &QLineEdit::textChanged, this, &OperatorsView::applyFilter);
    connect(m_pass, &QComboBox::currentIndexChanged, this, &OperatorsView::applyFilter);
    connect(m_top, &QSpinBox::valueChanged, this, &OperatorsView::applyFilter);
    connect(m_grouping, &QComboBox::currentIndexChanged, this, &OperatorsView::regroup);
    connect(m_showDetails, &QToolButton::toggled, this, [this](bool shown) {
        m_details->setVisible(shown);
        beginDetails();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &OperatorsView::beginDetails);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &OperatorsView::beginDetails);
    connect(m_details, &OperatorDetailsPane::operatorWanted, this, [this](const QString& name) {
        m_table->selectOperator(name);
        if (m_selection)
            m_selection->setFocus({.event = std::nullopt, .operatorName = name, .layer = {}});
    });
    connect(m_steps, &QComboBox::currentIndexChanged, this, &OperatorsView::showStatistics);
    connect(m_withNamespace, &QAction::toggled, m_model, &OperatorsModel::setWithNamespace);
    connect(m_table, &OperatorsTable::filterWanted, m_filter, &QLineEdit::setText);
    // With "Top N", another order changes the visible rows.
    connect(m_model, &QAbstractItemModel::modelReset, this, &OperatorsView::showSummary);

    auto* find = new QShortcut(QKeySequence::Find, this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
    connect(find, &QShortcut::activated, this, [this] {
        m_filter->setFocus(Qt::ShortcutFocusReason);
        m_filter->selectAll();
    });
    auto* clear = new QShortcut(Qt::Key_Escape, m_filter, nullptr, nullptr, Qt::WidgetShortcut);
    connect(clear, &QShortcut::activated, m_filter, &QLineEdit::clear);
}

QList<ExportItem> OperatorsView::exportItems()
{
    if (m_run && seenNow() != m_seen)
        catchUp();
    if (!m_run || m_model->statistics().rows.empty())
        return {};
    const auto writeCsv = [this](const QString& path) {
        catchUp();
        writeFileAtomically(path.toStdString(), operatorsCsv(m_model->statistics(), m_run->trace));
    };
    const auto writeShown = [this](const QString& path) {
        catchUp();
        if (path.endsWith(".png", Qt::CaseInsensitive))
            return writePicture(operatorsTablePicture(*m_model, allRows(*m_model), m_table->shownColumns(),
                                                      m_summary->text()),
                                path);
        PlainTable table = operatorsTable(*m_model, allRows(*m_model), m_table->shownColumns());
        table.caption = m_summary->text().toStdString();
        writeFileAtomically(path.toStdString(), tableText(table, path));
    };
    const auto writeCostliest = [this](const QString& path) {
        paintOperatorsPicture(*m_run, path.toStdString());
    };
    return {
        {tr("Operators as table, all rows and columns"), "operators", {"csv"}, writeCsv},
        {tr("Operators as shown"), "operators-shown", {"md", "tex", "json", "csv", "png"}, writeShown},
        {tr("Most expensive operators as picture"), "operators-costliest", {"png"}, writeCostliest},
    };
}

} // namespace stepscope::ui
