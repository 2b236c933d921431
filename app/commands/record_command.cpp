#include "app/command.h"
#include "app/display.h"
#include "app/experiment_options.h"
#include "app/options/help_examples.h"
#include "app/stored_runs.h"
#include "app/terminal.h"
#include "core/base/files/atomic_file.h"
#include "core/base/files/paths.h"
#include "core/base/processes/detached_process.h"
#include "core/base/processes/spawned_process.h"
#include "core/base/text/format.h"
#include "core/base/text/visible_text.h"
#include "core/experiment/experiment_fields.h"
#include "core/language/reason.h"
#include "core/language/translation.h"
#include "core/probe/probe_protocol.h"
#include "core/record/process/recorded_process.h"
#include "core/record/process/source_revision.h"
#include "core/record/program_recorder.h"
#include "core/record/recorder_messages.h"
#include "core/run_file/run_library.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <future>
#include <memory>
#include <optional>
#include <set>
#include <sys/wait.h>
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
    std::string runsTo;
    std::string messagesTo;
    std::string window;
    bool open = false;
    bool python = false;
    bool memory = false;
    bool windowsOnly = false;
    bool noGpu = false;
    ExperimentOptions schedule;
};

/// The default schedule of the steps whose events are kept.
Experiment standardSchedule()
{
    Experiment schedule;
    schedule.profileWait = 2;
    schedule.profileWarmup = 8;
    schedule.profileActive = 50;
    schedule.profileRepeat = 1;
    return schedule;
}

constexpr std::string_view scheduleFields[] = {"profiler.wait", "profiler.warmup", "profiler.active",
                                               "profiler.repeat"};
constexpr auto pollInterval = std::chrono::milliseconds(10);

/// Any other text is the name of a range in the program.
StepSource stepSourceFor(const std::string& text)
{
    if (text.empty() || text == "auto")
        return StepSource::Unknown;
    const auto source = stepSourceNamed(text);
    if (source != StepSource::Unknown && source != StepSource::Marks)
        return source;
    if (text.size() > probe::longestStepRange)
        throw UsageError(translated("The name given to --step-on is longer than {count} bytes.",
                                    {{"count", fmt::format("{}", probe::longestStepRange)}}));
    return StepSource::Marks;
}

/// Sets the steps whose events are kept: "100:50" means 50 steps, starting at step 100.
void setWindow(Experiment& schedule, const std::string& window)
{
    if (window.empty())
        return;
    const auto colon = window.find(':');
    if (colon == std::string::npos)
        throw UsageError(translated("--window takes FIRST:STEPS, as in 100:50 for the events of 50 steps "
                                    "starting at step 100, not {value}.",
                                    {{"value", visibleLine(window)}}));
    schedule.profileWarmup = 0;
    schedule.profileRepeat = 1;
    try {
        setField(schedule, *findExperimentField("profiler.wait"), visibleLine(window.substr(0, colon)),
                 translated("FIRST of --window"));
        setField(schedule, *findExperimentField("profiler.active"), visibleLine(window.substr(colon + 1)),
                 translated("STEPS of --window"));
    } catch (const Error& error) {
        throw UsageError(error.what());
    }
}

/// "train" for `python3 -u train.py --epochs 3`, "my_program" for `./my_program`.
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

/// Prints the recorder's messages between the output of the program, or writes them into a file for another
/// program.
class Messages
{
public:
    /// Creates the file unless the path is empty. Throws Error if that fails.
    explicit Messages(const std::string& path)
    {
        if (path.empty())
            return;
        m_file = fs::absolute(path);
        writeFileAtomically(m_file, "");
    }

    /// If the file can no longer be written, that is printed, as are this message and later ones.
    void tell(const RecorderMessage& message)
    {
        if (!m_file.empty() && isWritten(message))
            return;
        print(message.text);
    }
    /// An error, which whoever catches it prints.
    void tellFailure(const std::string& sentence)
    {
        if (!m_file.empty())
            isWritten({RecorderMessage::Kind::Failure, sentence});
    }
    void tellProblem(const std::string& sentence) { tell({RecorderMessage::Kind::Problem, sentence}); }

private:
    static void print(const std::string& sentence) { printError("stepscope: {}\n", sentence); }

    bool isWritten(const RecorderMessage& message)
    {
        m_lines += messageLine(message);
        try {
            writeFileAtomically(m_file, m_lines);
            return true;
        } catch (const Error& error) {
            print(error.what());
            m_file.clear();
            return false;
        }
    }

    fs::path m_file; ///< empty: messages are printed
    std::string m_lines;
};

ProgramEnd endOf(const RecordedProcess& program)
{
    const int signal = program.endingSignal();
    if (signal == SIGINT)
        return {.outcome = RunOutcome::Stopped, .failure = {}};
    if (signal > 0)
        return {.outcome = RunOutcome::Failed,
                .failure = translated("The program {ending}.", {{"ending", signalText(signal)}})};
    if (program.exitCode() == 128 + SIGINT)
        return {.outcome = RunOutcome::Stopped, .failure = {}};
    if (program.exitCode() != 0)
        return {.outcome = RunOutcome::Failed,
                .failure = translated("The program ended with exit code {code}.",
                                      {{"code", std::to_string(program.exitCode())}})};
    return {};
}

void tellRuns(const ProgramRecorder& recorder, const RecordingPlan& plan, const ProgramEnd& how,
              Messages& messages)
{
    const auto runs = recorder.runs();
    if (runs.empty() && (recorder.hasLost() || recorder.hasRefused()))
        return; // its problems were reported
    const auto tellNoRun = [&](const std::string& sentence) {
        messages.tell({RecorderMessage::Kind::NoRun, sentence});
    };
    if (runs.empty() && plan.stepOn == StepSource::Marks && recorder.hasSeenProcess())
        tellNoRun(translated("No range named {range} ended in the program, so there is no run. Other "
                             "values of --step-on are auto, optimizer, backward and module.",
                             {{"range", plan.stepRange}}));
    else if (runs.empty() && how.outcome == RunOutcome::Failed)
        tellNoRun(how.failure + " " + translated("No step had ended by then, so there is no run."));
    else if (runs.empty() && !recorder.hasSeenProcess())
        tellNoRun(
            translated("The program did not load PyTorch, or used none of its modules, backward passes and "
                       "optimizers, so there is no run. Python that is started with -I, -E or -S by another "
                       "program, or without Stepscope's environment variables, is not recorded."));
    else if (runs.empty())
        tellNoRun(translated("No step was found in the program, so there is no run. A step is a call of a "
                             "torch.nn.Module, a backward pass or an update by an optimizer of PyTorch."));
    for (const auto* run : runs) {
        if (!run->isWritten())
            continue; // its problem was reported
        messages.tell({RecorderMessage::Kind::Recorded,
                       translatedPlural("Recorded {count} step ({source}) as {file}",
                                        "Recorded {count} steps ({source}) as {file}", run->steps(),
                                        {{"count", formatCount(run->steps())},
                                         {"source", stepSourceName(run->stepSource())},
                                         {"file", run->runFile().string()}})});
    }
}

/// Opens a window once there is a run. The runs of a distributed training are opened together, the lowest
/// rank first.
class WindowOpener
{
public:
    explicit WindowOpener(Messages& messages)
        : m_messages(messages)
    {
    }

    void update(const ProgramRecorder& recorder)
    {
        const auto runs = recorder.runs();
        tellWhenClosed();
        if (m_isOpen || runs.empty())
            return;
        if (!m_firstSeen)
            m_firstSeen = Clock::now();
        const bool areAll = int64_t(runs.size()) >= runs.front()->localRanks();
        if (areAll || Clock::now() - *m_firstSeen > longestWaitForRanks)
            open(runs);
    }
    /// Call it when the program has ended, perhaps before all ranks had a run.
    void finish(const ProgramRecorder& recorder)
    {
        if (const auto runs = recorder.runs(); !m_isOpen && !runs.empty())
            open(runs);
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr auto longestWaitForRanks = std::chrono::seconds(5);

    void open(std::vector<const ProgramRun*> runs)
    {
        m_isOpen = true;
        std::ranges::stable_sort(runs, {}, &ProgramRun::rank);
        std::vector<std::string> command{programPath().string(), "open"};
        for (const auto* run : runs)
            command.push_back(run->runFile().string());
        m_process = startDetached(command);
    }

    /// Reports a window that could not be opened; its process has no terminal.
    void tellWhenClosed()
    {
        int status = 0;
        if (m_process <= 0 || ::waitpid(m_process, &status, WNOHANG) != m_process)
            return;
        m_process = 0;
        if (status != 0)
            m_messages.tellProblem(
                translated("The window could not be opened; `stepscope open RUN` shows why."));
    }

    Messages& m_messages;
    std::optional<Clock::time_point> m_firstSeen;
    bool m_isOpen = false;
    pid_t m_process = 0;
};

/// The file that lists the runs for another program.
class RunList
{
public:
    /// Creates the file unless the path is empty. Throws Error if that fails.
    RunList(const std::string& path, Messages& messages)
        : m_messages(messages)
    {
        if (path.empty())
            return;
        m_file = fs::absolute(path);
        writeFileAtomically(m_file, "");
    }

    /// Adds new runs. If the file can no longer be written, that is reported once.
    void update(const ProgramRecorder& recorder)
    {
        if (m_file.empty())
            return;
        bool isNew = false;
        for (const auto* run : recorder.runs()) {
            if (!m_runs.insert(run->runFile()).second)
                continue;
            m_lines += fs::absolute(run->runFile()).string() + "\n";
            isNew = true;
        }
        if (!isNew)
            return;
        try {
            writeFileAtomically(m_file, m_lines);
        } catch (const Error& error) {
            m_messages.tellProblem(error.what());
            m_file.clear();
        }
    }

private:
    Messages& m_messages;
    fs::path m_file; ///< empty: no list was requested
    std::set<fs::path> m_runs;
    std::string m_lines;
};

/// The exit status of a program, for the shell.
struct ExitStatus
{
    int exitCode = 0;
    int signal = 0;
};

Experiment scheduleOf(const RecordOptions& options)
{
    for (const auto key : scheduleFields) {
        if (!options.window.empty() && options.schedule.isGiven(key))
            throw UsageError(
                translated("{option} and {other} cannot be used together.",
                           {{"option", "--window"}, {"other", std::string(findExperimentField(key)->flag)}}));
    }
    try {
        return options.schedule.experiment(standardSchedule());
    } catch (const Error& error) {
        throw UsageError(error.what());
    }
}

ExitStatus recordProgram(const RecordOptions& options, Messages& messages)
{
    if (options.command.empty())
        throw UsageError(translated(
            "Specify the program to record, as in `stepscope record -- python3 train.py --epochs 3`."));
    if (options.open) {
        if (const auto problem = displayProblem(); !problem.empty())
            throw UsageError(translated("{problem}; omit --open to record the program without a window.",
                                        {{"problem", problem}}));
    }
    RecordingPlan plan{.library = libraryFolderOf(options.library),
                       .name = options.name.empty() ? nameOf(options.command) : options.name,
                       .command = options.command,
                       .folder = fs::current_path(),
                       .stepOn = stepSourceFor(options.stepOn),
                       .schedule = scheduleOf(options)};
    setWindow(plan.schedule, options.window);
    if (plan.stepOn == StepSource::Marks)
        plan.stepRange = options.stepOn;
    plan.pythonCalls = options.python;
    plan.memory = options.memory;
    plan.windowsOnly = options.windowsOnly;
    plan.devices = !options.noGpu;
    plan.revision = std::async(std::launch::async, sourceRevision, plan.folder).share();
    RunList list(options.runsTo, messages);
    ProgramRecorder recorder(plan);
    std::optional<RecordedProcess> started;
    try {
        started.emplace(options.command, recorder.environment());
    } catch (const ProgramNotFound& error) {
        throw UsageError(error.what());
    }
    RecordedProcess& program = *started;
    recorder.setMainProcess(program.id());
    const auto tellProblems = [&] {
        for (const auto& problem : recorder.takeProblems())
            messages.tellProblem(problem);
    };
    WindowOpener window(messages);
    bool isFailed = false;
    // If the recording fails, the program is still waited for.
    const auto attempt = [&](const auto& function) {
        try {
            if (!isFailed)
                function();
        } catch (const std::exception& error) {
            isFailed = true;
            messages.tellProblem(translated("The recording has failed, but the program continues: {reason}",
                                            {{"reason", reasonOf(error)}}));
        }
    };
    while (!program.hasEnded()) {
        attempt([&] {
            recorder.update();
            tellProblems();
            list.update(recorder);
            if (options.open)
                window.update(recorder);
        });
        std::this_thread::sleep_for(pollInterval);
    }
    const auto how = endOf(program);
    attempt([&] {
        recorder.end(how);
        tellProblems();
        list.update(recorder);
        if (options.open)
            window.finish(recorder);
        tellRuns(recorder, plan, how, messages);
    });
    const bool isLost = program.exitCode() == exitDone && (isFailed || recorder.hasLost());
    return {isLost ? exitFailed : program.exitCode(), program.endingSignal()};
}

int recordLikeTheProgram(const RecordOptions& options)
{
    Messages messages(options.messagesTo);
    ExitStatus status;
    try {
        status = recordProgram(options, messages);
    } catch (const std::exception& error) {
        messages.tellFailure(error.what());
        throw;
    }
    if (status.signal > 0)
        endBySignal(status.signal);
    return status.exitCode;
}

} // namespace

Command makeRecordCommand(CLI::App& program)
{
    auto* command =
        program.add_subcommand("record", translated("Record any program that uses PyTorch, unchanged"));
    auto options = std::make_shared<RecordOptions>();
    command->add_option("command", options->command, translated("The program with its arguments, after --"))
        ->option_text("-- COMMAND…");
    addLibraryOption(*command, options->library);
    command->add_flag("--open", options->open,
                      translated("Show the run in a window as soon as it has steps"));
    command->add_option("--name", options->name, translated("Name of the run; default: that of the program"));
    command
        ->add_option(
            "--runs-to", options->runsTo,
            translated("Write the path of each run into this file, one per line, as soon as the run exists"))
        ->option_text("FILE");
    command
        ->add_option(
            "--messages-to", options->messagesTo,
            translated("Write the recorder's messages into this file instead of the terminal, as one "
                       "JSON object per line with kind and text"))
        ->option_text("FILE");
    command
        ->add_option(
            "--step-on", options->stepOn,
            translated("What ends a step: auto, optimizer, backward, module (each call of the network), or "
                       "the name of a range that the program marks with torch.profiler.record_function()"))
        ->option_text("WHAT");
    options->schedule.addTo(*command, scheduleFields, standardSchedule());
    command
        ->add_option("--window", options->window,
                     translated("Keep the events of STEPS steps starting at step FIRST, as in 100:50; sets "
                                "--profile-wait, -warmup, -active and -repeat"))
        ->option_text("FIRST:STEPS");
    command->add_flag("--windows-only", options->windowsOnly,
                      translated("Record operators only in steps whose events are kept; other steps have "
                                 "only times and losses. For Python programs"));
    command->add_flag(
        "--python", options->python,
        translated("Also record calls of Python functions, on the thread that imports PyTorch"));
    command->add_flag("--memory", options->memory,
                      translated("Also record what PyTorch allocates and frees, for Python programs"));
    command->add_flag("--no-gpu", options->noGpu,
                      translated("Do not record GPU work; otherwise PyTorch's own profiler runs in the "
                                 "steps whose events are kept"));
    command->footer(helpExamples(
        {"stepscope record -- python3 train.py --epochs 3", "stepscope record -- ./my_libtorch_program"},
        translated("The exit code is that of the program, or 1 if that is 0 but a run could not be\nwritten, "
                   "or steps "
                   "are missing in it.")));
    return {command, [options] { return recordLikeTheProgram(*options); }};
}

} // namespace stepscope
