#pragma once

#include "core/comparison/operator_peak.h"
#include "core/machine/environment.h"
#include "core/trace/operators/operator_statistics.h"
#include "ui/roofline/roofline_geometry.h"
#include "ui/support/view.h"

#include <QElapsedTimer>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <memory>

class QLabel;
class QStackedWidget;
class QToolButton;

namespace stepscope::ui {

class MachinePeakSource;
class EmptyPage;
class RooflineCanvas;
class TraceSelection;

/// Operators compared with the machine's limits: how fast each computes, and how fast it could, given the
/// bytes it moves. If the roof was not measured before, it is measured when no shown training would be
/// disturbed.
class RooflineView final : public View
{
    Q_OBJECT

public:
    /// `environment`: of the run on the screen; without one, the run was made on this machine. Both may be
    /// null.
    explicit RooflineView(TraceSelection* selection, std::function<Environment()> environment = {},
                          QWidget* parent = nullptr);

    void showRun(const Run* run) override;
    void refresh() override;
    QList<ExportItem> exportItems() override;

    RooflineCanvas* canvas() const { return m_canvas; }
    MachinePeakSource* peakSource() const { return m_peak; }

public Q_SLOTS:
    void measurePeak();

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeTools();
    void connectParts();
    void beginAnew();
    void update();
    void read();
    void wantPeak();
    void doubtPeak();
    bool isAboveRoof() const;
    void showPoints();
    void showPages();
    void showSummary();
    void showMenu(const QPoint& position);
    void pick(int point);
    void showFocus();
    Picture picture() const;
    /// The measured peak of this machine's processors applies to the run.
    bool isOfProcessors() const { return m_peakUse == PeakUse::Comparable; }
    std::string deviceName() const;
    QString whyNoRoof() const;

    const Run* m_run = nullptr;
    QPointer<TraceSelection> m_selection;
    std::function<Environment()> m_environment;
    OperatorStatisticsBuilder m_builder;
    uint32_t m_seenEvents = 0;
    QElapsedTimer m_sinceUpdate;
    QTimer m_nextUpdate;
    bool m_isPicking = false;
    bool m_isDoubted = false; ///< the roof was measured again for this run
    std::string m_cpuModel;   ///< of the run
    PeakUse m_peakUse = PeakUse::Comparable;

    MachinePeakSource* m_peak;
    RooflineCanvas* m_canvas;
    QLabel* m_summary;
    QToolButton* m_measure = nullptr;
    QStackedWidget* m_pages;
    EmptyPage* m_message;
};

} // namespace stepscope::ui
