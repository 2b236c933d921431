#include "app/command.h"
#include "app/experiment_options.h"
#include "app/stored_runs.h"
#include "app/terminal.h"
#include "core/base/format.h"
#include "core/base/format_counted.h"
#include "core/record/program_recorder.h"
#include "core/record/recorded_process.h"
#include "core/run/run_library.h"

#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <cstring>
#include <memory>
#include <thread>

namespace stepscope {

namespace fs = std::filesystem;

namespace {

struct RecordOptions
{
    std::vector<std::string> command;
    std::string library;
    std::string stepOn;
    std::string name;
    int64_t wait = 2;
    int64_t warmup = 8;
    int64_t active = 50;
    int64_t repeat = 1;
};

constexpr auto pollInterval = std::chrono::milliseconds(10);

StepSource stepSourceOf(const std::string& text)
{
    if (text.empty() || text == "auto")
        return StepSource::Unknown;
    for (const auto source : {StepSource::Optimizer, StepSource::Backward, StepSource::Module})
        if (text == stepSourceName(source))
            return source;
    throw UsageError(fmt::format("--step-on is {}; allowed: auto, optimizer, backward or module.", text));
}

/// "train" of `python3 -u train.py --epochs 3`, "my_program" of `./my_program`.
std::string nameOf(const std::vector<std::string>& command)
{
    const auto stem = [](const std::string& path) { return fs::path(path).stem().string(); };
    const auto program = fs::path(command.front()).filename().string();
    if (!program.starts_with("python") && program != "torchrun")
        return stem(command.front());
    for (size_t i = 1; i < command.size(); ++i) {
        if (command[i] == "-m" && i + 1 < command.size())
            return command[i + 1];
        if (command[i] == "-c")
            return "python";
        if (command[i].ends_with(".py"))
            return stem(command[i]);
    }
    return program;
}

ProgramEnd endOf(const RecordedProcess& program)
{
    const int signal = program.endingSignal();
    if (signal == SIGINT)
        return {.outcome = RunOutcome::Stopped, .failure = {}};
    if (signal > 0)
        return {.outcome = RunOutcome::Failed,
                .failure =
                    fmt::format("The program was ended by signal {} ({}).", signal, strsignal(signal))};
    if (program.exitCode() == 128 + SIGINT)
        return {.outcome = RunOutcome::Stopped, .failure = {}};
    if (program.exitCode() != 0)
        return {.outcome = RunOutcome::Failed,
                .failure = fmt::format("The program ended with exit code {}.", program.exitCode())};
    return {};
}

void tellRuns(const ProgramRecorder& recorder)
{
    const auto runs = recorder.runs();
    if (runs.empty())
        printError(
            "stepscope: No training step was found in the program, so there is no run. It records programs "
            "that use PyTorch.\n");
    for (const auto* run : runs)
        printError("stepscope: Recorded {} ({}) as {}\n", formatCounted(run->steps(), "step"),
                   stepSourceName(run->stepSource()), run->runFile().string());
}

/// How a program has ended, for the shell.
struct ExitStatus
{
    int exitCode = 0;
    int signal = 0;
};

ExitStatus recordProgram(const RecordOptions& options)
{
    if (options.command.empty())
        throw UsageError(
            "Say which program to record, as in `stepscope record -- python3 train.py --epochs 3`.");
    RecordingPlan plan{.library = libraryFolderOf(options.library),
                       .name = options.name.empty() ? nameOf(options.command) : options.name,
                       .command = options.command,
                       .folder = fs::current_path(),
                       .stepOn = stepSourceOf(options.stepOn)};
    plan.schedule.profileWait = options.wait;
    plan.schedule.profileWarmup = options.warmup;
    plan.schedule.profileActive = options.active;
    plan.schedule.profileRepeat = options.repeat;
    ProgramRecorder recorder(plan);
    RecordedProcess program(options.command, recorder.environment());
    recorder.setMainProcess(program.id());
    const auto tellProblems = [&] {
        for (const auto& problem : recorder.takeProblems())
            printError("stepscope: {}\n", problem);
    };
    while (!program.hasEnded()) {
        recorder.update();
        tellProblems();
        std::this_thread::sleep_for(pollInterval);
    }
    recorder.end(endOf(program));
    tellProblems();
    tellRuns(recorder);
    return {program.exitCode(), program.endingSignal()};
}

int recordLikeTheProgram(const RecordOptions& options)
{
    const auto status = recordProgram(options);
    if (status.signal > 0)
        endBySignal(status.signal);
    return status.exitCode;
}

} // namespace

Command makeRecordCommand(CLI::App& program)
{
    auto* command = program.add_subcommand("record", "Record any program that uses PyTorch, unchanged");
    auto options = std::make_shared<RecordOptions>();
    command->add_option("command", options->command, "The program with its arguments, behind --")
        ->option_text("-- COMMAND…");
    addLibraryOption(*command, options->library);
    command->add_option("--name", options->name, "What the run is called; default: after the program");
    command
        ->add_option("--step-on", options->stepOn,
                     "What ends a step: auto, optimizer, backward or\nmodule (each call of the network)")
        ->option_text("WHAT");
    command->footer("Examples:\n  stepscope record -- python3 train.py --epochs 3\n"
                    "  stepscope record -- ./my_libtorch_program\n\n"
                    "The exit code is that of the program.");
    return {command, [options] { return recordLikeTheProgram(*options); }};
}

} // namespace stepscope
