#pragma once

#include "ui/curves/curve_mapping.h"
#include "ui/curves/curve_ranges.h"
#include "ui/curves/curve_runs.h"
#include "ui/curves/plot_picture.h"

#include <QString>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::ui {

class CurvePlot;

/// What a picture of a run's curves shows. A run without steps or scalars is left to the runs drawn over it.
struct CurvesPictureStyle
{
    CurveX xKind = CurveX::Step;
    double smoothing = 0.9;
    bool logLoss = false;
    CurveSeriesShown shown;
    std::string tag; ///< of the run's scalars; empty: loss and accuracy

    /// The visible part; the whole run if not set.
    struct Part
    {
        QCPRange x;
        QCPRange loss;
        QCPRange accuracy;
    };
    std::optional<Part> part;
    QString runName;      ///< beside those drawn over it; may be empty
    QColor runPaperColor; ///< of its training curves; invalid: that of the color scheme
    /// Runs drawn over it. They must outlive the painting.
    std::vector<const CurveOverlay*> overlays;
};

/// "cpu (AMD EPYC 9654)", as far as it is known. Brackets at the end of the name become a comma: "cpu (AMD
/// EPYC, 2 processors)".
QString runDevice(const Run& run);
/// Network, data set, device and batch size, as far as they are known.
QString runTitle(const Run& run);
/// The same before what a picture shows of the run: "mlp · MNIST · cpu · Roofline".
QString runTitle(const Run& run, const QString& what);

/// The style that a plot shows now.
CurvesPictureStyle pictureStyle(const CurvePlot& plot, double smoothing);

/// The curves with a title. The run must outlive the picture.
Picture curvesPicture(const Run& run, const CurvesPictureStyle& style, const QSize& size = usualPlotSize);

/// The curves of a run for its report: title, both plots, legend and the last test's figures. A run without
/// steps gets a picture that says so. Needs a QApplication.
Picture curvesReportPicture(const Run& run);

/// Writes a text file completely or not at all. Throws Error.
void writeText(const QString& path, std::string_view text);

} // namespace stepscope::ui
