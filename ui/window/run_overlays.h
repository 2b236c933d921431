#pragma once

#include "core/run/run.h"

#include <QObject>

#include <filesystem>
#include <map>
#include <memory>

namespace stepscope::ui {

class BackgroundJob;
class CurvesView;
class RunsModel;

/// Draws the curves of the runs that are ticked over those of the run on the screen. Reads them on a worker
/// thread.
class RunOverlays : public QObject
{
    Q_OBJECT

public:
    RunOverlays(RunsModel* runs, CurvesView* curves, QObject* parent);

Q_SIGNALS:
    void failed(const QString& sentence);

private:
    void update();
    void show();

    RunsModel* m_runs;
    CurvesView* m_curves;
    std::map<std::filesystem::path, std::shared_ptr<const Run>> m_read;
    BackgroundJob* m_job;
};

} // namespace stepscope::ui
