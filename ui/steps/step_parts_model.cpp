#include "ui/steps/step_parts_model.h"

#include "core/base/text/format.h"
#include "core/run/run_figures.h"
#include "ui/support/qt_text.h"

#include <QLocale>

#include <algorithm>

namespace stepscope::ui {

namespace {

QString titleOf(StepPartColumn column)
{
    switch (column) {
    case StepPartColumn::Part:
        return StepPartsModel::tr("Part");
    case StepPartColumn::Median:
        return StepPartsModel::tr("Median");
    case StepPartColumn::P5:
        return StepPartsModel::tr("5th percentile");
    case StepPartColumn::P95:
        return StepPartsModel::tr("95th percentile");
    case StepPartColumn::Mean:
        return StepPartsModel::tr("Mean");
    case StepPartColumn::Share:
        break;
    }
    return StepPartsModel::tr("% of step");
}

QString helpOf(StepPartColumn column)
{
    switch (column) {
    case StepPartColumn::Part:
        return StepPartsModel::tr(
            "Each instant of a step belongs to one part: that of the running operator, or, between two "
            "operators of the same part, that part. Other is the time between two parts and after the last "
            "one. By device, an instant belongs to the first that applies of: kernel, memory copy, memory "
            "set, communication, runtime call, data loader, CPU operator, anything else that was recorded; "
            "in the rest, host and device are idle.");
    case StepPartColumn::Median:
        return StepPartsModel::tr("Half of the steps take less. The medians of the parts need not add up to "
                                  "the median of the step.");
    case StepPartColumn::P5:
        return StepPartsModel::tr("One step in twenty takes less.");
    case StepPartColumn::P95:
        return StepPartsModel::tr("One step in twenty takes more.");
    case StepPartColumn::Mean:
        return StepPartsModel::tr("The means of the parts add up to the mean of the step.");
    case StepPartColumn::Share:
        break;
    }
    return StepPartsModel::tr("The part's time in all steps, divided by their total time. Adds up to 100 %.");
}

QString partHelp(StepPart part)
{
    switch (part) {
    case StepPart::Data:
        return StepPartsModel::tr("Getting the next batch of samples, from the start of the step.");
    case StepPart::Copy:
        return StepPartsModel::tr("Copying the batch to the device, as far as the host is involved.");
    case StepPart::Forward:
        return StepPartsModel::tr("The network's forward pass.");
    case StepPart::Loss:
        return StepPartsModel::tr("The loss of the network's output.");
    case StepPart::Backward:
        return StepPartsModel::tr("The gradients, by autograd.");
    case StepPart::Optimizer:
        return StepPartsModel::tr("The update of the weights.");
    case StepPart::Kernel:
        return StepPartsModel::tr("A kernel is running on a device.");
    case StepPart::MemoryCopy:
        return StepPartsModel::tr("Memory is being copied; no kernel is running.");
    case StepPart::MemorySet:
        return StepPartsModel::tr("Device memory is being set; no copy or kernel is running.");
    case StepPart::Communication:
        return StepPartsModel::tr("Devices are exchanging data and do nothing else.");
    case StepPart::Runtime:
        return StepPartsModel::tr("The host is in a device runtime call; no device is working.");
    case StepPart::DataLoader:
        return StepPartsModel::tr("The host is waiting for the data loader; no device is working.");
    case StepPart::Operator:
        return StepPartsModel::tr("The host is running an operator; no device is working.");
    case StepPart::Other:
        break;
    case StepPart::Idle:
        return StepPartsModel::tr("Nothing was recorded, on the host or on a device. A device alone is idle "
                                  "for longer: also while the host does something else.");
    }
    return StepPartsModel::tr(
        "Between two parts, and after the last one. By device: anything else recorded on the host.");
}

double figureOf(const StepTimeFigures& figures, int64_t steps, StepPartColumn column)
{
    switch (column) {
    case StepPartColumn::Median:
        return figures.medianNs;
    case StepPartColumn::P5:
        return figures.p5Ns;
    case StepPartColumn::P95:
        return figures.p95Ns;
    case StepPartColumn::Mean:
        return steps > 0 ? double(figures.totalNs) / double(steps) : 0.0;
    case StepPartColumn::Share:
        return figures.share;
    case StepPartColumn::Part:
        break;
    }
    return 0.0;
}

} // namespace

std::vector<StepPart> StepPartsModel::orderOf(const StepFigures& figures) const
{
    std::vector<StepPart> order;
    for (size_t i = 0; i < stepPartCount; ++i) {
        if (figures.parts[i].totalNs > 0)
            order.push_back(StepPart(i));
    }
    const auto key = [&](StepPart part) {
        return m_sortColumn == StepPartColumn::Part
                   ? double(part)
                   : figureOf(figures.part(part), figures.steps, m_sortColumn);
    };
    std::ranges::stable_sort(order, [&](StepPart a, StepPart b) {
        return m_sortOrder == Qt::AscendingOrder ? key(a) < key(b) : key(a) > key(b);
    });
    return order;
}

void StepPartsModel::setFigures(const StepFigures& figures)
{
    auto order = orderOf(figures);
    if (order == m_order && (figures.steps > 0) == (m_figures.steps > 0)) {
        m_figures = figures;
        if (rowCount() > 0)
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, stepPartColumnCount - 1));
        return;
    }
    beginResetModel();
    m_figures = figures;
    m_order = std::move(order);
    endResetModel();
}

bool StepPartsModel::hasPercentiles() const
{
    return m_figures.steps >= fewestForPercentiles;
}

std::optional<StepPart> StepPartsModel::part(int row) const
{
    return size_t(row) < m_order.size() ? std::optional(m_order[size_t(row)]) : std::nullopt;
}

const StepTimeFigures& StepPartsModel::figuresOf(int row) const
{
    const auto which = part(row);
    return which ? m_figures.part(*which) : m_figures.wall;
}

double StepPartsModel::figure(int row, StepPartColumn column) const
{
    return figureOf(figuresOf(row), m_figures.steps, column);
}

int StepPartsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || m_figures.steps == 0 ? 0 : int(m_order.size()) + 1;
}

int StepPartsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : stepPartColumnCount;
}

QVariant StepPartsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto column = StepPartColumn(index.column());
    const auto which = part(index.row());
    const bool isName = column == StepPartColumn::Part;
    const QString name = which ? toQString(stepPartWord(*which)) : tr("Step");
    const double value = figure(index.row(), column);
    const bool isPercentile = column == StepPartColumn::P5 || column == StepPartColumn::P95;
    if (isPercentile && !hasPercentiles()) {
        switch (role) {
        case Qt::DisplayRole:
            return QString("–");
        case PlainRole:
            return QString();
        case FigureRole:
            return {};
        case Qt::ToolTipRole:
            return paragraph(tr("Shown for %1 steps or more.").arg(fewestForPercentiles));
        default:
            break;
        }
    }
    switch (role) {
    case Qt::DisplayRole:
        return isName                            ? name
               : column == StepPartColumn::Share ? toQString(formatShare(value))
                                                 : durationText(value);
    case PlainRole:
        if (isName)
            return name;
        return column == StepPartColumn::Share ? QLocale::c().toString(100.0 * value, 'f', 2)
                                               : QLocale::c().toString(value / 1e3, 'f', 3);
    case FigureRole:
        return isName ? QVariant() : value;
    case PartRole:
        return which ? QVariant(int(*which)) : QVariant();
    case Qt::ToolTipRole:
        return paragraph(which ? partHelp(*which) : tr("The wall time of a step: the sum of its parts."));
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (isName ? Qt::AlignLeft : Qt::AlignRight));
    default:
        return {};
    }
}

QVariant StepPartsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= stepPartColumnCount)
        return {};
    const auto column = StepPartColumn(section);
    switch (role) {
    case Qt::DisplayRole:
        return titleOf(column);
    case PlainRole:
        return column == StepPartColumn::Part || column == StepPartColumn::Share
                   ? titleOf(column)
                   : tr("%1 (µs)").arg(titleOf(column));
    case Qt::ToolTipRole:
        return paragraph(helpOf(column));
    case Qt::InitialSortOrderRole:
        return int(column == StepPartColumn::Part ? Qt::AscendingOrder : Qt::DescendingOrder);
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (column == StepPartColumn::Part ? Qt::AlignLeft : Qt::AlignRight));
    default:
        return {};
    }
}

void StepPartsModel::sort(int column, Qt::SortOrder order)
{
    m_sortColumn = StepPartColumn(column);
    m_sortOrder = order;
    if (m_order.empty())
        return;
    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    QModelIndexList after;
    auto next = orderOf(m_figures);
    for (const QModelIndex& index : before) {
        const auto which = part(index.row());
        const auto found = which ? std::ranges::find(next, *which) : next.end();
        after += this->index(int(found - next.begin()), index.column());
    }
    m_order = std::move(next);
    changePersistentIndexList(before, after);
    Q_EMIT layoutChanged({}, VerticalSortHint);
}

} // namespace stepscope::ui
