#include "ui/operators/operator_columns.h"

#include "core/base/format.h"

#include <QCoreApplication>

#include <array>

namespace stepscope::ui {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("OperatorColumn", text);
}

std::array<OperatorColumnInfo, operatorColumnCount> makeColumns()
{
    return {{
        {tr("Operator"), tr("The operator or autograd function, named as PyTorch prints it."), 248, false},
        {tr("Pass"), tr("The part of the training step in which it was called."), 92, false},
        {tr("Calls"), tr("How often it was called in the steps covered."), 72},
        {tr("Self time"),
         tr("Time in the operator itself: the duration of its calls without the operators that they called "
            "on "
            "the same thread, summed over the steps covered."),
         96},
        {tr("Self %"),
         tr("Self time as a share of the self times of all operators. The column sums to 100 % over all "
            "rows, "
            "also those that are filtered out."),
         96},
        {tr("Total time"),
         tr("Time from call to return, the operators that it called included, summed over the steps covered. "
            "A "
            "call inside another call of the same row is not counted again."),
         96},
        {tr("Total %"),
         tr("Total time as a share of the self times of all operators. Operators contain each other, so this "
            "column does not sum to 100 %."),
         96},
        {tr("Mean"), tr("Mean duration of one call, the operators that it called included."), 88},
        {tr("Min"), tr("Duration of the shortest call, the operators that it called included."), 88},
        {tr("Max"), tr("Duration of the longest call, the operators that it called included."), 88},
        {tr("FLOPs"),
         tr("Floating-point operations of the operator and those that it called, summed over the active "
            "steps: "
            "two for a multiplication with its addition. Counted from the input shapes where a formula is "
            "known "
            "(products of matrices, convolutions forward and backward, sums and products of elements)."),
         96},
        {tr("GFLOP/s"), tr("Speed achieved: FLOPs divided by total time."), 80},
        {tr("Self memory"),
         tr("Memory allocated less memory freed by the operator itself, summed over the active steps. It is "
            "below 0 "
            "where an operator frees what others allocated."),
         96},
        {tr("Total memory"),
         tr("Memory allocated less memory freed by the operator and those that it called, summed over the "
            "active "
            "steps."),
         96},
        {tr("Input shapes"),
         tr("Shapes of the input tensors. Where calls differ, how many different shapes there were: group by "
            "operator and shapes to tell them apart."),
         240, false},
    }};
}

QString shapesText(const OperatorRow& row, const Trace& trace)
{
    if (row.shape != noShape && row.shape < trace.shapes.size())
        return QString::fromStdString(trace.shapes[row.shape]);
    return row.shapes > 1 ? tr("%1 different").arg(row.shapes) : QString();
}

} // namespace

const OperatorColumnInfo& operatorColumn(OperatorColumn column)
{
    static const auto columns = makeColumns();
    return columns[size_t(column)];
}

double operatorFigure(const OperatorRow& row, OperatorColumn column)
{
    switch (column) {
    case OperatorColumn::Calls:
        return double(row.calls);
    case OperatorColumn::SelfTime:
        return double(row.selfNs);
    case OperatorColumn::SelfShare:
        return row.selfShare;
    case OperatorColumn::TotalTime:
        return double(row.totalNs);
    case OperatorColumn::TotalShare:
        return row.totalShare;
    case OperatorColumn::MeanTime:
        return row.meanNs;
    case OperatorColumn::MinTime:
        return double(row.minNs);
    case OperatorColumn::MaxTime:
        return double(row.maxNs);
    case OperatorColumn::Flops:
        return double(row.flops);
    case OperatorColumn::FlopRate: // an operation a nanosecond is a GFLOP/s
        return row.totalNs > 0 ? double(row.flops) / double(row.totalNs) : 0.0;
    case OperatorColumn::SelfMemory:
        return double(row.selfBytes);
    case OperatorColumn::TotalMemory:
        return double(row.totalBytes);
    case OperatorColumn::Name:
    case OperatorColumn::Pass:
    case OperatorColumn::Shapes:
        break;
    }
    return 0.0;
}

QString operatorText(const OperatorRow& row, OperatorColumn column, const Trace& trace, bool withNamespace)
{
    switch (column) {
    case OperatorColumn::Name: {
        const std::string& name = trace.names[row.name];
        return QString::fromStdString(withNamespace ? name : withoutNamespace(name));
    }
    case OperatorColumn::Pass:
        return tr(passName(row.pass));
    case OperatorColumn::Shapes:
        return shapesText(row, trace);
    case OperatorColumn::Calls:
        return QString::fromStdString(formatCount(row.calls));
    case OperatorColumn::SelfShare:
    case OperatorColumn::TotalShare:
        return QString::fromStdString(formatShare(operatorFigure(row, column)));
    case OperatorColumn::Flops:
        return row.flops == 0 ? QString() : QString::fromStdString(formatFlops(double(row.flops)));
    case OperatorColumn::FlopRate:
        return row.flops == 0 ? QString() : QString::number(operatorFigure(row, column), 'g', 3);
    case OperatorColumn::SelfMemory:
    case OperatorColumn::TotalMemory: {
        const double bytes = operatorFigure(row, column);
        return bytes == 0 ? QString() : QString::fromStdString(formatBytes(bytes));
    }
    default:
        return QString::fromStdString(formatNs(operatorFigure(row, column)));
    }
}

} // namespace stepscope::ui
