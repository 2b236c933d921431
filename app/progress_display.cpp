#include "app/progress_display.h"

#include "app/terminal.h"
#include "core/base/text/format.h"
#include "core/run/progress.h"
#include "core/run/run_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <sys/ioctl.h>
#include <unistd.h>

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
    return fmt::format("Epoch {}: train loss {:.4f}, accuracy {}; test loss {:.4f}, accuracy {}; trained for "
                       "{} ({}), tested for {}.",
                       epochNumberText(epoch.epoch, run.plan.epochs, run.experiment), epoch.trainLoss,
                       formatShare(epoch.trainAccuracy(), 2), epoch.testLoss,
                       formatShare(epoch.testAccuracy(), 2), formatNs(double(epoch.trainNs)),
                       formatImagesPerSecond(epoch.imagesPerSecond()), formatNs(double(epoch.testNs)));
}

} // namespace

std::string progressText(const Run& run)
{
    const auto progress = progressOf(run);
    if (run.stage == RunStage::Preparing || progress.totalSteps == 0)
        return "Preparing: engine, data set and network";
    const auto recent = recentTraining(run);
    std::string text = fmt::format("{}  epoch {}  step {} of {}", progress.testing ? "Testing " : "Training",
                                   epochNumberText(progress.epoch, progress.epochs, run.experiment),
                                   formatCount(progress.step), plannedStepsText(run));
    text += "  " + timeLeftText(progress); // early in the line, so that a narrow terminal does not cut it off
    if (!run.steps.empty())
        text += fmt::format("  loss {:.4f}  accuracy {}  {}", recent.loss, formatShare(recent.accuracy),
                            formatImagesPerSecond(progress.imagesPerSecond));
    return text;
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
        showLine(progressText(run), progressOf(run).fraction);
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
    // All characters are ASCII, so that the line can be cut to the terminal's width byte by byte.
    constexpr int shortestBar = 20;
    constexpr int longestBar = 40;
    const int columns = std::max(1, terminalColumns() - 1);
    const int room = columns - int(line.size()) - 2;
    if (room >= shortestBar)
        line += "  " + progressBar(fraction, std::min(room, longestBar));
    drawLine(line.substr(0, size_t(columns)));
    m_drawn = true;
}

} // namespace stepscope
