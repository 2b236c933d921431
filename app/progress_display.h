#pragma once

#include "core/run/progress.h"

#include <chrono>
#include <string>

namespace stepscope {

/// Shows the progress of a run on stderr: a line that is redrawn on a terminal, an occasional line elsewhere,
/// and a permanent line for each epoch and each warning.
class ProgressDisplay
{
public:
    ProgressDisplay();

    void show(const Run& run);
    /// Redraws the progress line. `fraction` is drawn as a bar if there is room.
    void showLine(const std::string& line, double fraction);
    /// Prints a permanent line.
    void say(const std::string& sentence);
    /// Removes the progress line.
    void clear();

private:
    void showNews(const Run& run);
    void draw(std::string line, double fraction);

    bool m_terminal;
    bool m_drawn = false;
    SteadyFraction m_fraction;
    size_t m_epochsShown = 0;
    size_t m_entriesShown = 0;
    std::chrono::steady_clock::time_point m_lastLine;
};

/// "Training  epoch 2/14  step 1,012/13,132  loss 0.1231  accuracy 96.1 %  1,234 samples/s  1:05 left".
std::string progressText(const Run& run);

/// "[======      ]  58 %", `columns` wide.
std::string progressBar(double fraction, int columns);

} // namespace stepscope
