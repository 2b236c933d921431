#pragma once

#include "core/language/translation.h"
#include "core/trace/duration_digest.h"
#include "core/trace/event_column.h"
#include "core/trace/event_layers.h"
#include "core/trace/open_calls.h"
#include "core/trace/operators/call_flops.h"
#include "core/trace/operators/operator_totals.h"
#include "core/trace/step_range.h"
#include "core/trace/trace.h"
#include "core/trace/trace_sums.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace stepscope {

/// What defines a row. Every row is of one pass, unless they are merged: see PassRows.
enum class OperatorGrouping : uint8_t {
    ByOperator,
    ByOperatorAndShape,
    ByLayer,     ///< calls by their layer, as determined by EventLayers
    ByLayerType, ///< the same by the layer's type
    ByPass,
    ByKernel, ///< work on devices by name: kernels, copies, memory sets
    ByThread, ///< operators by thread, work on devices by stream
};

inline bool isByOperator(OperatorGrouping grouping)
{
    return grouping == OperatorGrouping::ByOperator || grouping == OperatorGrouping::ByOperatorAndShape;
}

/// Whether a kernel that ran in several passes has a row for each of them. Only rows of device work can be
/// merged: calls on the host may contain each other.
enum class PassRows : uint8_t { Separate, Merged };

/// Types of layers by their names: "conv1" is a "Conv2d". A trace does not have them; the network's graph
/// does.
using LayerTypes = std::map<std::string, std::string>;

/// One row of the operator table. Times are in nanoseconds. Times of calls are those on the host, except in
/// rows of kernels and streams. If not grouped by operator, a call only counts if it is not inside another
/// call of the same row. A layer's row includes the calls of the layers within it, but not their self times.
struct OperatorRow
{
    /// The operator, kernel or layer (noName: in none); index in
    /// OperatorStatistics::types, or in Trace::threads.
    NameId name{0};
    ShapeId shape = noShape; ///< when grouped by operator: only if all calls agree
    uint32_t shapes = 0;     ///< number of different input shapes of the calls, as far as recorded
    Pass pass = Pass::Other;
    bool severalPasses = false; ///< calls of other passes are counted, too: see PassRows
    bool isStream = false;      ///< grouped by thread: of a device
    int64_t calls = 0;          ///< 0: not known, in sums by stack
    /// Total minus the operators, runtime calls and marked ranges directly in it on the same thread.
    int64_t selfNs = 0;
    int64_t totalNs = 0; ///< calls inside another call of the same row are not counted again
    int64_t minNs = 0;   ///< of one call, including its callees, as are mean and max
    int64_t maxNs = 0;
    double meanNs = 0.0; ///< 0 if the calls are not known
    /// Floating-point operations by operatorFlops(), without those counted by called operators: the column
    /// adds up to OperatorStatistics::flops.
    int64_t selfFlops = 0;
    /// Including those of the called operators: by operatorFlops() if it has a formula, else the sum of the
    /// callees'.
    int64_t flops = 0;
    int64_t selfBytes = 0;   ///< allocated minus freed bytes while no called operator ran on the thread
    int64_t totalBytes = 0;  ///< the same including the called operators
    double selfShare = 0.0;  ///< selfNs / sum of all rows' selfNs; the column adds up to 1
    double totalShare = 0.0; ///< totalNs / OperatorStatistics::totalNs

    // Only with OperatorStatistics::hasCalls:
    /// Of one call, including its callees; the rest: calls with the shapes of the first one.
    DurationSpread spread = {};
    int64_t firstNs = 0; ///< the first call in time
    /// Autograd's sequence numbers of the calls, from lowest to highest; -1: none.
    int64_t firstSequence = -1;
    int64_t lastSequence = -1;
    NameId layer = noName; ///< of all calls
    bool severalLayers = false;

    // Only with OperatorStatistics::hasRuntime.
    int64_t runtimeNs = 0; ///< in calls of the device's runtime or driver made by the operator itself

    // Only with OperatorStatistics::hasDevice. Work that runs at the same time on several streams adds up.
    int64_t deviceSelfNs = 0;  ///< kernels, copies and memory sets launched by the calls themselves
    int64_t deviceTotalNs = 0; ///< including those of the called operators
    int64_t kernels = 0;       ///< launched by the calls themselves
    double occupancy = -1.0;   ///< of these, weighted by duration; -1: not known
    double deviceShare = 0.0;  ///< deviceSelfNs / OperatorStatistics::deviceNs

    double peakShare = -1.0; ///< flopsPerSecond() / OperatorStatistics::peakFlopsPerSecond; -1: not known

    /// The calls may only have launched work on a device that was not recorded: their time says nothing about
    /// the speed of that work.
    bool isLaunchOnly = false;

    /// The achieved speed: operations divided by the time of the device work if there was any, else by the
    /// time of the calls. 0: not known.
    double flopsPerSecond() const
    {
        if (isLaunchOnly)
            return 0.0;
        const int64_t ns = deviceTotalNs > 0 ? deviceTotalNs : totalNs;
        return flops > 0 && ns > 0 ? double(flops) / double(ns) * 1e9 : 0.0;
    }
    /// The first call's duration / the median of the others with its shapes; 0: there was only one, or they
    /// took no time. For operators: other rows mix calls of different kinds.
    double firstRatio() const { return spread.restP50Ns > 0 ? double(firstNs) / spread.restP50Ns : 0.0; }
};

/// The data of the operator table: the only place where these figures are computed.
struct OperatorStatistics
{
    std::vector<OperatorRow> rows; ///< in decreasing order of self time, then of self time on devices
    int64_t selfNs = 0;            ///< sum of all self times
    /// Duration of the outermost operators: the self times, and the runtime calls and ranges within
    /// operators.
    int64_t totalNs = 0;
    int64_t steps = 0;             ///< steps covered by the figures
    ActiveSteps active;            ///< of these; not known for running totals
    int64_t callsOutside = -1;     ///< callsOutsideSteps() of all pieces of a trace; -1: it was a single one
    bool hasFlops = false;         ///< the rows' operations are known where there are formulas
    bool hasMemory = false;        ///< allocations were recorded
    bool hasCalls = false;         ///< single calls are known: from a trace, not only from running totals
    bool hasDevice = false;        ///< there was work on a device
    bool hasRuntime = false;       ///< operators called a device's runtime
    bool countsCalls = true;       ///< some row's calls are known
    TraceContents contents;        ///< of the trace
    std::string unit;              ///< Trace::unit: the unit in place of time
    int64_t flops = 0;             ///< of all steps, each operation counted once
    int64_t deviceNs = 0;          ///< of all device work, whatever launched it
    double peakFlopsPerSecond = 0; ///< for OperatorRow::peakShare, set by setPeak(); 0: none
    OperatorGrouping grouping = OperatorGrouping::ByOperator;
    PassRows passes = PassRows::Separate;
    StepRange range;                ///< the steps to which the figures were limited
    std::vector<std::string> types; ///< of layers, if grouped by them; empty: not known

    /// Whether device time is the figure to show first: where a device worked, and of kernels.
    bool isOfDevice() const { return hasDevice || grouping == OperatorGrouping::ByKernel; }
};

/// The rows with the most self time, or if work on devices was recorded, with the most work of their own
/// there. At most `most`, in decreasing order.
std::vector<const OperatorRow*> costliestRows(const OperatorStatistics& statistics, size_t most);

/// Number of operators that started outside of steps: all of them in a trace without steps.
int64_t callsOutsideSteps(const Trace& trace);

/// Names of rows by layer or by its type, for what has none.
inline constexpr Translatable outsideOfLayers = translatable("outside of layers");
inline constexpr Translatable unknownLayerType = translatable("unknown type");

/// The name of a row: "aten::conv2d", "conv1", "Conv2d", "Forward", "training". The name is for files, in
/// English; the title is in the user's language.
std::string operatorRowName(const OperatorStatistics& statistics, const OperatorRow& row, const Trace& trace);
std::string operatorRowTitle(const OperatorStatistics& statistics, const OperatorRow& row,
                             const Trace& trace);

/// Statistics of the events in a trace. Processes everything appended since the last call, so that a table
/// can follow a recording. In an aggregated profile every function counts as an operator, and no single
/// call is known.
///
/// Self time is that of PyTorch's profiler and of its TensorBoard plugin: a call's duration minus that of the
/// operators, runtime calls and marked ranges directly below it on the same thread. Layers and Python
/// functions are looked through. It is at least 0: because of clock rounding, children can last longer than
/// their parent. Time in runtime calls is a separate figure (OperatorRow::runtimeNs). Apart from such
/// rounding, self and runtime times and ranges inside of operators add up to the durations of the outermost
/// operators. Shares of self times are of their sum, so they always add up to 1; those of total times are of
/// the durations of the outermost operators, so none is above 1.
///
/// Device work belongs to the innermost operator around its launch, and in the total to the callers of that
/// operator, as in PyTorch's TensorBoard plugin. It is never added to times on the host.
class OperatorStatisticsBuilder
{
public:
    OperatorStatisticsBuilder() = default;
    /// Only of events of these steps; for all steps, also of events outside of steps. ByOperator also serves
    /// ByOperatorAndShape.
    explicit OperatorStatisticsBuilder(const StepRange& steps,
                                       OperatorGrouping grouping = OperatorGrouping::ByOperator,
                                       LayerTypes types = {});

    /// Processes new events, at most `limit`, and returns whether all are processed. `trace` must always be
    /// the same one. Takes 4 bytes per event, 4 more for layers, and time in proportion to the new events. If
    /// there are many, another thread processes half of them, cut between two steps: only the last digits of
    /// mean occupancies may differ.
    bool update(const Trace& trace, uint32_t limit = allEvents);
    /// Processes the next piece of a trace that arrives in pieces: it continues the previous ones, refers to
    /// nothing in them, and has the same names, shapes and threads. Gives the figures of the whole trace in
    /// the memory for the largest piece, but single events cannot be queried. Not for rows by layer; do not
    /// mix with update().
    void addPiece(const Trace& piece);
    /// With at least this many new events, half of them are processed by another thread; allEvents: never.
    void shareFrom(uint32_t events) { m_shareFrom = events; }
    /// The totals so far. If grouped by operators, one row for each operator, shape and pass.
    const OperatorTotals& totals() const { return m_totals; }
    /// By the builder's grouping; a builder that groups by operators also allows grouping by operator and
    /// shape.
    OperatorStatistics statistics(OperatorGrouping grouping, PassRows passes = PassRows::Separate) const;
    OperatorStatistics statistics() const { return statistics(m_grouping); }

    /// By event: the row in totals() that counts it, or none.
    std::span<const OperatorRowId> rowOfEvent() const { return m_rowOfEvent.all(); }
    const EventLayers& layers() const { return m_layers; }
    /// The rows in totals() that form a row of statistics().
    std::vector<OperatorRowId> rowsOf(const OperatorRow& row, OperatorGrouping grouping) const;
    /// The durations of the calls of a row of statistics().
    DurationDigest durationsOf(const OperatorRow& row, OperatorGrouping grouping) const;

private:
    using LayerTypeId = Id<struct TypeOfLayer>;

    /// Additional data of a row of m_totals that running totals do not have.
    struct Known
    {
        OperatorId op;
        OperatorRowId outerRow;  ///< of the enclosing layer
        int64_t selfFlops = 0;   ///< as in OperatorRow
        int64_t flopsOfCall = 0; ///< of an operator with these shapes; 0: no formula
        DurationDigest durations;
        int64_t firstStartNs = 0;
        int64_t firstNs = 0;
        int64_t firstSequence = -1;
        int64_t lastSequence = -1;
        NameId layer = noName;
        bool severalLayers = false;
        int64_t deviceSelfNs = 0;
        int64_t deviceTotalNs = 0;
        int64_t deviceTotalAnyShapeNs = 0;
        int64_t kernels = 0;
        int64_t runtimeNs = 0;
        double occupancyNs = 0.0; ///< sum of occupancy times duration
        double occupiedNs = 0.0;  ///< of the work with known occupancy

        void add(const Known& other);
        void addSums(const Known& other); ///< of a row that may have no calls
    };
    friend class OperatorRows;

    /// The event at which another thread may begin; noEvent: none.
    EventId middleOf(const Trace& trace, EventId end) const;
    void takeOnTwoThreads(const Trace& trace, EventId middle, EventId end);
    /// For another thread: continues at the event, where a step begins, up to an event that refers to one
    /// before it.
    OperatorStatisticsBuilder tail(const Trace& trace, EventId begin) const;
    void join(const Trace& trace, OperatorStatisticsBuilder&& tail);
    /// Adds its rows, and returns the row to which each of them was added.
    std::vector<OperatorRowId> joinTotals(const Trace& trace, OperatorStatisticsBuilder& tail);
    OperatorRowId joinRow(const Trace& trace, const OperatorTotal& total, const Known& known);
    bool refersBack(const Trace& trace, EventId event, size_t& work) const;
    void takeEvents(const Trace& trace, EventId end);
    void takeAllocations(const Trace& trace, EventId end);
    bool isWanted(const Trace& trace, EventId event);
    void take(const Trace& trace, EventId event);
    void countOperator(const Trace& trace, EventId event);
    void countCall(const Trace& trace, EventId event, OperatorRowId row, bool isOutermost);
    void countOuterLayers(const Trace& trace, EventId event, OperatorRowId row,
                          std::span<const OpenCalls::Call> around);
    void countRuntimeCall(const Trace& trace, EventId event, std::span<const OpenCalls::Call> around);
    void countFlops(std::span<OpenCalls::Call> around, OpenCalls::Call& call);
    void countSelfFlops(std::span<OpenCalls::Call> around, OpenCalls::Call& call);
    void countAllocation(const Trace& trace, const TraceAllocation& allocation);
    void countDeviceWork(const Trace& trace, EventId event);
    const TraceDeviceWork* workOf(const Trace& trace, EventId event);
    OperatorRowId rowFor(const Trace& trace, NameId name, ShapeId shape, Pass pass);
    OperatorRowId rowForCall(const Trace& trace, EventId event);
    LayerTypeId typeOf(const Trace& trace, NameId layer);
    bool isWithin(std::span<const OpenCalls::Call> around, OperatorRowId row) const;
    OpenCalls::Call callOf(const Trace& trace, EventId event);
    OpenCalls::Call reopened(const Trace& trace, EventId event);
    void takeFromAround(const Trace& trace, std::span<OpenCalls::Call> around, int64_t duration);
    void keepLeft(const Trace& trace);
    /// The rows of the operators that enclose the event, or of the event itself, innermost first, each row
    /// once.
    struct RowAround
    {
        OperatorRowId row;
        bool isFirstOfOperator; ///< no previous row is of the same operator with other shapes
    };
    const std::vector<RowAround>& rowsAround(const Trace& trace, EventId event);

    StepRange m_steps;
    bool m_takesAll = true; ///< whatever the step
    OperatorGrouping m_grouping = OperatorGrouping::ByOperator;
    LayerTypes m_layerTypes;
    bool m_isByOperator = true;
    uint32_t m_shareFrom = 500'000; ///< some hundredths of a second
    EventId m_begin{0};             ///< of a tail: its first event
    size_t m_stepOfEvent = 0;       ///< the first step that ends after the current event
    EventId m_seenEvents{0};
    size_t m_seenSteps = 0;
    size_t m_seenAllocations = 0;
    size_t m_seenWork = 0;
    OperatorTotals m_totals;
    ActiveSteps m_active;
    int64_t m_callsOutside = -1;
    std::vector<Known> m_known; ///< by row of m_totals
    FlatIndex<OperatorRowId> m_rowOf;
    FlatIndex<OperatorId> m_operatorOf;
    uint32_t m_operators = 0;
    StringTable<LayerTypeId> m_types;
    std::vector<LayerTypeId> m_typeOfLayer;
    CallFlops m_callFlops;
    EventLayers m_layers;
    OpenCalls m_open;
    bool m_hasDevice = false;
    bool m_hasRuntime = false;
    TraceContents m_contents;
    std::string m_unit;
    int64_t m_deviceNs = 0;
    int64_t m_outermostNs = 0; ///< duration of the outermost operators
    std::vector<RowAround> m_around;
    EventColumn<OperatorRowId> m_rowOfEvent; ///< none for events without a row, and outside of the steps
    /// The rest of an event's time and operations after the events below it so far.
    struct Left
    {
        int64_t ns = 0;
        int64_t flops = 0;
    };
    /// By event, starting at m_begin; empty as long as events are in the order of calls.
    std::vector<Left> m_left;
};

/// Of all events in a trace, or of those in some steps.
OperatorStatistics operatorStatistics(const Trace& trace, OperatorGrouping grouping,
                                      const StepRange& steps = {}, const LayerTypes& types = {});
/// Of running totals over all steps, by operator or by operator and shape.
OperatorStatistics operatorStatistics(const OperatorTotals& totals, OperatorGrouping grouping);

} // namespace stepscope
