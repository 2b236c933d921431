#include "core/import/stacks/call_shares.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace stepscope {

namespace {

/// Profilers round: a smaller share of a function's cost does not count as a call from outside.
constexpr double leastRootShare = 1e-3;

class ShareFinder
{
    using FunctionId = CallSums::FunctionId;

public:
    explicit ShareFinder(const CallSums& sums)
        : m_sums(sums)
        , m_in(sums.functions.size(), 0.0)
        , m_callsIn(sums.functions.size(), 0)
        , m_allCallsIn(sums.functions.size(), 0)
        , m_callers(sums.functions.size(), 0)
    {
    }

    CallShares find()
    {
        listCalls();
        sumUp();
        findRoots();
        reachAll();
        for (const auto& call : m_sums.calls) {
            const double whole = m_in[call.to] + m_root[call.to];
            m_shares.shareOf.push_back(whole > 0                ? double(call.total) / whole
                                       : m_callsIn[call.to] > 0 ? double(call.calls) / m_callsIn[call.to]
                                                                : 1.0 / double(m_callers[call.to] + 1));
        }
        return std::move(m_shares);
    }

private:
    void listCalls()
    {
        m_shares.firstCall.assign(m_sums.functions.size() + 1, 0);
        for (const auto& call : m_sums.calls)
            ++m_shares.firstCall[call.from + 1];
        std::partial_sum(m_shares.firstCall.begin(), m_shares.firstCall.end(), m_shares.firstCall.begin());
        m_shares.calls.resize(m_sums.calls.size());
        auto place = m_shares.firstCall;
        for (CallSums::CallId call(0); call < m_sums.calls.size(); ++call)
            m_shares.calls[place[m_sums.calls[call].from]++] = call;
    }

    void sumUp()
    {
        for (const auto& function : m_sums.functions)
            m_shares.costOf.push_back(double(function.self));
        for (const auto& call : m_sums.calls) {
            m_allCallsIn[call.to] += double(call.calls);
            if (call.from == call.to)
                continue;
            m_in[call.to] += double(call.total);
            m_callsIn[call.to] += double(call.calls);
            ++m_callers[call.to];
            m_shares.costOf[call.from] += double(call.total);
        }
        for (size_t i = 0; i < m_sums.functions.size(); ++i) {
            if (m_sums.functions[i].total != CallSums::notKnown)
                m_shares.costOf[i] = double(m_sums.functions[i].total);
        }
    }

    void findRoots()
    {
        for (size_t i = 0; i < m_sums.functions.size(); ++i) {
            const auto& function = m_sums.functions[i];
            const double outside = std::max(m_shares.costOf[i] - m_in[i], 0.0);
            const bool isRoot = m_callers[i] == 0 || (function.calls != CallSums::notKnown
                                                          ? double(function.calls) > m_allCallsIn[i]
                                                          : outside > leastRootShare * m_shares.costOf[i]);
            m_root.push_back(isRoot ? outside : 0.0);
            const double whole = m_in[i] + m_root[i];
            const double share = whole > 0 ? m_root[i] / whole : 1.0;
            // However cheap, its calls need a place.
            m_shares.rootShareOf.push_back(isRoot ? std::max(share, leastRootShare) : 0.0);
        }
    }

    /// Of functions that only call each other, the costliest counts as called first.
    void reachAll()
    {
        std::vector<bool> isReached(m_sums.functions.size(), false);
        std::vector<FunctionId> open;
        const auto reach = [&](FunctionId from) {
            isReached[from] = true;
            open.push_back(from);
            while (!open.empty()) {
                const FunctionId function = open.back();
                open.pop_back();
                for (const auto call : m_shares.callsFrom(function)) {
                    if (const FunctionId to = m_sums.calls[call].to; !isReached[to]) {
                        isReached[to] = true;
                        open.push_back(to);
                    }
                }
            }
        };
        std::vector<FunctionId> order(m_sums.functions.size());
        std::iota(order.begin(), order.end(), FunctionId(0));
        std::ranges::stable_sort(
            order, [this](FunctionId a, FunctionId b) { return m_shares.costOf[a] > m_shares.costOf[b]; });
        for (const auto function : order) {
            if (m_shares.rootShareOf[function] > 0 && !isReached[function])
                reach(function);
        }
        for (const auto function : order) {
            if (isReached[function])
                continue;
            m_shares.rootShareOf[function] = 1.0;
            reach(function);
        }
    }

    const CallSums& m_sums;
    CallShares m_shares;
    std::vector<double> m_in;      ///< by function: cost of the calls from others
    std::vector<double> m_callsIn; ///< number of these calls
    std::vector<double> m_allCallsIn;
    std::vector<uint32_t> m_callers;
    std::vector<double> m_root; ///< cost without a known call
};

} // namespace

CallShares callShares(const CallSums& sums)
{
    return ShareFinder(sums).find();
}

} // namespace stepscope
