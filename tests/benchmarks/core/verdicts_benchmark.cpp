// How often comparisons are wrong: identical runs that are called different (A/A), and real differences that
// are found (A/B), of steps and of operators. First on simulated machines, then by training: each pair with
// the program beside this one, on the machine as it is and under a changing load. --quick takes fewer pairs;
// --simulated trains nothing.

#include "core/base/error.h"
#include "core/base/files/temporary_folder.h"
#include "core/base/processes/child_process.h"
#include "core/comparison/comparison.h"
#include "core/comparison/operator_comparison.h"
#include "core/run_file/run_file.h"
#include "tests/support/simulated_machine.h"

#include <boost/math/distributions/binomial.hpp>
#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

using namespace stepscope;
using namespace stepscope::test;

namespace {

constexpr int steps = 300;
constexpr int recordedSteps = 50;

/// "k of n", with the 95 % interval of C. J. Clopper and E. S. Pearson, Biometrika 26, 1934.
std::string shareText(int count, int all)
{
    if (all == 0)
        return "–";
    using Binomial = boost::math::binomial_distribution<>;
    const double low = Binomial::find_lower_bound_on_p(all, count, 0.025);
    const double high = Binomial::find_upper_bound_on_p(all, count, 0.025);
    return fmt::format("{:>3} of {:<3} {:>5.1f} % ({:.1f}–{:.1f})", count, all, 100.0 * count / all,
                       100 * low, 100 * high);
}

/// The verdicts on pairs of runs.
struct Counts
{
    int pairs = 0;
    int different = 0;
    int same = 0;
    int slower = 0;
    int faster = 0;
    int operators = 0;
    int differentOperators = 0;
    int pairsWithOperator = 0;

    void add(const Run& baseline, const Run& run)
    {
        const std::vector<NamedRun> named{{&baseline, "A"}, {&run, "B"}};
        ++pairs;
        if (const auto& time = compareRuns(named).runs[1].stepTime) {
            different += isDifference(time->verdict);
            same += time->verdict == Verdict::Same;
            slower += time->verdict == Verdict::Slower;
            faster += time->verdict == Verdict::Faster;
        }
        int found = 0;
        const auto compared = compareOperators(named);
        for (const auto& row : compared.rows)
            found += row.cells[1].difference && isDifference(row.cells[1].difference->verdict);
        operators += int(compared.rows.size());
        differentOperators += found;
        pairsWithOperator += found > 0;
    }
};

void printHeader(const char* title)
{
    fmt::print("\n{:<24} {:<28} {:<28} {:<28} {}\n", title, "steps called different", "steps called the same",
               "pairs with any operator", "operators called different");
}

void print(const std::string& what, const Counts& counts)
{
    fmt::print("{:<24} {:<28} {:<28} {:<28} {}\n", what, shareText(counts.different, counts.pairs),
               shareText(counts.same, counts.pairs), shareText(counts.pairsWithOperator, counts.pairs),
               shareText(counts.differentOperators, counts.operators));
    std::fflush(stdout);
}

void simulate(int pairs)
{
    printHeader("simulated A/A");
    for (const auto disturbance : allDisturbances) {
        SimulatedMachine machine(disturbance, 17);
        Counts counts;
        for (int pair = 0; pair < pairs; ++pair) {
            const Run baseline = machine.run(steps, 1.0, recordedSteps);
            counts.add(baseline, machine.run(steps, 1.0, recordedSteps));
        }
        print(disturbanceName(disturbance), counts);
    }
    fmt::print("\n{:<24} {:<28} {:<28} {}\n", "simulated A/B: slower", "by twice the noise (10 %)",
               "by 1.6 times", "by 12 times");
    for (const auto disturbance : allDisturbances) {
        std::string line = fmt::format("{:<24}", disturbanceName(disturbance));
        for (const double slower : {1.1, 1.6, 12.0}) {
            SimulatedMachine machine(disturbance, 17);
            int found = 0;
            for (int pair = 0; pair < pairs; ++pair) {
                const Run baseline = machine.run(steps);
                const Run run = machine.run(steps, slower);
                const auto compared = compareRuns(std::vector<NamedRun>{{&baseline, "A"}, {&run, "B"}});
                found += compared.runs[1].stepTime->verdict == Verdict::Slower;
            }
            line += fmt::format(" {:<28}", shareText(found, pairs));
        }
        fmt::print("{}\n", line);
        std::fflush(stdout);
    }
}

/// Threads that alternately compute and rest, independently of each other.
class ChangingLoad
{
public:
    explicit ChangingLoad(int threads)
    {
        for (int i = 0; i < threads; ++i)
            m_threads.emplace_back([i](const std::stop_token& stop) {
                std::mt19937 random(uint32_t(i + 1));
                std::exponential_distribution<double> seconds(1.0);
                while (!stop.stop_requested()) {
                    const auto until =
                        std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds(random));
                    while (std::chrono::steady_clock::now() < until && !stop.stop_requested()) {
                    }
                    std::this_thread::sleep_for(std::chrono::duration<double>(seconds(random)));
                }
            });
    }

private:
    std::vector<std::jthread> m_threads;
};

/// The training, in a separate process: an MLP with short steps, where the machine's noise is largest, or
/// convolutions, which two threads share.
struct Training
{
    std::string network = "mlp";
    int steps = ::steps;
    int threads = 1;
};

Run train(const std::string& program, const TemporaryFolder& folder, const Training& training)
{
    namespace fs = std::filesystem;
    const auto library = folder.path() / "runs";
    const auto result =
        runProcess({program, "run", "--dataset", "synthetic", "--network", training.network, "--steps",
                    std::to_string(training.steps), "--threads", std::to_string(training.threads), "--seed",
                    "1", "--library", library.string(), "--out", (folder.path() / "out").string()});
    if (result.exitCode != 0)
        throw Error("The training failed.", result.errorOutput);
    Run run;
    for (const auto& file : fs::directory_iterator(library))
        if (file.path().extension() == ".stepscope")
            run = readRunFile(file.path()).run;
    fs::remove_all(library);
    fs::remove_all(folder.path() / "out");
    return run;
}

std::string loadText()
{
    double averages[1] = {0.0};
    return getloadavg(averages, 1) == 1 ? fmt::format("{:.1f}", averages[0]) : "not known";
}

void trainPairs(const std::string& program, int pairs)
{
    const TemporaryFolder folder;
    const auto aa = [&](const std::string& what, int threads) {
        Counts counts;
        for (int pair = 0; pair < pairs; ++pair) {
            const Run baseline = train(program, folder, {.threads = threads});
            counts.add(baseline, train(program, folder, {.threads = threads}));
        }
        print(what, counts);
    };
    printHeader("trained A/A");
    fmt::print("as the machine is: load average {} on {} processors\n", loadText(),
               std::thread::hardware_concurrency());
    aa("1 thread", 1);
    aa("2 threads", 2);
    {
        const ChangingLoad load(int(2 * std::thread::hardware_concurrency()));
        aa("1 thread, under load", 1);
        aa("2 threads, under load", 2);
        fmt::print("under a load that comes and goes: load average {}\n", loadText());
    }
    Counts counts;
    const Training convolutions{.network = "mnist-convnet-2020", .steps = 60};
    auto onTwo = convolutions;
    onTwo.threads = 2;
    for (int pair = 0; pair < (pairs + 1) / 2; ++pair) {
        const Run baseline = train(program, folder, convolutions);
        counts.add(baseline, train(program, folder, onTwo));
    }
    fmt::print("A/B, 1 against 2 threads: faster {}, slower {}, load average {}\n",
               shareText(counts.faster, counts.pairs), shareText(counts.slower, counts.pairs), loadText());
}

} // namespace

int main(int argc, char** argv)
{
    bool quick = false;
    bool simulated = false;
    for (int i = 1; i < argc; ++i) {
        quick = quick || std::string_view(argv[i]) == "--quick";
        simulated = simulated || std::string_view(argv[i]) == "--simulated";
    }
    simulate(quick ? 40 : 400);
    const auto program = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "stepscope";
    if (simulated || !std::filesystem::exists(program))
        return 0;
    try {
        trainPairs(program.string(), quick ? 3 : 40);
    } catch (const Error& error) {
        fmt::print(stderr, "{} {}\n", error.what(), error.detail());
        return 1;
    }
    return 0;
}
