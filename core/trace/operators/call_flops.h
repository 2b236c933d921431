#pragma once

#include "core/trace/flat_index.h"
#include "core/trace/operators/operator_flops.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <vector>

namespace stepscope {

/// What operatorFlops() gives for the calls of a trace, each kind of call looked at once.
class CallFlops
{
public:
    /// 0: the operator has no formula, or its shapes are not known.
    int64_t of(const Trace& trace, uint32_t name, uint32_t shape)
    {
        if (shape >= trace.shapes.size())
            return 0;
        uint32_t& number = m_numberOf[uint64_t(name) << 32 | shape];
        if (number == FlatIndex::none) {
            number = uint32_t(m_flops.size());
            m_flops.push_back(operatorFlops(trace.names[name], trace.shapes[shape]).value_or(0));
        }
        return m_flops[number];
    }

private:
    FlatIndex m_numberOf;
    std::vector<int64_t> m_flops;
};

/// Which operations count where calls are followed from the outside in: an operator with a formula speaks for
/// all that it calls, so that each operation counts once.
struct FlopsCover
{
    bool isCovered = false; ///< an operator with a formula is around, or was entered

    /// Goes into a call, and returns what counts of the operations that its formula gives.
    int64_t enter(int64_t flopsOfCall)
    {
        const int64_t counted = isCovered ? 0 : flopsOfCall;
        isCovered = isCovered || flopsOfCall > 0;
        return counted;
    }
};

} // namespace stepscope
