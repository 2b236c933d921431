#include "ui/machine/machine_panels.h"

#include "core/base/text/format.h"
#include "ui/support/qt_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace stepscope::ui {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

struct MachinePanelsWords
{
    Q_DECLARE_TR_FUNCTIONS(MachinePanels)
};

double known(int64_t value)
{
    return value < 0 ? unknown : double(value);
}

/// A chart with a line for each GPU.
MachinePanel gpuPanel(const QString& title, const QString& shortTitle, const QString& help, MachineUnit unit,
                      size_t gpus, double (*value)(const GpuSample&))
{
    MachinePanel panel{title, shortTitle, help, unit, {}, true};
    for (size_t i = 0; i < gpus; ++i)
        panel.series.push_back(
            {MachinePanelsWords::tr("GPU %1").arg(i), [i, value](const MachineSample& sample) {
                 return i < sample.gpus.size() ? value(sample.gpus[i]) : unknown;
             }});
    return panel;
}

} // namespace

void MachineKnowledge::learn(const MachineSample& sample)
{
    cores = std::max(cores, sample.coreCpuPercent.size());
    gpus = std::max(gpus, sample.gpus.size());
    allocated = allocated || sample.allocatedBytes >= 0;
}

std::vector<MachinePanel> machinePanels(const MachineKnowledge& known)
{
    std::vector<MachinePanel> panels;
    panels.push_back(
        {MachinePanelsWords::tr("CPU use by the training, of one processor"),
         MachinePanelsWords::tr("Training"),
         MachinePanelsWords::tr(
             "Processor time of the process since the previous sample, in percent of one "
             "processor: 200 % is two of them busy all the time. For a recorded program, including "
             "the processes that it started, such as the workers of a DataLoader. From the clocks "
             "of the processes, twice a second."),
         MachineUnit::Percent,
         {{MachinePanelsWords::tr("CPU"),
           [](const MachineSample& s) { return double(s.processCpuPercent); }}}});
    if (known.cores > 0)
        panels.push_back(
            {MachinePanelsWords::tr("Each processor, all programs"),
             {},
             MachinePanelsWords::tr(
                 "Use of each processor by all programs since the previous sample, in percent: 100 % "
                 "is busy all the time. A processor that is switched off has no color. From "
                 "/proc/stat, twice a second."),
             MachineUnit::Percent,
             {}});
    panels.push_back(
        {MachinePanelsWords::tr("Memory in RAM"),
         MachinePanelsWords::tr("In RAM"),
         MachinePanelsWords::tr(
             "Memory of the process that is in RAM, in MiB or GiB. From /proc/PID/statm, twice a second."),
         MachineUnit::Bytes,
         {{MachinePanelsWords::tr("In RAM"),
           [](const MachineSample& s) { return double(s.residentBytes); }}}});
    if (known.allocated)
        panels.push_back({MachinePanelsWords::tr("LibTorch's memory on the GPU"),
                          {},
                          MachinePanelsWords::tr("Memory that tensors take up on the GPU, in MiB or GiB, now "
                                                 "and at most since the training began. "
                                                 "From LibTorch's allocator, twice a second."),
                          MachineUnit::Bytes,
                          {{MachinePanelsWords::tr("LibTorch"),
                            [](const MachineSample& s) { return ui::known(s.allocatedBytes); }},
                           {MachinePanelsWords::tr("Peak"),
                            [](const MachineSample& s) { return ui::known(s.peakAllocatedBytes); }}}});
    if (known.gpus == 0)
        return panels;
    panels.push_back(
        gpuPanel(MachinePanelsWords::tr("GPU use"), MachinePanelsWords::tr("GPU use"),
                 MachinePanelsWords::tr(
                     "Share of time in which any program ran a kernel on the GPU, in percent; 100 % does "
                     "not mean that all its multiprocessors were busy. From NVIDIA's driver (NVML), twice "
                     "a second."),
                 MachineUnit::Percent, known.gpus,
                 [](const GpuSample& gpu) { return double(gpu.utilizationPercent); }));
    panels.push_back(gpuPanel(
        MachinePanelsWords::tr("GPU memory, all programs"), MachinePanelsWords::tr("GPU memory"),
        MachinePanelsWords::tr("Memory of the GPU that all programs together take up, in MiB or GiB. From "
                               "NVIDIA's driver (NVML), "
                               "twice a second."),
        MachineUnit::Bytes, known.gpus, [](const GpuSample& gpu) { return ui::known(gpu.memoryUsedBytes); }));
    panels.push_back(gpuPanel(
        MachinePanelsWords::tr("GPU power"), MachinePanelsWords::tr("Power"),
        MachinePanelsWords::tr(
            "Power that the GPU draws, with its memory, in watts. From NVIDIA's driver (NVML), "
            "twice a second."),
        MachineUnit::Watts, known.gpus, [](const GpuSample& gpu) { return double(gpu.powerWatts); }));
    panels.push_back(
        gpuPanel(MachinePanelsWords::tr("GPU clock"), MachinePanelsWords::tr("Clock"),
                 MachinePanelsWords::tr(
                     "Clock of the GPU's multiprocessors, in MHz. From NVIDIA's driver (NVML), twice a "
                     "second."),
                 MachineUnit::Megahertz, known.gpus,
                 [](const GpuSample& gpu) { return ui::known(gpu.graphicsClockMHz); }));
    return panels;
}

QString machineValueText(double value, MachineUnit unit)
{
    if (!std::isfinite(value))
        return QStringLiteral("–");
    switch (unit) {
    case MachineUnit::Percent:
        return toQString(formatShare(value / 100.0));
    case MachineUnit::Bytes:
        return bytesText(value);
    case MachineUnit::Watts:
        return QStringLiteral("%1 W").arg(value, 0, 'f', 0);
    case MachineUnit::Megahertz:
        return countText(std::llround(value)) + QStringLiteral(" MHz");
    }
    return {};
}

} // namespace stepscope::ui
