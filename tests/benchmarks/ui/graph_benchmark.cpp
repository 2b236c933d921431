// The time from a known network graph until it is drawn, and how long the window is blocked meanwhile: as
// shown to the user, with layers collapsed at first, and fully expanded.

#include "tests/benchmarks/statistics.h"
#include "tests/benchmarks/ui/heartbeat.h"
#include "tests/core/graph/sample_graphs.h"
#include "ui/graph/graph_canvas.h"
#include "ui/graph/graph_folding.h"
#include "ui/graph/graph_scene.h"
#include "ui/graph/graph_view.h"

#include <QApplication>
#include <QElapsedTimer>

#include <fmt/format.h>

#include <cstdlib>
#include <functional>
#include <string_view>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

/// Reports when the canvas has painted.
class PaintWatch final : public QObject
{
public:
    bool hasPainted = false;

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        hasPainted = hasPainted || event->type() == QEvent::Paint;
        return false;
    }
};

struct Measured
{
    double drawnMs = 0.0;
    double longestGapMs = 0.0;
    double longestWorkMs = 0.0;
};

Measured measure(GraphView& view, const std::function<void()>& act)
{
    PaintWatch watch;
    view.canvas()->viewport()->installEventFilter(&watch);
    benchmarks::Heartbeat heartbeat;
    QElapsedTimer clock;
    clock.start();
    heartbeat.start();
    act();
    while (view.isLayingOut())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    watch.hasPainted = false;
    view.canvas()->viewport()->update();
    while (!watch.hasPainted)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    Measured measured{.drawnMs = double(clock.nsecsElapsed()) / 1e6};
    // Deleting the previous picture counts, too.
    QElapsedTimer after;
    after.start();
    while (!after.hasExpired(50))
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    heartbeat.stop();
    measured.longestGapMs = heartbeat.longestMs();
    measured.longestWorkMs = heartbeat.longestWorkMs();
    return measured;
}

void report(const char* what, const std::vector<Measured>& all, size_t nodes)
{
    std::vector<double> drawn;
    std::vector<double> gaps;
    std::vector<double> works;
    for (const auto& each : all) {
        drawn.push_back(each.drawnMs);
        gaps.push_back(each.longestGapMs);
        works.push_back(each.longestWorkMs);
    }
    fmt::print("{:<44} {:>6} {:>10.0f} {:>10.1f} {:>10.1f} {:>10.1f}\n", what, nodes,
               benchmarks::median(drawn), benchmarks::median(gaps), *std::ranges::max_element(gaps),
               *std::ranges::max_element(works));
    std::fflush(stdout);
}

void measureGraph(const std::string& name, NetworkGraph graph, int rounds)
{
    const auto shared = std::make_shared<const NetworkGraph>(std::move(graph));
    std::vector<Measured> start;
    std::vector<Measured> opened;
    std::vector<Measured> expanded;
    std::vector<Measured> fitted;
    std::vector<Measured> collapsed;
    size_t startNodes = 0;
    size_t openedNodes = 0;
    size_t collapsedNodes = 0;
    for (int round = 0; round < rounds; ++round) {
        GraphView view;
        view.resize(1280, 800);
        view.show();
        QCoreApplication::processEvents();
        start.push_back(measure(view, [&] { view.showPreview(shared); }));
        startNodes = view.drawing().graph().nodes.size();
        const auto layer = std::ranges::find(shared->layers, "layer3", &GraphLayer::name);
        opened.push_back(measure(view, [&] {
            view.folding()->setCollapsed(GraphLayerId(uint32_t(layer - shared->layers.begin())), false);
        }));
        openedNodes = view.drawing().graph().nodes.size();
        expanded.push_back(measure(view, [&] { view.folding()->expandAll(); }));
        fitted.push_back(measure(view, [&] { view.canvas()->fit(); }));
        collapsed.push_back(measure(view, [&] { view.folding()->collapseAll(); }));
        collapsedNodes = view.drawing().graph().nodes.size();
    }
    report((name + ", as it is first shown").c_str(), start, startNodes);
    report((name + ", a layer opened").c_str(), opened, openedNodes);
    report((name + ", wholly expanded").c_str(), expanded, shared->nodes.size());
    report((name + ", then fitted into the window").c_str(), fitted, shared->nodes.size());
    report((name + ", all collapsed").c_str(), collapsed, collapsedNodes);
}

} // namespace

int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    Theme::instance().apply();
    const int rounds = argc > 1 && std::string_view(argv[1]) == "--quick" ? 3 : 9;
    fmt::print("{:<44} {:>6} {:>10} {:>10} {:>10} {:>10}   goal: drawn in 500 ms, longest gap under 16 ms\n",
               "", "nodes", "drawn ms", "gap ms", "worst gap", "of it work");
    measureGraph("1,000 operators", tests::largeGraph(), rounds);
    measureGraph("3,000 operators", tests::residualGraph({36, 84, 144, 36}), rounds);
    return 0;
}
