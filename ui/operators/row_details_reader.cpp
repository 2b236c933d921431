#include "ui/operators/row_details_reader.h"

#include "core/run/run.h"
#include "ui/support/background_job.h"

#include <functional>
#include <stop_token>

namespace stepscope::ui {

namespace {

constexpr uint32_t detailEventsAtOnce = 1 << 14;

} // namespace

RowDetailsReader::RowDetailsReader(const OperatorStatisticsBuilder* builder, QObject* parent)
    : QObject(parent)
    , m_builder(builder)
    , m_deviceSteps(std::make_shared<DeviceSteps>())
    , m_readingDeviceSteps(std::make_unique<ReadingJob>())
{
    m_next.setSingleShot(true);
    connect(&m_next, &QTimer::timeout, this, &RowDetailsReader::goOn);
}

RowDetailsReader::~RowDetailsReader() = default;

void RowDetailsReader::setRun(const Run* run)
{
    stop();
    m_readingDeviceSteps = std::make_unique<ReadingJob>(); // the destructor waits: the job reads the run
    m_deviceSteps = std::make_shared<DeviceSteps>();
    m_run = run;
}

void RowDetailsReader::stop()
{
    m_next.stop();
    m_wanted.reset();
}

void RowDetailsReader::begin(const OperatorRow& row, OperatorGrouping grouping, const StepRange& steps)
{
    m_next.stop();
    m_wanted = Wanted{row, grouping, steps};
    m_details =
        OperatorDetailsBuilder(m_builder->rowsOf(m_wanted->row, grouping), grouping, steps, m_deviceSteps);
    if (!areDeviceStepsAtHand())
        m_details.leaveWorkOutOfSteps();
    goOn();
}

DurationDigest RowDetailsReader::durations() const
{
    return m_builder->durationsOf(m_wanted->row, m_wanted->grouping);
}

void RowDetailsReader::goOn()
{
    if (!m_wanted)
        return;
    const bool isAll = m_details.update(m_run->trace, m_builder->rowOfEvent(), detailEventsAtOnce);
    if (m_details.hasPartialSteps())
        readDeviceSteps();
    if (isAll)
        Q_EMIT read();
    else
        m_next.start(0);
}

/// Those of a growing run are extended with it, on this thread.
bool RowDetailsReader::areDeviceStepsAtHand() const
{
    constexpr size_t littleWork = 10'000;
    return !m_run->isOver() || m_run->trace.deviceWork.size() <= littleWork ||
           m_deviceSteps->isUpToDate(m_run->trace);
}

/// All work on devices, once for all rows. Then the details of the row that needs them now are read again.
void RowDetailsReader::readDeviceSteps()
{
    if (m_readingDeviceSteps->isRunning())
        return;
    m_readingDeviceSteps->start([this, trace = &m_run->trace](std::stop_token) {
        auto steps = std::make_shared<DeviceSteps>();
        steps->update(*trace);
        return [this, steps] {
            m_deviceSteps = steps;
            if (m_wanted && m_details.hasPartialSteps()) {
                const Wanted again = *m_wanted;
                begin(again.row, again.grouping, again.steps);
            }
        };
    });
}

} // namespace stepscope::ui
