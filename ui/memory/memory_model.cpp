#include "ui/memory/memory_model.h"

#include "core/base/files/csv.h"
#include "core/base/text/format.h"
#include "ui/support/qt_text.h"

#include <algorithm>

namespace stepscope::ui {

void MemoryModel::show(const Trace* trace, std::vector<MemoryShare> shares)
{
    beginResetModel();
    m_trace = trace;
    m_shares = std::move(shares);
    m_bytes = 0;
    for (const auto& share : m_shares)
        m_bytes += share.bytes;
    sortShares();
    endResetModel();
}

int MemoryModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_shares.size());
}

int MemoryModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : columns;
}

bool MemoryModel::hasLayers() const
{
    return std::ranges::any_of(m_shares, [](const MemoryShare& share) { return share.layerName != noName; });
}

QString MemoryModel::layerText(const MemoryShare& share) const
{
    return share.layerName == noName ? QString() : toQString(m_trace->names[share.layerName]);
}

QString MemoryModel::operatorText(const MemoryShare& share) const
{
    return share.operatorName == noName ? tr("outside of any operator")
                                        : toQString(m_trace->names[share.operatorName]);
}

QString MemoryModel::text(const MemoryShare& share, int column) const
{
    switch (column) {
    case Layer:
        return layerText(share);
    case Operator:
        return toQString(withoutNamespace(operatorText(share).toStdString()));
    case PassOf:
        return toQString(passWord(share.pass));
    case Blocks:
        return countText(share.blocks);
    case Bytes:
        return bytesText(double(share.bytes));
    default:
        return m_bytes > 0 ? toQString(formatShare(double(share.bytes) / double(m_bytes))) : QString();
    }
}

QVariant MemoryModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const auto& share = m_shares[size_t(index.row())];
    const bool isNumber = index.column() >= Blocks;
    switch (role) {
    case Qt::DisplayRole:
        return text(share, index.column());
    case Qt::ToolTipRole:
        return index.column() == Operator ? QVariant(operatorText(share)) : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            Qt::Alignment(Qt::AlignVCenter | (isNumber ? Qt::AlignRight : Qt::AlignLeft)));
    case FigureRole:
        return m_bytes > 0 ? double(share.bytes) / double(m_bytes) : 0.0;
    case PassRole:
        return int(share.pass);
    default:
        return {};
    }
}

QVariant MemoryModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    static const struct
    {
        QString title;
        QString help;
    } heads[columns] = {
        {tr("Layer"), tr("The layer that the memory was allocated for; in the backward pass, the layer of "
                         "the forward operator with the same sequence number.")},
        {tr("Operator"), tr("The innermost operator that was running when the memory was allocated.")},
        {tr("Pass"), tr("The part of the training step in which the memory was allocated.")},
        {tr("Blocks"), tr("Number of live blocks.")},
        {tr("Memory"), tr("Total size of the live blocks.")},
        {tr("Share"), tr("Share of all live memory at that time. The column sums to 100 %.")}};
    switch (role) {
    case Qt::DisplayRole:
        return heads[section].title;
    case Qt::ToolTipRole:
        return heads[section].help;
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            Qt::Alignment(Qt::AlignVCenter | (section >= Blocks ? Qt::AlignRight : Qt::AlignLeft)));
    case Qt::InitialSortOrderRole:
        return QVariant::fromValue(section >= Blocks ? Qt::DescendingOrder : Qt::AscendingOrder);
    default:
        return {};
    }
}

void MemoryModel::sort(int column, Qt::SortOrder order)
{
    m_sortColumn = column;
    m_sortOrder = order;
    beginResetModel();
    sortShares();
    endResetModel();
}

void MemoryModel::sortShares()
{
    const auto by = [this](const auto& keyOf) {
        std::ranges::stable_sort(m_shares, [&](const MemoryShare& a, const MemoryShare& b) {
            return m_sortOrder == Qt::AscendingOrder ? keyOf(a) < keyOf(b) : keyOf(b) < keyOf(a);
        });
    };
    switch (m_sortColumn) {
    case Layer:
        return by([this](const MemoryShare& share) { return layerText(share); });
    case Operator:
        return by([this](const MemoryShare& share) { return text(share, Operator); });
    case PassOf:
        return by([](const MemoryShare& share) { return share.pass; });
    case Blocks:
        return by([](const MemoryShare& share) { return share.blocks; });
    default:
        return by([](const MemoryShare& share) { return share.bytes; });
    }
}

QString MemoryModel::tsv(const QList<int>& rows) const
{
    QString table = tr("Layer\tOperator\tPass\tBlocks\tMemory (B)\tShare (%)\n");
    for (const int row : rows) {
        const auto& share = m_shares[size_t(row)];
        const QStringList cells{
            layerText(share),
            operatorText(share),
            text(share, PassOf),
            QString::number(share.blocks),
            QString::number(share.bytes),
            QString::number(100.0 * double(share.bytes) / double(std::max<int64_t>(m_bytes, 1)), 'f', 2)};
        table += cells.join('\t') + '\n';
    }
    return table;
}

std::string MemoryModel::csv() const
{
    CsvWriter csv{"layer", "operator", "pass", "blocks", "bytes", "percent"};
    for (const auto& share : m_shares)
        csv.field(layerText(share).toStdString())
            .field(share.operatorName == noName ? "" : m_trace->names[share.operatorName])
            .field(passName(share.pass))
            .field(share.blocks)
            .field(share.bytes)
            .field(100.0 * double(share.bytes) / double(std::max<int64_t>(m_bytes, 1)))
            .endRow();
    return csv.text();
}

} // namespace stepscope::ui
