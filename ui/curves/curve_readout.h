#pragma once

#include "ui/curves/curve_data.h"
#include "ui/curves/curve_mapping.h"
#include "ui/curves/curve_runs.h"

#include <QColor>
#include <QWidget>

#include <array>
#include <memory>
#include <optional>
#include <vector>

class QLabel;

namespace stepscope::ui {

class CurveRunList;
struct CurveRunHeadings;

/// A line of figures for the step under the cursor, or for the newest one; for a tag's curve, of its point.
/// Below it, if there are several runs, a list of them.
class CurveReadout : public QWidget
{
    Q_OBJECT

public:
    explicit CurveReadout(QWidget* parent = nullptr);

    void show(const CurveData& data, size_t step);
    /// Shows the figures of no step.
    void clear(const CurveData& data);

    /// What the list shows.
    struct Runs
    {
        const CurveData& own; ///< of the run on the screen, which is first if it has curves
        QString ownName;
        QString completeOwnName; ///< for tooltips
        QColor ownColor;         ///< of its training curves; invalid: the theme's
        const std::vector<std::unique_ptr<CurveOverlay>>& overlays;
        CurveX kind;
        std::optional<double> x; ///< a place of the x axis, whose values are shown; nullopt: the last ones
        const CurveOverlay* nearest; ///< in bold; null: none
    };
    /// Lists the runs with their values, which are smoothed if the curves are. Without overlays, there is no
    /// list. Call this before show() or clear().
    void listRuns(const Runs& runs);
    void setMostRows(int rows);

private:
    enum Field {
        Step,
        Epoch,
        Time,
        Loss,
        SmoothedLoss,
        Accuracy,
        SmoothedAccuracy,
        TestLoss,
        TestAccuracy,
        ValidationLoss,
        ValidationAccuracy,
        Fields
    };

    static CurveRunHeadings headingsOf(const Runs& runs);
    void showOfSteps(const CurveData& data, size_t index);
    void showOfScalars(const CurveData& data, size_t index);
    /// Absent figures leave no gap.
    void showFields(const CurveData& data);
    void updateColors();
    QColor trainColor() const;
    void updateToolTips();
    void setToolTipsOfSteps();
    void setToolTipsOfScalars();

    QColor m_ownColor;
    bool m_isOfTag = false;
    bool m_isOfSteps = true; ///< not of logged scalars
    QWidget* m_figures = nullptr;
    std::array<QWidget*, Fields> m_fields{};
    std::array<QLabel*, Fields> m_captions{};
    std::array<QLabel*, Fields> m_values{};
    CurveRunList* m_runs = nullptr;
};

/// A loss with four digits after the point, or as many as its size allows.
QString lossText(double loss);
/// "98.21 %" for 98.21; a dash if it is not known.
QString percentText(double percent);

} // namespace stepscope::ui
