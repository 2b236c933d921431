#include "ui/window/runs/run_overlays.h"

#include "ui/curves/curves_view.h"
#include "ui/runs/run_colors.h"
#include "ui/runs/ticked_runs.h"
#include "ui/support/qt_text.h"
#include "ui/theme/theme.h"

namespace stepscope::ui {

RunOverlays::RunOverlays(TickedRuns* runs, CurvesView* curves, QObject* parent)
    : QObject(parent)
    , m_runs(runs)
    , m_curves(curves)
{
    connect(runs, &TickedRuns::changed, this, &RunOverlays::show);
    connect(runs, &TickedRuns::grew, this, &RunOverlays::show);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        if (!m_runs->runs().empty())
            show();
    });
}

void RunOverlays::show()
{
    std::vector<std::unique_ptr<CurveOverlay>> overlays;
    for (const TickedRun& ticked : m_runs->runs()) {
        auto overlay = std::make_unique<CurveOverlay>();
        overlay->key = ticked.path.string();
        overlay->run = ticked.run;
        overlay->name = ticked.name;
        overlay->color = shownRunColor(ticked.color);
        overlay->paperColor = QColor(toQString(ticked.color));
        overlays.push_back(std::move(overlay));
    }
    m_curves->setOverlays(std::move(overlays));
}

} // namespace stepscope::ui
