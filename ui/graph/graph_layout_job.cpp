#include "ui/graph/graph_layout_job.h"

#include "ui/graph/graph_drawing.h"
#include "ui/graph/graph_scene.h"

#include <chrono>
#include <utility>

namespace stepscope::ui {

GraphLayoutJob::GraphLayoutJob(GraphScene* scene, QObject* parent)
    : QObject(parent)
    , m_scene(scene)
{
    m_building.setSingleShot(true);
    connect(&m_building, &QTimer::timeout, this, &GraphLayoutJob::build);
}

void GraphLayoutJob::start(std::shared_ptr<const NetworkGraph> whole, const CollapsedLayers& collapsed)
{
    m_building.stop();
    m_scene->abandon();
    m_job.start(
        [this, whole = std::move(whole), collapsed,
         style = m_scene->style()](std::stop_token stop) -> std::function<void()> {
            const auto progress = [this, stop](LayoutEffort effort, std::chrono::milliseconds elapsed) {
                const auto show = [this, stop, effort, elapsed] {
                    if (!stop.stop_requested() && isRunning())
                        Q_EMIT progressed(effort, int(elapsed.count() / 1000));
                };
                QMetaObject::invokeMethod(this, show, Qt::QueuedConnection);
            };
            auto drawing = drawGraph(whole, collapsed, style, stop, progress);
            return [this, drawing] {
                m_scene->begin(drawing);
                build();
            };
        },
        [this](const QString& sentence, const QString& detail) { Q_EMIT failed(sentence, detail); });
}

void GraphLayoutJob::cancel()
{
    m_job.cancel();
    m_building.stop();
    m_scene->abandon();
}

void GraphLayoutJob::build()
{
    constexpr int budgetMs = 5;
    if (m_scene->build(budgetMs))
        Q_EMIT finished();
    else
        m_building.start(0);
}

} // namespace stepscope::ui
