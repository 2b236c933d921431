#pragma once

#include "core/trace/trace.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace stepscope {

/// A call in which all ranks of a distributed run take part, as one of them sees it.
struct CollectiveCall
{
    std::string kind;  ///< "AllReduce"
    int64_t step = -1; ///< in which it was launched; -1: in none
    int64_t startNs = 0;
    int64_t endNs = 0;
};

/// "AllReduce" of "ncclDevKernel_AllReduce_Sum_f32_RING_LL(…)"; empty for what only some ranks take part in,
/// as SendRecv, and for what is no such kernel.
std::string collectiveKind(const std::string& kernel);

/// Of one rank's trace, in the order of their starts: communication kernels with such a name; without any,
/// the ranges that PyTorch's process groups mark on the host, such as "gloo:all_reduce". Of those that a
/// recorded program has marked, only the start is known.
std::vector<CollectiveCall> collectiveCalls(const Trace& trace);

/// A call that was found on every rank.
struct Collective
{
    std::string kind;
    int64_t step = -1;
    std::vector<int64_t> startNs; ///< by rank: when it was reached there
    std::vector<int64_t> endNs;   ///< by rank

    /// The rank (by its place) that reached it last, and by how much after the one before.
    size_t last() const;
    int64_t lateNs() const;
    /// What the others waited for the last one, summed.
    int64_t waitedNs() const;
};

struct MatchedCollectives
{
    std::vector<Collective> calls; ///< by their first start
    int64_t unmatched = 0;         ///< calls of one rank without their counterparts on all others
};

/// Joins what ranks did: the same call is of the same kind and the same number among its kind in the same
/// step. Where ranks have different numbers of a kind in a step, none of these is joined. Without steps the
/// recording counts as one.
MatchedCollectives matchCollectives(std::span<const std::vector<CollectiveCall>> ranks);

} // namespace stepscope
