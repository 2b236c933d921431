#include "tests/benchmarks/torch/turns.h"

#include "core/base/clock.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <thread>

namespace stepscope::benchmarks {

const Slices& Turn::slices() const
{
    return m_turns.m_slices;
}

bool Turn::stepDone()
{
    const auto& [steps, skipped, rounds] = slices();
    ++m_steps;
    if (m_steps == skipped)
        m_beganNs = monotonicNs();
    if (m_steps < skipped + steps)
        return true;
    m_steps = 0;
    return turnDone(double(monotonicNs() - m_beganNs) / double(steps));
}

bool Turn::turnDone(double nsPerStep)
{
    m_turns.m_nsPerStep[m_number].push_back(nsPerStep);
    if (m_turns.isLastOf(m_number))
        return false;
    m_turns.pass();
    return m_turns.await(m_number);
}

Turns::Turns(const Slices& slices, size_t contestants)
    : m_slices(slices)
    , m_nsPerStep(contestants)
{
    // Shuffled, so that no contestant always follows the same one, whose data is in the caches.
    std::mt19937 random(1);
    std::vector<size_t> round(contestants);
    std::iota(round.begin(), round.end(), size_t(0));
    for (int i = 0; i <= slices.rounds; ++i) {
        std::shuffle(round.begin(), round.end(), random);
        m_order.insert(m_order.end(), round.begin(), round.end());
    }
}

std::vector<std::vector<double>> Turns::take(const Slices& slices, const std::vector<Contestant>& contestants)
{
    Turns turns(slices, contestants.size());
    {
        std::vector<std::jthread> threads;
        for (size_t i = 0; i < contestants.size(); ++i)
            threads.emplace_back([&turns, i, &contestant = contestants[i]] { turns.live(i, contestant); });
    }
    if (turns.m_failure)
        std::rethrow_exception(turns.m_failure);
    for (auto& rounds : turns.m_nsPerStep)
        rounds.erase(rounds.begin());
    return std::move(turns.m_nsPerStep);
}

void Turns::live(size_t number, const Contestant& contestant)
{
    if (await(number)) {
        try {
            Turn turn(*this, number);
            contestant(turn);
        } catch (...) {
            const std::lock_guard lock(m_mutex);
            m_failure = std::current_exception();
        }
    }
    pass();
}

bool Turns::await(size_t number)
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [&] { return m_failure || m_order[m_turn] == number; });
    return !m_failure;
}

void Turns::pass()
{
    const std::lock_guard lock(m_mutex);
    ++m_turn;
    m_changed.notify_all();
}

bool Turns::isLastOf(size_t number) const
{
    return std::find(m_order.begin() + ptrdiff_t(m_turn) + 1, m_order.end(), number) == m_order.end();
}

} // namespace stepscope::benchmarks
