#pragma once

#include "ui/window/palette/palette_entry.h"

#include <filesystem>
#include <functional>
#include <vector>

class QMenuBar;

namespace stepscope {
struct ExperimentField;
}

namespace stepscope::ui {

class ExperimentPanel;
class ViewRegistry;

/// What the palette finds its entries in.
struct PaletteParts
{
    QMenuBar* menus;
    ViewRegistry* views;
    ExperimentPanel* panel;
    std::function<void(const std::filesystem::path& path)> openRun;
    std::function<void(const ExperimentField& field)> showField;
};

/// Every action of the menus, which include one for each view, the runs of the list, the rows of the operator
/// table, and the settings of the experiment.
std::vector<PaletteEntry> paletteEntries(const PaletteParts& parts);

} // namespace stepscope::ui
