#pragma once

#include "core/experiment/experiment.h"

#include <QObject>
#include <QString>

namespace stepscope::ui {

class BackgroundJob;

/// Finds out in the background what the user's own data set has: the size of its images, its classes. Forms
/// use the result by knownDataSet().
class OwnDataCheck : public QObject
{
    Q_OBJECT

public:
    explicit OwnDataCheck(QObject* parent = nullptr);

    /// Does nothing if the experiment has the same data set as the last one, unless `again`.
    void check(const Experiment& experiment, bool again = false);

    bool isRunning() const;
    /// Why the last one cannot be used: also that it is still being read. Empty if it can.
    const QString& problem() const { return m_problem; }

Q_SIGNALS:
    void changed();

private:
    void setProblem(const QString& problem);

    BackgroundJob* m_job;
    QString m_checked; ///< data set, folder and size
    QString m_problem;
};

} // namespace stepscope::ui
