#include "app/progress_display.h"

#include "app/terminal.h"
#include "core/base/text/format.h"
#include "core/base/text/text_width.h"
#include "core/language/translation.h"
#include "core/run/run_figures.h"
#include "core/run/validation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace stepscope {

namespace {

constexpr auto plainInterval = std::chrono::seconds(10);

int terminalColumns()
{
    winsize size = {};
    const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known ? size.ws_col : 80;
}

std::string epochText(const EpochMetrics& epoch, const Run& run)
{
    const bool isClassified = !std::isnan(epoch.testAccuracy());
    const auto validation = validationAfter(run, epoch.lastStep);
    const std::string sentence = translated(
        isClassified
            ? translatable("Epoch {epoch}: train loss {trainLoss}, accuracy {trainAccuracy}; test loss "
                           "{testLoss}, accuracy {testAccuracy}; trained for {trainTime} ({speed}), "
                           "tested for {testTime}.")
            : translatable("Epoch {epoch}: train loss {trainLoss}; test loss {testLoss}; trained for "
                           "{trainTime} ({speed}), tested for {testTime}."),
        {{"epoch", epochNumberText(epoch.epoch, run.plan.epochs, run.experiment)},
         {"trainLoss", formatLoss(epoch.trainLoss)},
         {"trainAccuracy", formatShare(epoch.trainAccuracy(), 2)},
         {"testLoss", formatLoss(epoch.testLoss)},
         {"testAccuracy", formatShare(epoch.testAccuracy(), 2)},
         {"trainTime", formatNs(double(epoch.trainNs))},
         {"speed", formatImagesPerSecond(epoch.imagesPerSecond())},
         {"testTime", formatNs(double(epoch.testNs))}});
    return validation ? sentence + " " + validationText(*validation) + "." : sentence;
}

} // namespace

std::string progressText(const Run& run)
{
    const auto progress = progressOf(run);
    // Before the plan is made, the log says how far the reading of a large data set is.
    if (progress.totalSteps == 0 && !run.log.empty() && run.log.back().level == LogLevel::Info)
        return run.log.back().text;
    if (run.stage == RunStage::Preparing || progress.totalSteps == 0)
        return translated("Preparing: engine, data set and network");
    const auto recent = recentTraining(run);
    std::vector<std::string> parts = {
        fmt::format("{:<8}", progress.testing ? translated("Testing") : translated("Training")),
        translated("epoch {epoch}",
                   {{"epoch", epochNumberText(progress.epoch, progress.epochs, run.experiment)}}),
        translated("step {step} of {steps}",
                   {{"step", formatCount(progress.step)}, {"steps", plannedStepsText(run)}}),
        timeLeftText(progress)}; // early in the line, so that a narrow terminal does not cut it off
    if (!run.steps.empty()) {
        parts.push_back(translated("loss {loss}", {{"loss", formatLoss(recent.loss)}}));
        if (!std::isnan(recent.accuracy))
            parts.push_back(translated("accuracy {accuracy}", {{"accuracy", formatShare(recent.accuracy)}}));
        parts.push_back(formatImagesPerSecond(progress.imagesPerSecond));
    }
    return fmt::format("{}", fmt::join(parts, "  "));
}

std::string progressBar(double fraction, int columns)
{
    const int inside = columns - 8; // brackets, blank, "100 %"
    const int filled = std::clamp(int(fraction * inside), 0, inside);
    return fmt::format("[{}{}] {:3.0f} %", std::string(size_t(filled), '='),
                       std::string(size_t(inside - filled), ' '), 100.0 * fraction);
}

ProgressDisplay::ProgressDisplay()
    : m_terminal(isatty(STDERR_FILENO))
    , m_lastLine(std::chrono::steady_clock::now())
{
}

void ProgressDisplay::show(const Run& run)
{
    showNews(run);
    if (!run.isOver())
        showLine(progressText(run), m_fraction.of(run, progressOf(run)));
}

void ProgressDisplay::showLine(const std::string& line, double fraction)
{
    const auto now = std::chrono::steady_clock::now();
    if (m_terminal) {
        draw(line, fraction);
    } else if (now - m_lastLine >= plainInterval) {
        m_lastLine = now;
        printError("{}\n", visibleLine(line));
    }
}

void ProgressDisplay::showNews(const Run& run)
{
    for (; m_entriesShown < run.log.size(); ++m_entriesShown) {
        // A failure is printed once, at the end.
        if (run.log[m_entriesShown].level == LogLevel::Warning)
            say(run.log[m_entriesShown].text);
    }
    for (; m_epochsShown < run.epochs.size(); ++m_epochsShown)
        say(epochText(run.epochs[m_epochsShown], run));
}

void ProgressDisplay::say(const std::string& sentence)
{
    clear();
    printError("{}\n", sentence);
}

void ProgressDisplay::clear()
{
    if (m_drawn)
        clearLine();
    m_drawn = false;
}

void ProgressDisplay::draw(std::string line, double fraction)
{
    constexpr int shortestBar = 20;
    constexpr int longestBar = 40;
    const int columns = std::max(1, terminalColumns() - 1);
    const int room = columns - int(displayWidth(line)) - 2;
    if (room >= shortestBar)
        line += "  " + progressBar(fraction, std::min(room, longestBar));
    drawLine(cutToWidth(std::move(line), size_t(columns)));
    m_drawn = true;
}

} // namespace stepscope
