#include "ui/curves/curves_picture.h"

#include "core/base/files/atomic_file.h"
#include "core/comparison/reference_loop.h"
#include "core/data/kinds/data_set_kinds.h"
#include "core/run/run_figures.h"
#include "core/run/validation.h"
#include "ui/curves/curve_plot.h"
#include "ui/support/qt_text.h"

#include <QCoreApplication>

#include <filesystem>
#include <limits>

namespace stepscope::ui {

namespace {

struct CurvesPictureWords
{
    Q_DECLARE_TR_FUNCTIONS(CurvesPicture)
};

constexpr double columnsOfVectors = 2.0; ///< per unit, of curves in SVG and PDF
const QString titleSeparator = QStringLiteral(" · ");

} // namespace

QString runDevice(const Run& run)
{
    const QString device = toQString(run.experiment.device);
    QString name = toQString(run.plan.deviceName);
    if (device.isEmpty() || name.isEmpty())
        return device + name;
    if (const auto bracket = name.lastIndexOf(" ("); bracket > 0 && name.endsWith(')')) {
        name.replace(bracket, 2, ", ");
        name.chop(1);
    }
    return QStringLiteral("%1 (%2)").arg(device, name);
}

QString runTitle(const Run& run)
{
    const Experiment& experiment = run.experiment;
    QStringList parts{toQString(experiment.network), toQString(dataSetLabel(experiment.dataset)),
                      runDevice(run)};
    if (experiment.batchSize > 0)
        parts += CurvesPictureWords::tr("batch size %1").arg(countText(experiment.batchSize));
    parts.removeAll(QString()); // of an imported run
    return parts.join(titleSeparator);
}

QString runTitle(const Run& run, const QString& what)
{
    const QString title = runTitle(run);
    return title.isEmpty() ? what : title + titleSeparator + what;
}

namespace {

QString subtitleOf(const Run& run)
{
    const auto logged = loggedScalars(run);
    if (run.steps.empty() && !logged.empty()) {
        size_t points = 0;
        for (const ScalarSeries* series : logged)
            points += series->points.size();
        return counted(CurvesPictureWords::tr("%1 logged scalar(s)", nullptr, formNumber(points)), points);
    }
    if (run.steps.empty())
        return CurvesPictureWords::tr("No training step was recorded.");
    const QString steps = counted(CurvesPictureWords::tr("%1 step(s)", nullptr, formNumber(run.steps.size())),
                                  run.steps.size());
    if (run.epochs.empty() || run.epochs.back().testImages == 0)
        return CurvesPictureWords::tr("%1 · not tested yet").arg(steps);
    QStringList parts{steps, toQString(testLine(run.epochs.back()))};
    if (const auto validation = validationAfter(run, run.epochs.back().lastStep))
        parts.insert(1, toQString(validationText(*validation)));
    return parts.join(titleSeparator);
}

/// The parts of runTitle() that all runs have in common.
QString commonTitle(const std::vector<const CurveOverlay*>& overlays)
{
    QStringList common = runTitle(*overlays.front()->run).split(titleSeparator);
    for (const CurveOverlay* overlay : overlays) {
        const QStringList own = runTitle(*overlay->run).split(titleSeparator);
        common.removeIf([&](const QString& part) { return !own.contains(part); });
    }
    return common.isEmpty() ? CurvesPictureWords::tr("Runs") : common.join(titleSeparator);
}

QString countOf(size_t runs)
{
    return CurvesPictureWords::tr("%n run(s)", nullptr, int(runs));
}

bool hasNothing(const Run& run)
{
    return run.steps.empty() && loggedScalars(run).empty();
}

/// Title and subtitle.
std::pair<QString, QString> captionOf(const Run& run, const std::vector<const CurveOverlay*>& overlays)
{
    if (overlays.empty())
        return {runTitle(run), subtitleOf(run)};
    if (hasNothing(run))
        return {commonTitle(overlays), countOf(overlays.size())};
    return {runTitle(run),
            CurvesPictureWords::tr("%1 · and %2").arg(subtitleOf(run), countOf(overlays.size()))};
}

/// Whether the loss falls so far that its end would lie flat on the floor of a linear axis.
bool spansDecades(const Run& run)
{
    if (run.epochs.empty() || run.epochs.back().testLoss <= 0.0)
        return false;
    CurveExtremes found;
    for (const StepMetrics& step : run.steps)
        found.add(step.loss);
    return found.any() && found.maximum > 30.0 * run.epochs.back().testLoss;
}

/// Uses a plot of its own, so that the one on the screen does not change.
struct PlotOfPicture
{
    CurveData data;
    std::vector<std::unique_ptr<CurveOverlay>> overlays;
    CurvePlot plot{&data};

    PlotOfPicture(const Run& run, const CurvesPictureStyle& style, const PictureSheet& sheet)
    {
        setUpForPicture(plot, sheet.size);
        data.setTag(style.tag);
        data.setRun(!style.overlays.empty() && hasNothing(run) ? nullptr : &run);
        data.setSmoothing(style.smoothing);
        data.advance(std::numeric_limits<size_t>::max() / 2);
        plot.updateTag();
        plot.setColumnsPerPixel(sheet.isVector ? columnsOfVectors : sheet.scale);
        plot.setXKind(style.xKind);
        plot.setLogLoss(style.logLoss);
        plot.setSeriesShown(CurveSeries::Raw, style.shown.raw);
        plot.setSeriesShown(CurveSeries::Smoothed, style.shown.smoothed);
        plot.setSeriesShown(CurveSeries::Test, style.shown.test);
        plot.setSeriesShown(CurveSeries::Validation, style.shown.validation);
        addOverlays(style, sheet.colors);
        plot.setColors(sheet.colors);
        if (style.runPaperColor.isValid())
            plot.setRunColor(seriesColor(style.runPaperColor, sheet.colors));
        const auto [title, subtitle] = captionOf(run, style.overlays);
        plot.setTitle(title, subtitle);
        plot.fit();
        if (style.part) {
            plot.setXRange(style.part->x);
            plot.loss().y->setRange(style.part->loss);
            plot.accuracy().y->setRange(style.part->accuracy);
        }
    }

    void addOverlays(const CurvesPictureStyle& style, const ThemeColors& colors)
    {
        for (const CurveOverlay* shown : style.overlays) {
            auto overlay = std::make_unique<CurveOverlay>(*shown);
            overlay->color = seriesColor(shown->paperColor, colors);
            overlay->data.advance(std::numeric_limits<size_t>::max() / 2);
            overlays.push_back(std::move(overlay));
        }
        plot.setOverlays(overlays);
        if (!overlays.empty())
            plot.listRuns(style.runName);
    }
};

} // namespace

CurvesPictureStyle pictureStyle(const CurvePlot& plot, double smoothing)
{
    CurvesPictureStyle style;
    style.xKind = plot.xKind();
    style.smoothing = smoothing;
    style.logLoss = plot.isLogLoss();
    style.shown = plot.wanted();
    style.part = {plot.loss().x->range(), plot.loss().y->range(), plot.accuracy().y->range()};
    return style;
}

Picture curvesPicture(const Run& run, const CurvesPictureStyle& style, const QSize& size)
{
    return {.title = captionOf(run, style.overlays).first,
            .what = CurvesPictureWords::tr("curves"),
            .size = size,
            .paint = paintedPlot([&run, style](const PictureSheet& sheet) {
                auto made = std::make_shared<PlotOfPicture>(run, style, sheet);
                return std::shared_ptr<QCustomPlot>(made, &made->plot);
            })};
}

Picture curvesReportPicture(const Run& run)
{
    CurvesPictureStyle style;
    style.logLoss = spansDecades(run);
    return curvesPicture(run, style);
}

void writeText(const QString& path, std::string_view text)
{
    writeFileAtomically(std::filesystem::path(path.toStdU16String()), text);
}

} // namespace stepscope::ui
