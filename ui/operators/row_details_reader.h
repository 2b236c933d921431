#pragma once

#include "core/trace/operators/operator_details.h"
#include "core/trace/operators/operator_statistics.h"
#include "core/trace/step_range.h"
#include "core/trace/steps/device_steps.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

namespace stepscope {
struct Run;
}

namespace stepscope::ui {

class BackgroundJob;

/// Collects the details of one row of the operator table in portions, between the turns of the event loop.
class RowDetailsReader final : public QObject
{
    Q_OBJECT

public:
    /// `builder` has read the events of the run's trace; it must outlive the reader.
    explicit RowDetailsReader(const OperatorStatisticsBuilder* builder, QObject* parent = nullptr);
    ~RowDetailsReader() override;

    /// Another run, or none. The previous one may be deleted afterwards.
    void setRun(const Run* run);
    /// Starts with a row of the builder's statistics, by that grouping and limited to those steps. There must
    /// be a run.
    void begin(const OperatorRow& row, OperatorGrouping grouping, const StepRange& steps);
    /// Forgets the row.
    void stop();

    /// After read(): the row, the durations of its calls, and its details.
    const OperatorRow& row() const { return m_wanted->row; }
    DurationDigest durations() const;
    OperatorDetails details() const { return m_details.details(); }

Q_SIGNALS:
    /// The details are complete, perhaps but for the steps of work on a device, which are added later: the
    /// signal then comes again.
    void read();

private:
    struct Wanted
    {
        OperatorRow row;
        OperatorGrouping grouping = OperatorGrouping::ByOperator;
        StepRange steps;
    };

    void goOn();
    /// Whether a row of work on devices can be split by step at once, in some milliseconds.
    bool areDeviceStepsAtHand() const;
    void readDeviceSteps();

    const Run* m_run = nullptr;
    const OperatorStatisticsBuilder* m_builder;
    std::optional<Wanted> m_wanted;
    OperatorDetailsBuilder m_details;
    std::shared_ptr<DeviceSteps> m_deviceSteps; ///< of the run's trace, for the details of all rows
    std::unique_ptr<BackgroundJob> m_readingDeviceSteps;
    QTimer m_next;
};

} // namespace stepscope::ui
