// The speed of building call trees and painting flame graphs, compared with simple versions in the same run.

#include "core/run/run.h"
#include "core/trace/calls/call_tree_builder.h"
#include "core/trace/operators/operator_statistics.h"
#include "tests/benchmarks/ui/window_benchmark.h"
#include "tests/ui/operators/sample_run.h"
#include "ui/flame/call_tree_model.h"
#include "ui/flame/flame_canvas.h"
#include "ui/support/pass_colors.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QResizeEvent>

#include <map>
#include <memory>
#include <random>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

constexpr QSize screen(1920, 1080);

/// Training steps of the MNIST ConvNet, until there are this many events.
const Trace& trainingTrace(uint32_t events)
{
    static std::map<uint32_t, Trace> kept;
    const auto [entry, isNew] = kept.try_emplace(events);
    Trace& trace = entry->second;
    if (isNew) {
        test::SampleRecorder recorder;
        for (int64_t step = 0; trace.size() < events; ++step)
            trace.append(recorder.step(step, StepPhase::Active));
    }
    return trace;
}

/// A tree of stacks that are all different, as deep as those of a network, with names of typical length.
const FlameData& stacks(uint32_t count)
{
    static std::map<uint32_t, std::unique_ptr<FlameData>> kept;
    auto& data = kept[count];
    if (data)
        return *data;
    CallTree tree;
    for (int name = 0; name < 400; ++name)
        tree.names.push_back("aten::operator_" + std::to_string(name));
    for (const Pass pass : {Pass::Forward, Pass::Backward, Pass::Optimizer})
        tree.nodes.push_back({.parent = rootNode, .kind = FrameKind::Pass, .pass = pass});
    std::mt19937 random(7);
    while (tree.nodes.size() < count) {
        // Mostly below recent nodes: stacks of about thirty frames.
        const auto size = uint32_t(tree.nodes.size());
        const CallNodeId parent(random() % 4 == 0 ? 1 + random() % (size - 1)
                                                  : size - 1 - random() % std::min(size - 1, 40U));
        const auto self = int64_t(std::exponential_distribution(0.001)(random));
        tree.nodes.push_back({.parent = parent,
                              .name = NameId(random() % tree.names.size()),
                              .kind = FrameKind::Operator,
                              .pass = tree.nodes[parent].pass,
                              .calls = 1,
                              .selfNs = self,
                              .totalNs = self});
        tree.selfNs += self;
    }
    for (size_t node = tree.nodes.size() - 1; node > 0; --node)
        tree.nodes[tree.nodes[node].parent].totalNs += tree.nodes[node].totalNs;
    data = std::make_unique<FlameData>();
    data->order = orderOf(tree, CallWeight::TotalTime);
    data->tree = std::make_shared<const CallTree>(std::move(tree));
    data->generation = 1;
    return *data;
}

void buildTheTree(benchmark::State& state)
{
    const Trace& trace = trainingTrace(uint32_t(state.range(0)));
    for (auto _ : state)
        benchmark::DoNotOptimize(callTree(trace).selfNs);
    state.SetItemsProcessed(state.iterations() * trace.size());
    state.counters["frames"] = double(callTree(trace).nodes.size());
}

/// One step in the middle: the cost of brushing in another view.
void buildTheTreeOfAStep(benchmark::State& state)
{
    const Trace& trace = trainingTrace(uint32_t(state.range(0)));
    const int64_t middle = int64_t(trace.steps.size() / 2);
    for (auto _ : state)
        benchmark::DoNotOptimize(callTree(trace, {middle, middle}).selfNs);
}

/// The operator table of the same events, without stacks.
void operatorTableOfTheSame(benchmark::State& state)
{
    const Trace& trace = trainingTrace(uint32_t(state.range(0)));
    for (auto _ : state)
        benchmark::DoNotOptimize(operatorStatistics(trace, OperatorGrouping::ByOperator).selfNs);
    state.SetItemsProcessed(state.iterations() * trace.size());
}

/// Nodes with a map of their children, as a simple version would do.
void treeOfMapsOfTheSame(benchmark::State& state)
{
    struct Node
    {
        std::map<std::pair<std::string, int>, std::unique_ptr<Node>> children;
        int64_t calls = 0;
        int64_t totalNs = 0;
    };
    const Trace& trace = trainingTrace(uint32_t(state.range(0)));
    for (auto _ : state) {
        Node root;
        std::vector<Node*> nodeOf(trace.size());
        for (EventId event(0); event < trace.endEvent(); ++event) {
            Node& parent = trace.parent[event] == noEvent ? root : *nodeOf[trace.parent[event]];
            auto& node = parent.children[{trace.names[trace.name[event]], int(trace.pass[event])}];
            if (!node)
                node = std::make_unique<Node>();
            nodeOf[event] = node.get();
            ++node->calls;
            node->totalNs += trace.durationNs[event];
        }
        benchmark::DoNotOptimize(root.children.size());
    }
    state.SetItemsProcessed(state.iterations() * trace.size());
}

void orderFrames(benchmark::State& state)
{
    const CallTree& tree = *stacks(uint32_t(state.range(0))).tree;
    for (auto _ : state)
        benchmark::DoNotOptimize(orderOf(tree, CallWeight::TotalTime).children.data());
}

/// The zoomed frame: the root, or a frame in the middle of the picture a few rows down.
CallNodeId zoomOf(const FlameData& data, int rowsDown)
{
    if (rowsDown == 0)
        return rootNode;
    const FlameBoxes boxes = flameBoxes(*data.tree, data.order, rootNode, screen.width());
    for (int row = rowsDown; row > 0; --row) {
        if (const int box = boxes.at(row, screen.width() / 3.0);
            box >= 0 && boxes.boxes[size_t(box)].folded == 0)
            return boxes.boxes[size_t(box)].node;
    }
    return rootNode;
}

struct Canvas
{
    FlameCanvas canvas;
    QImage image{screen, QImage::Format_RGB32};

    Canvas(const FlameData& data, int rowsDown)
    {
        canvas.resize(screen);
        canvas.setData(std::make_shared<const FlameData>(data));
        canvas.show();
        canvas.zoomTo(zoomOf(data, rowsDown));
    }
};

/// A complete frame: layout and painting.
void paintFlameGraph(benchmark::State& state)
{
    const FlameData& data = stacks(uint32_t(state.range(0)));
    Canvas view(data, int(state.range(1)));
    for (auto _ : state) {
        QResizeEvent again(screen, screen);
        QCoreApplication::sendEvent(view.canvas.viewport(), &again); // lays out
        view.canvas.viewport()->render(&view.image);
    }
    state.counters["boxes"] = double(view.canvas.boxes().boxes.size());
}

/// Every frame, visited and painted however narrow.
void paintEveryFrame(benchmark::State& state)
{
    const FlameData& data = stacks(uint32_t(state.range(0)));
    const ThemeColors& colors = Theme::instance().colors();
    QImage image(screen, QImage::Format_RGB32);
    constexpr int rowHeight = 20;
    struct Open
    {
        CallNodeId node;
        double left;
        double width;
        int row;
    };
    for (auto _ : state) {
        QPainter painter(&image);
        std::vector<Open> open{{rootNode, 0.0, double(screen.width()), 0}};
        while (!open.empty()) {
            const Open box = open.back();
            open.pop_back();
            const QRectF rect(box.left, box.row * rowHeight, box.width, rowHeight - 1);
            painter.fillRect(rect,
                             tinted(colors.surface, passColor(data.tree->nodes[box.node].pass, colors), 0.4));
            if (box.width > 28)
                painter.drawText(
                    rect, Qt::AlignVCenter | Qt::AlignLeft,
                    painter.fontMetrics().elidedText(QString::fromStdString(data.tree->nameOf(box.node)),
                                                     Qt::ElideRight, int(box.width)));
            double left = box.left;
            for (const CallNodeId child : data.order.childrenOf(box.node)) {
                const double width = box.width * double(data.order.weights[child]) /
                                     double(std::max<int64_t>(data.order.weights[box.node], 1));
                open.push_back({child, left, width, box.row + 1});
                left += width;
            }
        }
    }
}

void hitTest(benchmark::State& state)
{
    const FlameData& data = stacks(uint32_t(state.range(0)));
    const FlameBoxes boxes = flameBoxes(*data.tree, data.order, rootNode, screen.width());
    int x = 0;
    for (auto _ : state) {
        x = (x + 37) % screen.width();
        benchmark::DoNotOptimize(boxes.at(x % boxes.rows, x));
    }
}

/// The largest level of the table after a click on a header.
void sortAMillionRows(benchmark::State& state)
{
    CallTree tree;
    tree.names = {"aten::add"};
    std::mt19937 random(3);
    for (int64_t i = 0; i < state.range(0); ++i)
        tree.nodes.push_back({.parent = rootNode,
                              .name = NameId(0),
                              .kind = FrameKind::Operator,
                              .calls = 1,
                              .selfNs = int64_t(random()),
                              .totalNs = int64_t(random())});
    auto data = std::make_shared<FlameData>();
    data->order = orderOf(tree, CallWeight::TotalTime);
    data->tree = std::make_shared<const CallTree>(std::move(tree));
    CallTreeModel model;
    model.showData(data);
    bool isFalling = false;
    for (auto _ : state) {
        isFalling = !isFalling;
        model.sort(int(CallTreeColumn::SelfTime), isFalling ? Qt::DescendingOrder : Qt::AscendingOrder);
        benchmark::DoNotOptimize(model.index(0, 0).internalId());
    }
}

constexpr int64_t million = 1'000'000;

BENCHMARK(buildTheTree)->Arg(10 * million)->Unit(benchmark::kMillisecond);
BENCHMARK(buildTheTreeOfAStep)->Arg(10 * million)->Unit(benchmark::kMillisecond);
BENCHMARK(operatorTableOfTheSame)->Arg(10 * million)->Unit(benchmark::kMillisecond);
BENCHMARK(treeOfMapsOfTheSame)->Arg(10 * million)->Unit(benchmark::kMillisecond);
BENCHMARK(orderFrames)->Arg(million)->Unit(benchmark::kMillisecond);
BENCHMARK(paintFlameGraph)
    ->ArgNames({"frames", "zoom"})
    ->Args({million, 0})
    ->Args({million, 6})
    ->Args({million, 12})
    ->Args({1000, 0})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(paintEveryFrame)->Arg(million)->Arg(1000)->Unit(benchmark::kMillisecond);
BENCHMARK(hitTest)->Arg(million)->Unit(benchmark::kNanosecond);
BENCHMARK(sortAMillionRows)->Arg(million)->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv)
{
    return stepscope::benchmarks::runWindowBenchmarks(argc, argv);
}
