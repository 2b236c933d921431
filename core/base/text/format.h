#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stepscope {

/// How figures are formatted, on the screen, in the terminal and in reports. (CSV and JSON contain plain
/// numbers.)

/// "938", "60,000".
std::string formatCount(int64_t value);
/// Three or four significant digits with a suitable unit: "12.3 µs", "1.234 s"; "0 ns".
std::string formatNs(double nanoseconds);
/// For elapsed or remaining time: "4 s", "1:05", "2:03:09".
std::string formatSeconds(double seconds);
/// The same for how long a run took, which may be less than a second: "212 ms".
std::string formatRunTime(double seconds);
/// "512 B", "1.50 MiB".
std::string formatBytes(double bytes);
/// Floating-point operations: "1.36 GFLOP", "24.9 MFLOP", "8 FLOP".
std::string formatFlops(double flops);
/// A share from 0 to 1 as "12.3 %".
std::string formatShare(double share, int decimals = 1);
/// A share above 0, however small: "under 0.1 %" where formatShare() rounds to 0.
std::string formatShareAboveZero(double share, int decimals = 1);
/// "1,234 samples/s", "12.3 samples/s".
std::string formatImagesPerSecond(double value);
/// A ratio: "0.31", "2.40", "20.1", "1,234".
std::string formatTimes(double ratio);
/// A time of the wall clock in local time, "2026-03-01 14:05:09".
std::string formatLocalTime(int64_t unixMs);
/// The same with its time zone, for texts that leave the machine: "2026-03-01 14:05:09 UTC+1".
std::string formatLocalTimeWithZone(int64_t unixMs);

/// Both sentences, or the one that is not empty.
std::string joinedSentences(const std::string& first, const std::string& second);
/// A sentence without its full stop, to continue it.
std::string withoutFullStop(std::string_view sentence);

/// A loss: "0.0312"; with significant digits where it is small, "2.43e-05"; "123.5" from 100 on; "NaN", "∞",
/// "−∞".
std::string formatLoss(double loss);

/// An operator's name without its namespace: "aten::conv2d" becomes "conv2d".
std::string withoutNamespace(const std::string& operatorName);

} // namespace stepscope
