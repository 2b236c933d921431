#include "core/machine/core_usage.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <system_error>

namespace stepscope {

namespace {

/// Takes the number at the start of the text, after blanks. Returns whether there was one.
bool takeNumber(std::string_view& text, int64_t& number)
{
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    text.remove_prefix(size_t(end - text.data()));
    return error == std::errc() && number >= 0;
}

/// The times after the processor's number. Those of guests, which come last, are already included in the
/// user's.
CoreTicks ticksIn(std::string_view times)
{
    enum { User, Nice, System, Idle, DiskWait, Interrupt, SoftInterrupt, Steal, Times };
    std::array<int64_t, Times> ticks{};
    for (size_t i = 0; i < ticks.size() && takeNumber(times, ticks[i]); ++i) {
    }
    CoreTicks result;
    for (const auto time : ticks)
        result.total += time;
    result.busy = result.total - ticks[Idle] - ticks[DiskWait];
    return result;
}

} // namespace

std::vector<CoreTicks> parseCoreTicks(std::string_view procStat)
{
    constexpr int64_t mostCores = 1 << 16;
    std::vector<CoreTicks> cores;
    while (procStat.starts_with("cpu")) {
        const auto end = procStat.find('\n');
        auto line = procStat.substr(3, end == procStat.npos ? end : end - 3);
        // The first line, without a number, is the sum over all processors.
        if (int64_t number = 0; !line.starts_with(' ') && takeNumber(line, number) && number < mostCores) {
            cores.resize(std::max(cores.size(), size_t(number) + 1));
            cores[size_t(number)] = ticksIn(line);
        }
        procStat.remove_prefix(end == procStat.npos ? procStat.size() : end + 1);
    }
    return cores;
}

std::vector<float> coreUsePercent(const std::vector<CoreTicks>& before, const std::vector<CoreTicks>& after)
{
    std::vector<float> percent(after.size(), std::numeric_limits<float>::quiet_NaN());
    for (size_t i = 0; i < std::min(before.size(), after.size()); ++i) {
        const auto total = after[i].total - before[i].total;
        if (before[i].total > 0 && total > 0)
            percent[i] =
                float(std::clamp(100.0 * double(after[i].busy - before[i].busy) / double(total), 0.0, 100.0));
    }
    return percent;
}

} // namespace stepscope
