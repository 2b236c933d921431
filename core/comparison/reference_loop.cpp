#include "core/comparison/reference_loop.h"

#include "core/base/clock.h"
#include "core/base/median.h"
#include "core/comparison/bootstrap.h"
#include "core/run/run.h"
#include "core/run/scalar_series.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stepscope {

namespace {

constexpr int rounds = 6000;

double meanOf(std::span<const double> values)
{
    return std::reduce(values.begin(), values.end()) / double(values.size());
}

Drift driftOf(double run, double baseline)
{
    constexpr double degrees = 3.0; // as few as in the other estimates of drift
    return run > 0.0 && baseline > 0.0 ? Drift{std::pow(std::log(run / baseline), 2), degrees} : Drift{};
}

} // namespace

int64_t runReferenceLoop()
{
    const int64_t startNs = monotonicNs();
    uint64_t a = uint64_t(startNs), b = a + 1, c = a + 2, d = a + 3, e = a + 4, f = a + 5;
    for (uint64_t i = 0; i < rounds; ++i) {
        a += b ^ i;
        b += i;
        c ^= b + i;
        d += c;
        e ^= i + d;
        f += i;
        asm volatile(""
                     : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e),
                       "+r"(f)); // forces all of it to be computed
    }
    return std::max<int64_t>(monotonicNs() - startNs, 1);
}

bool ReferenceSchedule::isDue(int64_t ns, bool isRecorded)
{
    constexpr int64_t shortestNs = 5'000'000;
    constexpr int64_t shortestRecordedNs = 1'000'000;
    constexpr int64_t timesOfARun =
        4000; // and the same number again each time that the run is e times as long
    const int64_t pauseNs = std::max(isRecorded ? shortestRecordedNs : shortestNs, ns / timesOfARun);
    if (m_lastNs >= 0 && ns - m_lastNs < pauseNs)
        return false;
    m_lastNs = ns;
    return true;
}

std::vector<const ScalarSeries*> loggedScalars(const Run& run)
{
    std::vector<const ScalarSeries*> logged;
    for (const auto& series : run.scalars) {
        if (!isOwnTag(series.tag))
            logged.push_back(&series);
    }
    return logged;
}

std::vector<double> referenceOfSteps(const Run& run)
{
    const auto* series = scalarSeries(run.scalars, referenceTag);
    if (!series || series->points.empty())
        return {};
    std::vector<double> times;
    times.reserve(run.steps.size());
    size_t next = 1;
    for (const auto& step : run.steps) {
        while (next < series->points.size() && series->points[next].step <= step.step)
            ++next;
        times.push_back(series->points[next - 1].value);
    }
    return times;
}

Drift driftOfMedianSpeed(std::span<const double> run, std::span<const double> baseline)
{
    if (run.empty() || baseline.empty())
        return {};
    return driftOf(medianOf(run), medianOf(baseline));
}

Drift driftOfMeanSpeed(std::span<const double> run, std::span<const double> baseline)
{
    if (run.empty() || baseline.empty())
        return {};
    return driftOf(meanOf(run), meanOf(baseline));
}

} // namespace stepscope
