#pragma once

#include "core/trace/flat_index.h"
#include "core/trace/operators/operator_statistics.h"
#include "core/trace/step_range.h"
#include "core/trace/steps/device_steps.h"
#include "core/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace stepscope {

/// Details of one row of the operator table beyond its figures. Times are in nanoseconds and sum the
/// durations of calls, including their callees; a call inside another one of the same row adds nothing.
struct OperatorDetails
{
    struct Shape
    {
        ShapeId shape = noShape; ///< noShape: not recorded
        int64_t calls = 0;
        int64_t ns = 0;
    };
    /// An operator that is a caller or a callee, or a launched kernel.
    struct Call
    {
        NameId name = noName; ///< noName: not called by an operator
        Pass pass = Pass::Other;
        bool isDeviceWork = false;
        int64_t calls = 0;
        int64_t ns = 0; ///< for a caller: of the row's calls that it made; for a callee: its own
    };
    struct Step
    {
        int64_t number = 0;
        int64_t calls = 0;
        int64_t ns = 0;
        int64_t longestNs = 0;
    };

    std::vector<Shape> shapes; ///< in decreasing order of time, like the next two
    std::vector<Call> callers; ///< the innermost operator around each call, or around its launch
    std::vector<Call> callees; ///< operators called directly, and launched work
    /// Those with calls, in order of time; without calls outside of steps. Work on a device counts for the
    /// step that launched it, see DeviceSteps::stepOfWork(); it may run later, also after the last step. Work
    /// that was left by steps before the recording counts for none.
    std::vector<Step> steps;
    bool areStepsPartial = false; ///< work on devices was left out of `steps`
};

/// The names of callers or callees that are listed for several passes: their lines need the pass, too.
std::set<NameId> namesOfSeveralPasses(const std::vector<OperatorDetails::Call>& calls);

/// Collects the details of a row from a trace, in portions.
class OperatorDetailsBuilder
{
public:
    OperatorDetailsBuilder() = default;
    /// `rows`: the result of OperatorStatisticsBuilder::rowsOf() for the row. If a row is not an operator, a
    /// call counts only if it is not inside another call of the row. `range`: the steps to which the
    /// statistics are limited; work of theirs that was launched in another step counts for the step in which
    /// it began. `deviceSteps`: those of the trace, which further builders may use, too, as the first update
    /// of them reads all work on devices; null: its own.
    OperatorDetailsBuilder(const std::vector<OperatorRowId>& rows, OperatorGrouping grouping,
                           const StepRange& range = {}, std::shared_ptr<DeviceSteps> deviceSteps = nullptr);

    /// Leaves work on devices out of the steps, so that `deviceSteps` are not needed. To be called before the
    /// first update().
    void leaveWorkOutOfSteps() { m_countsWorkInSteps = false; }
    /// Whether work was left out of the steps so far.
    bool hasPartialSteps() const { return m_details.areStepsPartial; }

    /// Processes the events that `rowOfEvent` covers, at most `limit`, and returns whether all are processed.
    bool update(const Trace& trace, std::span<const OperatorRowId> rowOfEvent, uint32_t limit = allEvents);
    OperatorDetails details() const;

private:
    using CallId = Id<struct CallOfDetails>;
    using DetailsShapeId = Id<struct ShapeOfDetails>;

    bool isWanted(OperatorRowId row) const { return row < m_isWanted.size() && m_isWanted[row]; }
    void countCall(const Trace& trace, EventId event, EventId caller, bool isNested);
    void countInStep(const Trace& trace, EventId event, int64_t duration);
    std::optional<size_t> stepOf(const Trace& trace, EventId event);
    void countCallee(const Trace& trace, EventId event);
    OperatorDetails::Call& callOf(std::vector<OperatorDetails::Call>& calls, FlatIndex<CallId>& index,
                                  const OperatorDetails::Call& like);

    std::vector<bool> m_isWanted; ///< by row
    bool m_isByOperator = true;
    bool m_countsWorkInSteps = true;
    StepRange m_range;
    EventId m_seenEvents{0};
    size_t m_step = 0;
    std::shared_ptr<DeviceSteps> m_deviceSteps; ///< updated only for rows of work on devices
    std::vector<size_t> m_countedSteps;         ///< indices in Trace::steps, of m_details.steps
    size_t m_work = 0;
    OperatorDetails m_details;
    FlatIndex<DetailsShapeId> m_shapeAt;
    FlatIndex<CallId> m_callerAt;
    FlatIndex<CallId> m_calleeAt;
};

} // namespace stepscope
