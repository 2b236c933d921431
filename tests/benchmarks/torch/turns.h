#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <vector>

namespace stepscope::benchmarks {

/// How the contestants of a benchmark take turns.
struct Slices
{
    int64_t steps = 0;   ///< timed steps per turn
    int64_t skipped = 1; ///< untimed steps before them, at least one, to warm the caches
    int rounds = 0;      ///< counted rounds; one more comes before them
};

class Turns;

/// A contestant's side of the turns.
class Turn
{
public:
    Turn(Turns& turns, size_t number)
        : m_turns(turns)
        , m_number(number)
    {
    }

    const Slices& slices() const;
    /// Call it after each step, which began with the end of the previous one. Waits while the others have
    /// their turns. False: all rounds are over.
    bool stepDone();
    /// The same for a contestant that times its turns itself.
    bool turnDone(double nsPerStep);

private:
    Turns& m_turns;
    size_t m_number;
    int64_t m_steps = 0; ///< finished in this turn
    int64_t m_beganNs = 0;
};

/// Lets long-running loops run a few steps each in turn, so that a machine whose speed changes within seconds
/// affects all of them equally. Each has its own thread.
class Turns
{
public:
    using Contestant = std::function<void(Turn&)>;

    /// Nanoseconds per step, by contestant and round. Throws what a contestant throws.
    static std::vector<std::vector<double>> take(const Slices& slices,
                                                 const std::vector<Contestant>& contestants);

private:
    friend class Turn;

    Turns(const Slices& slices, size_t contestants);
    void live(size_t number, const Contestant& contestant);
    /// False: another has failed.
    bool await(size_t number);
    void pass();
    bool isLastOf(size_t number) const;

    Slices m_slices;
    std::vector<size_t> m_order; ///< the contestant of each turn
    size_t m_turn = 0;
    std::vector<std::vector<double>> m_nsPerStep;
    std::exception_ptr m_failure;
    std::mutex m_mutex;
    std::condition_variable m_changed;
};

} // namespace stepscope::benchmarks
