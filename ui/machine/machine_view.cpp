#include "ui/machine/machine_view.h"

#include "core/exchange/run_tables.h"
#include "ui/curves/curves_picture.h"
#include "ui/curves/plot_picture.h"
#include "ui/machine/machine_plot.h"
#include "ui/machine/machine_readout.h"
#include "ui/support/absence_text.h"
#include "ui/support/empty_page.h"
#include "ui/support/export_dialog.h"
#include "ui/support/tool_row_layout.h"

#include <QAction>
#include <QLabel>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <memory>

namespace stepscope::ui {

namespace {

/// Uses a plot of its own, so that the one on the screen does not change.
std::shared_ptr<MachinePlot> plotOf(const Run& run, const MachinePlot& shown, const PictureSheet& sheet)
{
    auto plot = std::make_shared<MachinePlot>();
    setUpForPicture(*plot, sheet.size);
    plot->setRun(&run);
    plot->setColors(sheet.colors);
    plot->setTitle(runTitle(run), MachineView::tr("Machine samples, two per second"));
    if (!shown.isWhole())
        plot->setShownTime(shown.shownTime());
    return plot;
}

/// The first sample that ends at or after `seconds`: a sample describes the time before it.
const MachineSample& sampleAt(const std::vector<MachineSample>& samples, double seconds)
{
    const auto found = std::ranges::partition_point(
        samples, [&](const MachineSample& sample) { return double(sample.timeNs) < seconds * 1e9; });
    return found == samples.end() ? samples.back() : *found;
}

} // namespace

Picture machinePicture(const Run& run, const MachinePlot& plot)
{
    return {.title = runTitle(run),
            .what = MachineView::tr("charts"),
            .size = shownSize(plot, usualPlotSize),
            .paint = paintedPlot([&](const PictureSheet& sheet) { return plotOf(run, plot, sheet); })};
}

MachineView::MachineView(QWidget* parent)
    : View(parent)
{
    m_toolRow = buildToolRow();
    m_plot = new MachinePlot(this);
    m_readout = new MachineReadout(this);
    auto* charts = new QWidget(this);
    auto* column = new QVBoxLayout(charts);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_plot, 1);
    column->addWidget(m_readout);

    m_pages = new QStackedWidget(this);
    m_empty = new EmptyPage("machineEmpty");
    m_pages->addWidget(m_empty);
    m_pages->addWidget(charts);
    auto* page = new QVBoxLayout(this);
    page->setContentsMargins(0, 0, 0, 0);
    page->setSpacing(0);
    page->addWidget(m_toolRow);
    page->addWidget(m_pages, 1);

    addShortcuts();
    connectPlot();
    setFocusProxy(m_plot);
    m_plot->setColors(Theme::instance().colors());
    updateEmptyPage();
}

QWidget* MachineView::buildToolRow()
{
    auto* widget = new QWidget(this);
    auto* row = new ToolRowLayout(widget);
    auto* fitButton = new QToolButton(widget);
    fitButton->setObjectName("fit");
    fitButton->setText(tr("Fit"));
    fitButton->setToolTip(tr("Show the whole run (F, or double click)"));
    fitButton->setFocusPolicy(Qt::TabFocus);
    connect(fitButton, &QToolButton::clicked, this, &MachineView::fit);
    row->addWidget(fitButton);
    row->addStretch(1);
    row->addWidget(makeExportButton(this));
    return widget;
}

void MachineView::addShortcuts()
{
    addKey("machine", KeyAct::Fit, [this] { fit(); });
    addMenuAction(tr("Copy picture"), [this] { copyContent(); });
    setContextMenuPolicy(Qt::ActionsContextMenu);
}

void MachineView::connectPlot()
{
    connect(m_plot, &MachinePlot::hovered, this, [this](double seconds) {
        m_hovered = seconds;
        if (hasSamples())
            m_plot->showCursor(seconds);
        updateReadout();
    });
    connect(m_plot, &MachinePlot::hoverLeft, this, [this] {
        if (!m_hovered)
            return;
        m_hovered.reset();
        m_plot->hideCursor();
        updateReadout();
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        m_plot->setColors(Theme::instance().colors());
        m_plot->replot(QCustomPlot::rpQueuedReplot);
    });
}

bool MachineView::hasSamples() const
{
    return m_run && !m_run->samples.empty();
}

void MachineView::showRun(const Run* run)
{
    m_run = run;
    m_hovered.reset();
    m_plot->setRun(run);
    update();
}

void MachineView::refresh()
{
    if (isVisible())
        update();
}

void MachineView::update()
{
    m_plot->advance();
    updateEmptyPage();
    updateReadout();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void MachineView::updateReadout()
{
    if (hasSamples())
        m_readout->show(m_hovered ? sampleAt(m_run->samples, *m_hovered) : m_run->samples.back(),
                        m_plot->known());
}

void MachineView::updateEmptyPage()
{
    m_pages->setCurrentIndex(hasSamples() ? 1 : 0);
    m_toolRow->setEnabled(hasSamples());
    if (!hasSamples())
        m_empty->showText(absenceText(m_run, RunPart::MachineSamples));
}

void MachineView::fit()
{
    m_plot->fit();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

QList<ExportItem> MachineView::exportItems()
{
    if (!hasSamples())
        return {};
    return {pictureItem(tr("Machine"), "machine",
                        [this] {
                            update();
                            return machinePicture(*m_run, *m_plot);
                        }),
            {tr("Machine"), "samples", {"csv"}, [this](const QString& path) {
                 writeText(path, samplesCsv(*m_run));
             }}};
}

void MachineView::showEvent(QShowEvent* event)
{
    View::showEvent(event);
    update();
}

} // namespace stepscope::ui
