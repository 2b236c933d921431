#pragma once

#include "core/trace/interval_set.h"
#include "core/trace/memory_profile.h"
#include "ui/curves/plot_library.h"
#include "ui/theme/theme.h"

#include <optional>

namespace stepscope::ui {

/// Live memory over the time of the recorded steps. The wheel zooms time at the cursor, dragging moves it, a
/// double click shows all, a click selects a time.
class MemoryPlot final : public QCustomPlot
{
    Q_OBJECT

public:
    explicit MemoryPlot(QWidget* parent = nullptr);

    /// Time is counted from `originNs`. `keepRange`: keeps the visible range as far as it exists, or shows
    /// everything if it did before.
    void show(const DeviceMemoryProfile& profile, const std::vector<TraceStep>& steps, int64_t originNs,
              bool keepRange);
    void setColors(const ThemeColors& colors);
    void setTitle(const QString& title, const QString& subtitle);
    /// Marks the time whose memory the table explains.
    void mark(int64_t timeNs, double bytes);
    /// Marks the time of the selected steps; none: no steps are selected.
    void markSelected(const std::optional<TimeInterval>& time);
    /// Zooms to a time, with a little of what is around it.
    void zoomTo(const TimeInterval& time);
    void fit();
    QCPRange shownTime() const { return xAxis->range(); }

Q_SIGNALS:
    void picked(int64_t timeNs);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void moveTime(QCPRange range);
    double timeOf(int64_t ns) const { return double(ns - m_originNs) / m_nsPerTime; } ///< on the axis

    ThemeColors m_colors;
    QCPGraph* m_alive;
    QCPGraph* m_steps; ///< at the top of the plot, one vertical line per step
    QCPItemRect* m_selected;
    QCPItemStraightLine* m_line;
    QCPItemTracer* m_dot;
    int64_t m_originNs = 0;
    double m_unit = 1.0; ///< bytes per unit of the axis
    /// Nanoseconds per unit of the axis: milliseconds, or seconds for a long recording.
    double m_nsPerTime = 1e6;
    QCPRange m_whole{0, 1};
    QPointF m_pressedAt;
};

} // namespace stepscope::ui
