#include "core/base/text/format.h"

#include "core/language/translation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <optional>
#include <string_view>

namespace stepscope {

namespace {

constexpr auto unknown = "–";

/// With as many decimals as needed for `digits` significant digits. `value` must not be negative.
std::string withDigits(double value, int digits)
{
    int decimals = digits - 1;
    for (double limit = 10.0; decimals > 0 && value >= limit - 0.5 * std::pow(10.0, -decimals); limit *= 10)
        --decimals;
    const auto text = fmt::format("{:.{}f}", value, decimals);
    return value >= 1000.0 && decimals == 0 ? formatCount(std::llround(value)) : text;
}

} // namespace

std::string formatCount(int64_t value)
{
    auto text = fmt::format("{}", value);
    const auto first = text.front() == '-' ? 1 : 0;
    for (auto position = int(text.size()) - 3; position > first; position -= 3)
        text.insert(size_t(position), 1, ',');
    return text;
}

std::string formatNs(double nanoseconds)
{
    if (!std::isfinite(nanoseconds))
        return unknown;
    if (nanoseconds < 0)
        return "-" + formatNs(-nanoseconds);
    if (nanoseconds < 999.5)
        return fmt::format("{:.3g} ns", nanoseconds);
    if (nanoseconds < 999.5e3)
        return withDigits(nanoseconds / 1e3, 3) + " µs";
    if (nanoseconds < 999.5e6)
        return withDigits(nanoseconds / 1e6, 3) + " ms";
    return withDigits(nanoseconds / 1e9, 4) + " s";
}

std::string formatSeconds(double seconds)
{
    if (!std::isfinite(seconds) || seconds < 0 || seconds > 1e12)
        return unknown;
    const auto whole = std::llround(seconds);
    if (whole < 60)
        return fmt::format("{} s", whole);
    if (whole < 3600)
        return fmt::format("{}:{:02}", whole / 60, whole % 60);
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string formatRunTime(double seconds)
{
    const double ms = seconds * 1000;
    const bool isShort = ms >= 0 && ms < 999.5;
    return isShort ? fmt::format("{} ms", std::llround(ms)) : formatSeconds(seconds);
}

std::string formatBytes(double bytes)
{
    static constexpr std::array units{"KiB", "MiB", "GiB", "TiB", "PiB"};
    if (!std::isfinite(bytes))
        return unknown;
    if (bytes < 0)
        return "-" + formatBytes(-bytes);
    if (bytes < 1023.5)
        return formatCount(std::llround(bytes)) + " B";
    size_t unit = 0;
    for (bytes /= 1024; bytes >= 1023.5 && unit + 1 < units.size(); bytes /= 1024)
        ++unit;
    if (bytes >= 999.5)
        return fmt::format("{} {}", formatCount(std::llround(bytes)), units[unit]);
    return fmt::format("{:.{}f} {}", bytes, bytes < 9.995 ? 2 : bytes < 99.95 ? 1 : 0, units[unit]);
}

std::string formatFlops(double flops)
{
    static constexpr std::array units{"kFLOP", "MFLOP", "GFLOP", "TFLOP", "PFLOP"};
    if (!std::isfinite(flops))
        return unknown;
    if (flops < 999.5)
        return fmt::format("{:.0f} FLOP", flops);
    size_t unit = 0;
    for (flops /= 1e3; flops >= 999.5 && unit + 1 < units.size(); flops /= 1e3)
        ++unit;
    return fmt::format("{:.{}f} {}", flops, flops < 9.995 ? 2 : flops < 99.95 ? 1 : 0, units[unit]);
}

std::string formatShare(double share, int decimals)
{
    if (!std::isfinite(share))
        return unknown;
    // Adding zero turns negative zero into zero.
    const auto scale = std::pow(10.0, decimals);
    return fmt::format("{:.{}f} %", std::round(share * 100 * scale) / scale + 0.0, decimals);
}

std::string formatShareAboveZero(double share, int decimals)
{
    const double least = std::pow(10.0, -decimals - 2);
    if (share < least / 2)
        return translated("under {share}", {{"share", fmt::format("{:.{}f} %", 100 * least, decimals)}});
    return formatShare(share, decimals);
}

std::string formatLoss(double loss)
{
    if (!std::isfinite(loss))
        return std::isnan(loss) ? "NaN" : loss < 0 ? "−∞" : "∞";
    const double size = std::abs(loss);
    constexpr double small = 1e-3; // four decimals would leave one digit
    if (size != 0.0 && size < small)
        return fmt::format("{:.2e}", loss);
    return fmt::format("{:.{}f}", loss, size < 100 ? 4 : 1);
}

std::string formatImagesPerSecond(double value)
{
    if (!std::isfinite(value) || value < 0 || value > 1e18)
        return unknown;
    const auto number = value < 99.95 ? fmt::format("{:.1f}", value) : formatCount(std::llround(value));
    // Translators: a unit
    return number + " " + translated("samples/s");
}

std::string formatTimes(double ratio)
{
    if (!std::isfinite(ratio))
        return unknown;
    if (ratio >= 999.5)
        return formatCount(std::llround(ratio));
    if (ratio > 0.0 && ratio < 0.0995) { // two digits, because 0.00 would say that it took no time
        constexpr int mostDecimals = 9;
        return fmt::format("{:.{}f}", ratio, std::min(mostDecimals, 1 - int(std::floor(std::log10(ratio)))));
    }
    return fmt::format("{:.{}f}", ratio, ratio >= 99.95 ? 0 : ratio >= 9.995 ? 1 : 2);
}

static std::optional<std::tm> localParts(int64_t unixMs)
{
    const auto seconds = time_t(unixMs / 1000);
    std::tm parts{};
    return localtime_r(&seconds, &parts) ? std::optional(parts) : std::nullopt;
}

std::string formatLocalTime(int64_t unixMs)
{
    const auto parts = localParts(unixMs);
    if (!parts)
        return unknown;
    std::array<char, 64> text{};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S", &*parts)};
}

std::string formatLocalTimeWithZone(int64_t unixMs)
{
    const auto parts = localParts(unixMs);
    if (!parts)
        return unknown;
    const auto minutes = std::abs(parts->tm_gmtoff) / 60;
    std::string zone = "UTC";
    if (minutes > 0)
        zone += fmt::format("{}{}", parts->tm_gmtoff < 0 ? "−" : "+", minutes / 60);
    if (minutes % 60 > 0)
        zone += fmt::format(":{:02}", minutes % 60);
    return fmt::format("{} {}", formatLocalTime(unixMs), zone);
}

std::string joinedSentences(const std::string& first, const std::string& second)
{
    return first.empty() || second.empty() ? first + second : first + " " + second;
}

std::string withoutFullStop(std::string_view sentence)
{
    if (sentence.ends_with('.'))
        sentence.remove_suffix(1);
    return std::string(sentence);
}

std::string withoutNamespace(const std::string& operatorName)
{
    size_t start = 0;
    for (size_t i = 0; i < operatorName.size(); ++i) {
        const auto c = static_cast<unsigned char>(operatorName[i]);
        if (c == ':' && i > start && i + 2 < operatorName.size() && operatorName[i + 1] == ':')
            start = ++i + 1;
        else if (!std::isalnum(c) && c != '_')
            break;
    }
    return operatorName.substr(start);
}

} // namespace stepscope
