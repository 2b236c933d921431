#pragma once

#include <QString>

#include <filesystem>
#include <vector>

namespace stepscope::ui {

/// A run or trace that comes with Stepscope, to try the window with.
struct Sample
{
    std::filesystem::path path;
    QString title;
    QString detail;
};

/// Those that are installed.
std::vector<Sample> installedSamples();

} // namespace stepscope::ui
