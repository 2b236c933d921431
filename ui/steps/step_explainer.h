#pragma once

#include "core/trace/steps/step_difference.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <memory>
#include <optional>

namespace stepscope {
struct Run;
}

namespace stepscope::ui {

class BackgroundJob;
class StepSeries;

/// Why a step is slow or fast.
struct StepExplanation
{
    QString text;                             ///< in sentences; empty: there is nothing to explain
    std::optional<StepDifference> difference; ///< from the median step, if there is one
};

/// Compares single steps with the median of the others. Once the run is over, it also compares operators and
/// kernels, whose times it reads in the background.
class StepExplainer final : public QObject
{
    Q_OBJECT

public:
    explicit StepExplainer(QObject* parent = nullptr);
    ~StepExplainer() override;

    /// `trace`: the run's, or that of one of its ranks, whose steps are in `series`. Until forget(), the
    /// trace must exist and be the same one.
    StepExplanation explain(const Run& run, const Trace& trace, const StepSeries& series, int64_t step);
    /// Another trace follows. The previous one may be deleted afterwards.
    void forget();

Q_SIGNALS:
    /// Explanations now include operators and kernels.
    void operatorsRead();

private:
    void readSelfTimes(const Trace& trace);

    std::unique_ptr<BackgroundJob> m_reading;
    std::shared_ptr<const StepSelfTimes> m_selfTimes; ///< of the trace, once it is over; null: not read
};

} // namespace stepscope::ui
