#include "ui/compare/compared_operators_table.h"

#include "ui/compare/compared_operators_model.h"
#include "ui/compare/run_header.h"

#include <QMenu>
#include <QScrollBar>
#include <QSettings>

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr auto hiddenKey = "compare/hiddenMeasures";
constexpr auto widthsKey = "compare/measureWidths";

QString keyOf(OperatorMeasure measure)
{
    return measureInfo(measure, OperatorBasis::PerStep).key;
}

} // namespace

ComparedOperatorsTable::ComparedOperatorsTable(ComparedOperatorsModel* model, QWidget* parent)
    : CompareTable(model, parent)
    , m_model(model)
{
    load();
    RunHeader* header = runHeader();
    header->setSortIndicatorClearable(true); // returns to the comparison's order
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QWidget::customContextMenuRequested, this, [this, header](const QPoint& position) {
        QMenu menu(this);
        fillColumnMenu(&menu);
        menu.exec(header->mapToGlobal(position));
    });
    connect(header, &QHeaderView::sectionResized, this, [this](int section, int, int size) {
        if (!m_resetting && size > 0 && section < int(m_model->columns().size()))
            m_widths[m_model->columns()[size_t(section)].measure] = size;
    });
    header->setSortIndicator(-1, Qt::DescendingOrder);
    setSortingEnabled(true);
    connect(header, &QHeaderView::sortIndicatorChanged, this, [this](int section, Qt::SortOrder order) {
        if (m_resetting)
            return;
        m_sorted.reset();
        if (section >= 0 && section < int(m_model->columns().size()))
            m_sorted = {m_model->columns()[size_t(section)], order};
    });
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &ComparedOperatorsTable::rememberSelection);
    connect(model, &QAbstractItemModel::modelAboutToBeReset, this, [this] { m_resetting = true; });
    connect(model, &QAbstractItemModel::modelReset, this, [this] {
        applyColumns();
        selectAgain();
        m_resetting = false;
    });
    applyColumns();
}

ComparedOperatorsTable::~ComparedOperatorsTable()
{
    save();
}

void ComparedOperatorsTable::load()
{
    const QSettings settings;
    const QStringList hidden = settings.value(hiddenKey).toStringList();
    const QVariantMap widths = settings.value(widthsKey).toMap();
    for (int number = 0; number < operatorMeasureCount; ++number) {
        const auto measure = OperatorMeasure(number);
        const bool isHidden = settings.contains(hiddenKey)
                                  ? hidden.contains(keyOf(measure))
                                  : !measureInfo(measure, OperatorBasis::PerStep).isShown;
        if (isHidden && measure != OperatorMeasure::Name)
            m_hidden.insert(measure);
        if (const int width = widths.value(keyOf(measure)).toInt(); width > 0)
            m_widths[measure] = width;
    }
}

void ComparedOperatorsTable::save() const
{
    QStringList hidden;
    for (const OperatorMeasure measure : m_hidden)
        hidden += keyOf(measure);
    QVariantMap widths;
    for (const auto& [measure, width] : m_widths)
        widths[keyOf(measure)] = width;
    QSettings settings;
    settings.setValue(hiddenKey, hidden);
    settings.setValue(widthsKey, widths);
}

/// Unless the user has chosen a width, the title fits: "Self / sample" is longer than "Self / step".
int ComparedOperatorsTable::widthOf(int column, OperatorMeasure measure) const
{
    if (const auto chosen = m_widths.find(measure); chosen != m_widths.end())
        return chosen->second;
    return std::max(measureInfo(measure, OperatorBasis::PerStep).width,
                    horizontalHeader()->sectionSizeHint(column));
}

void ComparedOperatorsTable::applyColumns()
{
    const bool wasResetting = std::exchange(m_resetting, true);
    const auto& columns = m_model->columns();
    for (int column = 0; column < int(columns.size()); ++column) {
        const OperatorMeasure measure = columns[size_t(column)].measure;
        setColumnWidth(column, widthOf(column, measure));
        setColumnHidden(column, m_hidden.contains(measure));
    }
    // The same measure of the same run, if it still exists.
    const auto sorted = m_sorted ? std::ranges::find(columns, m_sorted->first) : columns.end();
    if (sorted != columns.end())
        sortByColumn(int(sorted - columns.begin()), m_sorted->second);
    else
        sortByColumn(-1, Qt::DescendingOrder);
    m_resetting = wasResetting;
    updateGeometries();
}

void ComparedOperatorsTable::setMeasureShown(OperatorMeasure measure, bool shown)
{
    shown ? m_hidden.erase(measure) : m_hidden.insert(measure).second;
    applyColumns();
    save();
}

void ComparedOperatorsTable::fillColumnMenu(QMenu* menu)
{
    for (int number = 0; number < operatorMeasureCount; ++number) {
        const auto measure = OperatorMeasure(number);
        QAction* action = menu->addAction(measureInfo(measure, m_model->basis()).title);
        action->setCheckable(true);
        action->setChecked(isMeasureShown(measure));
        action->setEnabled(measure != OperatorMeasure::Name); // a row needs its name
        connect(action, &QAction::toggled, this,
                [this, measure](bool shown) { setMeasureShown(measure, shown); });
    }
    menu->addSeparator();
    menu->addAction(tr("Sort by the largest difference"), this,
                    [this] { sortByColumn(-1, Qt::DescendingOrder); });
    menu->addAction(tr("Reset columns"), this, [this] {
        m_widths.clear();
        m_hidden = {OperatorMeasure::Interval};
        applyColumns();
        save();
    });
}

void ComparedOperatorsTable::rememberSelection()
{
    if (m_resetting)
        return;
    m_selected.clear();
    for (const QModelIndex& index : selectionModel()->selectedRows()) {
        const OperatorComparisonRow& row = m_model->operatorRow(index.row());
        m_selected.emplace(row.name, row.pass);
    }
}

void ComparedOperatorsTable::selectAgain()
{
    QItemSelection selection;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const OperatorComparisonRow& shown = m_model->operatorRow(row);
        if (m_selected.contains({shown.name, shown.pass}))
            selection.select(m_model->index(row, 0), m_model->index(row, m_model->columnCount() - 1));
    }
    selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
}

void ComparedOperatorsTable::hideEvent(QHideEvent* event)
{
    save();
    CompareTable::hideEvent(event);
}

} // namespace stepscope::ui
