#include "ui/curves/curves_view.h"

#include "core/comparison/reference_loop.h"
#include "core/exchange/run_tables.h"
#include "core/import/shared/imported_run.h"
#include "ui/curves/curve_plot.h"
#include "ui/curves/curve_readout.h"
#include "ui/curves/curves_picture.h"
#include "ui/curves/curves_tools.h"
#include "ui/support/absence_text.h"
#include "ui/support/empty_page.h"
#include "ui/support/export_dialog.h"
#include "ui/support/qt_text.h"
#include "ui/support/status_message.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <set>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr size_t budget = 40'000; // steps read at a time: about three milliseconds
constexpr qint64 frameMs = 33;    // between two pictures while there is more to read
constexpr double wideFrom = 2.4;  // width / height from which the panels are side by side

constexpr int heightPerRow = 140; // of the view: most of it is for the plots, the rest for the list of runs

constexpr double defaultSmoothing = 0.9; // an average over some ten steps

} // namespace

CurvesView::CurvesView(QWidget* parent)
    : View(parent)
    , m_tools(new CurvesTools(makeExportButton(this)))
{
    m_catchUp.setInterval(0);
    connect(&m_catchUp, &QTimer::timeout, this, &CurvesView::catchUp);

    // Before the plot, also in the order of the Tab key.
    auto* page = new QVBoxLayout(this);
    page->setContentsMargins(0, 0, 0, 0);
    page->setSpacing(0);
    page->addWidget(m_tools);

    m_plot = new CurvePlot(&m_runs.own(), this);
    m_readout = new CurveReadout(this);
    auto* curves = new QWidget(this);
    auto* column = new QVBoxLayout(curves);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_plot, 1);
    column->addWidget(m_readout);

    m_pages = new QStackedWidget(this);
    m_empty = new EmptyPage("curvesEmpty");
    m_emptyButton = new QToolButton;
    m_emptyButton->setObjectName("emptyButton");
    m_emptyButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_emptyButton->hide();
    m_empty->addButton(m_emptyButton);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(curves);
    page->addWidget(m_pages, 1);

    addShortcuts();
    connectTools();
    connectPlot();
    setFocusProxy(m_plot);
    setRunName({});
    setSmoothing(defaultSmoothing);
    setFollowing(true);
}

CurvesView::~CurvesView() = default;

void CurvesView::setEmptyAction(QAction* action)
{
    m_emptyButton->setDefaultAction(action);
    updateEmptyPage();
}

void CurvesView::addShortcuts()
{
    addKey("curves", KeyAct::Fit, [this] { fit(); });
    addKey("curves", KeyAct::Logarithmic, [this] { setLogLoss(!m_plot->isLogLoss()); });
    addMenuAction(tr("Copy picture"), [this] { copyContent(); });
    setContextMenuPolicy(Qt::ActionsContextMenu);
}

void CurvesView::connectTools()
{
    connect(m_tools, &CurvesTools::tagChosen, this, &CurvesView::setTag);
    connect(m_tools, &CurvesTools::xKindChosen, this, [this](CurveX kind) {
        m_xKindChosen = true;
        setXKind(kind);
    });
    connect(m_tools, &CurvesTools::smoothingChosen, this, &CurvesView::setSmoothing);
    connect(m_tools, &CurvesTools::logLossToggled, this, &CurvesView::setLogLoss);
    connect(m_tools, &CurvesTools::followingToggled, this, &CurvesView::setFollowing);
    connect(m_tools, &CurvesTools::fitWanted, this, &CurvesView::fit);
}

void CurvesView::connectPlot()
{
    connect(m_plot, &CurvePlot::movedByUser, this, [this] {
        m_whole = false;
        setFollowing(false);
    });
    connect(m_plot, &CurvePlot::fitWanted, this, &CurvesView::fit);
    connect(m_plot, &CurvePlot::seriesSwitched, this, [this] { updatePlot(); });
    connect(m_plot, &CurvePlot::hovered, this, [this](double x, const QPointF& position) {
        m_hovered = x;
        m_plot->emphasize(m_plot->overlayNear(position));
        updateReadout();
    });
    connect(m_plot, &CurvePlot::hoverLeft, this, [this] {
        if (!m_hovered)
            return;
        m_hovered.reset();
        m_plot->hideCursor();
        m_plot->emphasize(nullptr);
        updateReadout();
    });
    connect(&Theme::instance(), &Theme::changed, this, &CurvesView::applyColors);
}

void CurvesView::setSelection(TraceSelection* selection)
{
    m_selection = selection;
    connect(m_plot, &CurvePlot::rangeSelected, this, &CurvesView::selectSteps);
    connect(selection, &TraceSelection::stepsChanged, this, &CurvesView::showSelectedSteps);
}

/// An empty range selects all steps again.
void CurvesView::selectSteps(double from, double to)
{
    const Run* run = m_runs.run();
    if (!m_selection || !run || run->steps.empty())
        return;
    if (to <= from)
        return m_selection->setSteps({});
    const CurveMapping mapping(run, m_plot->xKind());
    const size_t count = run->steps.size();
    const size_t first = mapping.lowerBound(from, 0, count);
    const size_t end = mapping.lowerBound(to, first, count);
    if (end == first)
        return;
    const StepRange steps{run->steps[first].step, run->steps[end - 1].step};
    m_selection->setSteps(steps);
    showStatusMessage(this, tr("All views cover steps %1 to %2. Ctrl+click selects all steps again.")
                                .arg(countText(steps.first), countText(steps.last)));
}

void CurvesView::showSelectedSteps()
{
    const StepRange range = selectedSteps(m_selection);
    const Run* run = m_runs.run();
    if (range.isAll() || !run || run->steps.empty())
        return m_plot->showSelection(std::nullopt);
    const auto& steps = run->steps;
    const auto first = std::ranges::lower_bound(steps, range.first, {}, &StepMetrics::step);
    const auto end = std::ranges::upper_bound(steps, range.last, {}, &StepMetrics::step);
    if (first >= end)
        return m_plot->showSelection(std::nullopt);
    // A step is drawn at its end.
    const CurveMapping mapping(run, m_plot->xKind());
    const auto at = [&](auto step) { return mapping.at(size_t(step - steps.begin())); };
    m_plot->showSelection(QCPRange(first == steps.begin() ? 0.0 : at(first - 1), at(end - 1)));
}

void CurvesView::showRun(const Run* run)
{
    m_hovered.reset();
    m_whole = true;
    m_limitsRange = false;
    m_plot->hideCursor();
    setRun(run);
    setFollowing(true);
    refresh();
}

/// Keeps the zoom and the cursor.
void CurvesView::showRunAgain(const Run* run)
{
    setRun(run);
    m_limitsRange = true;
    refresh();
}

void CurvesView::setRun(const Run* run)
{
    m_runs.setRun(run);
    updateTags(true);
    updateXKinds();
    m_plot->updateTag();
}

void CurvesView::refresh()
{
    updateTags(false);
    catchUp();
}

void CurvesView::catchUp()
{
    const bool done = m_runs.advance(budget);
    if (done)
        m_catchUp.stop();
    else
        m_catchUp.start();
    if (done && std::exchange(m_limitsRange, false) && !isFollowing() && !m_runs.isEmpty())
        m_plot->limitX();
    if (isVisible() && (done || !m_lastFrame.isValid() || m_lastFrame.hasExpired(frameMs)))
        updatePlot();
}

void CurvesView::updatePlot()
{
    m_lastFrame.start();
    updateEmptyPage();
    const bool isOfLossAlone = m_runs.own().isOfLossAlone();
    if (std::exchange(m_isOfLossAlone, isOfLossAlone) != isOfLossAlone)
        m_plot->updateTag();
    m_plot->setXKind(m_plot->xKind()); // the plan may be new, and with it the length of an epoch
    if (isFollowing())
        follow();
    updateReadout();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void CurvesView::follow()
{
    if (m_whole) {
        m_plot->fit();
        return;
    }
    const QCPRange whole = wholeXRange(m_runs.own(), m_plot->xKind());
    const QCPRange shown = m_plot->loss().x->range();
    m_plot->setXRange({whole.upper - shown.size(), whole.upper});
    m_plot->fitValues();
}

void CurvesView::setRunName(const QString& name, const QString& completeName)
{
    m_runs.setName(name.isEmpty() ? tr("Run on the screen") : name, completeName);
}

void CurvesView::setRunColor(const QColor& paperColor)
{
    if (m_runs.paperColor() == paperColor)
        return;
    m_runs.setPaperColor(paperColor);
    m_plot->setRunColor(m_runs.color());
    if (isVisible())
        updatePlot();
}

void CurvesView::setOverlays(std::vector<std::unique_ptr<CurveOverlay>> overlays)
{
    const auto before = m_runs.exchangeOverlays(std::move(overlays)); // the plot still refers to them
    m_plot->setOverlays(m_runs.overlays());
    const bool same = std::ranges::equal(before, m_runs.overlays(),
                                         [](const auto& a, const auto& b) { return a->key == b->key; });
    updateTags(true);
    updateXKinds();
    if (!same) {
        chooseXKind();
        fit();
    }
    catchUp();
}

void CurvesView::chooseXKind()
{
    if (m_xKindChosen || m_plot->xKind() != CurveX::Step || !m_runs.haveNoCommonSteps())
        return;
    setXKind(CurveX::Epoch);
    if (isVisible())
        showStatusMessage(this, tr("Drawn over epochs, because the runs' batch sizes differ."));
}

void CurvesView::fit()
{
    m_whole = true;
    setFollowing(true);
}

bool CurvesView::isFollowing() const
{
    return m_tools->isFollowing();
}

void CurvesView::setFollowing(bool on)
{
    m_tools->setFollowing(on);
    if (on)
        updatePlot();
}

void CurvesView::setXKind(CurveX kind)
{
    m_tools->setXKind(kind);
    if (m_plot->xKind() == kind)
        return;
    const CurveMapping before = m_plot->mapping();
    // The visible range does not change.
    const QCPRange shown = m_plot->loss().x->range();
    const size_t count = m_runs.own().size();
    m_plot->setXKind(kind);
    showSelectedSteps();
    if (count > 1 && !m_whole) {
        const size_t first = std::min(before.lowerBound(shown.lower, 0, count), count - 2);
        const size_t last = std::clamp(before.lowerBound(shown.upper, 0, count), first + 1, count - 1);
        m_plot->setXRange({m_plot->mapping().at(first), m_plot->mapping().at(last)});
    } else {
        m_plot->fit();
    }
    m_hovered.reset();
    m_plot->hideCursor();
    updatePlot();
}

void CurvesView::setSmoothing(double weight)
{
    weight = std::clamp(weight, 0.0, 0.99);
    m_tools->setSmoothing(weight);
    m_runs.setSmoothing(weight);
    m_plot->updateSeries();
    catchUp();
}

void CurvesView::setLogLoss(bool on)
{
    m_tools->setLogLoss(on);
    m_plot->setLogLoss(on);
    m_plot->fitValues();
    updatePlot();
}

void CurvesView::updateReadout()
{
    const CurveData& data = m_runs.own();
    m_readout->listRuns({.own = data,
                         .ownName = m_runs.name(),
                         .completeOwnName = m_runs.completeName(),
                         .ownColor = m_runs.color(),
                         .overlays = m_runs.overlays(),
                         .kind = m_plot->xKind(),
                         .x = m_hovered,
                         .nearest = m_plot->emphasized()});
    if (data.size() == 0)
        return m_readout->clear(data);
    if (!m_hovered)
        return m_readout->show(data, data.size() - 1);
    m_plot->showCursor(m_plot->mapping().nearest(*m_hovered, data.size()));
    if (const auto step = m_plot->mapping().stepAt(*m_hovered, data.size()))
        m_readout->show(data, *step);
    else
        m_readout->clear(data); // another run is longer
}

void CurvesView::updateEmptyPage()
{
    const bool empty = m_runs.isEmpty();
    m_pages->setCurrentIndex(empty ? 0 : 1);
    const Absence why = whyAbsent(m_runs.run(), RunPart::Curves);
    m_tools->setEnabled(!empty || why == Absence::None); // another value can be chosen
    if (!empty)
        return;
    m_emptyButton->setVisible(why == Absence::NotStarted && m_emptyButton->defaultAction());
    if (why == Absence::None)
        return m_empty->showText(tr("This run has no loss and no accuracy"),
                                 tr("It has other logged values: choose them in the list above."));
    m_empty->showText(absenceText(m_runs.run(), RunPart::Curves));
}

CurvesPictureStyle CurvesView::style() const
{
    CurvesPictureStyle style = pictureStyle(*m_plot, m_runs.own().smoothing());
    style.tag = m_runs.tag();
    style.runName = m_runs.name();
    style.runPaperColor = m_runs.paperColor();
    for (const auto& overlay : m_runs.overlays())
        style.overlays.push_back(overlay.get());
    return style;
}

QList<ExportItem> CurvesView::exportItems()
{
    QList<ExportItem> items;
    const Run& run = m_runs.runOrEmpty();
    const auto& overlays = m_runs.overlays();
    const bool hasNone = m_runs.isWithoutCurves() || (run.steps.empty() && loggedScalars(run).empty());
    if (hasNone && overlays.empty())
        return items;
    items.append(pictureItem(tr("Curves"), "curves", [this] {
        updatePlot(); // its axes are not updated while it is hidden
        // The picture lists the runs below its plots, as the view does.
        const QWidget& shown = m_runs.overlays().empty() ? *m_plot : *m_plot->parentWidget();
        return curvesPicture(m_runs.runOrEmpty(), style(), shownSize(shown, usualPlotSize));
    }));
    if (!m_runs.tag().empty())
        items.append({toQString(m_runs.tag()), "scalar", {"csv"}, [this](const QString& path) {
                          writeText(path, scalarsCsv(m_runs.named(), m_runs.tag()));
                      }});
    if (m_knownTags > 0)
        items.append({tr("All logged scalars"), "scalars", {"csv"}, [this](const QString& path) {
                          writeText(path, scalarsCsv(m_runs.named()));
                      }});
    for (ExportItem& item : items)
        item.isOfRun = overlays.empty();
    const bool anySteps =
        std::ranges::any_of(overlays, [](const auto& overlay) { return !overlay->run->steps.empty(); });
    if (anySteps)
        items.append({.title = tr("Training steps of all curves"),
                      .fileName = "metrics_all",
                      .formats = {"csv"},
                      .write = [this](const QString& path) { writeText(path, stepsCsv(m_runs.named())); },
                      .isOfRun = false});
    if (run.steps.empty())
        return items;
    const QString title = isImported(run) ? tr("Steps") : tr("Training steps");
    items.append({title, "metrics", {"csv"}, [this](const QString& path) {
                      writeText(path, stepsCsv(m_runs.runOrEmpty()));
                  }});
    items.append({tr("Epochs"), "epochs", {"csv"}, [this](const QString& path) {
                      writeText(path, epochsCsv(m_runs.runOrEmpty()));
                  }});
    return items;
}

void CurvesView::applyColors()
{
    m_plot->setColors(Theme::instance().colors());
    m_plot->setRunColor(m_runs.color());
    updateReadout();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void CurvesView::resizeEvent(QResizeEvent* event)
{
    View::resizeEvent(event);
    const bool wide = width() > 1400 && width() > wideFrom * height();
    if (wide != m_plot->isSideBySide())
        m_plot->setSideBySide(wide);
    m_readout->setMostRows(std::clamp(height() / heightPerRow, 1, 12));
}

void CurvesView::showEvent(QShowEvent* event)
{
    View::showEvent(event);
    updatePlot();
}

void CurvesView::updateTags(bool runsChanged)
{
    const size_t known = m_runs.tagCount();
    if (known == m_knownTags && (known == 0 || !runsChanged))
        return;
    m_knownTags = known;
    const std::set<std::string> tags = m_runs.tags();
    m_tools->offerTags(tags);
    std::string shown = tags.contains(m_runs.tag()) ? m_runs.tag() : std::string();
    if (shown.empty() && !tags.empty() && !m_runs.haveLossOrAccuracy())
        shown = *tags.begin();
    setTag(shown);
}

void CurvesView::setTag(const std::string& tag)
{
    m_tools->setTag(tag);
    if (tag == m_runs.tag())
        return;
    m_runs.setTag(tag);
    m_hovered.reset();
    m_plot->hideCursor();
    m_plot->updateTag();
    updateXKinds();
    fit();
    catchUp();
}

void CurvesView::updateXKinds()
{
    const bool haveEpochs = m_runs.haveEpochs();
    m_tools->offerEpochs(haveEpochs);
    if (haveEpochs || m_plot->xKind() != CurveX::Epoch)
        return;
    setXKind(CurveX::Step);
    showStatusMessage(this, tr("Drawn over steps, because the epochs are not known."));
}

} // namespace stepscope::ui
