// The speed and peak memory of converting a Chrome trace to a Trace with its timeline index, compared with
// Python's json.load of the same file, which only creates objects. --quick uses 50 MB.

#include "core/base/allocator.h"
#include "core/base/clock.h"
#include "core/base/files/temporary_folder.h"
#include "core/base/text/format.h"
#include "core/import/import.h"
#include "core/run/run_figures.h"
#include "core/trace/timeline/timeline_index.h"
#include "tests/benchmarks/kineto_file.h"
#include "tests/benchmarks/statistics.h"

#include <fmt/format.h>
#include <zlib.h>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

using namespace stepscope;

namespace {

constexpr int rounds = 7;

struct Measured
{
    double seconds = 0.0;
    double peakBytes = 0.0;
};

/// Runs in a separate process, so that its peak memory is that of the work.
template<typename Work>
Measured measure(Work&& work)
{
    const int64_t beganNs = monotonicNs();
    const pid_t child = ::fork();
    if (child == 0) {
        work();
        ::_exit(0);
    }
    int status = 0;
    rusage usage = {};
    ::wait4(child, &status, 0, &usage);
    if (status != 0)
        fmt::print("  failed\n");
    constexpr double bytesPerKib = 1024.0;
    return {double(monotonicNs() - beganNs) * 1e-9, double(usage.ru_maxrss) * bytesPerKib};
}

void importToIndex(const std::filesystem::path& path)
{
    const auto imported = importFile(path);
    TimelineIndex index;
    index.update(imported.run.trace);
    if (index.empty())
        ::_exit(1);
}

void loadWithPython(const std::filesystem::path& path)
{
    const std::string program =
        fmt::format("import json, gc; gc.disable(); json.load(open('{}'))", path.string());
    ::execlp("python3", "python3", "-c", program.c_str(), nullptr);
    ::_exit(1);
}

void inflate(const std::filesystem::path& path)
{
    const gzFile file = gzopen(path.c_str(), "rb");
    gzbuffer(file, 1 << 18);
    std::vector<char> piece(1 << 20);
    while (gzread(file, piece.data(), unsigned(piece.size())) > 0)
        continue;
    gzclose(file);
}

void compress(const std::filesystem::path& from, const std::filesystem::path& to)
{
    std::ifstream in(from, std::ios::binary);
    const gzFile out = gzopen(to.c_str(), "wb6");
    std::vector<char> piece(1 << 20);
    while (in.read(piece.data(), std::streamsize(piece.size())), in.gcount() > 0)
        gzwrite(out, piece.data(), unsigned(in.gcount()));
    gzclose(out);
}

struct Series
{
    std::vector<double> seconds;
    double peakBytes = 0.0;

    template<typename Work>
    void add(Work&& work)
    {
        const Measured once = measure(work);
        seconds.push_back(once.seconds);
        peakBytes = std::max(peakBytes, once.peakBytes);
    }
    double median() const { return benchmarks::median(seconds); }
};

/// "20.1 (18.9–22.4)": the median ratio of the rounds to `other`, and its interval.
std::string ratioText(const Series& series, const Series& other)
{
    const auto ratio = benchmarks::ratioOfRounds(series.seconds, other.seconds);
    return fmt::format("{:.2f} ({:.2f}–{:.2f})", ratio.median, ratio.low, ratio.high);
}

/// From the file to its operator table, as after a drop on the window.
void firstTable(const std::filesystem::path& path)
{
    const int64_t beganNs = monotonicNs();
    const auto imported = importFile(path);
    const auto rows = runStatistics(imported.run, OperatorGrouping::ByOperator).rows.size();
    fmt::print("  {}: {} to the table of {} operators (goal 300 ms)\n", path.filename().string(),
               formatNs(double(monotonicNs() - beganNs)), rows);
}

} // namespace

int main(int argc, char** argv)
{
    keepFreedMemory(); // like the program
    const bool quick = argc > 1 && std::strcmp(argv[1], "--quick") == 0;
    const TemporaryFolder folder;
    const auto path = folder.path() / "trace.json";
    constexpr int64_t megabyte = 1'000'000;
    const int64_t events = writeKinetoFile(path, (quick ? 50 : 500) * megabyte);
    const auto bytes = double(std::filesystem::file_size(path));
    const auto packed = folder.path() / "trace.json.gz";
    compress(path, packed);
    fmt::print("Import of {:.0f} MB of JSON, {} complete events; medians of {} rounds, in turns, each in a "
               "process of its own\n",
               bytes / megabyte, formatCount(events), rounds);
    Series plain;
    Series python;
    Series gzip;
    Series zlib;
    for (int round = 0; round < rounds; ++round) {
        plain.add([&] { importToIndex(path); });
        python.add([&] { loadWithPython(path); });
        gzip.add([&] { importToIndex(packed); });
        zlib.add([&] { inflate(packed); });
    }
    fmt::print(
        "  to an indexed trace: {:.2f} s, {:.0f} MB/s (goal 500), peak {:.2f} of the file (goal 0.8)\n",
        plain.median(), bytes / megabyte / plain.median(), plain.peakBytes / bytes);
    fmt::print("  Python's json.load: {:.2f} s, {} times as long (goal 20)\n", python.median(),
               ratioText(python, plain));
    fmt::print("  from gzip: {:.2f} s, zlib alone {:.2f} s, ratio {} (goal 1)\n", gzip.median(),
               zlib.median(), ratioText(gzip, zlib));
    if (const std::filesystem::path real = STEPSCOPE_REAL_TRACES; is_directory(real)) {
        for (const auto& file : std::filesystem::directory_iterator(real))
            firstTable(file.path());
    }
    return 0;
}
