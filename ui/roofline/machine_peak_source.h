#pragma once

#include "core/machine/machine_peak.h"

#include <QObject>
#include <QString>

#include <functional>

namespace stepscope::ui {

class BackgroundJob;

/// What this machine reaches at most: looked up, or measured, on a thread of its own.
class MachinePeakSource final : public QObject
{
    Q_OBJECT

public:
    enum class Effort {
        Kept,          ///< only what was measured before
        WhenIdle,      ///< measured where it was not, unless the processors are in use
        AgainWhenIdle, ///< measured again, unless the processors are in use: the higher figures count
        MeasureAnew,   ///< whatever else runs
    };

    explicit MachinePeakSource(QObject* parent = nullptr);
    ~MachinePeakSource() override;

    void request(int threads, Effort effort);
    /// Not measured as long as nothing is known.
    const MachinePeak& peak() const { return m_peak; }
    bool isBusy() const;
    /// Why it could not be measured; else empty.
    const QString& failure() const { return m_failure; }
    /// It was not measured, because the processors are in use.
    bool isPutOff() const { return m_isPutOff; }

    /// Tells how much of the processors is in use; for tests.
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
