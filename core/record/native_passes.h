#pragma once

#include "core/record/program_mark.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace stepscope {

/// Finds forward and backward passes in a program without Python, from its operators alone: no call of a
/// network and no optimizer is named there.
///
/// A forward pass starts with the first operator that becomes part of autograd's graph, which shows in the
/// sequence number of the next operator: autograd counts its nodes. Operators that read a value or set
/// gradients to zero carry a number too, but leave it as it is.
class NativePasses
{
public:
    static constexpr int64_t noSequence = -1;

    /// An operator starts that is not within another one. `isBackward`: it is part of a backward pass.
    void operatorStarted(bool isBackward, int64_t sequence, int64_t ns, std::vector<ProgramMark>& marks);

    /// No further operators are given: ends what is going on.
    void finish(int64_t ns, std::vector<ProgramMark>& marks);

    bool isForward() const { return m_isForward; }
    /// Start of the forward pass that is going on, or was last. It is known only once a second operator has
    /// started.
    int64_t forwardNs() const { return m_forwardNs; }
    bool isBackward() const { return m_isBackward; }

private:
    static constexpr int64_t noTime = std::numeric_limits<int64_t>::min();

    void startForward(std::vector<ProgramMark>& marks);

    bool m_isForward = false;
    bool m_isBackward = false;
    int64_t m_forwardNs = noTime;
    int64_t m_sequence = noSequence; ///< of the last operator that has one
    int64_t m_candidateNs = noTime;  ///< start of that operator, which may be the first of a forward pass
};

} // namespace stepscope
