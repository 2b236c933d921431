#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

/// What a machine's processors reach at most, as a short benchmark measured it: the roof of the roofline
/// model (S. Williams, A. Waterman, D. Patterson: Roofline, Communications of the ACM 52(4), 2009).
struct MachinePeak
{
    std::string cpuModel;
    int threads = 0;            ///< that the benchmark ran on
    std::string instructionSet; ///< "AVX-512", "AVX2 and FMA", "SSE2"; what the compiler chose elsewhere
    double flopsPerSecond = 0;  ///< of 32-bit floats; a fused multiplication and addition counts as two
    /// Of memory, in a triad a[i] = b[i] + s c[i] over arrays larger than the caches: read and written bytes
    /// as the program sees them (J. McCalpin's STREAM counts the same way).
    double bytesPerSecond = 0;
    int64_t measuredUnixMs = 0;
    /// Of the time of all processors, what other programs used during the benchmark, 0 to 1. Negative: not
    /// known.
    double othersShare = -1.0;

    bool isMeasured() const { return flopsPerSecond > 0 && bytesPerSecond > 0; }
    /// What can be reached with so many operations for each byte that is read or written.
    double roof(double flopsPerByte) const;
    /// Operations a byte from which on the processors are the limit, and no longer memory.
    double ridge() const { return flopsPerSecond / bytesPerSecond; }

    /// Whether other programs used so much of the machine that it may reach more.
    bool isOfBusyMachine() const { return othersShare > busyShare; }
    static constexpr double busyShare = 0.10;

    bool operator==(const MachinePeak&) const = default;
};

/// Measures on so many threads, which takes one to two seconds and up to 1 GiB of memory, which is given
/// back. What else runs on the machine makes the figures smaller: the best of several rounds counts, and
/// `othersShare` tells how much it was. Throws Error when `stop` is requested or memory is short.
MachinePeak measureMachinePeak(int threads, std::stop_token stop = {});

/// Where measured peaks are kept: machine-peak.json in Stepscope's cache folder.
std::filesystem::path machinePeakFile();

/// The peak of this processor with so many threads as it was kept. Nothing when none was, and when the file
/// is damaged.
std::optional<MachinePeak> keptMachinePeak(int threads);

/// Keeps it beside those of other processors and numbers of threads. Throws Error that names the file.
void keepMachinePeak(const MachinePeak& peak);

/// The kept one, else (or `anew`) a measured one, which is then kept as far as that is possible. What was
/// measured on a busy machine does not replace a higher figure of one that was not.
MachinePeak machinePeak(int threads, bool anew = false, std::stop_token stop = {});

/// The share of the time of all processors that was used, by this process or others, in the third of a second
/// that the call takes. Negative: not known.
double usedProcessorShare();

/// As machinePeak() where nothing disturbs the benchmark: for when nobody asked for one. Nothing when none is
/// kept and the processors are in use (by a training in this process as well). A kept one of a busy machine
/// is measured again, and so is any with `again`, where the higher figures count. `usedShare` tells how busy
/// the processors are.
std::optional<MachinePeak> machinePeakWhenIdle(int threads, bool again = false, std::stop_token stop = {},
                                               const std::function<double()>& usedShare = usedProcessorShare);

/// The higher figures of two peaks of one machine; what else is said of the measurement is that of the later
/// one.
MachinePeak higherPeak(const MachinePeak& earlier, const MachinePeak& later);

/// As an array with an object for each; keys in snake_case.
std::string toJson(const std::vector<MachinePeak>& peaks);
/// The reverse. Throws Error for anything that is not such an array, or holds figures that cannot be.
std::vector<MachinePeak> machinePeaksFromJson(std::string_view json);

} // namespace stepscope
