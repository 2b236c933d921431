// The cost of a frame of the curves view with ten overlaid runs: from one paint event to the next while the
// wheel zooms and the mouse pans as fast as the view follows.

#include "tests/ui/curves/falling_run.h"
#include "ui/curves/curve_plot.h"
#include "ui/curves/curves_view.h"

#include <benchmark/benchmark.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <memory>
#include <vector>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

constexpr int overlaidRuns = 10;
constexpr QSize windowSize(1200, 800);

std::vector<std::unique_ptr<CurveOverlay>> makeOverlays(int64_t steps)
{
    const Run first = fallingRun(steps);
    std::vector<std::unique_ptr<CurveOverlay>> overlays;
    for (int i = 0; i < overlaidRuns; ++i) {
        auto run = std::make_shared<Run>(first);
        for (StepMetrics& step : run->steps)
            step.loss *= 1.0F + 0.1F * float(i);
        auto overlay = std::make_unique<CurveOverlay>();
        overlay->key = std::to_string(i);
        overlay->name = QString("batch size %1").arg(i);
        overlay->color = overlay->paperColor = Theme::instance().colors().series[i % 8];
        overlay->run = std::move(run);
        overlays.push_back(std::move(overlay));
    }
    return overlays;
}

/// The view with its curves, and what moves them: each paint event requests the next move.
class MovedCurves : public QObject
{
public:
    enum class Move { Zoom, Pan };

    explicit MovedCurves(int64_t steps)
    {
        m_view.resize(windowSize);
        m_view.show();
        m_view.setOverlays(makeOverlays(steps));
        while (m_view.plot()->graph(m_view.plot()->graphCount() - 1)->data()->isEmpty())
            QCoreApplication::processEvents();
        for (int i = 0; i < 200; ++i) // until all steps have been read
            QCoreApplication::processEvents();
        m_view.plot()->installEventFilter(this);
    }

    /// Seconds from the last paint event to the next.
    double nextFrame(Move move)
    {
        m_move = move;
        if (!m_clock.isValid()) {
            m_view.plot()->update();
            m_frames.exec();
        }
        m_frames.exec();
        return m_seconds;
    }

    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() != QEvent::Paint || !m_frames.isRunning())
            return false;
        m_seconds = m_clock.isValid() ? double(m_clock.nsecsElapsed()) * 1e-9 : 0.0;
        m_clock.start();
        m_move == Move::Zoom ? wheel() : drag();
        m_frames.quit();
        return false;
    }

private:
    /// Zooms in for a few notches, and out again.
    void wheel()
    {
        const int notches = m_count++ / 12 % 2 == 0 ? 1 : -1;
        const QPointF position(windowSize.width() * 0.4, windowSize.height() * 0.3);
        QCoreApplication::postEvent(m_view.plot(),
                                    new QWheelEvent(position, position, {}, {0, 120 * notches}, Qt::NoButton,
                                                    Qt::NoModifier, Qt::NoScrollPhase, false));
    }

    void drag()
    {
        const int swing = m_count++ % 80;
        const QPointF position(400.0 + 4.0 * (swing < 40 ? swing : 80 - swing), 250.0);
        if (m_count == 1)
            send(QEvent::MouseButtonPress, position);
        send(QEvent::MouseMove, position);
    }

    void send(QEvent::Type type, QPointF position)
    {
        QCoreApplication::postEvent(m_view.plot(), new QMouseEvent(type, position, position, Qt::MiddleButton,
                                                                   Qt::MiddleButton, Qt::NoModifier));
    }

    CurvesView m_view;
    QEventLoop m_frames;
    QElapsedTimer m_clock;
    Move m_move = Move::Zoom;
    double m_seconds = 0.0;
    int m_count = 0;
};

void overlaidFrames(benchmark::State& state, MovedCurves::Move move)
{
    MovedCurves curves(state.range(0));
    std::vector<double> frames;
    for (auto _ : state) {
        frames.push_back(curves.nextFrame(move));
        state.SetIterationTime(frames.back());
    }
    std::ranges::sort(frames);
    state.counters["p95_ms"] = frames[frames.size() * 95 / 100] * 1e3;
    state.counters["longest_ms"] = frames.back() * 1e3;
}

BENCHMARK_CAPTURE(overlaidFrames, zoom_ten_runs, MovedCurves::Move::Zoom)
    ->Arg(100'000)
    ->UseManualTime()
    ->Iterations(200)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(overlaidFrames, pan_ten_runs, MovedCurves::Move::Pan)
    ->Arg(100'000)
    ->UseManualTime()
    ->Iterations(200)
    ->Unit(benchmark::kMillisecond);

} // namespace
