#pragma once

#include "core/comparison/comparison.h"
#include "ui/curves/curve_data.h"

#include <QColor>
#include <QString>

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace stepscope::ui {

/// A run whose training curves are drawn over those of the run on the screen.
struct CurveOverlay
{
    std::string key; ///< identifies the run, even after it has grown
    std::shared_ptr<const Run> run;
    QString name;
    QString completeName = {}; ///< for tooltips and files; empty: the name
    QColor color;
    QColor paperColor;                 ///< in exported pictures
    Qt::PenStyle line = Qt::SolidLine; ///< set by tellApart()
    CurveData data;
};

/// Gives runs of the same color different lines, as in reports. `ownColor` is that of the run on the screen,
/// whose line is solid; invalid if there is none.
void tellApart(const std::vector<std::unique_ptr<CurveOverlay>>& overlays, const QColor& ownColor);

/// The run on the screen and those drawn over it, with the data of their curves. All show the same tag and
/// are smoothed over the same number of images.
class CurveRuns
{
public:
    using Overlays = std::vector<std::unique_ptr<CurveOverlay>>;

    /// The run on the screen; null: none. An imported trace without curves is not drawn: its steps would
    /// stretch the axes of the others.
    void setRun(const Run* run);
    const Run* run() const { return m_run; }
    /// Empty if there is none.
    const Run& runOrEmpty() const;
    const CurveData& own() const { return m_own; }

    /// Of the run on the screen. The complete name is for tooltips and files; empty: the name.
    void setName(const QString& name, const QString& completeName);
    const QString& name() const { return m_name; }
    const QString& completeName() const { return m_completeName; }
    /// Of the run on the screen in the light theme; invalid: it has none.
    void setPaperColor(const QColor& color) { m_paperColor = color; }
    const QColor& paperColor() const { return m_paperColor; }
    /// The same in the current theme.
    QColor color() const;

    /// Sets the runs that are drawn over it, except those that have ended without curves. Runs of known keys
    /// keep what has been read. Returns the previous ones, to which a plot may still refer; their data may
    /// have been moved.
    Overlays exchangeOverlays(Overlays overlays);
    const Overlays& overlays() const { return m_overlays; }

    /// TensorBoard's smoothing weight, 0 to 0.99, for the run with the largest batches.
    void setSmoothing(double weight);
    /// One tag of the runs' scalars; empty: loss and accuracy.
    void setTag(const std::string& tag);
    const std::string& tag() const { return m_own.tag(); }

    /// Reads at most `budget` further values of each curve. Returns whether everything has been read.
    bool advance(size_t budget);

    /// Whether the run on the screen is an imported trace, which has steps but neither loss nor accuracy.
    bool isWithoutCurves() const;
    /// Whether there is nothing to draw.
    bool isEmpty() const { return (m_own.size() == 0 || isWithoutCurves()) && m_overlays.empty(); }
    /// Whether any run has, or may still get, the data for curves of loss and accuracy.
    bool haveLossOrAccuracy() const;
    /// Whether all curves have epochs, unlike scalars and the steps of a recorded program.
    bool haveEpochs() const;
    /// Whether steps are no common axis, because the batch sizes differ, and the length of the epochs of all
    /// overlaid runs is known.
    bool haveNoCommonSteps() const;

    /// The tags of all runs' scalars.
    std::set<std::string> tags() const;
    /// Number of tags of each run, added up.
    size_t tagCount() const;

    /// With their complete names, for files.
    std::vector<NamedRun> named() const;

private:
    std::vector<const Run*> all() const;
    void smooth();

    const Run* m_run = nullptr;
    QString m_name;
    QString m_completeName;
    QColor m_paperColor;
    CurveData m_own;
    Overlays m_overlays;
    double m_weight = 0.0; ///< of the smoothing
};

} // namespace stepscope::ui
