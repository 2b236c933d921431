#include "ui/curves/curve_plot.h"

#include "ui/support/qt_text.h"

#include <optional>

namespace stepscope::ui {

namespace {

constexpr CurveSeries allSeries[] = {CurveSeries::Raw, CurveSeries::Smoothed, CurveSeries::Test,
                                     CurveSeries::Validation};

} // namespace

CurvePlot::CurvePlot(const CurveData* data, QWidget* parent)
    : CurvePanels(parent)
    , m_data(data)
    , m_legend(&loss())
    , m_overlays(&panels())
{
    connect(this, &QCustomPlot::afterReplot, this, [this] { m_drawn = true; });
    connect(loss().y, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, &CurvePlot::updateTickers);
    connect(this, &QCustomPlot::afterLayout, this, &CurvePlot::sample);
    connect(this, &QCustomPlot::legendClick, this,
            [this](QCPLegend*, QCPAbstractLegendItem* item) { switchSeriesOf(item); });
    setLogLoss(false);
    setXKind(CurveX::Step);
    setSideBySide(false);
    setColors(Theme::instance().colors());
}

void CurvePlot::setColors(const ThemeColors& colors)
{
    m_colors = colors;
    updateColors();
}

void CurvePlot::setRunColor(const QColor& color)
{
    m_runColor = color;
    updateColors();
}

void CurvePlot::updateColors()
{
    ThemeColors colors = m_colors;
    if (m_runColor.isValid())
        colors.train = m_runColor;
    setPanelColors(colors);
    m_title.setColors(colors);
    if (m_runs)
        m_runs->setTextColor(colors.text);
    if (m_ownInRuns)
        m_ownInRuns->setPen(QPen(colors.train, 2));
    updateSeries();
}

void CurvePlot::setTitle(const QString& title, const QString& subtitle)
{
    m_title = addLargeTitle(*this, title, subtitle);
    setColors(m_colors);
}

void CurvePlot::setSideBySide(bool sideBySide)
{
    m_sideBySide = sideBySide;
    updateArrangement();
}

void CurvePlot::updateTag()
{
    updateArrangement();
    updateTitles();
    updateSeries();
}

CurvePlot::Arrangement CurvePlot::arrangement() const
{
    if (isSingle())
        return Arrangement::OnlyLoss;
    return m_sideBySide ? Arrangement::SideBySide : Arrangement::Stacked;
}

int CurvePlot::panelWidth() const
{
    return arrangement() == Arrangement::SideBySide ? width() / 2 : width();
}

void CurvePlot::updateArrangement()
{
    arrange(arrangement());
    setXKind(m_xKind);
    m_legend.fit(panelWidth());
}

void CurvePlot::setXKind(CurveX kind)
{
    m_xKind = kind;
    const QString label = kind == CurveX::Step    ? tr("Step")
                          : kind == CurveX::Epoch ? tr("Epochs completed")
                                                  : tr("Time since the first step (s)");
    accuracy().x->setLabel(label);
    loss().x->setLabel(arrangement() == Arrangement::Stacked ? QString() : label);
    updateTickers();
}

void CurvePlot::setLogLoss(bool on)
{
    loss().y->setScaleType(on ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    updateTitles();
    updateTickers();
}

void CurvePlot::updateTitles()
{
    const QString title = m_data->tag().empty() ? tr("Loss") : toQString(m_data->tag());
    loss().title->setText(isLogLoss() ? tr("%1 (logarithmic)").arg(title) : title);
    accuracy().title->setText(isSingle() ? QString() : tr("Accuracy (%)"));
    m_legend.fit(panelWidth());
}

void CurvePlot::updateTickers()
{
    const int panelHeight = arrangement() == Arrangement::Stacked ? height() / 2 : height();
    const double leastStep = m_xKind == CurveX::Step ? 1.0 : 0.0;
    for (const CurvePanel& panel : panels())
        panel.updateTickers(QSize(panelWidth(), panelHeight), leastStep);
}

void CurvePlot::setSeriesShown(CurveSeries series, bool shown)
{
    switch (series) {
    case CurveSeries::Raw:
        m_wanted.raw = shown;
        break;
    case CurveSeries::Smoothed:
        m_wanted.smoothed = shown;
        break;
    case CurveSeries::Test:
        m_wanted.test = shown;
        break;
    case CurveSeries::Validation:
        m_wanted.validation = shown;
        break;
    }
    updateSeries();
    replot(rpQueuedReplot);
}

void CurvePlot::switchSeriesOf(const QCPAbstractLegendItem* item)
{
    for (const CurveSeries series : allSeries) {
        const QCPGraph* graph = loss().graph(series);
        if (m_legend.isItemOf(item, graph)) {
            setSeriesShown(series, !graph->visible());
            Q_EMIT seriesSwitched();
            return;
        }
    }
}

void CurvePlot::updateSeries()
{
    for (const CurvePanel& panel : panels())
        panel.showSeries(m_wanted, m_data->smoothing() > 0.0);
    nameSeries();
    updateLegend();
}

void CurvePlot::nameSeries()
{
    const bool isOfTag = !m_data->tag().empty();
    const bool isOfSteps = m_data->isOfSteps();
    for (const CurvePanel& panel : panels()) {
        panel.raw->setName(isOfTag     ? tr("As logged")
                           : isOfSteps ? tr("Training, each step")
                                       : tr("Training, as logged"));
        panel.smoothed->setName(isOfTag ? tr("Smoothed") : tr("Training, smoothed"));
        panel.test->setName(isOfSteps ? tr("Test, each epoch") : tr("Test, as logged"));
        panel.validation->setName(tr("Validation, each epoch"));
    }
}

void CurvePlot::updateLegend()
{
    m_legend.clear();
    for (const CurveSeries series : allSeries) {
        const bool hasTests = !isSingle() || (m_data->tag().empty() && m_data->hasTests());
        const bool isMissing = (series == CurveSeries::Smoothed && m_data->smoothing() <= 0.0) ||
                               (series == CurveSeries::Test && !hasTests) ||
                               (series == CurveSeries::Validation && !m_data->hasValidation()) ||
                               (!m_data->hasCurves() && !m_overlays.isEmpty());
        if (!isMissing)
            m_legend.add(loss().graph(series), m_colors);
    }
    m_legend.fit(panelWidth());
    accuracy().setHeaderHeight(m_legend.headerHeight(1));
}

void CurvePlot::setOverlays(const std::vector<std::unique_ptr<CurveOverlay>>& overlays)
{
    m_overlays.set(overlays);
    updateLegend(); // its entries depend on whether there are overlays
}

void CurvePlot::listRuns(const QString& ownName)
{
    QList<QCPGraph*> graphs = m_overlays.namedGraphs();
    if (!ownName.isEmpty() && m_data->hasCurves()) {
        m_ownInRuns = loss().addGraph();
        m_ownInRuns->setName(ownName);
        graphs.prepend(m_ownInRuns);
    }
    if (!graphs.isEmpty())
        m_runs = addRunLegend(*this, graphs);
    setColors(m_colors);
}

const CurveOverlay* CurvePlot::overlayNear(const QPointF& position) const
{
    const CurvePanel* const panel = panelAt(position);
    return panel ? m_overlays.nearest(*panel, m_xKind, position) : nullptr;
}

void CurvePlot::emphasize(const CurveOverlay* overlay)
{
    if (m_overlays.emphasize(overlay))
        replot(rpQueuedReplot);
}

void CurvePlot::sample()
{
    for (size_t i = 0; i < panels().size(); ++i) {
        panels()[i].sample(*m_data, m_xKind, m_sampler);
        m_overlays.sample(i, m_xKind, m_sampler);
    }
}

void CurvePlot::fit()
{
    setXRange(wholeRange());
    fitValues();
}

void CurvePlot::limitX()
{
    const QCPRange shown = loss().x->range();
    const QCPRange whole = wholeRange();
    const QCPRange limited = shown.bounded(whole.lower, whole.upper);
    if (limited == shown)
        return;
    setXRange(limited);
    fitValues();
}

void CurvePlot::fitValues()
{
    for (const CurvePanel& panel : panels())
        panel.y->setRange(fittingRange(panel));
}

QCPRange CurvePlot::wholeRange() const
{
    const std::optional<QCPRange> others = m_overlays.wholeXRange(m_xKind);
    if (others && m_data->size() == 0)
        return *others;
    const QCPRange own = wholeXRange(*m_data, m_xKind);
    return others ? own.expanded(*others) : own;
}

QCPRange CurvePlot::fittingRange(const CurvePanel& panel) const
{
    const std::optional<QCPRange> others = m_overlays.fittingValueRange(panel, m_xKind);
    if (others && m_data->raw(panel.quantity).size() == 0)
        return *others;
    const QCPRange own =
        fittingValueRange(*m_data, m_xKind, panel.quantity, shown(), panel.x->range(), panel.isLogarithmic());
    return others ? own.expanded(*others) : own;
}

void CurvePlot::showCursor(size_t step)
{
    for (const CurvePanel& panel : panels())
        panel.showCursor(*m_data, m_xKind, step);
    replotCursor();
}

void CurvePlot::hideCursor()
{
    for (const CurvePanel& panel : panels())
        panel.hideCursor();
    replotCursor();
}

/// Replots only the cursor's layer, which cannot be drawn before the first full plot.
void CurvePlot::replotCursor()
{
    if (m_drawn)
        layer("overlay")->replot();
}

void CurvePlot::resizeEvent(QResizeEvent* event)
{
    updateTickers();
    CurvePanels::resizeEvent(event);
    m_legend.fit(panelWidth());
}

} // namespace stepscope::ui
