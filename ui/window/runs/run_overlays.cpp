#include "ui/window/runs/run_overlays.h"

#include "ui/curves/curves_view.h"
#include "ui/runs/run_colors.h"
#include "ui/runs/ticked_runs.h"
#include "ui/support/qt_text.h"
#include "ui/theme/theme.h"
#include "ui/window/runs/run_controller.h"

#include <filesystem>
#include <system_error>

namespace stepscope::ui {

namespace {

/// The same file may be named in several ways.
bool isSameFile(const std::filesystem::path& a, const std::filesystem::path& b)
{
    std::error_code ignored; // a file that is gone is not the same
    return a == b || (!b.empty() && std::filesystem::equivalent(a, b, ignored));
}

} // namespace

RunOverlays::RunOverlays(TickedRuns* runs, RunController* controller, CurvesView* curves, QObject* parent)
    : QObject(parent)
    , m_runs(runs)
    , m_controller(controller)
    , m_curves(curves)
{
    connect(runs, &TickedRuns::changed, this, &RunOverlays::show);
    connect(runs, &TickedRuns::grew, this, &RunOverlays::show);
    for (const auto& signal : {&RunController::started, &RunController::opened, &RunController::closed})
        connect(controller, signal, this, &RunOverlays::show, Qt::QueuedConnection); // after the views
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        if (!m_runs->runs().empty())
            show();
    });
}

void RunOverlays::show()
{
    const Run* shown = m_controller->run();
    const std::filesystem::path shownPath = shown ? m_controller->runPath() : std::filesystem::path();
    QString shownName;
    QString completeName;
    QColor shownColor;
    std::vector<std::unique_ptr<CurveOverlay>> overlays;
    for (const TickedRun& ticked : m_runs->runs()) {
        if (isSameFile(ticked.path, shownPath)) {
            shownName = ticked.name;
            completeName = ticked.completeName;
            shownColor = QColor(toQString(ticked.color));
            continue;
        }
        auto overlay = std::make_unique<CurveOverlay>();
        overlay->key = ticked.path.string();
        overlay->run = ticked.run;
        overlay->name = ticked.name;
        overlay->completeName = ticked.completeName;
        overlay->color = shownRunColor(ticked.color);
        overlay->paperColor = QColor(toQString(ticked.color));
        overlays.push_back(std::move(overlay));
    }
    m_curves->setRunName(shownName, completeName);
    m_curves->setRunColor(shownColor);
    m_curves->setOverlays(std::move(overlays));
}

} // namespace stepscope::ui
