#include "ui/window/window_views.h"

#include "core/run_file/run_library.h"
#include "ui/advice/advice_view.h"
#include "ui/call_graph/call_graph_view.h"
#include "ui/compare/compare_view.h"
#include "ui/curves/curves_view.h"
#include "ui/flame/flame_view.h"
#include "ui/graph/graph_view.h"
#include "ui/log/log_view.h"
#include "ui/machine/machine_view.h"
#include "ui/memory/memory_view.h"
#include "ui/operators/operators_table.h"
#include "ui/operators/operators_view.h"
#include "ui/overview/overview_view.h"
#include "ui/roofline/roofline_view.h"
#include "ui/runs/runs_view.h"
#include "ui/steps/steps_view.h"
#include "ui/sweep/sweep_view.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/runs/graph_preview.h"
#include "ui/window/runs/run_controller.h"

namespace stepscope::ui {

namespace {

std::function<Environment()> environmentOf(const ViewParts& parts)
{
    return [controller = parts.controller] { return controller->environment(); };
}

View* makeOverview(const ViewParts& parts, QWidget* parent)
{
    auto* view = new OverviewView(parts.selection, environmentOf(parts), parts.start, parent);
    QObject::connect(view, &OverviewView::viewWanted, view, parts.showView);
    return view;
}

View* makeCurves(const ViewParts& parts, QWidget* parent)
{
    auto* view = new CurvesView(parent);
    view->setEmptyAction(parts.lab);
    view->setSelection(parts.selection);
    return view;
}

View* makeGraph(const ViewParts& parts, QWidget* parent)
{
    auto* view = new GraphView(parent);
    view->setSelection(parts.selection);
    view->setEnvironment(environmentOf(parts));
    new GraphPreview(parts.controller, parts.panel, parts.engineUse, view, view);
    return view;
}

View* makeOperators(const ViewParts& parts, QWidget* parent)
{
    auto* view = new OperatorsView(parent);
    view->setSelection(parts.selection);
    view->setEnvironment(environmentOf(parts));
    view->table()->setStepChoice(parts.steps);
    return view;
}

View* makeTimeline(const ViewParts& parts, QWidget* parent)
{
    auto* view = new TimelineView(parts.selection, parent);
    view->setStepChoice(parts.steps);
    return view;
}

View* makeFlame(const ViewParts& parts, QWidget* parent)
{
    auto* view = new FlameView(parts.selection, parent);
    view->setRuns(parts.tickedRuns());
    return view;
}

View* makeCalls(const ViewParts& parts, QWidget* parent)
{
    return new CallGraphView(parts.selection, parent);
}

View* makeSteps(const ViewParts& parts, QWidget* parent)
{
    return new StepsView(parts.selection, parent);
}

View* makeRoofline(const ViewParts& parts, QWidget* parent)
{
    return new RooflineView(parts.selection, environmentOf(parts), parent);
}

View* makeAnalysis(const ViewParts& parts, QWidget* parent)
{
    auto* view = new AdviceView(parts.selection, environmentOf(parts), parent);
    QObject::connect(view, &AdviceView::viewWanted, view, parts.showView);
    return view;
}

View* makeMachine(const ViewParts&, QWidget* parent)
{
    return new MachineView(parent);
}

View* makeMemory(const ViewParts& parts, QWidget* parent)
{
    auto* view = new MemoryView(parent);
    view->setSelection(parts.selection);
    return view;
}

View* makeLog(const ViewParts&, QWidget* parent)
{
    return new LogView(parent);
}

View* makeRuns(const ViewParts& parts, QWidget* parent)
{
    auto* view = new RunsView(defaultLibraryFolder(), parent);
    QObject::connect(view, &RunsView::compareWanted, view, [show = parts.showView] { show("compare"); });
    return view;
}

View* makeCompare(const ViewParts& parts, QWidget* parent)
{
    auto* view = new CompareView(parent);
    view->setRuns(parts.tickedRuns());
    view->setSelection(parts.selection);
    QObject::connect(view, &CompareView::runsWanted, view, [show = parts.showView] { show("runs"); });
    return view;
}

View* makeSweep(const ViewParts&, QWidget* parent)
{
    return new SweepView(parent);
}

} // namespace

QList<ViewDescription> windowViews(const ViewParts& parts)
{
    constexpr auto atStart = ViewCreation::AtStart;
    constexpr auto whenIdle = ViewCreation::WhenIdle;
    constexpr auto whenShown = ViewCreation::WhenShown;
    using Make = View* (*)(const ViewParts&, QWidget*);
    const auto with = [&parts](Make make) {
        return [parts, make](QWidget* parent) { return make(parts, parent); };
    };
    const QString train = ViewRegistry::tr("Train");
    const QString profile = ViewRegistry::tr("Profile");
    const QString explain = ViewRegistry::tr("Explain");
    const QString library = ViewRegistry::tr("Library");
    return {
        {"overview", ViewRegistry::tr("Overview"), {}, "views/overview.md", with(makeOverview), atStart},
        {"curves", ViewRegistry::tr("Curves"), train, "views/curves.md", with(makeCurves), atStart,
         RunPart::Curves},
        {"machine", ViewRegistry::tr("Machine"), train, "views/machine.md", with(makeMachine), atStart,
         RunPart::MachineSamples},
        {"log", ViewRegistry::tr("Log"), train, "views/log.md", with(makeLog), atStart},
        {"operators", ViewRegistry::tr("Operators"), profile, "views/operators.md", with(makeOperators),
         atStart, RunPart::Operators},
        {"timeline", ViewRegistry::tr("Timeline"), profile, "views/timeline.md", with(makeTimeline), whenIdle,
         RunPart::Timeline},
        {"flame", ViewRegistry::tr("Flame"), profile, "views/flame.md", with(makeFlame), whenIdle,
         RunPart::Operators},
        {"call-graph", ViewRegistry::tr("Calls"), profile, "views/calls.md", with(makeCalls), whenIdle,
         RunPart::Operators},
        {"steps", ViewRegistry::tr("Steps"), profile, "views/steps.md", with(makeSteps), whenIdle,
         RunPart::Steps},
        {"memory", ViewRegistry::tr("Memory"), profile, "views/memory.md", with(makeMemory), whenIdle,
         RunPart::Memory},
        {"roofline", ViewRegistry::tr("Roofline"), profile, "views/roofline.md", with(makeRoofline), whenIdle,
         RunPart::Operators},
        {"graph", ViewRegistry::tr("Graph"), profile, "views/graph.md", with(makeGraph), atStart,
         RunPart::Graph, true},
        {"advice", ViewRegistry::tr("Analysis"), explain, "views/analysis.md", with(makeAnalysis), whenIdle,
         RunPart::Analysis},
        {"runs", ViewRegistry::tr("Runs"), library, "views/runs.md", with(makeRuns), atStart},
        {"compare", ViewRegistry::tr("Compare"), library, "views/compare.md", with(makeCompare), whenShown},
        {"sweep", ViewRegistry::tr("Sweep"), library, "views/sweep.md", with(makeSweep), whenShown},
    };
}

} // namespace stepscope::ui
