#include "core/sweep/point_process.h"

#include "core/base/clock.h"
#include "core/base/processes/running_process.h"
#include "core/base/text/format.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_json.h"
#include "core/language/translation.h"
#include "core/run_file/run_file.h"
#include "core/run_file/run_file_writer.h"

#include <csignal>

namespace stepscope {

namespace {

constexpr auto childPoll = std::chrono::milliseconds(20);

/// How a child ended.
struct Ending
{
    bool stopped = false; ///< on request
    std::optional<SweepEvent> last;
    std::string sentence; ///< how it ended, if it did not report that itself
    std::string errorOutput;
};

std::string deathSentence(const RunningProcess& child)
{
    const int signal = child.endingSignal();
    if (signal == 0)
        return translated("The training process ended with exit code {code} and without a message.",
                          {{"code", std::to_string(child.exitCode())}});
    // Translators: {end} is "was ended by signal 9 (Killed)".
    const auto sentence = translated("The training process {end}.", {{"end", signalText(signal)}});
    const auto hint =
        signal == SIGKILL ? translated("The system does this when memory runs out.") : std::string();
    return joinedSentences(sentence, hint);
}

/// Runs the child to its end and passes on its events, except `last`, the event that ends it.
Ending follow(const std::vector<std::string>& command, const Experiment& experiment, SweepEvent::Kind last,
              const PointContext& context)
{
    RunningProcess child(command, toJson(experiment));
    Ending ending;
    bool alive = true;
    while (alive) {
        if (!ending.stopped && context.stopRequested()) {
            ending.stopped = true;
            child.signal(SIGTERM);
        }
        alive = child.waitFor(childPoll);
        for (const auto& line : child.takeLines()) {
            auto event = sweepEventFromJson(line);
            if (event && event->kind == last)
                ending.last = std::move(event);
            else if (event)
                context.tell(*event);
        }
    }
    ending.sentence = deathSentence(child);
    ending.errorOutput = child.errorOutput();
    return ending;
}

std::vector<std::string> pointCommand(const std::vector<std::string>& program,
                                      const std::vector<std::string>& arguments)
{
    auto command = program;
    command.emplace_back(pointCommandName);
    command.insert(command.end(), arguments.begin(), arguments.end());
    return command;
}

/// Records it in the file that the child has created, or in a new one.
void recordCrash(const std::filesystem::path& runFile, const Experiment& experiment,
                 const std::string& sentence, const std::string& detail)
{
    try {
        writeRunOutcome(runFile, RunOutcome::Crashed, sentence, detail);
        return;
    } catch (const Error&) { // the child has not created it
    }
    removeRunFile(runFile);
    RunFileWriter file(runFile, withAbsolutePaths(experiment));
    RunUpdate update;
    update.outcome = RunOutcome::Crashed;
    update.failure = sentence;
    update.failureDetail = detail;
    update.startUnixMs = update.endUnixMs = unixMsNow();
    file.write(update);
    file.close();
}

} // namespace

PointResult trainPointApart(const Experiment& experiment, const std::filesystem::path& runFile,
                            const std::vector<std::string>& program, const PointContext& context)
{
    try {
        const auto ending = follow(pointCommand(program, {"--run-file", runFile.string()}), experiment,
                                   SweepEvent::Kind::Ended, context);
        if (ending.last)
            return {ending.last->outcome, ending.last->text, ending.last->detail};
        if (ending.stopped)
            return {RunOutcome::Stopped, {}, {}};
        recordCrash(runFile, experiment, ending.sentence, ending.errorOutput);
        return {RunOutcome::Crashed, ending.sentence, ending.errorOutput};
    } catch (const Error& error) {
        return {RunOutcome::Failed, error.what(), error.detail()};
    }
}

PointEstimate probePointApart(const Experiment& experiment, const std::vector<std::string>& program,
                              const std::function<bool()>& stopRequested)
{
    PointEstimate estimate;
    try {
        const auto ending =
            follow(pointCommand(program, {"--probe"}), experiment, SweepEvent::Kind::Estimated,
                   {.stopRequested = stopRequested, .tell = [](const SweepEvent&) {}});
        if (ending.last)
            return ending.last->estimate;
        if (!ending.stopped)
            estimate.problem = ending.sentence;
    } catch (const Error& error) {
        estimate.problem = error.what();
    }
    return estimate;
}

} // namespace stepscope
