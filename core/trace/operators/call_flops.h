#pragma once

#include "core/trace/flat_index.h"
#include "core/trace/operators/operator_flops.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <vector>

namespace stepscope {

/// operatorFlops() of the calls of a trace, evaluated once per kind of call.
class CallFlops
{
public:
    /// 0: the operator has no formula, or its shapes are not known.
    int64_t of(const Trace& trace, NameId name, ShapeId shape)
    {
        if (shape >= trace.shapes.size())
            return 0;
        KindOfCall& kind = m_kindOf[uint64_t(name) << 32 | shape];
        if (kind.isNone()) {
            kind = KindOfCall(uint32_t(m_flops.size()));
            m_flops.push_back(operatorFlops(trace.names[name], trace.shapes[shape]).value_or(0));
        }
        return m_flops[kind];
    }

private:
    /// An operator with its shapes.
    using KindOfCall = Id<struct CallWithFlops>;

    FlatIndex<KindOfCall> m_kindOf; ///< by name and shape
    std::vector<int64_t> m_flops;
};

/// Decides which operations count when calls are followed from the outside in: an operator with a formula
/// covers all operators that it calls, so that each operation counts once.
struct FlopsCover
{
    bool isCovered = false; ///< inside an operator with a formula, or one was entered

    /// Enters a call, and returns how many of its formula's operations count.
    int64_t enter(int64_t flopsOfCall)
    {
        const int64_t counted = isCovered ? 0 : flopsOfCall;
        isCovered = isCovered || flopsOfCall > 0;
        return counted;
    }
};

} // namespace stepscope
