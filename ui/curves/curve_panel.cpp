#include "ui/curves/curve_panel.h"

#include "ui/curves/curve_ticker.h"
#include "ui/curves/plot_style.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace stepscope::ui {

namespace {

constexpr size_t fewSamples = 600;      // up to this many lines look better smooth, and cost little
constexpr qsizetype pixelsPerTest = 10; // at smaller distances, dots would hide the line
constexpr size_t soleSamples = 60;      // up to this many are drawn as separate points

/// An opaque color between two, because transparent pens are slow.
QColor mixed(const QColor& a, const QColor& b, double shareOfB)
{
    const auto channel = [=](int x, int y) { return int(std::lround(x + (y - x) * shareOfB)); };
    return QColor(channel(a.red(), b.red()), channel(a.green(), b.green()), channel(a.blue(), b.blue()));
}

} // namespace

CurvePanel::CurvePanel(QCustomPlot* plot, QCPLayoutGrid* grid, CurveQuantity quantity)
    : quantity(quantity)
{
    rect = new QCPAxisRect(plot, false);
    x = rect->addAxis(QCPAxis::atBottom);
    y = rect->addAxis(QCPAxis::atLeft);
    for (QCPAxis* axis : {x, y})
        layOutAxis(axis);
    rect->setMinimumMargins(QMargins(44, 4, 28, 8));
    grid->addElement(rect); // items and graphs need a rectangle that is in place
    header = new QCPLayoutInset;
    header->setMargins(QMargins(44, 6, 28, 0));
    title = new QCPTextElement(plot);
    header->addElement(title, Qt::AlignLeft | Qt::AlignBottom);
    grid->addElement(header);

    raw = addGraph();
    smoothed = addGraph();
    test = plot->addGraph(x, y);
    validation = plot->addGraph(x, y);
    buildCursor(plot);
}

void CurvePanel::buildCursor(QCustomPlot* plot)
{
    selection = new QCPItemRect(plot);
    selection->setClipAxisRect(rect);
    for (QCPItemPosition* corner : {selection->topLeft, selection->bottomRight}) {
        corner->setAxisRect(rect);
        corner->setAxes(x, y);
        corner->setTypeX(QCPItemPosition::ptPlotCoords);
        corner->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
    selection->setSelectable(false);
    selection->setVisible(false);
    cursor = new QCPItemStraightLine(plot);
    mark = new QCPItemTracer(plot);
    mark->setStyle(QCPItemTracer::tsCircle);
    mark->setSize(8);
    mark->position->setAxes(x, y);
    for (QCPAbstractItem* item : std::initializer_list<QCPAbstractItem*>{cursor, mark}) {
        item->setLayer("overlay");
        item->setClipAxisRect(rect);
        item->setClipToAxisRect(true);
        item->setVisible(false);
        item->setSelectable(false);
    }
    for (QCPItemPosition* position : {cursor->point1, cursor->point2}) {
        position->setAxisRect(rect);
        position->setAxes(x, y);
        position->setTypeX(QCPItemPosition::ptPlotCoords);
        position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
}

QCPGraph* CurvePanel::graph(CurveSeries series) const
{
    switch (series) {
    case CurveSeries::Raw:
        return raw;
    case CurveSeries::Smoothed:
        return smoothed;
    case CurveSeries::Test:
        return test;
    case CurveSeries::Validation:
        return validation;
    }
    return nullptr;
}

QCPGraph* CurvePanel::addGraph() const
{
    QCPGraph* graph = x->parentPlot()->addGraph(x, y);
    graph->setAdaptiveSampling(false); // the sampler passes only what is drawn
    return graph;
}

void CurvePanel::setColors(const ThemeColors& colors)
{
    m_colors = colors;
    const QFont font = x->parentPlot()->font();
    for (QCPAxis* axis : {x, y})
        styleAxis(axis, colors, font);
    title->setFont(scaledFont(font, 1.0, QFont::DemiBold));
    title->setTextColor(colors.text);
    smoothed->setPen(QPen(colors.train, 2));
    test->setPen(QPen(colors.test, 2));
    validation->setPen(QPen(colors.validation, 2, Qt::DashLine));
    QColor selected = colors.accent;
    selected.setAlphaF(0.12F);
    selection->setPen(Qt::NoPen);
    selection->setBrush(selected);
    cursor->setPen(QPen(colors.mutedText, 1, Qt::DashLine));
    mark->setPen(QPen(colors.surface, 1.5));
    mark->setBrush(colors.train);
}

void CurvePanel::updateTickers(const QSize& size, double leastStep) const
{
    const auto across = QSharedPointer<CurveTicker>::create(leastStep);
    across->setTickCount(std::clamp(size.width() / 120, 3, 12));
    x->setTicker(across);
    const QCPRange range = y->range();
    // Within about a decade there are too few powers of ten to read values from.
    if (isLogarithmic() && range.lower > 0 && range.upper > 20 * range.lower) {
        y->setTicker(QSharedPointer<CurveLogTicker>::create());
    } else {
        const bool isPercent = quantity == CurveQuantity::Accuracy;
        const auto up = QSharedPointer<CurveTicker>::create(0.0, isPercent ? 100.0 : HUGE_VAL);
        up->setTickCount(std::clamp(size.height() / 48, 3, 9));
        y->setTicker(up);
    }
}

void CurvePanel::showSeries(CurveSeriesShown wanted, bool smoothing) const
{
    raw->setVisible(wanted.raw);
    smoothed->setVisible(wanted.smoothed && smoothing);
    test->setVisible(wanted.test);
    validation->setVisible(wanted.validation);
    const bool faded = smoothing && wanted.smoothed;
    raw->setPen(QPen(faded ? mixed(m_colors.train, m_colors.surface, 0.62) : m_colors.train, 1));
}

CurveSeriesShown CurvePanel::shown() const
{
    return {raw->visible(), smoothed->visible(), test->visible(), validation->visible()};
}

void CurvePanel::setHeaderHeight(int height) const
{
    header->setMinimumSize(0, height);
    header->setMaximumSize(QWIDGETSIZE_MAX, height);
}

void CurvePanel::sample(const CurveData& data, CurveX kind, CurveSampler& sampler) const
{
    const CurveMapping mapping = data.mapping(quantity, kind);
    const auto& boundaries = sampler.boundaries(x, mapping, data.raw(quantity).size());
    sampleSeries(raw, data.raw(quantity), mapping, boundaries, sampler);
    sampleSeries(smoothed, data.smoothed(quantity), mapping, boundaries, sampler);
    sampleTests(data, kind, sampler);
}

void CurvePanel::sampleSeries(QCPGraph* graph, const CurvePyramid& curve, const CurveMapping& mapping,
                              std::span<const size_t> boundaries, CurveSampler& sampler) const
{
    const size_t count = sampler.sample(graph, curve, mapping, boundaries);
    graph->setAntialiased(graph == smoothed || count < fewSamples);
    if (graph == raw)
        graph->setScatterStyle(count < soleSamples
                                   ? QCPScatterStyle(QCPScatterStyle::ssDisc, m_colors.train, 5)
                                   : QCPScatterStyle(QCPScatterStyle::ssNone));
}

void CurvePanel::sampleTests(const CurveData& data, CurveX kind, CurveSampler& sampler) const
{
    const CurveMapping ofSteps = data.mapping(data.mainQuantity(), kind);
    if (data.isOfSteps()) {
        sampleEpochs(test, data, ofSteps,
                     [this](const EpochMetrics& epoch) { return CurveData::testValue(epoch, quantity); });
    } else {
        const CurveMapping mapping = data.testMapping(quantity, kind);
        const CurvePyramid& tests = data.tests(quantity);
        sampleSeries(test, tests, mapping, sampler.boundaries(x, mapping, tests.size()), sampler);
    }
    markPoints(test, m_colors.test, QCPScatterStyle::ssCircle);
    if (data.hasValidation())
        sampleEpochs(validation, data, ofSteps,
                     [&](const EpochMetrics& epoch) { return data.validationValue(epoch, quantity); });
    else
        validation->data()->clear();
    markPoints(validation, m_colors.validation, QCPScatterStyle::ssSquare);
}

void CurvePanel::markPoints(QCPGraph* graph, const QColor& color, QCPScatterStyle::ScatterShape shape) const
{
    const bool dense = graph->data()->size() * pixelsPerTest > rect->width();
    graph->setScatterStyle(dense ? QCPScatterStyle(QCPScatterStyle::ssNone)
                                 : QCPScatterStyle(shape, QPen(m_colors.surface, 1.5), color, 8));
}

void CurvePanel::sampleEpochs(QCPGraph* graph, const CurveData& data, const CurveMapping& mapping,
                              const std::function<double(const EpochMetrics&)>& valueOf) const
{
    QVector<QCPGraphData> points;
    if (data.run() && graph->visible()) {
        const auto& epochs = data.run()->epochs;
        const QCPRange range = x->range();
        const auto before = [&](const EpochMetrics& epoch, double at) { return mapping.ofEpoch(epoch) < at; };
        auto first = std::lower_bound(epochs.begin(), epochs.end(), range.lower, before);
        auto last = std::lower_bound(first, epochs.end(), range.upper, before);
        first -= first != epochs.begin() ? 1 : 0; // the line starts and ends outside the plot
        last += last != epochs.end() ? 1 : 0;
        for (; first != last; ++first) {
            const double value = valueOf(*first);
            if (std::isfinite(value))
                points.append({mapping.ofEpoch(*first), drawableValue(y, value)});
        }
    }
    graph->data()->set(points, true);
}

void CurvePanel::showCursor(const CurveData& data, CurveX kind, size_t step) const
{
    const double at = data.mapping(data.mainQuantity(), kind).at(step);
    const CurveSeriesShown shown = this->shown();
    const CurvePyramid& curve = shown.smoothed ? data.smoothed(quantity) : data.raw(quantity);
    size_t index = step;
    if (!data.isOfSteps() && quantity != data.mainQuantity() && curve.size() > 0)
        index = data.mapping(quantity, kind).nearest(at, curve.size());
    const double value = index < curve.size() ? drawableValue(y, curve.values[index]) : std::nan("");
    cursor->point1->setCoords(at, 0.0);
    cursor->point2->setCoords(at, 1.0);
    cursor->setVisible(rect->visible());
    mark->position->setCoords(at, std::isfinite(value) ? value : 0.0);
    mark->setVisible(rect->visible() && std::isfinite(value) && (shown.raw || shown.smoothed));
}

void CurvePanel::hideCursor() const
{
    cursor->setVisible(false);
    mark->setVisible(false);
}

void CurvePanel::showSelection(const std::optional<QCPRange>& range) const
{
    selection->setVisible(range.has_value());
    if (!range)
        return;
    selection->topLeft->setCoords(range->lower, 0.0);
    selection->bottomRight->setCoords(range->upper, 1.0);
}

} // namespace stepscope::ui
