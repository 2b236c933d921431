#include "ui/window/runs/run_status_bar.h"

#include "core/base/processes/process_usage.h"
#include "core/base/text/format.h"
#include "core/run/imported_experiment.h"
#include "core/run/progress.h"
#include "core/run/run_figures.h"
#include "core/trace/event_kind.h"
#include "ui/support/qt_text.h"
#include "ui/theme/follow_font.h"

#include <QLabel>
#include <QTimer>

namespace stepscope::ui {

namespace {

QString noFigure()
{
    return QString(QChar(0x2013));
}

} // namespace

RunStatusBar::RunStatusBar(QWidget* parent)
    : QStatusBar(parent)
    , m_timer(new QTimer(this))
{
    setSizeGripEnabled(false);
    m_device = addFigure("device", tr("Device of the run"), {});
    m_speed = addFigure("speed", {}, "000,000 samples/s");
    m_step = addFigure("step", {}, tr("median step %1").arg("000.0 ms"));
    m_cpu = addFigure("cpu", tr("Processor time of this program; 100 % is one busy processor"),
                      tr("CPU %1").arg("0,000 %"));
    m_memory = addFigure("memory", tr("Memory of this program"), "000.0 MiB");
    m_timer->setInterval(500);
    connect(m_timer, &QTimer::timeout, this, &RunStatusBar::updateUsage);
    m_cpu->hide();
    m_memory->hide();
    showRun(nullptr);
}

RunStatusBar::~RunStatusBar() = default;

QLabel* RunStatusBar::addFigure(const QString& name, const QString& help, const QString& widest)
{
    auto* label = new QLabel(this);
    label->setObjectName(name);
    label->setToolTip(help);
    label->setProperty("muted", true);
    label->setContentsMargins(8, 4, 8, 4);
    if (!widest.isEmpty()) { // keeps the figures in place while they change
        keepRoomFor(label, widest, 16);
        label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    }
    addPermanentWidget(label);
    return label;
}

void RunStatusBar::setDevice(const QString& device)
{
    m_device->setText(device);
    m_device->setVisible(!device.isEmpty());
}

void RunStatusBar::showRun(const Run* run)
{
    const bool isLive = run && !run->isOver(); // its figures will come
    Progress progress;
    if (isLive) {
        progress = progressOf(*run);
    } else if (run) { // as the overview has them
        progress.imagesPerSecond = trainingImagesPerSecond(*run);
        progress.stepMs = stepTimes(*run).medianNs / 1e6;
    }
    m_speed->setToolTip(isLive                    ? tr("Mean training speed of the last two seconds")
                        : run && isImported(*run) ? tr("Mean training speed of all steps except the first")
                                                  : tr("Mean training speed of the measured steps"));
    const bool isOfHost = run && hasStreams(run->trace); // the device's work may end later
    m_step->setToolTip(isLive     ? tr("Median time of the last steps")
                       : isOfHost ? tr("Median time of the measured steps on the host")
                                  : tr("Median time of the measured steps"));
    m_speed->setVisible(isLive || progress.imagesPerSecond > 0);
    m_step->setVisible(isLive || progress.stepMs > 0);
    m_speed->setText(progress.imagesPerSecond > 0 ? toQString(formatImagesPerSecond(progress.imagesPerSecond))
                                                  : noFigure());
    m_step->setText(progress.stepMs > 0 ? (isOfHost ? tr("median step %1 on the host") : tr("median step %1"))
                                              .arg(durationText(progress.stepMs * 1e6))
                                        : noFigure());
}

void RunStatusBar::setMeasuring(bool measuring)
{
    if (measuring == m_timer->isActive())
        return;
    if (measuring) {
        m_meter = std::make_unique<ProcessUsageMeter>();
        m_timer->start();
        return;
    }
    m_timer->stop();
    m_cpu->hide();
    m_memory->hide();
}

void RunStatusBar::updateUsage()
{
    const ProcessUsageMeter::Reading reading = m_meter->read();
    m_cpu->setText(tr("CPU %1 %").arg(reading.cpuPercent, 0, 'f', 0));
    m_memory->setText(bytesText(double(reading.residentBytes)));
    m_cpu->show();
    m_memory->show();
}

} // namespace stepscope::ui
