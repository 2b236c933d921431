#pragma once

#include "core/record/program_mark.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace stepscope {

/// Finds forward and backward passes in a program without Python. Only operators are known there, no calls of
/// networks and no optimizers.
///
/// A forward pass starts with the first operator that becomes part of autograd's graph. Autograd counts its
/// nodes, so that the next operator has a higher sequence number. Operators that read a value or set
/// gradients to zero have a number too, but do not increase it.
class NativePasses
{
public:
    static constexpr int64_t noSequence = -1;

    /// Call it when an outermost operator starts. `isBackward`: it is part of a backward pass.
    void operatorStarted(bool isBackward, int64_t sequence, int64_t ns, std::vector<ProgramMark>& marks);

    /// Ends the current pass. No further operators may follow.
    void finish(int64_t ns, std::vector<ProgramMark>& marks);

    bool isForward() const { return m_isForward; }
    /// Start of the current or last forward pass. It is known only when a second operator has started.
    int64_t forwardNs() const { return m_forwardNs; }
    bool isBackward() const { return m_isBackward; }

private:
    static constexpr int64_t noTime = std::numeric_limits<int64_t>::min();

    void startForward(std::vector<ProgramMark>& marks);

    bool m_isForward = false;
    bool m_isBackward = false;
    int64_t m_forwardNs = noTime;
    int64_t m_sequence = noSequence; ///< of the last operator that has one
    int64_t m_candidateNs = noTime;  ///< start of that operator, if it may be the first of a forward pass
};

} // namespace stepscope
