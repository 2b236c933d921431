#include "ui/curves/curves_view.h"

#include "core/comparison/reference_loop.h"
#include "core/exchange/run_tables.h"
#include "core/import/shared/imported_run.h"
#include "core/run/scalar_roles.h"
#include "ui/curves/curve_plot.h"
#include "ui/curves/curve_readout.h"
#include "ui/curves/curves_picture.h"
#include "ui/support/absence_text.h"
#include "ui/support/empty_page.h"
#include "ui/support/export_dialog.h"
#include "ui/support/qt_text.h"
#include "ui/support/status_message.h"
#include "ui/support/tool_row_layout.h"
#include "ui/theme/eliding.h"
#include "ui/theme/follow_font.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QSlider>
#include <QStackedWidget>
#include <QStandardItemModel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr size_t budget = 40'000; // steps read at a time: about three milliseconds
constexpr qint64 frameMs = 33;    // between two pictures while there is more to read
constexpr double wideFrom = 2.4;  // width / height from which the panels are side by side

constexpr int heightPerRow = 140; // of the view: most of it is for the plots, the rest for the list of runs

constexpr double defaultSmoothing = 0.9; // an average over some ten steps

QToolButton* toolButton(const QString& text, const QString& toolTip, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setText(text);
    button->setToolTip(toolTip);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

} // namespace

CurvesView::CurvesView(QWidget* parent)
    : View(parent)
{
    m_catchUp.setInterval(0);
    connect(&m_catchUp, &QTimer::timeout, this, &CurvesView::catchUp);

    m_toolRow = new QWidget(this);
    buildToolRow(new ToolRowLayout(m_toolRow));
    m_plot = new CurvePlot(&m_data, this);
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
    auto* page = new QVBoxLayout(this);
    page->setContentsMargins(0, 0, 0, 0);
    page->setSpacing(0);
    page->addWidget(m_toolRow);
    page->addWidget(m_pages, 1);

    addShortcuts();
    connectPlot();
    setFocusProxy(m_plot);
    setSmoothing(defaultSmoothing);
    setFollowing(true);
}

CurvesView::~CurvesView() = default;

void CurvesView::buildToolRow(ToolRowLayout* row)
{
    m_tagLabel = new QLabel(tr("Sho&wn"), this);
    m_tag = new ElidedComboBox(this);
    m_tag->setObjectName("shownTag");
    m_tag->setMaxVisibleItems(24);
    m_tag->setMinimumContentsLength(8);
    m_tag->setMaximumWidth(220);
    m_tag->setToolTip(tr("Loss and accuracy, or a tag of the scalars that the runs have logged"));
    m_tagLabel->setBuddy(m_tag);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_tagLabel, m_tag})
        widget->hide(); // shown once runs have scalars
    connect(m_tag, &QComboBox::currentIndexChanged, this,
            [this] { setTag(m_tag->currentData().toString().toStdString()); });

    auto* xLabel = new QLabel(tr("&X axis"), this);
    m_xKind = new QComboBox(this);
    m_xKind->setObjectName("xAxis");
    m_xKind->addItem(tr("Step"), int(CurveX::Step));
    m_xKind->addItem(tr("Epoch"), int(CurveX::Epoch));
    m_xKind->addItem(tr("Seconds"), int(CurveX::Seconds));
    m_xKind->setToolTip(tr("What the x axis counts"));
    xLabel->setBuddy(m_xKind);
    connect(m_xKind, &QComboBox::currentIndexChanged, this, [this] {
        m_xKindChosen = true;
        setXKind(CurveX(m_xKind->currentData().toInt()));
    });

    auto* smoothingLabel = new QLabel(tr("S&moothing"), this);
    m_smoothing = new QSlider(Qt::Horizontal, this);
    m_smoothing->setObjectName("smoothing");
    m_smoothing->setRange(0, 99);
    m_smoothing->setMinimumWidth(40);
    m_smoothing->setMaximumWidth(140);
    smoothingLabel->setBuddy(m_smoothing);
    connect(m_smoothing, &QSlider::valueChanged, this, [this](int value) { setSmoothing(value / 100.0); });
    m_smoothingValue = new QLabel(this);
    m_smoothingValue->setFont(Theme::tabularFont(font()));
    keepRoomFor(m_smoothingValue, "0.00", 4);

    m_log = toolButton(tr("Log"), tr("Logarithmic loss axis (L)"), this);
    m_log->setObjectName("log");
    m_log->setCheckable(true);
    connect(m_log, &QToolButton::toggled, this, &CurvesView::setLogLoss);
    m_follow =
        toolButton(tr("Follow"), tr("Keep the newest step visible; zooming or panning turns it off"), this);
    m_follow->setObjectName("follow");
    m_follow->setCheckable(true);
    connect(m_follow, &QToolButton::toggled, this, &CurvesView::setFollowing);
    m_fit = toolButton(tr("Fit"), tr("Show the whole run (F, or double click)"), this);
    m_fit->setObjectName("fit");
    connect(m_fit, &QToolButton::clicked, this, &CurvesView::fit);

    row->addOptional(m_tagLabel);
    row->addWidget(m_tag, 1);
    row->addOptional(xLabel);
    row->addWidget(m_xKind);
    row->addOptional(smoothingLabel);
    row->addWidget(m_smoothing, 1);
    row->addOptional(m_smoothingValue);
    row->addWidget(m_log);
    row->addWidget(m_follow);
    row->addWidget(m_fit);
    row->addStretch(1);
    row->addWidget(makeExportButton(this));
}

void CurvesView::setEmptyAction(QAction* action)
{
    m_emptyButton->setDefaultAction(action);
    updateEmptyPage();
}

void CurvesView::addShortcuts()
{
    addKey("curves", KeyAct::Fit, [this] { fit(); });
    addKey("curves", KeyAct::Logarithmic, [this] { m_log->toggle(); });
    addMenuAction(tr("Copy picture"), [this] { copyContent(); });
    setContextMenuPolicy(Qt::ActionsContextMenu);
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
    if (!m_selection || !m_run || m_run->steps.empty())
        return;
    if (to <= from)
        return m_selection->setSteps({});
    const CurveMapping mapping(m_run, m_plot->xKind());
    const size_t count = m_run->steps.size();
    const size_t first = mapping.lowerBound(from, 0, count);
    const size_t end = mapping.lowerBound(to, first, count);
    if (end == first)
        return;
    const StepRange steps{m_run->steps[first].step, m_run->steps[end - 1].step};
    m_selection->setSteps(steps);
    showStatusMessage(this, tr("All views cover steps %1 to %2. Ctrl+click selects all steps again.")
                                .arg(countText(steps.first), countText(steps.last)));
}

void CurvesView::showSelectedSteps()
{
    const StepRange range = selectedSteps(m_selection);
    if (range.isAll() || !m_run || m_run->steps.empty())
        return m_plot->showSelection(std::nullopt);
    const auto& steps = m_run->steps;
    const auto first = std::ranges::lower_bound(steps, range.first, {}, &StepMetrics::step);
    const auto end = std::ranges::upper_bound(steps, range.last, {}, &StepMetrics::step);
    if (first >= end)
        return m_plot->showSelection(std::nullopt);
    // A step is drawn at its end.
    const CurveMapping mapping(m_run, m_plot->xKind());
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
    m_run = run;
    m_data.setRun(isWithoutCurves() ? nullptr : run); // its steps would stretch the axes of overlaid runs
    smoothCurves();
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
    bool done = m_data.advance(budget);
    for (const auto& overlay : m_overlays)
        done = done && overlay->data.advance(budget); // one after the other
    if (done)
        m_catchUp.stop();
    else
        m_catchUp.start();
    if (done && std::exchange(m_limitsRange, false) && !isFollowing() && !isEmpty())
        m_plot->limitX();
    if (isVisible() && (done || !m_lastFrame.isValid() || m_lastFrame.hasExpired(frameMs)))
        updatePlot();
}

void CurvesView::updatePlot()
{
    m_lastFrame.start();
    updateEmptyPage();
    if (std::exchange(m_isOfLossAlone, m_data.isOfLossAlone()) != m_data.isOfLossAlone())
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
    const QCPRange whole = wholeXRange(m_data, m_plot->xKind());
    const QCPRange shown = m_plot->loss().x->range();
    m_plot->setXRange({whole.upper - shown.size(), whole.upper});
    m_plot->fitValues();
}

void CurvesView::setRunName(const QString& name, const QString& completeName)
{
    m_runName = name;
    m_completeRunName = completeName;
}

void CurvesView::setRunColor(const QColor& paperColor)
{
    if (std::exchange(m_runPaperColor, paperColor) == paperColor)
        return;
    m_plot->setRunColor(ownColor());
    if (isVisible())
        updatePlot();
}

QColor CurvesView::ownColor() const
{
    return m_runPaperColor.isValid() ? seriesColor(m_runPaperColor, Theme::instance().colors()) : QColor();
}

QString CurvesView::runName() const
{
    return m_runName.isEmpty() ? tr("Run on the screen") : m_runName;
}

void CurvesView::setOverlays(std::vector<std::unique_ptr<CurveOverlay>> overlays)
{
    std::erase_if(overlays, [](const auto& overlay) {
        return overlay->run->isOver() && whyAbsent(overlay->run.get(), RunPart::Curves) != Absence::None;
    });
    const bool same = std::ranges::equal(overlays, m_overlays,
                                         [](const auto& a, const auto& b) { return a->key == b->key; });
    for (const auto& overlay : overlays) {
        const auto before = std::ranges::find(
            m_overlays, overlay->key, [](const auto& known) -> const auto& { return known->key; });
        if (before == m_overlays.end()) {
            overlay->data.setTag(m_data.tag());
            overlay->data.setRun(overlay->run.get());
        } else {
            overlay->data = std::move((*before)->data);
            overlay->data.setGrownRun(overlay->run.get());
        }
    }
    tellApart(overlays, !m_run                 ? QColor()
                        : ownColor().isValid() ? ownColor()
                                               : Theme::instance().colors().train);
    m_plot->setOverlays(overlays);
    m_overlays = std::move(overlays);
    smoothCurves();
    updateTags(true);
    updateXKinds();
    if (!same) {
        chooseXKind();
        fit();
    }
    catchUp();
}

void CurvesView::smoothCurves()
{
    int64_t largest = std::max<int64_t>(shownRun().experiment.batchSize, 1);
    for (const auto& overlay : m_overlays)
        largest = std::max(largest, overlay->run->experiment.batchSize);
    const auto weightOf = [&](const Run& run) {
        const int64_t batchSize = run.experiment.batchSize; // 0: not known, as in many logs
        return std::pow(m_weight, batchSize > 0 ? double(batchSize) / double(largest) : 1.0);
    };
    m_data.setSmoothing(weightOf(shownRun()));
    for (const auto& overlay : m_overlays)
        overlay->data.setSmoothing(weightOf(*overlay->run));
}

void CurvesView::chooseXKind()
{
    if (m_xKindChosen || m_plot->xKind() != CurveX::Step || m_overlays.empty())
        return;
    const auto batchSize = [](const auto& overlay) { return overlay->run->experiment.batchSize; };
    const int64_t first = m_run ? m_run->experiment.batchSize : batchSize(m_overlays.front());
    const auto isFirst = [&](const auto& overlay) { return batchSize(overlay) == first; };
    const auto knowsEpochs = [](const auto& overlay) {
        return CurveMapping(overlay->run.get(), CurveX::Epoch).knowsEpochs();
    };
    if (std::ranges::all_of(m_overlays, isFirst) || !std::ranges::all_of(m_overlays, knowsEpochs))
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
    return m_follow->isChecked();
}

void CurvesView::setFollowing(bool on)
{
    {
        const QSignalBlocker quiet(m_follow);
        m_follow->setChecked(on);
    }
    if (on)
        updatePlot();
}

void CurvesView::setXKind(CurveX kind)
{
    const QSignalBlocker quiet(m_xKind);
    m_xKind->setCurrentIndex(m_xKind->findData(int(kind)));
    if (m_plot->xKind() == kind)
        return;
    const CurveMapping before = m_plot->mapping();
    // The visible range does not change.
    const QCPRange shown = m_plot->loss().x->range();
    const size_t count = m_data.size();
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
    {
        const QSignalBlocker quiet(m_smoothing);
        m_smoothing->setValue(int(std::lround(weight * 100.0)));
    }
    const QString shown = QString::number(weight, 'f', 2);
    m_smoothingValue->setText(shown);
    m_smoothing->setToolTip(tr("Smoothing %1: the weight of the previous steps in an exponential moving "
                               "average, as in TensorBoard. 0 shows each step as it is. Curves of smaller "
                               "batches are smoothed over as many samples as those of the largest")
                                .arg(shown));
    m_weight = weight;
    smoothCurves();
    m_plot->updateSeries();
    catchUp();
}

void CurvesView::setLogLoss(bool on)
{
    {
        const QSignalBlocker quiet(m_log);
        m_log->setChecked(on);
    }
    m_plot->setLogLoss(on);
    m_plot->fitValues();
    updatePlot();
}

void CurvesView::updateReadout()
{
    m_readout->listRuns({.own = m_data,
                         .ownName = runName(),
                         .completeOwnName = m_completeRunName,
                         .ownColor = ownColor(),
                         .overlays = m_overlays,
                         .kind = m_plot->xKind(),
                         .x = m_hovered,
                         .nearest = m_plot->emphasized()});
    if (m_data.size() == 0)
        return m_readout->clear(m_data);
    if (!m_hovered)
        return m_readout->show(m_data, m_data.size() - 1);
    m_plot->showCursor(m_plot->mapping().nearest(*m_hovered, m_data.size()));
    if (const auto step = m_plot->mapping().stepAt(*m_hovered, m_data.size()))
        m_readout->show(m_data, *step);
    else
        m_readout->clear(m_data); // another run is longer
}

bool CurvesView::isWithoutCurves() const
{
    return whyAbsent(m_run, RunPart::Curves) == Absence::NotInFile;
}

void CurvesView::updateEmptyPage()
{
    const bool empty = isEmpty();
    m_pages->setCurrentIndex(empty ? 0 : 1);
    const Absence why = whyAbsent(m_run, RunPart::Curves);
    m_toolRow->setEnabled(!empty || why == Absence::None); // another value can be chosen
    if (!empty)
        return;
    m_emptyButton->setVisible(why == Absence::NotStarted && m_emptyButton->defaultAction());
    if (why == Absence::None)
        return m_empty->showText(tr("This run has no loss and no accuracy"),
                                 tr("It has other logged values: choose them in the list above."));
    m_empty->showText(absenceText(m_run, RunPart::Curves));
}

const Run& CurvesView::shownRun() const
{
    static const Run none;
    return m_run ? *m_run : none;
}

CurvesPictureStyle CurvesView::style() const
{
    CurvesPictureStyle style = pictureStyle(*m_plot, m_data.smoothing());
    style.tag = m_data.tag();
    style.runName = runName();
    style.runPaperColor = m_runPaperColor;
    for (const auto& overlay : m_overlays)
        style.overlays.push_back(overlay.get());
    return style;
}

std::string CurvesView::allStepsCsv() const
{
    return stepsCsv(shownRuns());
}

QList<ExportItem> CurvesView::exportItems()
{
    QList<ExportItem> items;
    const bool hasNone = isWithoutCurves() || (shownRun().steps.empty() && loggedScalars(shownRun()).empty());
    if (hasNone && m_overlays.empty())
        return items;
    items.append(pictureItem(tr("Curves"), "curves", [this] {
        updatePlot(); // its axes are not updated while it is hidden
        // The picture lists the runs below its plots, as the view does.
        const QWidget& shown = m_overlays.empty() ? *m_plot : *m_plot->parentWidget();
        return curvesPicture(shownRun(), style(), shownSize(shown, usualPlotSize));
    }));
    if (!m_data.tag().empty())
        items.append({toQString(m_data.tag()), "scalar", {"csv"}, [this](const QString& path) {
                          writeText(path, scalarsCsv(shownRuns(), m_data.tag()));
                      }});
    if (m_knownTags > 0)
        items.append({tr("All logged scalars"), "scalars", {"csv"}, [this](const QString& path) {
                          writeText(path, scalarsCsv(shownRuns()));
                      }});
    for (ExportItem& item : items)
        item.isOfRun = m_overlays.empty();
    const bool anySteps =
        std::ranges::any_of(m_overlays, [](const auto& overlay) { return !overlay->run->steps.empty(); });
    if (anySteps)
        items.append({.title = tr("Training steps of all curves"),
                      .fileName = "metrics_all",
                      .formats = {"csv"},
                      .write = [this](const QString& path) { writeText(path, allStepsCsv()); },
                      .isOfRun = false});
    if (shownRun().steps.empty())
        return items;
    const QString title = isImported(*m_run) ? tr("Steps") : tr("Training steps");
    items.append(
        {title, "metrics", {"csv"}, [this](const QString& path) { writeText(path, stepsCsv(shownRun())); }});
    items.append({tr("Epochs"), "epochs", {"csv"}, [this](const QString& path) {
                      writeText(path, epochsCsv(shownRun()));
                  }});
    return items;
}

void CurvesView::applyColors()
{
    m_plot->setColors(Theme::instance().colors());
    m_plot->setRunColor(ownColor());
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

std::vector<NamedRun> CurvesView::shownRuns() const
{
    std::vector<NamedRun> runs;
    if (m_run)
        runs.push_back({m_run, (m_completeRunName.isEmpty() ? runName() : m_completeRunName).toStdString()});
    for (const auto& overlay : m_overlays) {
        const QString& name = overlay->completeName.isEmpty() ? overlay->name : overlay->completeName;
        runs.push_back({overlay->run.get(), name.toStdString()});
    }
    return runs;
}

/// Whether any run has, or may still get, the data for curves of loss and accuracy.
bool CurvesView::hasCurves() const
{
    return std::ranges::any_of(shownRuns(), [](const NamedRun& named) {
        const auto roles = roleSeries(named.run->scalars, named.run->experiment.network);
        return loggedScalars(*named.run).empty() || !named.run->steps.empty() ||
               std::ranges::any_of(roles, [](const ScalarSeries* series) { return series != nullptr; });
    });
}

void CurvesView::updateTags(bool runsChanged)
{
    const auto runs = shownRuns();
    size_t known = 0;
    for (const NamedRun& named : runs)
        known += loggedScalars(*named.run).size();
    if (known == m_knownTags && (known == 0 || !runsChanged))
        return;
    m_knownTags = known;
    std::set<std::string> tags;
    for (const NamedRun& named : runs) {
        for (const ScalarSeries* series : loggedScalars(*named.run))
            tags.insert(series->tag);
    }
    for (QWidget* widget : std::initializer_list<QWidget*>{m_tagLabel, m_tag})
        widget->setVisible(!tags.empty());
    {
        const QSignalBlocker quiet(m_tag);
        m_tag->clear();
        m_tag->addItem(tr("Loss and accuracy"), QString());
        m_tag->insertSeparator(1);
        for (const std::string& tag : tags)
            m_tag->addItem(toQString(tag), toQString(tag));
    }
    std::string shown = tags.contains(m_data.tag()) ? m_data.tag() : std::string();
    if (shown.empty() && !tags.empty() && !hasCurves())
        shown = *tags.begin();
    setTag(shown);
}

void CurvesView::setTag(const std::string& tag)
{
    {
        const QSignalBlocker quiet(m_tag);
        m_tag->setCurrentIndex(std::max(0, m_tag->findData(toQString(tag))));
    }
    if (tag == m_data.tag())
        return;
    m_data.setTag(tag);
    for (const auto& overlay : m_overlays)
        overlay->data.setTag(tag);
    m_hovered.reset();
    m_plot->hideCursor();
    m_plot->updateTag();
    updateXKinds();
    fit();
    catchUp();
}

/// Neither scalars nor the steps of a recorded program have epochs.
void CurvesView::updateXKinds()
{
    const auto hasEpochs = [](const CurveData& data) {
        return data.isOfSteps() && !(data.run() && data.run()->kind == RunKind::Program);
    };
    const bool hasAll = hasEpochs(m_data) && std::ranges::all_of(m_overlays, [&](const auto& overlay) {
                            return hasEpochs(overlay->data);
                        });
    const auto* items = qobject_cast<QStandardItemModel*>(m_xKind->model());
    items->item(m_xKind->findData(int(CurveX::Epoch)))->setEnabled(hasAll);
    if (hasAll || m_plot->xKind() != CurveX::Epoch)
        return;
    setXKind(CurveX::Step);
    showStatusMessage(this, tr("Drawn over steps, because the epochs are not known."));
}

} // namespace stepscope::ui
