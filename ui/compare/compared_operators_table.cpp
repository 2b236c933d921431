#include "ui/compare/compared_operators_table.h"

#include "ui/compare/compared_operators_model.h"
#include "ui/compare/run_header.h"
#include "ui/support/cell_painting.h"
#include "ui/support/copying.h"
#include "ui/support/qt_text.h"
#include "ui/theme/theme.h"

#include <QMenu>
#include <QResizeEvent>
#include <QScrollBar>
#include <QSettings>

#include <algorithm>
#include <limits>
#include <optional>
#include <span>

namespace stepscope::ui {

namespace {

constexpr auto hiddenKey = "compare/hiddenMeasures";
constexpr auto keptKey = "compare/keptMeasures";
constexpr auto widthsKey = "compare/measureWidths";

// Left out in this order where there is no room: other measures say nearly the same.
constexpr OperatorMeasure fineMeasures[] = {OperatorMeasure::StepShare, OperatorMeasure::Calls};
/// Left out next, but only where narrow columns are not enough: rows are sorted by it by default.
constexpr OperatorMeasure sortedMeasures[] = {OperatorMeasure::Difference};
constexpr int legibleName = 140;     ///< of an operator or of a run
constexpr double mostForNames = 0.6; ///< of the table's width, so that figures stay in view

/// Left out if that is not enough, and narrow columns are not either. Verdicts stay, in short.
constexpr OperatorMeasure wideMeasures[] = {OperatorMeasure::DeviceVerdict, OperatorMeasure::Ratio,
                                            OperatorMeasure::DeviceTime};

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
    connect(model, &QAbstractItemModel::dataChanged, this, [this] {
        findEmpty(); // a run that grows may have what it lacked
        measureFigures();
        fitColumns();
    });
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
    const QStringList kept = settings.value(keptKey).toStringList();
    const QVariantMap widths = settings.value(widthsKey).toMap();
    for (int number = 0; number < operatorMeasureCount; ++number) {
        const auto measure = OperatorMeasure(number);
        const bool isHidden = settings.contains(hiddenKey)
                                  ? hidden.contains(keyOf(measure))
                                  : !measureInfo(measure, OperatorBasis::PerStep).isShown;
        if (isHidden && measure != OperatorMeasure::Name)
            m_hidden.insert(measure);
        if (kept.contains(keyOf(measure)))
            m_kept.insert(measure);
        if (const int width = widths.value(keyOf(measure)).toInt(); width > 0)
            m_widths[measure] = width;
    }
}

void ComparedOperatorsTable::save() const
{
    QStringList hidden;
    for (const OperatorMeasure measure : m_hidden)
        hidden += keyOf(measure);
    QStringList kept;
    for (const OperatorMeasure measure : m_kept)
        kept += keyOf(measure);
    QVariantMap widths;
    for (const auto& [measure, width] : m_widths)
        widths[keyOf(measure)] = width;
    QSettings settings;
    settings.setValue(hiddenKey, hidden);
    settings.setValue(keptKey, kept);
    settings.setValue(widthsKey, widths);
}

void ComparedOperatorsTable::measureFigures()
{
    measureNames();
    m_figureWidths.clear();
    m_verdictWidths.clear();
    const QFontMetrics numbers(Theme::tabularFont(font()));
    // Digits are equally wide, so there are few texts to measure.
    std::map<OperatorMeasure, std::set<QString>> measured;
    const auto& columns = m_model->columns();
    for (int column = 0; column < int(columns.size()); ++column) {
        const OperatorMeasure measure = columns[size_t(column)].measure;
        if (!columns[size_t(column)].isOfRun() || m_hidden.contains(measure))
            continue;
        const auto widthOfText = [&](const QString& text, const QString& unit) {
            constexpr int rounding = 1; // a text is elided if it lacks a fraction of a pixel
            const int width = std::max(numberWidth(numbers, text, unit), numbers.horizontalAdvance(text));
            return width + rounding + 2 * cellMargin;
        };
        const QString unit = measureInfo(measure, m_model->basis()).widestUnit;
        int& widest = m_figureWidths[measure];
        std::set<QString>& known = measured[measure];
        for (int row = 0; row < m_model->rowCount(); ++row) {
            const QModelIndex cell = m_model->index(row, column);
            QString text = cell.data().toString();
            for (QChar& character : text) {
                if (character.isDigit())
                    character = '0';
            }
            if (!known.insert(text).second)
                continue;
            const QStringList forms = cell.data(FormsRole).toStringList();
            widest = std::max(widest, widthOfText(forms.isEmpty() ? text : forms.last(), unit));
            if (!forms.isEmpty()) {
                int& whole = m_verdictWidths[measure];
                whole = std::max(whole, widthOfText(text, {}));
            }
        }
    }
}

void ComparedOperatorsTable::measureNames()
{
    m_nameWidth = 0;
    QStringList names;
    constexpr int rounding = 1; // as for figures
    for (int row = 0; row < m_model->rowCount(); ++row) {
        names += m_model->index(row, 0).data().toString();
        m_nameWidth =
            std::max(m_nameWidth, fontMetrics().horizontalAdvance(names.last()) + rounding + 2 * cellMargin);
    }
    distinguishLabels(names);
}

int ComparedOperatorsTable::figureWidthOf(OperatorMeasure measure) const
{
    const auto found = m_figureWidths.find(measure);
    return found == m_figureWidths.end() ? 0 : found->second;
}

/// Unless the user has chosen a width, the title fits: "Self / sample" is longer than "Self / step".
int ComparedOperatorsTable::widthOf(int column, OperatorMeasure measure) const
{
    if (const auto chosen = m_widths.find(measure); chosen != m_widths.end())
        return std::max(chosen->second, figureWidthOf(measure));
    int usual = measureInfo(measure, OperatorBasis::PerStep).width;
    if (const auto longest = m_verdictWidths.find(measure); longest != m_verdictWidths.end())
        usual = std::min(usual, longest->second); // leaves the rest to the names
    return std::max({usual, horizontalHeader()->sectionSizeHint(column), figureWidthOf(measure)});
}

/// Titles and names may be cut, and verdicts are in short.
int ComparedOperatorsTable::narrowWidthOf(int column, OperatorMeasure measure) const
{
    return std::min(leastWidthOf(measure), widthOf(column, measure));
}

int ComparedOperatorsTable::leastWidthOf(OperatorMeasure measure) const
{
    if (const auto chosen = m_widths.find(measure); chosen != m_widths.end())
        return std::max(chosen->second, figureWidthOf(measure));
    const QFontMetrics texts(font());
    const QFontMetrics numbers(Theme::tabularFont(font()));
    const auto info = measureInfo(measure, m_model->basis());
    const auto cell = [](int text) { return text + 2 * cellMargin; };
    if (const int figures = figureWidthOf(measure); figures > 0) {
        QFont title = font();
        title.setWeight(QFont::DemiBold);
        const QString shortest = info.shortTitle.isEmpty() ? info.title : info.shortTitle;
        return std::max(figures, cell(QFontMetrics(title).horizontalAdvance(shortest)));
    }
    switch (measure) {
    case OperatorMeasure::Name:
        return cell(7 * texts.averageCharWidth());
    case OperatorMeasure::Pass:
        return cell(texts.horizontalAdvance(toQString(passWord(Pass::Backward))) + 4);
    case OperatorMeasure::Verdict:
    case OperatorMeasure::DeviceVerdict:
        return cell(numbers.horizontalAdvance("+12.3 %, slower"));
    default:
        return info.width;
    }
}

int ComparedOperatorsTable::wholeWidth(bool isNarrow) const
{
    const auto& columns = m_model->columns();
    int width = 0;
    for (int column = 0; column < int(columns.size()); ++column) {
        const OperatorMeasure measure = columns[size_t(column)].measure;
        if (isMeasureShown(measure))
            width += isNarrow ? narrowWidthOf(column, measure) : widthOf(column, measure);
    }
    return width;
}

void ComparedOperatorsTable::findEmpty()
{
    m_empty.clear();
    if (m_model->rowCount() == 0)
        return;
    std::set<OperatorMeasure> filled = {OperatorMeasure::Name};
    const auto& columns = m_model->columns();
    for (int column = 0; column < int(columns.size()); ++column) {
        const OperatorMeasure measure = columns[size_t(column)].measure;
        for (int row = 0; row < m_model->rowCount() && !filled.contains(measure); ++row) {
            const QModelIndex cell = m_model->index(row, column);
            if (CellKind(cell.data(CellKindRole).toInt()) != CellKind::Absent &&
                !cell.data().toString().isEmpty())
                filled.insert(measure);
        }
    }
    for (const ComparedColumn& column : columns) {
        if (!filled.contains(column.measure))
            m_empty.insert(column.measure);
    }
}

/// First, columns are left out, then they become narrow, and the widest are left out if that is not enough.
/// The column that the user has sorted by stays.
void ComparedOperatorsTable::fitColumns()
{
    const bool wasResetting = std::exchange(m_resetting, true);
    const int room = viewport()->width();
    m_leftOut.clear();
    bool isNarrow = false;
    const auto leaveOut = [&](std::span<const OperatorMeasure> measures, int forName = 0) {
        for (const OperatorMeasure measure : measures) {
            if (wholeWidth(isNarrow) + forName <= room)
                return;
            if (!m_kept.contains(measure) && !(m_sorted && m_sorted->first.measure == measure))
                m_leftOut.insert(measure);
        }
    };
    leaveOut(fineMeasures);
    isNarrow = wholeWidth(false) > room;
    const int legible = std::min(widthOf(0, OperatorMeasure::Name), legibleName);
    leaveOut(sortedMeasures, isNarrow ? std::max(legible - narrowWidthOf(0, OperatorMeasure::Name), 0) : 0);
    leaveOut(wideMeasures);
    const int left = room - wholeWidth(isNarrow);
    std::vector<int> widths = sharedWidths(isNarrow, std::max(left, 0));
    if (left < 0) { // runs are scrolled to anyway
        widths[0] = std::max(widths[0], std::min(widthOf(0, OperatorMeasure::Name), legibleName));
        widenForRunNames(widths, legibleName, std::numeric_limits<int>::max());
    }
    const bool isNameWhole = m_model->isWithNamespace() && !m_widths.contains(OperatorMeasure::Name);
    if (!widths.empty() && isNameWhole)
        widths[0] = std::max(widths[0], std::min(m_nameWidth, int(mostForNames * room)));
    for (int column = 0; column < int(widths.size()); ++column) {
        setColumnWidth(column, widths[size_t(column)]);
        setColumnHidden(column, !isMeasureShown(m_model->columns()[size_t(column)].measure));
    }
    m_resetting = wasResetting;
    updateGeometries();
}

/// The baseline has fewer columns than the others, so its name lacks room first. Widens the first column of a
/// run for its name, up to `most` pixels of the run, with what is left, and returns what is left then.
int ComparedOperatorsTable::widenForRunNames(std::vector<int>& widths, int most, int left) const
{
    const auto& columns = m_model->columns();
    for (size_t first = 0; first < columns.size(); ++first) {
        const auto isOfSameRun = [&](size_t column) {
            return columns[column].isOfRun() && columns[column].run == columns[first].run;
        };
        if (!columns[first].isOfRun() || (first > 0 && isOfSameRun(first - 1)))
            continue;
        int whole = 0;
        std::optional<size_t> shown;
        for (size_t column = first; column < columns.size() && isOfSameRun(column); ++column) {
            if (!isMeasureShown(columns[column].measure))
                continue;
            whole += widths[column];
            shown = shown.value_or(column);
        }
        if (!shown || m_widths.contains(columns[*shown].measure))
            continue;
        const int wanted = std::min(runHeader()->runNameWidth(int(*shown)), most);
        const int more = std::clamp(wanted - whole, 0, left);
        widths[*shown] += more;
        left -= more;
    }
    return left;
}

/// What is left goes to the name until its beginning is legible, then to the names of runs, to the verdicts,
/// and to the other columns that are not whole. Where all are, it goes to longer names, and to verdicts
/// longer than usual.
std::vector<int> ComparedOperatorsTable::sharedWidths(bool isNarrow, int left) const
{
    const auto& columns = m_model->columns();
    std::vector<int> widths;
    for (int column = 0; column < int(columns.size()); ++column) {
        const OperatorMeasure measure = columns[size_t(column)].measure;
        widths.push_back(isNarrow ? narrowWidthOf(column, measure) : widthOf(column, measure));
    }
    const auto widen = [&](size_t column, int wanted) {
        if (!isMeasureShown(columns[column].measure))
            return;
        const int more = std::clamp(wanted - widths[column], 0, left);
        widths[column] += more;
        left -= more;
    };
    const auto widenAll = [&](const auto& isMeant, const auto& wantedWidth) {
        for (size_t column = 0; column < columns.size(); ++column) {
            if (isMeant(columns[column].measure))
                widen(column, wantedWidth(int(column), columns[column].measure));
        }
    };
    const auto whole = [this](int column, OperatorMeasure measure) { return widthOf(column, measure); };
    if (isNarrow) {
        widenAll([](OperatorMeasure measure) { return measure == OperatorMeasure::Name; },
                 [&](int column, OperatorMeasure measure) {
                     return std::min(whole(column, measure), legibleName);
                 });
        left = widenForRunNames(widths, legibleName, left);
        widenAll(&isVerdict, whole);
        widenAll([](OperatorMeasure) { return true; }, whole);
    }
    left = widenForRunNames(widths, 2 * legibleName, left);
    const auto widenName = [&](int most) {
        if (!widths.empty() && !m_widths.contains(OperatorMeasure::Name))
            widen(0, std::min(m_nameWidth, most));
    };
    widenName(int(mostForNames * viewport()->width()));
    widenAll(&isVerdict, [this](int column, OperatorMeasure measure) {
        const auto longest = m_verdictWidths.find(measure);
        return m_widths.contains(measure) || longest == m_verdictWidths.end() ? widthOf(column, measure)
                                                                              : longest->second;
    });
    widenName(m_nameWidth);
    return widths;
}

void ComparedOperatorsTable::applyColumns()
{
    const bool wasResetting = std::exchange(m_resetting, true);
    findEmpty();
    measureFigures();
    fitColumns();
    const auto& columns = m_model->columns();
    // The same measure of the same run, if it still exists.
    const auto sorted = m_sorted ? std::ranges::find(columns, m_sorted->first) : columns.end();
    if (sorted != columns.end())
        sortByColumn(int(sorted - columns.begin()), m_sorted->second);
    else
        sortByColumn(-1, Qt::DescendingOrder);
    m_resetting = wasResetting;
}

void ComparedOperatorsTable::setMeasureShown(OperatorMeasure measure, bool shown)
{
    shown ? m_hidden.erase(measure) : m_hidden.insert(measure).second;
    shown ? m_kept.insert(measure).second : m_kept.erase(measure);
    applyColumns();
    save();
}

void ComparedOperatorsTable::setWithNamespace(bool withNamespace)
{
    if (withNamespace == m_model->isWithNamespace())
        return;
    m_widths.erase(OperatorMeasure::Name); // was chosen for the other names
    m_model->setWithNamespace(withNamespace);
    measureNames();
    fitColumns();
}

QStringList ComparedOperatorsTable::chosenNames() const
{
    QStringList names;
    for (const int row : rowsToCopy(*this))
        names += m_model->index(row, 0).data().toString();
    return names;
}

void ComparedOperatorsTable::fillNameMenu(QMenu* menu)
{
    addCopyNames(menu, m_model->areKernels(), [this] {
        return chosenNames();
    })->setEnabled(selectionModel()->hasSelection());
    menu->addSeparator();
    const int row = currentIndex().row();
    const QString name = row < 0 ? QString() : toQString(m_model->operatorRow(row).name);
    menu->addAction(tr("Filter for this"), this, [this, name] { Q_EMIT filterWanted(name); })
        ->setEnabled(!name.isEmpty());
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
        m_kept.clear();
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

void ComparedOperatorsTable::resizeEvent(QResizeEvent* event)
{
    CompareTable::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        fitColumns();
}

void ComparedOperatorsTable::changeEvent(QEvent* event)
{
    CompareTable::changeEvent(event);
    if (event->type() != QEvent::FontChange)
        return;
    measureFigures();
    fitColumns();
}

void ComparedOperatorsTable::hideEvent(QHideEvent* event)
{
    save();
    CompareTable::hideEvent(event);
}

} // namespace stepscope::ui
