#pragma once

#include "core/graph/folded_graph.h"
#include "core/graph/graph_layout.h"
#include "ui/support/background_job.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace stepscope::ui {

class GraphScene;

/// Lays a graph out on a worker thread, and then makes its items on the scene, some milliseconds at a time.
/// Until all are made, the scene shows the previous graph.
class GraphLayoutJob final : public QObject
{
    Q_OBJECT

public:
    explicit GraphLayoutJob(GraphScene* scene, QObject* parent = nullptr);

    /// Cancels a layout that is still running.
    void start(std::shared_ptr<const NetworkGraph> whole, const CollapsedLayers& collapsed);
    void cancel();
    bool isRunning() const { return m_job.isRunning() || m_building.isActive(); }

Q_SIGNALS:
    void progressed(stepscope::LayoutEffort effort, int seconds);
    /// The graph is on the screen.
    void finished();
    void failed(const QString& sentence, const QString& detail);

private:
    void build();

    GraphScene* m_scene;
    ReadingJob m_job;
    QTimer m_building;
};

} // namespace stepscope::ui
