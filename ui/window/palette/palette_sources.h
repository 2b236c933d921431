#pragma once

#include "ui/window/palette/palette_entry.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

class QMenuBar;

namespace stepscope {
struct ExperimentField;
struct Run;
} // namespace stepscope

namespace stepscope::ui {

class ExperimentPanel;
class ViewRegistry;

/// What the palette finds its entries in.
struct PaletteParts
{
    QMenuBar* menus;
    ViewRegistry* views;
    ExperimentPanel* panel;
    const Run* run; ///< on the screen; may be null
    std::function<void(const std::filesystem::path& path)> openRun;
    std::function<void(const ExperimentField& field)> showField;
    std::function<void(int64_t step)> goToStep;
};

/// Every action of the menus, which include one for each view, the settings of the experiment, what operators
/// can be grouped by, the runs of the list, the rows of the operator table, and the recorded steps.
std::vector<PaletteEntry> paletteEntries(const PaletteParts& parts);

} // namespace stepscope::ui
