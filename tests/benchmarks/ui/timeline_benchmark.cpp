// The cost of the timeline with ten million events: its index, the draw list at several zoom levels, and a
// painted frame of 1920 x 1080. Each is compared with the simple way of visiting every event.

#include "core/trace/timeline/timeline_list.h"
#include "ui/timeline/timeline_canvas.h"

#include <benchmark/benchmark.h>

#include <QApplication>
#include <QPainter>

#include <algorithm>
#include <array>
#include <random>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

constexpr uint32_t eventCount = 10'000'000;
constexpr int threadCount = 4;
constexpr int depth = 5; ///< lanes of each thread
constexpr QSize frameSize(1920, 1080);

/// Steps of about a hundred operators on each thread, which call others up to five levels deep.
class TraceMaker
{
public:
    Trace make()
    {
        for (int i = 0; i < 200; ++i)
            m_trace.names.intern("aten::operator_number_" + std::to_string(i));
        int64_t now = 0;
        for (int64_t number = 0; m_trace.size() < eventCount; ++number) {
            const EventId first = m_trace.endEvent();
            int64_t end = now;
            for (ThreadId thread{0}; thread < threadCount; ++thread) {
                m_now = now + thread * 1000;
                m_trace.threads.resize(threadCount);
                for (int call = 0; call < 40; ++call)
                    addCall(thread, noEvent, 0);
                end = std::max(end, m_now);
            }
            m_trace.steps.push_back({.number = number,
                                     .startNs = now,
                                     .durationNs = end - now,
                                     .firstEvent = first,
                                     .endEvent = m_trace.endEvent()});
            now = end + 5'000;
        }
        return std::move(m_trace);
    }

private:
    void addCall(ThreadId thread, EventId parent, int level)
    {
        const EventId event = m_trace.endEvent();
        const auto pass = Pass(1 + m_random() % 4);
        m_trace.append({.startNs = m_now,
                        .name = NameId(m_random() % 200),
                        .parent = parent,
                        .thread = thread,
                        .pass = pass});
        m_now += 200 + int64_t(m_random() % 2'000);
        const unsigned calls = level + 1 < depth ? unsigned(m_random() % 4) : 0;
        for (unsigned call = 0; call < calls; ++call)
            addCall(thread, event, level + 1);
        m_now += 200 + int64_t(m_random() % 500);
        m_trace.durationNs[event] = m_now - m_trace.startNs[event];
        m_now += int64_t(m_random() % 300);
    }

    Trace m_trace;
    std::mt19937 m_random{1};
    int64_t m_now = 0;
};

const Trace& sampleTrace()
{
    static const Trace trace = TraceMaker().make();
    return trace;
}

const TimelineIndex& sampleIndex()
{
    static const TimelineIndex index = [] {
        TimelineIndex made;
        made.update(sampleTrace());
        return made;
    }();
    return index;
}

/// A part around the middle of the trace, 1/`parts` of its length.
TimelineScale scaleOf(int64_t parts, double width = frameSize.width())
{
    const TimelineIndex& index = sampleIndex();
    TimelineScale scale{.beginNs = index.beginNs(), .endNs = index.endNs(), .width = width};
    scale.fitAll();
    scale.zoom(double(parts), width / 2);
    return scale;
}

void buildIndex(benchmark::State& state)
{
    double bytes = 0.0;
    for (auto _ : state) {
        TimelineIndex index;
        index.update(sampleTrace());
        bytes = double(index.bytes()) / double(sampleTrace().size());
    }
    state.SetItemsProcessed(int64_t(state.iterations()) * sampleTrace().size());
    state.counters["bytes_an_event"] = bytes;
}

void drawList(benchmark::State& state)
{
    const TimelineRows rows = TimelineRows::of(sampleIndex(), {}, {});
    TimelineScale scale = scaleOf(state.range(0));
    TimelineList list;
    int turn = 0;
    for (auto _ : state) {
        scale.panBy(++turn % 2 ? 7.0 : -7.0);
        list.build(sampleIndex(), rows, scale, 0, frameSize.height());
        benchmark::DoNotOptimize(list.spans.data());
    }
    state.counters["rectangles"] = double(list.spans.size());
}

/// Visits every event, and merges those on the same pixels of their lane.
void drawListByScan(benchmark::State& state)
{
    const Trace& trace = sampleTrace();
    const TimelineIndex& index = sampleIndex();
    const TimelineScale scale = scaleOf(state.range(0));
    std::vector<TimelineSpan> spans;
    for (auto _ : state) {
        spans.clear();
        std::array<std::array<int64_t, depth>, threadCount> ends{};
        const int64_t fromNs = scale.firstSeenNs();
        const int64_t toNs = scale.lastSeenNs();
        for (EventId event(0); event < trace.endEvent(); ++event) {
            const int64_t startNs = trace.startNs[event];
            const int64_t endNs = startNs + trace.durationNs[event];
            if (endNs <= fromNs || startNs >= toNs)
                continue;
            int64_t& lastEnd = ends[trace.thread[event]][index.laneOf(event)];
            if (endNs < lastEnd)
                continue;
            spans.push_back(
                {.startNs = startNs, .endNs = endNs, .count = 1, .longest = TimelineItemId(uint32_t(event))});
            lastEnd = (startNs / scale.cellNs() + 1) * scale.cellNs();
        }
        benchmark::DoNotOptimize(spans.data());
    }
    state.counters["rectangles"] = double(spans.size());
}

void paintedFrame(benchmark::State& state)
{
    TimelineCanvas canvas;
    canvas.resize(frameSize);
    canvas.showTrace(&sampleTrace(), &sampleIndex());
    canvas.show();
    QApplication::processEvents();
    TimelineScale scale = scaleOf(state.range(0), canvas.scene().scale.width);
    int turn = 0;
    for (auto _ : state) {
        scale.panBy(++turn % 2 ? 7.0 : -7.0);
        canvas.setShown(scale);
        canvas.viewport()->repaint();
    }
    state.counters["rectangles"] = double(canvas.list().spans.size());
}

/// One rectangle per event, as in a simple widget.
void paintedByScan(benchmark::State& state)
{
    const Trace& trace = sampleTrace();
    const TimelineIndex& index = sampleIndex();
    const TimelineScale scale = scaleOf(state.range(0));
    const QColor color = Theme::instance().colors().forward;
    QImage image(frameSize, QImage::Format_RGB32);
    for (auto _ : state) {
        image.fill(Qt::white);
        QPainter painter(&image);
        for (EventId event(0); event < trace.endEvent(); ++event) {
            const double left = scale.pixelOf(trace.startNs[event]);
            const double right = scale.pixelOf(trace.startNs[event] + trace.durationNs[event]);
            if (right < 0 || left > scale.width)
                continue;
            const int lane = trace.thread[event] * depth + index.laneOf(event);
            painter.fillRect(QRectF(left, lane * 18, std::max(right - left, 1.0), 17), color);
        }
    }
}

void zooms(benchmark::internal::Benchmark* made)
{
    for (const int64_t parts : {1, 10, 100, 1'000, 10'000, 100'000, 1'000'000})
        made->Arg(parts);
    made->ArgName("parts")->Unit(benchmark::kMillisecond);
}

BENCHMARK(buildIndex)->Unit(benchmark::kMillisecond)->Iterations(3);
BENCHMARK(drawList)->Apply(zooms);
BENCHMARK(drawListByScan)->ArgName("parts")->Arg(1)->Arg(1'000)->Unit(benchmark::kMillisecond)->Iterations(5);
BENCHMARK(paintedFrame)->Apply(zooms);
BENCHMARK(paintedByScan)->ArgName("parts")->Arg(1)->Arg(1'000)->Unit(benchmark::kMillisecond)->Iterations(1);

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    Theme::instance().apply();
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
