#include "core/base/text/format_amount.h"

#include "core/base/text/format.h"
#include "core/language/translation.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <cmath>

namespace stepscope {

namespace {

constexpr std::string_view bytesUnit = "bytes";

/// "938", "12,345", "1.23 M".
std::string scaled(double amount)
{
    static constexpr std::array units{"M", "G", "T", "P"};
    if (!std::isfinite(amount))
        return formatNs(amount);
    if (amount < 0)
        return "-" + scaled(-amount);
    if (amount < 999'999.5) {
        const bool isWhole = amount >= 999.5 || amount == std::floor(amount);
        return isWhole ? formatCount(std::llround(amount)) : fmt::format("{:.3g}", amount);
    }
    size_t unit = 0;
    for (amount /= 1e6; amount >= 999.5 && unit + 1 < units.size(); amount /= 1e3)
        ++unit;
    return fmt::format("{:.{}f} {}", amount, amount < 9.995 ? 2 : amount < 99.95 ? 1 : 0, units[unit]);
}

} // namespace

std::string formatBareAmount(double amount, std::string_view unit)
{
    if (unit.empty())
        return formatNs(amount);
    return unit == bytesUnit ? formatBytes(amount) : scaled(amount);
}

std::string formatAmount(double amount, std::string_view unit)
{
    const bool saysUnit = unit.empty() || unit == bytesUnit || !std::isfinite(amount);
    return saysUnit ? formatBareAmount(amount, unit) : fmt::format("{} {}", scaled(amount), unit);
}

std::string amountNoun(std::string_view unit)
{
    // Translators: what a profile counts, like "samples" or "instructions"
    return unit.empty() ? translated("time") : std::string(unit);
}

std::string amountKey(std::string_view what, std::string_view unit)
{
    if (unit.empty())
        return fmt::format("{}_us", what);
    std::string key = fmt::format("{}_", what);
    for (const char c : unit)
        key += std::isalnum(static_cast<unsigned char>(c)) ? char(std::tolower(c)) : '_';
    return key;
}

} // namespace stepscope
