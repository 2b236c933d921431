#pragma once

#include "ui/curves/plot_library.h"
#include "ui/curves/plot_style.h"
#include "ui/machine/machine_panels.h"
#include "ui/theme/theme.h"

#include <optional>
#include <vector>

namespace stepscope::ui {

class CoreHeatKey;
class CoreHeatMap;

/// Charts of the machine samples, one above the other on a common time axis, with those of the GPU next to
/// them. The wheel zooms time at the cursor, dragging moves it, a double click shows the whole run.
class MachinePlot : public QCustomPlot
{
    Q_OBJECT

public:
    struct Panel
    {
        MachinePanel what;
        double unitSize = 1.0; ///< of the values as drawn: bytes are drawn in MiB or GiB
        QCPLayoutInset* header = nullptr;
        QCPTextElement* title = nullptr;
        QCPLegend* legend = nullptr;
        CoreHeatKey* key = nullptr;
        QCPAxisRect* rect = nullptr;
        QCPAxis* x = nullptr;
        QCPAxis* y = nullptr;
        std::vector<QCPGraph*> graphs; ///< one for each series
        CoreHeatMap* map = nullptr;
        QCPItemStraightLine* cursor = nullptr;
    };

    explicit MachinePlot(QWidget* parent = nullptr);

    void setRun(const Run* run);
    /// Reads new samples. Returns whether there were any.
    bool advance();
    const std::vector<Panel>& panels() const { return m_panels; }
    const MachineKnowledge& known() const { return m_known; }

    void setColors(const ThemeColors& colors);
    /// Sets the text above the charts, for pictures.
    void setTitle(const QString& title, const QString& subtitle);

    /// Shows the whole run, and keeps doing so while it grows.
    void fit();
    QCPRange shownTime() const;
    void setShownTime(QCPRange seconds);
    bool isWhole() const { return m_whole; }

    void showCursor(double seconds);
    void hideCursor();

Q_SIGNALS:
    /// The cursor is over a chart, at this time in seconds.
    void hovered(double seconds);
    void hoverLeft();

protected:
    bool event(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void rebuild();
    Panel buildPanel(MachinePanel what);
    void buildContents(Panel& panel);
    void layOut();
    void stylePanel(Panel& panel);
    void fill(Panel& panel, size_t first);
    void fitValues(Panel& panel);
    void updateTickers();
    void setTime(QCPRange seconds);
    QCPRange wholeTime() const;

    const Run* m_run = nullptr;
    size_t m_taken = 0; ///< number of samples read
    MachineKnowledge m_known;
    std::vector<Panel> m_panels;
    ThemeColors m_colors;
    bool m_whole = true;
    QCPLayoutGrid* m_grid = nullptr;
    QCPMarginGroup* m_margins = nullptr;
    QCPMarginGroup* m_gpuMargins = nullptr;
    PlotTitle m_title;
};

} // namespace stepscope::ui
