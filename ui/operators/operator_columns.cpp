#include "ui/operators/operator_columns.h"

#include "core/base/text/format.h"
#include "core/base/text/format_amount.h"
#include "core/base/text/symbol_name.h"
#include "core/exchange/table_value.h"
#include "core/trace/duration_digest.h"
#include "ui/support/qt_text.h"

#include <QCoreApplication>

#include <array>
#include <cmath>
#include <limits>

namespace stepscope::ui {

namespace {

constexpr double notKnown = std::numeric_limits<double>::quiet_NaN();

struct OperatorColumnWords
{
    Q_DECLARE_TR_FUNCTIONS(OperatorColumn)
};

using enum OperatorFigure;

constexpr bool hidden = false;

QString accuracyOfPercentiles()
{
    return OperatorColumnWords::tr("Exact for up to %1 calls of a row, otherwise within %2.")
        .arg(countText(DurationDigest::exactCalls), toQString(formatShare(DurationDigest::largestError)));
}

std::array<OperatorColumnInfo, operatorColumnCount> makeColumns()
{
    const QString accuracy = ' ' + accuracyOfPercentiles();
    return {{
        {OperatorColumnWords::tr("Operator"),
         OperatorColumnWords::tr("The operator or autograd function, with its name in PyTorch; in other "
                                 "groupings, the layer, kernel, thread or part of the step."),
         "operator", Text, 248},
        {OperatorColumnWords::tr("Pass"),
         OperatorColumnWords::tr("The part of the training step that called it. A kernel has one row for all "
                                 "passes, unless a pass is chosen above the table."),
         "pass", Text, 92},
        {OperatorColumnWords::tr("Calls"),
         OperatorColumnWords::tr("Number of calls in the steps covered. When rows are not operators, calls "
                                 "nested in the same row are not counted."),
         "calls", Count, 72},
        {OperatorColumnWords::tr("Self time"),
         OperatorColumnWords::tr("Time in the operator itself, as PyTorch's profiler defines it: the "
                                 "duration of its calls without nested operators, device runtime calls and "
                                 "marked ranges on the same thread, summed over the steps covered."),
         "self_us", Time, 96},
        {OperatorColumnWords::tr("Self %"),
         OperatorColumnWords::tr("Self time as a share of the self times of all operators. The column sums "
                                 "to 100 % over all rows, including filtered ones."),
         "self_percent", Share, 88},
        {OperatorColumnWords::tr("Total time"),
         OperatorColumnWords::tr("Time from call to return, including the operators called, summed over the "
                                 "steps covered. Calls nested in the same row are not counted again."),
         "total_us", Time, 96},
        {OperatorColumnWords::tr("Total %"),
         OperatorColumnWords::tr("Total time as a share of the duration of all top-level operators. "
                                 "Operators contain each other, so this column does not sum to 100 %."),
         "total_percent", Share, 88},
        {OperatorColumnWords::tr("Mean"),
         OperatorColumnWords::tr(
             "Mean duration of a call, including the operators called. Where calls are "
             "nested in others of the same row, calls × mean is more than the total time, "
             "which counts nested calls once."),
         "mean_us", Time, 88},
        {OperatorColumnWords::tr("Min"),
         OperatorColumnWords::tr("Duration of the shortest call, including the operators called."), "min_us",
         Time, 88, hidden},
        {OperatorColumnWords::tr("p5"),
         OperatorColumnWords::tr(
             "One call in twenty is shorter: the 5th percentile of call durations, with linear "
             "interpolation.") +
             accuracy,
         "p5_us", Time, 88, hidden},
        {OperatorColumnWords::tr("Median"),
         OperatorColumnWords::tr("Half of the calls are shorter: the 50th percentile of call durations.") +
             accuracy,
         "median_us", Time, 88},
        {OperatorColumnWords::tr("p95"),
         OperatorColumnWords::tr("One call in twenty is longer: the 95th percentile of call durations.") +
             accuracy,
         "p95_us", Time, 88},
        {OperatorColumnWords::tr("Max"),
         OperatorColumnWords::tr("Duration of the longest call, including the operators called."), "max_us",
         Time, 88, hidden},
        {OperatorColumnWords::tr("First call"),
         OperatorColumnWords::tr("Duration of the first recorded call. If it is much longer than the others, "
                                 "something was still warming up."),
         "first_call_us", Time, 88, hidden},
        {OperatorColumnWords::tr("First / rest"),
         OperatorColumnWords::tr("Duration of the first recorded call, divided by the median of the others "
                                 "with the same input shapes. If it is well above 1, the call included "
                                 "setup: memory, caches, choosing or compiling kernels."),
         "first_to_others", Times, 104},
        {OperatorColumnWords::tr("Self FLOPs"),
         OperatorColumnWords::tr(
             "Floating-point operations of the operator without those of the operators it called, summed "
             "over the active steps. Each operation counts once, so the column sums to all operations."),
         "self_flops", Flops, 96},
        {OperatorColumnWords::tr("Total FLOPs"),
         OperatorColumnWords::tr(
             "Floating-point operations of the operator and of those it called, summed over the active "
             "steps: two for each multiply-add. Operators contain each other, so the sum of this column "
             "counts operations several times. Computed from the input shapes if a formula is known (matrix "
             "products, convolutions forward and backward, elementwise sums and products)."),
         "total_flops", Flops, 108},
        {OperatorColumnWords::tr("GFLOP/s"),
         OperatorColumnWords::tr("Achieved speed: total FLOPs divided by total time, or by the device time "
                                 "if devices did the work."),
         "gflop_per_s", Rate, 92},
        {OperatorColumnWords::tr("% of peak"),
         OperatorColumnWords::tr("Achieved speed as a share of the peak of this machine's processors, "
                                 "measured with as many threads as the run used: press Measure roof in the "
                                 "Roofline view, or run stepscope devices --measure-peak."),
         "peak_percent", Share, 88},
        {OperatorColumnWords::tr("Self memory"),
         OperatorColumnWords::tr("Memory allocated minus memory freed by the operator itself, summed over "
                                 "the active steps. Negative if an operator frees what others allocated."),
         "self_bytes", Bytes, 112},
        {OperatorColumnWords::tr("Total memory"),
         OperatorColumnWords::tr("Memory allocated minus memory freed by the operator and those it called, "
                                 "summed over the active steps."),
         "total_bytes", Bytes, 116},
        {OperatorColumnWords::tr("Runtime"),
         OperatorColumnWords::tr("Time in device runtime or driver calls that the operator itself made, such "
                                 "as cudaLaunchKernel: part of its total time, not of its self time."),
         "runtime_us", Time, 88},
        {OperatorColumnWords::tr("Device self"),
         OperatorColumnWords::tr("Time of the kernels, copies and memory sets that the operator itself "
                                 "launched. Concurrent work on several streams adds up."),
         "device_self_us", Time, 104},
        {OperatorColumnWords::tr("Device %"),
         OperatorColumnWords::tr("Device self time as a share of all work on devices. It sums to 100 % if "
                                 "every kernel's operator is known."),
         "device_percent", Share, 88},
        {OperatorColumnWords::tr("Device total"),
         OperatorColumnWords::tr(
             "Time of the kernels, copies and memory sets launched by the operator and by those it called."),
         "device_total_us", Time, 112},
        {OperatorColumnWords::tr("Kernels"),
         OperatorColumnWords::tr(
             "Number of kernels that the operator itself launched, without copies and memory sets."),
         "kernels", Count, 80},
        {OperatorColumnWords::tr("Occupancy"),
         OperatorColumnWords::tr(
             "For the kernels that the operator itself launched: share of the multiprocessors' warps in use, "
             "as estimated by the recorder, weighted by duration."),
         "occupancy_percent", Share, 104},
        {OperatorColumnWords::tr("Layer"),
         OperatorColumnWords::tr("The layer that the calls belong to; in the backward pass, found by "
                                 "autograd's sequence numbers."),
         "layer", Text, 104},
        {OperatorColumnWords::tr("Sequence"),
         OperatorColumnWords::tr("Autograd's sequence numbers of the calls, the lowest and the highest. They "
                                 "link the backward pass to the forward pass."),
         "sequence", Text, 96, hidden},
        {OperatorColumnWords::tr("Input shapes"),
         OperatorColumnWords::tr("Shapes of the input tensors. If calls differ, the number of different "
                                 "shapes: group by operator and shapes to see them separately."),
         "input_shapes", Text, 240},
    }};
}

QString shapesText(const OperatorRow& row, const Trace& trace)
{
    if (row.shape != noShape && row.shape < trace.shapes.size())
        return toQString(trace.shapes[row.shape]);
    return row.shapes > 1 ? OperatorColumnWords::tr("%n different", nullptr, int(row.shapes)) : QString();
}

QString sequenceText(const OperatorRow& row)
{
    if (row.firstSequence < 0)
        return {};
    return row.firstSequence == row.lastSequence
               ? QString::number(row.firstSequence)
               : QString("%1–%2").arg(row.firstSequence).arg(row.lastSequence);
}

QString nameText(const OperatorStatistics& statistics, const OperatorRow& row, const Trace& trace,
                 const ShortNames* shortNames)
{
    const std::string name = operatorRowTitle(statistics, row, trace);
    return toQString(shortNames ? shortNames->of(name) : name);
}

QString figureText(OperatorFigure figure, double value, const std::string& unit)
{
    switch (figure) {
    case Count:
        return countText(int64_t(value));
    case Share:
        return toQString(formatShare(value));
    case Flops:
        return toQString(formatFlops(value));
    case Rate:
        return QString::number(value, 'g', 3);
    case Bytes:
        return bytesText(value);
    case Times:
        return toQString(formatTimes(value)) + " ×";
    default:
        return toQString(formatBareAmount(value, unit));
    }
}

double callFigure(const OperatorRow& row, OperatorColumn column)
{
    switch (column) {
    case OperatorColumn::MeanTime:
        return row.calls > 0 ? row.meanNs : notKnown;
    case OperatorColumn::MinTime:
        return double(row.minNs);
    case OperatorColumn::P5Time:
        return row.spread.p5Ns;
    case OperatorColumn::MedianTime:
        return row.spread.p50Ns;
    case OperatorColumn::P95Time:
        return row.spread.p95Ns;
    case OperatorColumn::MaxTime:
        return double(row.maxNs);
    case OperatorColumn::FirstTime:
        return double(row.firstNs);
    case OperatorColumn::FirstRatio:
        return row.firstRatio() > 0 ? row.firstRatio() : notKnown;
    default:
        return notKnown;
    }
}

double deviceFigure(const OperatorRow& row, OperatorColumn column)
{
    switch (column) {
    case OperatorColumn::RuntimeTime:
        return row.runtimeNs > 0 ? double(row.runtimeNs) : notKnown;
    case OperatorColumn::DeviceSelf:
        return row.deviceSelfNs > 0 ? double(row.deviceSelfNs) : notKnown;
    case OperatorColumn::DeviceShare:
        return row.deviceSelfNs > 0 ? row.deviceShare : notKnown;
    case OperatorColumn::DeviceTotal:
        return row.deviceTotalNs > 0 ? double(row.deviceTotalNs) : notKnown;
    case OperatorColumn::Kernels:
        return row.kernels > 0 ? double(row.kernels) : notKnown;
    case OperatorColumn::Occupancy:
        return row.occupancy >= 0 ? row.occupancy : notKnown;
    default:
        return callFigure(row, column);
    }
}

} // namespace

QString OperatorColumnInfo::unit() const
{
    switch (figure) {
    case Time:
        return "µs";
    case Share:
        return "%";
    case Bytes:
        return "B";
    default:
        return {};
    }
}

const OperatorColumnInfo& operatorColumn(OperatorColumn column)
{
    static const auto columns = makeColumns();
    return columns[size_t(column)];
}

QString operatorTitle(OperatorColumn column, const OperatorStatistics& statistics)
{
    const auto unit = toQString(statistics.unit);
    if (column == OperatorColumn::SelfTime && !unit.isEmpty())
        return OperatorColumnWords::tr("Self %1").arg(unit);
    if (column == OperatorColumn::TotalTime && !unit.isEmpty())
        return OperatorColumnWords::tr("Total %1").arg(unit);
    return column == OperatorColumn::Name ? operatorRowTitle(statistics) : operatorColumn(column).title;
}

std::string operatorKey(OperatorColumn column, const OperatorStatistics& statistics)
{
    const std::string& key = operatorColumn(column).key;
    constexpr std::string_view microseconds = "_us";
    if (statistics.unit.empty() || !key.ends_with(microseconds))
        return key;
    return amountKey(key.substr(0, key.size() - microseconds.size()), statistics.unit);
}

bool isInMicroseconds(OperatorColumn column, const OperatorStatistics& statistics)
{
    return operatorColumn(column).figure == Time && statistics.unit.empty();
}

QString operatorRowTitle(const OperatorStatistics& statistics)
{
    if (statistics.contents.areFunctions && isByOperator(statistics.grouping))
        return OperatorColumnWords::tr("Function");
    switch (statistics.grouping) {
    case OperatorGrouping::ByLayer:
        return OperatorColumnWords::tr("Layer");
    case OperatorGrouping::ByLayerType:
        return OperatorColumnWords::tr("Layer type");
    case OperatorGrouping::ByPass:
        return OperatorColumnWords::tr("Pass");
    case OperatorGrouping::ByKernel:
        return OperatorColumnWords::tr("Kernel");
    case OperatorGrouping::ByThread:
        return OperatorColumnWords::tr("Thread or stream");
    default:
        return operatorColumn(OperatorColumn::Name).title;
    }
}

/// An aggregated profile has no single calls, passes, shapes or memory.
static bool isKnownOfFunctions(OperatorColumn column, const OperatorStatistics& statistics)
{
    switch (column) {
    case OperatorColumn::Name:
    case OperatorColumn::SelfTime:
    case OperatorColumn::SelfShare:
    case OperatorColumn::TotalTime:
    case OperatorColumn::TotalShare:
        return true;
    case OperatorColumn::Calls:
    case OperatorColumn::MeanTime:
        return statistics.countsCalls;
    default:
        return false;
    }
}

bool isOperatorColumnKnown(OperatorColumn column, const OperatorStatistics& statistics)
{
    if (statistics.contents.areFunctions && !isKnownOfFunctions(column, statistics))
        return false;
    switch (column) {
    case OperatorColumn::Pass:
        return statistics.grouping != OperatorGrouping::ByPass;
    case OperatorColumn::SelfTime:
    case OperatorColumn::SelfShare:
    case OperatorColumn::TotalTime:
    case OperatorColumn::TotalShare:
    case OperatorColumn::SelfFlops:
    case OperatorColumn::Flops:
    case OperatorColumn::FlopRate:
    case OperatorColumn::SelfMemory:
    case OperatorColumn::TotalMemory:
        return statistics.grouping != OperatorGrouping::ByKernel;
    case OperatorColumn::PeakShare: // the peak of a device is not known
        return !statistics.hasDevice && statistics.grouping != OperatorGrouping::ByKernel;
    case OperatorColumn::P5Time:
    case OperatorColumn::MedianTime:
    case OperatorColumn::P95Time:
        return statistics.hasCalls;
    case OperatorColumn::FirstTime:
    case OperatorColumn::FirstRatio: // calls of different kinds cannot be compared
        return statistics.hasCalls && isByOperator(statistics.grouping);
    case OperatorColumn::RuntimeTime:
        return statistics.hasRuntime && statistics.grouping != OperatorGrouping::ByKernel;
    case OperatorColumn::DeviceSelf:
    case OperatorColumn::DeviceShare:
    case OperatorColumn::DeviceTotal:
    case OperatorColumn::Kernels:
    case OperatorColumn::Occupancy:
        return statistics.hasDevice;
    case OperatorColumn::Layer:
        return statistics.hasCalls && statistics.grouping != OperatorGrouping::ByLayer;
    case OperatorColumn::Sequence:
        return statistics.hasCalls && isByOperator(statistics.grouping);
    case OperatorColumn::Shapes:
        return isByOperator(statistics.grouping);
    default:
        return true;
    }
}

double operatorFigure(const OperatorRow& row, OperatorColumn column)
{
    switch (column) {
    case OperatorColumn::Calls:
        return row.calls > 0 ? double(row.calls) : notKnown;
    case OperatorColumn::SelfTime:
        return double(row.selfNs);
    case OperatorColumn::SelfShare:
        return row.selfShare;
    case OperatorColumn::TotalTime:
        return double(row.totalNs);
    case OperatorColumn::TotalShare:
        return row.totalShare;
    case OperatorColumn::SelfFlops:
        return row.flops > 0 ? double(row.selfFlops) : notKnown;
    case OperatorColumn::Flops:
        return row.flops > 0 ? double(row.flops) : notKnown;
    case OperatorColumn::FlopRate:
        return row.flopsPerSecond() > 0 ? row.flopsPerSecond() / 1e9 : notKnown;
    case OperatorColumn::PeakShare:
        return row.peakShare >= 0 ? row.peakShare : notKnown;
    case OperatorColumn::SelfMemory:
        return double(row.selfBytes);
    case OperatorColumn::TotalMemory:
        return double(row.totalBytes);
    default:
        return deviceFigure(row, column);
    }
}

double operatorValue(const OperatorStatistics& statistics, const OperatorRow& row, OperatorColumn column)
{
    const double figure = operatorFigure(row, column);
    switch (operatorColumn(column).figure) {
    case Time:
        return plainAmount(figure, statistics.unit);
    case Share:
        return figure * 100.0;
    default:
        return figure;
    }
}

ShortNames shortRowNames(const OperatorStatistics& statistics, const Trace& trace)
{
    ShortNames names([](const std::string& name) { return name; });
    if (isByOperator(statistics.grouping) && !statistics.contents.areFunctions)
        names = ShortNames(&withoutNamespace);
    else if (statistics.grouping == OperatorGrouping::ByKernel)
        names = ShortNames(&shortSymbol);
    for (const OperatorRow& row : statistics.rows)
        names.add(operatorRowTitle(statistics, row, trace));
    return names;
}

QString operatorText(const OperatorStatistics& statistics, const OperatorRow& row, OperatorColumn column,
                     const Trace& trace, const ShortNames* shortNames)
{
    if (!isOperatorColumnKnown(column, statistics))
        return {};
    switch (column) {
    case OperatorColumn::Name:
        return nameText(statistics, row, trace, shortNames);
    case OperatorColumn::Pass:
        return row.severalPasses ? OperatorColumnWords::tr("several") : toQString(passWord(row.pass));
    case OperatorColumn::Shapes:
        return shapesText(row, trace);
    case OperatorColumn::Sequence:
        return sequenceText(row);
    case OperatorColumn::Layer:
        if (row.severalLayers)
            return OperatorColumnWords::tr("several");
        return row.layer == noName ? QString() : toQString(trace.names[row.layer]);
    default:
        break;
    }
    const OperatorFigure figure = operatorColumn(column).figure;
    const double value = operatorFigure(row, column);
    if (column == OperatorColumn::PeakShare && std::isnan(value))
        return absentText; // has a tooltip that says why
    return std::isnan(value) || (figure == Bytes && value == 0) ? QString()
                                                                : figureText(figure, value, statistics.unit);
}

} // namespace stepscope::ui
