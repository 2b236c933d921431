#pragma once

#include "core/run/run.h"

#include <QString>

#include <functional>
#include <vector>

namespace stepscope::ui {

enum class MachineUnit { Percent, Bytes, Watts, Megahertz };

/// A line of a chart.
struct MachineSeries
{
    QString name;
    std::function<double(const MachineSample&)> value; ///< NaN: not known
};

/// A chart of one figure of the machine.
struct MachinePanel
{
    QString title;
    QString shortTitle; ///< for figures
    QString help;       ///< what is measured, in which unit, its source and how often
    MachineUnit unit = MachineUnit::Percent;
    std::vector<MachineSeries> series; ///< none: the chart shows each processor
    bool ofGpu = false;
};

/// Which figures a machine provides; samples differ in it only when a figure becomes available.
struct MachineKnowledge
{
    size_t cores = 0;
    size_t gpus = 0;
    bool allocated = false; ///< by LibTorch

    void learn(const MachineSample& sample);
    bool operator==(const MachineKnowledge&) const = default;
};

/// Charts of everything that is known, those of GPUs last.
std::vector<MachinePanel> machinePanels(const MachineKnowledge& known);

/// "12.3 %", "1.50 GiB"; a dash for NaN.
QString machineValueText(double value, MachineUnit unit);

} // namespace stepscope::ui
