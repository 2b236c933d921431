#pragma once

#include "core/import/cuda/cuda_events.h"

#include <string>
#include <string_view>
#include <utility>

namespace stepscope {

/// The parts that PyTorch's emit_nvtx() writes into the name of a range: "aten::conv2d, seq = 12, op_id = 40,
/// sizes = [[64, 1, 28, 28], []], input_op_ids = [...]".
struct NvtxName
{
    std::string_view name;
    int64_t sequence = -1;    ///< autograd's number
    std::string_view shapes;  ///< "[[64, 1, 28, 28], []]"
    bool isOfPyTorch = false; ///< it has one of these parts, or is an operator's name
};
NvtxName nvtxNameOf(std::string_view text);

/// A name of training steps: "iteration 12", "Step_3", "train step", "batch".
struct NvtxStep
{
    std::string stem; ///< in lower case, without word separators; empty: not such a name
    int64_t number = -1;
};
NvtxStep nvtxStepOf(std::string_view name);

/// The ranges that a program marked with NVTX, on the threads that marked them.
///
/// If PyTorch marked its operators, these become operators and all others ranges. In other files, the nested
/// ranges are all that is known about the program: they become the operators. Ranges named like steps become
/// the steps: of all such names on one thread, the one that covers the most time. Without numbers, they must
/// cover half of the time between the first and the last, because "step" could be the optimizer's.
class NvtxRanges
{
public:
    explicit NvtxRanges(CudaEvents& events)
        : m_events(events)
    {
    }

    /// `isNested`: marked with push and pop, not with start and end, which may overlap. A range without an
    /// end lasts until the end of the recording. Returns the event's index, for adding its end later, or
    /// none.
    ImportedEventId add(const CudaEvents::Span& span, const CudaEvents::Thread& thread, std::string_view text,
                        bool isNested);
    /// Sets the end of a range that was added without one.
    void end(ImportedEventId event, int64_t endNs);
    /// To be called after all tables are read. Returns whether PyTorch's operators are among the ranges.
    bool finish();

private:
    struct Candidate
    {
        ImportedEventId event;
        int64_t number;
    };
    struct Steps
    {
        std::vector<Candidate> ranges; ///< which do not overlap
        int64_t coveredNs = 0;
    };

    void takeOpen();
    void nameSteps();
    Steps stepsOf(std::vector<Candidate> candidates) const;

    CudaEvents& m_events;
    std::vector<ImportedEventId> m_open; ///< ranges without an end so far
    /// The program's own push/pop ranges, with the pass that their names indicate.
    std::vector<std::pair<ImportedEventId, uint8_t>> m_nested;
    std::map<std::pair<ImportedTrackId, std::string>, std::vector<Candidate>>
        m_candidates; ///< by track and stem
    bool m_hasOperators = false;
};

} // namespace stepscope
