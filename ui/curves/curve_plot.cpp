#include "ui/curves/curve_plot.h"

#include "ui/curves/curve_ticker.h"
#include "ui/curves/plot_style.h"
#include "ui/support/qt_text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr CurveSeries allSeries[] = {CurveSeries::Raw, CurveSeries::Smoothed, CurveSeries::Test};

/// An opaque color between two, because transparent pens are slow.
QColor mixed(const QColor& a, const QColor& b, double shareOfB)
{
    const auto channel = [=](int x, int y) { return int(std::lround(x + (y - x) * shareOfB)); };
    return QColor(channel(a.red(), b.red()), channel(a.green(), b.green()), channel(a.blue(), b.blue()));
}

} // namespace

QCPGraph* CurvePlot::Panel::graph(CurveSeries series) const
{
    switch (series) {
    case CurveSeries::Raw:
        return raw;
    case CurveSeries::Smoothed:
        return smoothed;
    case CurveSeries::Test:
        return test;
    }
    return nullptr;
}

CurvePlot::CurvePlot(const CurveData* data, QWidget* parent)
    : QCustomPlot(parent)
    , m_data(data)
{
    connect(this, &QCustomPlot::afterReplot, this, [this] { m_drawn = true; });
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setPlottingHint(QCP::phFastPolylines);
    setAutoAddPlottableToLegend(false);

    plotLayout()->clear();
    m_margins = new QCPMarginGroup(this);
    m_grid = new QCPLayoutGrid;
    m_grid->setRowSpacing(0);
    m_grid->setColumnSpacing(8);
    plotLayout()->addElement(0, 0, m_grid);
    m_panels[1].quantity = CurveQuantity::Accuracy;
    for (Panel& panel : m_panels)
        buildPanel(panel);
    buildLegend();
    for (const Panel& panel : m_panels) {
        for (const Panel& other : m_panels) {
            if (&other != &panel)
                connect(panel.x, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this,
                        [axis = other.x](const QCPRange& range) { axis->setRange(range); });
        }
    }
    connect(loss().y, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, &CurvePlot::updateTickers);
    connect(this, &QCustomPlot::afterLayout, this, &CurvePlot::sample);
    connect(this, &QCustomPlot::legendClick, this, [this](QCPLegend*, QCPAbstractLegendItem* item) {
        for (const CurveSeries series : allSeries) {
            if (item && item == m_legend->itemWithPlottable(loss().graph(series))) {
                setSeriesShown(series, !loss().graph(series)->visible());
                Q_EMIT seriesSwitched();
                return;
            }
        }
    });
    setLogLoss(false);
    setXKind(CurveX::Step);
    setSideBySide(false);
    setColors(Theme::instance().colors());
    updateSeries();
}

void CurvePlot::buildPanel(Panel& panel)
{
    panel.rect = new QCPAxisRect(this, false);
    panel.x = panel.rect->addAxis(QCPAxis::atBottom);
    panel.y = panel.rect->addAxis(QCPAxis::atLeft);
    for (QCPAxis* axis : {panel.x, panel.y})
        layOutAxis(axis);
    panel.rect->setMinimumMargins(QMargins(44, 4, 28, 8));
    m_grid->addElement(panel.rect); // items and graphs need a rectangle that is in place
    panel.header = new QCPLayoutInset;
    panel.header->setMargins(QMargins(44, 6, 28, 0));
    panel.title = new QCPTextElement(this);
    panel.header->addElement(panel.title, Qt::AlignLeft | Qt::AlignBottom);
    m_grid->addElement(panel.header);

    panel.raw = addGraph(panel.x, panel.y);
    panel.smoothed = addGraph(panel.x, panel.y);
    panel.test = addGraph(panel.x, panel.y);
    panel.raw->setAdaptiveSampling(false); // sample() passes only what is drawn
    panel.smoothed->setAdaptiveSampling(false);
    buildCursor(panel);
}

void CurvePlot::buildCursor(Panel& panel)
{
    panel.selection = new QCPItemRect(this);
    panel.selection->setClipAxisRect(panel.rect);
    for (QCPItemPosition* corner : {panel.selection->topLeft, panel.selection->bottomRight}) {
        corner->setAxisRect(panel.rect);
        corner->setAxes(panel.x, panel.y);
        corner->setTypeX(QCPItemPosition::ptPlotCoords);
        corner->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
    panel.selection->setSelectable(false);
    panel.selection->setVisible(false);
    panel.cursor = new QCPItemStraightLine(this);
    panel.mark = new QCPItemTracer(this);
    panel.mark->setStyle(QCPItemTracer::tsCircle);
    panel.mark->setSize(8);
    panel.mark->position->setAxes(panel.x, panel.y);
    for (QCPAbstractItem* item : std::initializer_list<QCPAbstractItem*>{panel.cursor, panel.mark}) {
        item->setLayer("overlay");
        item->setClipAxisRect(panel.rect);
        item->setClipToAxisRect(true);
        item->setVisible(false);
        item->setSelectable(false);
    }
    for (QCPItemPosition* position : {panel.cursor->point1, panel.cursor->point2}) {
        position->setAxisRect(panel.rect);
        position->setAxes(panel.x, panel.y);
        position->setTypeX(QCPItemPosition::ptPlotCoords);
        position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
}

void CurvePlot::buildLegend()
{
    const auto build = [](const Panel& panel) {
        auto* legend = new QCPLegend;
        panel.header->addElement(legend, Qt::AlignRight | Qt::AlignBottom);
        legend->setLayer("legend");
        legend->setFillOrder(QCPLegend::foColumnsFirst);
        legend->setColumnSpacing(20);
        legend->setMargins(QMargins(0, 0, 0, 0));
        legend->setBorderPen(Qt::NoPen);
        legend->setBrush(Qt::NoBrush);
        legend->setIconSize(22, 14);
        return legend;
    };
    m_legend = build(loss());
    m_overlayLegend = build(accuracy());
}

void CurvePlot::showSelection(const std::optional<QCPRange>& range)
{
    for (const Panel& panel : m_panels) {
        panel.selection->setVisible(range.has_value());
        if (!range)
            continue;
        panel.selection->topLeft->setCoords(range->lower, 0.0);
        panel.selection->bottomRight->setCoords(range->upper, 1.0);
    }
    replot(rpQueuedReplot);
}

void CurvePlot::setColors(const ThemeColors& colors)
{
    m_colors = colors;
    setBackground(colors.surface);
    for (const Panel& panel : m_panels) {
        for (QCPAxis* axis : {panel.x, panel.y})
            styleAxis(axis, colors, font());
        panel.title->setFont(scaledFont(font(), 1.0, QFont::DemiBold));
        panel.title->setTextColor(colors.text);
        panel.smoothed->setPen(QPen(colors.train, 2));
        panel.test->setPen(QPen(colors.test, 2));
        QColor selected = colors.accent;
        selected.setAlphaF(0.12F);
        panel.selection->setPen(Qt::NoPen);
        panel.selection->setBrush(selected);
        panel.cursor->setPen(QPen(colors.mutedText, 1, Qt::DashLine));
        panel.mark->setPen(QPen(colors.surface, 1.5));
        panel.mark->setBrush(colors.train);
    }
    selectionRect()->setPen(QPen(colors.accent, 1));
    QColor frame = colors.accent;
    frame.setAlphaF(0.12F);
    selectionRect()->setBrush(frame);
    for (QCPTextElement* text : {m_title, m_subtitle}) {
        if (text)
            text->setTextColor(text == m_title ? colors.text : colors.mutedText);
    }
    updateSeries();
}

void CurvePlot::setTitle(const QString& title, const QString& subtitle)
{
    const PlotTitle added = addPlotTitle(*this, title, subtitle, 1.45);
    m_title = added.title;
    m_subtitle = added.subtitle;
    m_title->setMargins(QMargins(0, 12, 0, 0));
    setColors(m_colors);
}

void CurvePlot::setSideBySide(bool sideBySide)
{
    m_sideBySide = sideBySide;
    layOutPanels();
}

void CurvePlot::updateTag()
{
    layOutPanels();
    updateTitles();
    updateSeries();
}

void CurvePlot::layOutPanels()
{
    const bool sideBySide = m_sideBySide && !isSingle();
    for (const Panel& panel : m_panels) {
        m_grid->take(panel.header);
        m_grid->take(panel.rect);
    }
    m_grid->simplify();
    const int row = sideBySide ? 0 : 2;
    const int column = sideBySide ? 1 : 0;
    m_grid->addElement(0, 0, loss().header);
    accuracy().rect->setVisible(!isSingle());
    if (isSingle()) { // the names of the runs are in the other header
        m_grid->addElement(1, 0, accuracy().header);
        m_grid->addElement(2, 0, loss().rect);
    } else {
        m_grid->addElement(1, 0, loss().rect);
        m_grid->addElement(row, column, accuracy().header);
        m_grid->addElement(row + 1, column, accuracy().rect);
    }
    for (const Panel& panel : m_panels) {
        panel.rect->setMarginGroup(QCP::msLeft | QCP::msRight,
                                   sideBySide || isSingle() ? nullptr : m_margins);
        panel.rect->setMarginGroup(QCP::msTop | QCP::msBottom, sideBySide ? m_margins : nullptr);
    }
    // One above the other, both use the lower one's x axis.
    loss().x->setTickLabels(sideBySide || isSingle());
    setXKind(m_xKind);
    updateTickers();
    fitLegend();
}

void CurvePlot::setXKind(CurveX kind)
{
    m_xKind = kind;
    const QString label = kind == CurveX::Step    ? tr("Step")
                          : kind == CurveX::Epoch ? tr("Epoch")
                                                  : tr("Time since the first step (s)");
    accuracy().x->setLabel(label);
    loss().x->setLabel(m_sideBySide || isSingle() ? label : QString());
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
    const QString title = isOfTag() ? toQString(m_data->tag()) : tr("Loss");
    loss().title->setText(isLogLoss() ? tr("%1 (logarithmic)").arg(title) : title);
    accuracy().title->setText(isSingle() ? QString() : tr("Accuracy (%)"));
    fitLegend();
}

bool CurvePlot::isLogLoss() const
{
    return loss().y->scaleType() == QCPAxis::stLogarithmic;
}

void CurvePlot::updateTickers()
{
    const QSize panelSize = isSingle()     ? size()
                            : m_sideBySide ? QSize(width() / 2, height())
                                           : QSize(width(), height() / 2);
    const double wholeSteps = m_xKind == CurveX::Step ? 1.0 : 0.0;
    for (const Panel& panel : m_panels) {
        const auto across = QSharedPointer<CurveTicker>::create(wholeSteps);
        across->setTickCount(std::clamp(panelSize.width() / 120, 3, 12));
        panel.x->setTicker(across);
        const auto up = QSharedPointer<CurveTicker>::create();
        up->setTickCount(std::clamp(panelSize.height() / 48, 3, 9));
        panel.y->setTicker(up);
    }
    const QCPRange range = loss().y->range();
    // Within about a decade there are too few powers of ten to read values from.
    if (isLogLoss() && range.lower > 0 && range.upper > 20 * range.lower)
        loss().y->setTicker(QSharedPointer<CurveLogTicker>::create());
}

CurveSeriesShown CurvePlot::shown() const
{
    return {loss().raw->visible(), loss().smoothed->visible(), loss().test->visible()};
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
    }
    updateSeries();
    replot(rpQueuedReplot);
}

void CurvePlot::updateSeries()
{
    const bool smoothing = m_data->smoothing() > 0.0;
    for (const Panel& panel : m_panels) {
        panel.raw->setVisible(m_wanted.raw);
        panel.smoothed->setVisible(m_wanted.smoothed && smoothing);
        panel.test->setVisible(m_wanted.test);
        const bool faded = smoothing && m_wanted.smoothed;
        panel.raw->setPen(QPen(faded ? mixed(m_colors.train, m_colors.surface, 0.62) : m_colors.train, 1));
        const QString smoothed = isOfTag() ? tr("Smoothed") : tr("Training, smoothed");
        const bool isOfSteps = m_data->isOfSteps();
        panel.raw->setName(isOfTag()   ? tr("As logged")
                           : isOfSteps ? tr("Training, each step")
                                       : tr("Training, as logged"));
        panel.smoothed->setName(smoothed);
        panel.test->setName(isOfSteps ? tr("Test, after each epoch") : tr("Test, as logged"));
    }
    styleLegend();
}

void CurvePlot::styleLegend()
{
    m_legend->clearItems();
    for (const CurveSeries series : allSeries) {
        const bool isMissing = (series == CurveSeries::Smoothed && m_data->smoothing() <= 0.0) ||
                               (series == CurveSeries::Test && isSingle()) ||
                               (!m_data->hasCurves() && !m_overlays.empty());
        if (isMissing)
            continue;
        QCPGraph* graph = loss().graph(series);
        auto* item = new QCPPlottableLegendItem(m_legend, graph);
        QFont itemFont = legendFont();
        itemFont.setStrikeOut(!graph->visible());
        item->setFont(itemFont);
        item->setTextColor(graph->visible() ? m_colors.text : m_colors.mutedText);
        item->setAutoMargins(QCP::msNone);
        item->setMargins(QMargins(0, 0, 0, 4)); // otherwise descenders are cut off
        m_legend->addItem(item);
    }
    fitLegend();
    styleOverlays();
}

QFont CurvePlot::legendFont() const
{
    return scaledFont(font(), 0.95);
}

int CurvePlot::headerHeight(int rows) const
{
    constexpr int aroundTitle = 14;
    constexpr int betweenRows = 8;
    return QFontMetrics(font()).height() + aroundTitle +
           std::max(rows - 1, 0) * (QFontMetrics(legendFont()).height() + betweenRows);
}

/// Puts the legend in one row next to the title if there is room, otherwise in several.
void CurvePlot::fitLegend()
{
    const QFontMetrics metrics(legendFont());
    int count = 0;
    int widest = 1;
    int together = 0;
    for (int i = 0; i < m_legend->itemCount(); ++i) {
        auto* item = qobject_cast<QCPPlottableLegendItem*>(m_legend->item(i));
        if (!item)
            continue; // at the end of the last row
        ++count;
        const int itemWidth = metrics.horizontalAdvance(item->plottable()->name()) +
                              m_legend->iconSize().width() + m_legend->iconTextPadding() +
                              m_legend->columnSpacing();
        widest = std::max(widest, itemWidth);
        together += itemWidth;
    }
    const auto* title = loss().title;
    const QMargins margins = loss().header->margins();
    const int room = panelWidth() - margins.left() - margins.right() -
                     QFontMetrics(title->font()).horizontalAdvance(title->text());
    const int inRow = together <= room ? std::max(count, 1) : std::max(room / widest, 1);
    if (std::exchange(m_namesInRow, inRow) != inRow) {
        m_legend->setWrap(inRow);
        m_legend->setFillOrder(QCPLegend::foColumnsFirst, true);
    }
    const int rows = std::max((count + inRow - 1) / inRow, 1);
    const int height = headerHeight(rows);
    loss().header->setMinimumSize(0, height);
    loss().header->setMaximumSize(QWIDGETSIZE_MAX, height);
}

void CurvePlot::setXRange(QCPRange range)
{
    loss().x->setRange(range);
}

void CurvePlot::fit()
{
    setXRange(wholeRange());
    fitValues();
}

void CurvePlot::fitValues()
{
    for (const Panel& panel : m_panels)
        panel.y->setRange(fittingRange(panel));
}

void CurvePlot::showCursor(size_t step)
{
    const double x = mapping().at(step);
    for (const Panel& panel : m_panels) {
        const CurvePyramid& curve =
            shown().smoothed ? m_data->smoothed(panel.quantity) : m_data->raw(panel.quantity);
        size_t index = step;
        if (!m_data->isOfSteps() && panel.quantity != m_data->mainQuantity() && curve.size() > 0)
            index = m_data->mapping(panel.quantity, m_xKind).nearest(x, curve.size());
        const double value = index < curve.size() ? drawable(panel, curve.values[index]) : std::nan("");
        panel.cursor->point1->setCoords(x, 0.0);
        panel.cursor->point2->setCoords(x, 1.0);
        panel.cursor->setVisible(panel.rect->visible());
        panel.mark->position->setCoords(x, std::isfinite(value) ? value : 0.0);
        panel.mark->setVisible(panel.rect->visible() && std::isfinite(value) &&
                               (shown().raw || shown().smoothed));
    }
    replotCursor();
}

/// Replots only the cursor's layer, which cannot be drawn before the first full plot.
void CurvePlot::replotCursor()
{
    if (m_drawn)
        layer("overlay")->replot();
}

void CurvePlot::hideCursor()
{
    for (const Panel& panel : m_panels) {
        panel.cursor->setVisible(false);
        panel.mark->setVisible(false);
    }
    replotCursor();
}

} // namespace stepscope::ui
