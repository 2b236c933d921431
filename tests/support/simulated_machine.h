#pragma once

#include "core/run/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::test {

/// How a simulated machine disturbs a training.
enum class Disturbance {
    None,           ///< independent noise from step to step
    Autoregressive, ///< noise that lasts for about ten steps
    HeavyTails,     ///< one step in twenty takes 3 to 20 times as long
    Wandering,      ///< a speed that does a random walk and returns within a second
    Flicker,        ///< a speed that changes equally on all time scales
    ShortLoads,     ///< other programs that come and go within a run (0.3 s)
    LongLoads,      ///< other programs that run during several runs (5 s)
    PeriodicLoads,  ///< other programs run for one second in every four
    LoadOfRun,      ///< other programs during a whole run, different ones in the next
};

inline constexpr std::array allDisturbances = {
    Disturbance::None,      Disturbance::Autoregressive, Disturbance::HeavyTails,
    Disturbance::Wandering, Disturbance::Flicker,        Disturbance::ShortLoads,
    Disturbance::LongLoads, Disturbance::PeriodicLoads,  Disturbance::LoadOfRun,
};

inline const char* disturbanceName(Disturbance disturbance)
{
    constexpr std::array names = {"independent noise", "autoregressive noise", "heavy tails",
                                  "wandering speed",   "flicker noise",        "short loads",
                                  "long loads",        "periodic loads",       "a load per run"};
    return names[size_t(disturbance)];
}

/// Trainings with two threads on two processors, one after the other, one or two seconds apart. Other
/// programs get their fair share of the processors, and the samples of a run include their usage, as in a
/// real run.
class SimulatedMachine
{
public:
    static constexpr double noise = 0.05; ///< standard deviation of a step's logarithm
    static constexpr double stepNs = 1e6;
    static constexpr int processors = 2;
    static constexpr int operators = 50;

    SimulatedMachine(Disturbance disturbance, uint32_t seed)
        : m_disturbance(disturbance)
        , m_random(seed)
    {
    }

    /// `slower`: factor for every step's time. `recorded`: number of steps in the trace, starting with the
    /// eleventh, with 50 operators each, whose times are proportional to that of the step; the first
    /// `slowOperators` of them take twice as long.
    Run run(int steps, double slower = 1.0, int recorded = 0, int slowOperators = 0)
    {
        pass(1.0 + uniform());
        m_loadOfRun = loads[m_random() % loads.size()];
        Run run;
        run.outcome = RunOutcome::Finished;
        run.startUnixMs = 1'700'000'000'000 + int64_t(1000.0 * m_seconds);
        double own = 0.0;
        double others = 0.0;
        int64_t startNs = 0;
        for (int step = 0; step < steps; ++step) {
            const int load = loadNow();
            const double share = std::min(1.0, double(processors) / (processors + load));
            // Which thread has to share also depends on when the scheduler switches.
            const double waiting = load > 0 ? 1.0 / share * std::exp(0.3 * normal()) : 1.0;
            const double factor = slower * std::exp(speedNow()) * waiting;
            const auto durationNs = int64_t(stepNs * factor);
            run.steps.push_back({.step = step, .startNs = startNs, .durationNs = durationNs, .images = 64});
            if (step >= 10 && step < 10 + recorded)
                record(run, step, factor, durationNs, slowOperators);
            startNs += durationNs;
            m_seconds += double(durationNs) / 1e9;
            own += double(durationNs) * processors * share;
            others += double(durationNs) * std::min<double>(load, processors - processors * share);
        }
        const double whole = double(std::max<int64_t>(startNs, 1));
        MachineSample sample{.timeNs = startNs, .processCpuPercent = float(100.0 * own / whole)};
        sample.coreCpuPercent.assign(processors, float(100.0 * (own + others) / whole / processors));
        run.samples = {sample};
        return run;
    }

private:
    static constexpr std::array loads = {0, 1, 2, 4, 8}; ///< numbers of threads of other programs

    double uniform() { return std::uniform_real_distribution<double>(1e-9, 1.0)(m_random); }
    double normal() { return std::normal_distribution<double>()(m_random); }

    /// An Ornstein-Uhlenbeck process.
    void wander(double steps)
    {
        constexpr double deviation = 0.022;
        constexpr double memory = 500.0; // steps
        const double kept = std::exp(-steps / memory);
        m_state = kept * m_state + deviation * std::sqrt(1.0 - kept * kept) * normal();
    }

    /// Time without training.
    void pass(double seconds)
    {
        m_seconds += seconds;
        const double steps = seconds * 1e9 / stepNs;
        if (m_disturbance == Disturbance::Wandering)
            wander(steps);
        for (size_t octave = 0; octave < m_octaves.size(); ++octave) {
            if (uniform() > std::pow(1.0 - std::pow(2.0, -double(octave)), steps))
                m_octaves[octave] = normal();
        }
    }

    /// Other programs that run for `seconds` on average.
    int changingLoad(double seconds)
    {
        while (m_seconds >= m_loadEnds) {
            m_load = loads[m_random() % loads.size()];
            m_loadEnds = std::max(m_seconds, m_loadEnds) - std::log(uniform()) * seconds;
        }
        return m_load;
    }

    int loadNow()
    {
        switch (m_disturbance) {
        case Disturbance::ShortLoads:
            return changingLoad(0.3);
        case Disturbance::LongLoads:
            return changingLoad(5.0);
        case Disturbance::PeriodicLoads:
            return std::fmod(m_seconds, 4.0) < 1.0 ? 4 : 0;
        case Disturbance::LoadOfRun:
            return m_loadOfRun;
        default:
            return 0;
        }
    }

    /// Logarithm of a step's time without other programs.
    double speedNow()
    {
        switch (m_disturbance) {
        case Disturbance::Autoregressive:
            m_state = 0.9 * m_state + std::sqrt(1 - 0.81) * normal();
            return noise * m_state;
        case Disturbance::HeavyTails:
            return noise * normal() + (uniform() < 0.05 ? std::log(3 + 17 * uniform()) : 0.0);
        case Disturbance::Wandering:
            wander(1.0);
            return m_state + noise * normal();
        case Disturbance::Flicker: {
            double sum = 0.0;
            for (size_t octave = 0; octave < m_octaves.size(); ++octave) {
                if (uniform() < std::pow(2.0, -double(octave)))
                    m_octaves[octave] = normal();
                sum += m_octaves[octave];
            }
            return 0.01 * sum + noise * normal();
        }
        default:
            return noise * normal();
        }
    }

    void record(Run& run, int step, double factor, int64_t durationNs, int slowOperators)
    {
        const EventId first = run.trace.endEvent();
        for (int i = 0; i < operators; ++i) {
            const double time = stepNs / operators * factor * (i < slowOperators ? 2.0 : 1.0);
            run.trace.append({.durationNs = int64_t(time * std::exp(0.1 * normal())),
                              .name = run.trace.names.intern(fmt::format("operator{}", i)),
                              .pass = Pass::Forward});
        }
        run.trace.steps.push_back({.number = step,
                                   .durationNs = durationNs,
                                   .firstEvent = first,
                                   .endEvent = run.trace.endEvent(),
                                   .phase = StepPhase::Active});
    }

    Disturbance m_disturbance;
    std::mt19937 m_random;
    double m_seconds = 0.0;
    double m_state = 0.0;
    std::array<double, 12> m_octaves{};
    int m_load = 0;
    double m_loadEnds = 0.0;
    int m_loadOfRun = 0;
};

} // namespace stepscope::test
