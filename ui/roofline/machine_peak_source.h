#pragma once

#include "core/run/machine_peak.h"

#include <QObject>
#include <QString>

namespace stepscope::ui {

class BackgroundJob;

/// What this machine reaches at most: looked up, or measured, on a thread of its own.
class MachinePeakSource final : public QObject
{
    Q_OBJECT

public:
    enum class Effort {
        Kept,   ///< only what was measured before
        Needed, ///< measured where it was not
        MeasureAnew,
    };

    explicit MachinePeakSource(QObject* parent = nullptr);
    ~MachinePeakSource() override;

    void request(int threads, Effort effort);
    /// Not measured as long as nothing is known.
    const MachinePeak& peak() const { return m_peak; }
    bool isBusy() const;
    /// Why it could not be measured; else empty.
    const QString& failure() const { return m_failure; }

Q_SIGNALS:
    void changed();

private:
    BackgroundJob* m_job;
    MachinePeak m_peak;
    QString m_failure;
};

} // namespace stepscope::ui
