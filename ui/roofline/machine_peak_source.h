#pragma once

#include "core/machine/machine_peak.h"

#include <QObject>
#include <QString>

#include <functional>
#include <utility>

namespace stepscope::ui {

class BackgroundJob;

/// The peak of this machine: looked up, or measured, on a thread of its own.
class MachinePeakSource final : public QObject
{
    Q_OBJECT

public:
    enum class Effort {
        Kept,          ///< only an earlier measurement
        WhenIdle,      ///< measured if it was not yet, unless the processors are in use
        AgainWhenIdle, ///< measured again, unless the processors are in use; the higher figures are kept
        MeasureAnew,   ///< even if other programs run
    };

    explicit MachinePeakSource(QObject* parent = nullptr);
    ~MachinePeakSource() override;

    void request(int threads, Effort effort);
    /// Not measured if nothing is known yet.
    const MachinePeak& peak() const { return m_peak; }
    bool isBusy() const;
    /// Why it could not be measured, otherwise empty.
    const QString& failure() const { return m_failure; }
    /// It was not measured, because the processors are in use.
    bool isPutOff() const { return m_isPutOff; }

    /// Provides the used share of the processors; for tests.
    void setUsedShare(std::function<double()> usedShare) { m_usedShare = std::move(usedShare); }

Q_SIGNALS:
    void changed();

private:
    BackgroundJob* m_job;
    MachinePeak m_peak;
    QString m_failure;
    bool m_isPutOff = false;
    std::function<double()> m_usedShare = usedProcessorShare;
};

} // namespace stepscope::ui
