#pragma once

#include "core/run/run.h"

#include <QStatusBar>

#include <memory>

class QLabel;
class QTimer;

namespace stepscope {
class ProcessUsageMeter;
}

namespace stepscope::ui {

/// Current figures: device, samples/s and step time of the run, and during a training CPU use and memory of
/// this process.
class RunStatusBar : public QStatusBar
{
    Q_OBJECT

public:
    explicit RunStatusBar(QWidget* parent = nullptr);
    ~RunStatusBar() override;

    void setDevice(const QString& device);
    /// Null removes the run's figures.
    void showRun(const Run* run);
    /// Samples this process twice a second and shows its figures. They say nothing of a run that was made
    /// elsewhere.
    void setMeasuring(bool measuring);

private:
    QLabel* addFigure(const QString& name, const QString& help, const QString& widest);
    void updateUsage();

    QLabel* m_device;
    QLabel* m_speed;
    QLabel* m_step;
    QLabel* m_cpu;
    QLabel* m_memory;
    QTimer* m_timer;
    std::unique_ptr<ProcessUsageMeter> m_meter;
};

} // namespace stepscope::ui
