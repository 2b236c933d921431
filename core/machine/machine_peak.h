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

/// The maximum that a machine's processors reach in a short benchmark: the roof of the roofline model (S.
/// Williams, A. Waterman, D. Patterson: Roofline, Communications of the ACM 52(4), 2009).
struct MachinePeak
{
    std::string cpuModel;
    int threads = 0;            ///< number of threads of the benchmark
    std::string instructionSet; ///< "AVX-512", "AVX2 and FMA", "SSE2"; elsewhere the compiler's choice
    double flopsPerSecond = 0;  ///< of 32-bit floats; a fused multiply-add counts as two
    /// Memory bandwidth in a triad a[i] = b[i] + s c[i] over arrays larger than the caches: read and written
    /// bytes as the program sees them (J. McCalpin's STREAM counts the same way).
    double bytesPerSecond = 0;
    int64_t measuredUnixMs = 0;
    /// The share of all processors' time that other programs used during the benchmark, 0 to 1. Negative: not
    /// known.
    double othersShare = -1.0;

    bool isMeasured() const { return flopsPerSecond > 0 && bytesPerSecond > 0; }
    /// The attainable FLOP/s at this arithmetic intensity (FLOP per byte read or written).
    double roof(double flopsPerByte) const;
    /// The arithmetic intensity above which the processors are the limit instead of memory.
    double ridge() const { return flopsPerSecond / bytesPerSecond; }

    /// Whether other programs used so much of the machine that its real peak may be higher.
    bool isOfBusyMachine() const { return othersShare > busyShare; }
    static constexpr double busyShare = 0.10;

    bool operator==(const MachinePeak&) const = default;
};

/// Measures with the given number of threads, which takes one to two seconds and up to 1 GiB of memory, which
/// is freed afterwards. Other programs on the machine lower the figures: the best of several rounds counts,
/// and `othersShare` says how much they used. Throws Error when `stop` is requested or there is too little
/// memory.
MachinePeak measureMachinePeak(int threads, std::stop_token stop = {});

/// The file for measured peaks: machine-peak.json in Stepscope's cache folder.
std::filesystem::path machinePeakFile();

/// The stored peak of this processor with this number of threads. Nothing when there is none, or when the
/// file is damaged.
std::optional<MachinePeak> keptMachinePeak(int threads);

/// Stores it next to those of other processors and numbers of threads. Throws Error that names the file.
void keepMachinePeak(const MachinePeak& peak);

/// The stored peak, else (or if `anew`) a measured one, which is then stored if possible. A peak measured on
/// a busy machine does not replace a higher one of an idle machine.
MachinePeak machinePeak(int threads, bool anew = false, std::stop_token stop = {});

/// The share of all processors' time that was used, by this process or others, during the third of a second
/// that the call takes. Negative: not known.
double usedProcessorShare();

/// Like machinePeak(), but measures only when nothing disturbs the benchmark: for measurements that the user
/// has not requested. Nothing when no peak is stored and the processors are in use (including by a training
/// in this process). A stored peak of a busy machine is measured again, as is any with `again`; the higher
/// figures count. `usedShare` gets how busy the processors are.
std::optional<MachinePeak> machinePeakWhenIdle(int threads, bool again = false, std::stop_token stop = {},
                                               const std::function<double()>& usedShare = usedProcessorShare);

/// The higher figures of two peaks of one machine; other facts about the measurement are those of the later
/// one.
MachinePeak higherPeak(const MachinePeak& earlier, const MachinePeak& later);

/// An array with one object per peak; keys in snake_case.
std::string toJson(const std::vector<MachinePeak>& peaks);
/// The reverse. Throws Error for anything that is not such an array, or has impossible figures.
std::vector<MachinePeak> machinePeaksFromJson(std::string_view json);

} // namespace stepscope
