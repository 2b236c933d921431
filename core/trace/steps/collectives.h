#pragma once

#include "core/trace/trace.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

/// A call in which all ranks of a distributed run take part, as seen by one of them.
struct CollectiveCall
{
    std::string kind;  ///< "AllReduce"
    int64_t step = -1; ///< in which it was launched; -1: in none
    int64_t startNs = 0;
    int64_t endNs = 0;
};

/// "AllReduce" for "ncclDevKernel_AllReduce_Sum_f32_RING_LL(…)"; empty for operations between some ranks
/// only, such as SendRecv, and for other kernels.
std::string collectiveKind(const std::string& kernel);

/// The kind of a communication, which decides what can make it shorter.
enum class CommunicationKind : uint8_t {
    AllReduce,
    Shards,    ///< AllGather, ReduceScatter
    Exchange,  ///< AllToAll, Send and Recv; NCCL has one kernel for them
    Broadcast, ///< Broadcast, Reduce, Gather and Scatter
    Other,     ///< not known
};
inline constexpr size_t communicationKinds = size_t(CommunicationKind::Other) + 1;

/// By the name of a kernel or of a range on the host.
CommunicationKind communicationKind(const std::string& name);

/// Sums over communications by kind, even if they ran at the same time.
struct CommunicationTimes
{
    std::array<int64_t, communicationKinds> ns{};

    void add(CommunicationKind kind, int64_t time) { ns[size_t(kind)] += time; }
    int64_t of(CommunicationKind kind) const { return ns[size_t(kind)]; }
    /// The kind with the largest sum.
    CommunicationKind largest() const;
    void operator+=(const CommunicationTimes& other);
};

/// Whether a range on the host is a call of a process group of the CPU: "gloo:all_reduce".
bool isCollectiveRange(std::string_view name);

/// The collectives in one rank's trace, in order of their starts: communication kernels with such a name;
/// without any, the ranges that PyTorch's process groups mark on the host, such as "gloo:all_reduce". Ranges
/// that a recorded program has marked only have a start.
std::vector<CollectiveCall> collectiveCalls(const Trace& trace);

/// A call that was found on every rank.
struct Collective
{
    std::string kind;
    int64_t step = -1;
    std::vector<int64_t> startNs; ///< by rank: when it was reached there
    std::vector<int64_t> endNs;   ///< by rank

    /// The rank (by its index) that reached it last.
    size_t last() const;
    int64_t lateNs() const;
    /// The total time that the others waited for the last one.
    int64_t waitedNs() const;
};

struct MatchedCollectives
{
    std::vector<Collective> calls; ///< in order of their first starts
    int64_t unmatched = 0;         ///< calls of one rank without their counterparts on all others
};

/// Matches the calls of the ranks: a call is the same if it has the same kind and the same position among its
/// kind in the same step. If ranks have different numbers of a kind in a step, none of these are matched.
/// Without steps the recording counts as one.
MatchedCollectives matchCollectives(std::span<const std::vector<CollectiveCall>> ranks);

} // namespace stepscope
