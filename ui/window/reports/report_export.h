#pragma once

#include "core/machine/environment.h"
#include "core/run/run.h"

#include <QObject>
#include <QString>

#include <memory>

class QWidget;

namespace stepscope::ui {

class BackgroundJob;

/// Writes everything about a run to a folder, on a worker thread.
class ReportExport : public QObject
{
    Q_OBJECT

public:
    explicit ReportExport(QWidget* window);

    /// Asks for the folder, and before replacing a run in it.
    void askAndWrite(std::shared_ptr<const Run> run, const Environment& environment);
    bool isRunning() const;

Q_SIGNALS:
    /// Each export ends with one of these. `missing`: sentences about files that were not written;
    /// `hasFailed`: some of them should have been.
    void written(const QString& folder, const QStringList& missing, bool hasFailed);
    void failed(const QString& sentence, const QString& detail);

private:
    void write(std::shared_ptr<const Run> run, const Environment& environment, const QString& folder);

    QWidget* m_window;
    BackgroundJob* m_job;
};

} // namespace stepscope::ui
