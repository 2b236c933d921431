#include "ui/roofline/roofline_view.h"

#include "core/base/files/atomic_file.h"
#include "core/base/files/csv.h"
#include "core/base/text/format.h"
#include "core/machine/environment.h"
#include "core/run/run.h"
#include "core/trace/event_kind.h"
#include "ui/curves/curves_picture.h"
#include "ui/roofline/machine_peak_source.h"
#include "ui/roofline/roofline_canvas.h"
#include "ui/support/absence_text.h"
#include "ui/support/empty_page.h"
#include "ui/support/export_dialog.h"
#include "ui/support/qt_text.h"
#include "ui/support/tool_row_layout.h"
#include "ui/support/trace_selection.h"

#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QScopedValueRollback>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace stepscope::ui {

namespace {

constexpr int updateMs = 1000;
constexpr uint32_t eventsAtOnce = 1 << 14;
constexpr int readingBudgetMs = 6;
constexpr QSize usualSize(960, 640); ///< of a picture while the view is hidden

QString peakText(const MachinePeak& peak)
{
    const auto text = RooflineView::tr("Roof measured with %1: %2/s, memory %3/s, %4")
                          .arg(RooflineView::tr("%n thread(s)", nullptr, int(peak.threads)),
                               toQString(formatFlops(peak.flopsPerSecond)), bytesText(peak.bytesPerSecond),
                               toQString(peak.instructionSet));
    if (!peak.isOfBusyMachine())
        return text;
    return RooflineView::tr("%1, on a busy machine: other programs used %2 of the processors")
        .arg(text, toQString(formatShare(peak.othersShare)));
}

std::string rooflineCsv(const RooflineData& data)
{
    const auto levels = data.levels();
    std::vector<std::string> columns = {"operator",       "pass",           "calls",
                                        "self_ns",        "total_ns",       "flops",
                                        "bytes_at_least", "flops_per_byte", "flops_per_second"};
    for (const auto& level : levels)
        columns.emplace_back(level.column);
    if (levels.empty())
        columns.push_back("share_of_roof");
    CsvWriter csv(columns);
    for (size_t i = 0; i < data.names.size(); ++i) {
        const auto& point = data.roofline.points[i];
        csv.field(data.names[i]).field(passName(point.pass)).field(point.calls).field(point.selfNs);
        csv.field(point.totalNs).field(point.flops).field(point.bytes).field(point.flopsPerByte());
        csv.field(point.flopsPerSecond());
        for (const auto& level : levels)
            csv.field(data.reached(i, level));
        if (levels.empty())
            csv.field("");
        csv.endRow();
    }
    return csv.text();
}

} // namespace

RooflineView::RooflineView(TraceSelection* selection, std::function<Environment()> environment,
                           QWidget* parent)
    : View(parent)
    , m_selection(selection)
    , m_environment(std::move(environment))
    , m_peak(new MachinePeakSource(this))
    , m_canvas(new RooflineCanvas)
    , m_summary(new QLabel)
    , m_pages(new QStackedWidget)
    , m_message(new EmptyPage("profileMessage"))
{
    m_pages->addWidget(m_canvas);
    m_pages->addWidget(m_message);
    if (m_selection)
        m_message->offerSteps(m_selection);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeTools());
    m_summary->setObjectName("rooflineSummary");
    m_summary->setProperty("muted", true);
    m_summary->setWordWrap(true);
    m_summary->setContentsMargins(12, 0, 12, 8);
    layout->addWidget(m_summary);
    layout->addWidget(m_pages, 1);
    setFocusProxy(m_canvas);
    m_nextUpdate.setSingleShot(true);
    connectParts();
    showPoints();
}

QWidget* RooflineView::makeTools()
{
    auto* tools = new QWidget;
    auto* layout = new ToolRowLayout(tools);
    layout->addStretch(1);
    m_measure = new QToolButton;
    m_measure->setObjectName("rooflineMeasure");
    m_measure->setText(tr("Measure roof"));
    m_measure->setToolTip(tr("Measure and store the peak speed of this machine's processors and memory; "
                             "takes a second or two, in which nothing else should run"));
    m_measure->setAutoRaise(true);
    layout->addWidget(m_measure);
    layout->addWidget(makeExportButton(this));
    return tools;
}

void RooflineView::connectParts()
{
    connect(m_measure, &QToolButton::clicked, this, &RooflineView::measurePeak);
    connect(m_peak, &MachinePeakSource::changed, this, &RooflineView::showPoints);
    connect(m_peak, &MachinePeakSource::changed, this, &RooflineView::doubtPeak);
    connect(&m_nextUpdate, &QTimer::timeout, this, &RooflineView::update);
    connect(m_canvas, &RooflineCanvas::picked, this, &RooflineView::pick);
    m_canvas->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_canvas, &QWidget::customContextMenuRequested, this, &RooflineView::showMenu);
    if (m_selection) {
        connect(m_selection, &TraceSelection::focusChanged, this, &RooflineView::showFocus);
        connect(m_selection, &TraceSelection::stepsChanged, this, &RooflineView::beginAnew);
    }
}

void RooflineView::showRun(const Run* run)
{
    m_run = run;
    m_isDoubted = false;
    beginAnew();
}

void RooflineView::beginAnew()
{
    m_builder = m_selection ? OperatorStatisticsBuilder(m_selection->steps()) : OperatorStatisticsBuilder();
    m_seenEvents = 0;
    m_sinceUpdate.invalidate();
    m_nextUpdate.stop();
    if (isVisible())
        update();
    else
        showPoints();
}

void RooflineView::showEvent(QShowEvent* event)
{
    View::showEvent(event);
    update();
}

void RooflineView::refresh()
{
    if (!m_run || !isVisible() || m_nextUpdate.isActive())
        return;
    const bool isLate = !m_sinceUpdate.isValid() || m_sinceUpdate.hasExpired(updateMs);
    if (m_run->trace.size() != m_seenEvents || m_run->isOver())
        m_nextUpdate.start(isLate ? 0 : updateMs);
}

void RooflineView::update()
{
    m_sinceUpdate.start();
    if (m_run) {
        read();
        wantPeak();
    }
    showPoints();
    doubtPeak();
}

/// Runs for some milliseconds.
void RooflineView::read()
{
    m_cpuModel = m_environment ? m_environment().cpuModel : cpuModelName();
    m_peakUse = peakUse(*m_run, m_cpuModel);
    QElapsedTimer clock;
    clock.start();
    bool isAll = false;
    while (!isAll && clock.elapsed() < readingBudgetMs)
        isAll = m_builder.update(m_run->trace, eventsAtOnce);
    m_seenEvents = isAll ? m_run->trace.size() : 0;
    if (!isAll)
        m_nextUpdate.start(0);
}

/// Once for each number of threads. A measurement and a training would disturb each other.
void RooflineView::wantPeak()
{
    const int threads = operatorThreads(*m_run);
    if (!isOfProcessors() || m_peak->isBusy() || !m_peak->failure().isEmpty() || m_seenEvents == 0)
        return;
    const bool isKnown = m_peak->peak().threads == threads;
    if (isKnown && (m_peak->peak().isMeasured() || !m_run->isOver() || m_peak->isPutOff()))
        return;
    m_peak->request(threads,
                    m_run->isOver() ? MachinePeakSource::Effort::WhenIdle : MachinePeakSource::Effort::Kept);
}

/// A point above the peak shows that the roof was measured too low. Once per run.
void RooflineView::doubtPeak()
{
    if (!m_run || !m_run->isOver() || m_peak->isBusy() || m_isDoubted || !isAboveRoof())
        return;
    m_isDoubted = true;
    m_peak->request(operatorThreads(*m_run), MachinePeakSource::Effort::AgainWhenIdle);
}

/// Above the flat part: a point above the slope may have found its data in the caches.
bool RooflineView::isAboveRoof() const
{
    const auto& data = m_canvas->data();
    return data.peak.isMeasured() && std::ranges::any_of(data.roofline.points, [&](const auto& point) {
               return point.flopsPerSecond() > 1.02 * data.peak.flopsPerSecond; // more than rounding
           });
}

void RooflineView::measurePeak()
{
    m_peak->request(operatorThreads(m_run ? *m_run : Run()), MachinePeakSource::Effort::MeasureAnew);
}

void RooflineView::showPoints()
{
    auto data = std::make_shared<RooflineData>();
    // Without work of the device that was used, only launches are known.
    if (m_run && (m_peakUse != PeakUse::OnDevice || hasStreams(m_run->trace))) {
        data->roofline = roofline(m_builder.statistics(OperatorGrouping::ByOperatorAndShape), m_run->trace);
        for (const auto& point : data->roofline.points)
            data->names.push_back(m_run->trace.names[point.name]);
    }
    if (isOfProcessors() && !data->roofline.isOfDevice)
        data->peak = m_peak->peak();
    else if (data->roofline.isOfDevice)
        data->published = publishedPeak(deviceName());
    m_canvas->show(std::move(data));
    showFocus();
    showPages();
    showSummary();
}

void RooflineView::showPages()
{
    const bool isEmpty = m_canvas->data().names.empty();
    m_pages->setCurrentIndex(isEmpty ? 1 : 0);
    m_measure->setEnabled(!m_peak->isBusy() && isOfProcessors());
    if (!isEmpty)
        return;
    if (m_run && m_peakUse == PeakUse::OnDevice && !hasStreams(m_run->trace))
        m_message->showText(tr("The work of the device was not recorded"),
                            tr("Without it, the speed of the operators on the device is not known."));
    else if (m_run && m_seenEvents > 0)
        m_message->showText(
            tr("No operator with known operations"),
            tr("The roofline needs recorded input shapes, and operators with a formula for their "
               "operations, such as convolutions and matrix products."));
    else
        m_message->showText(callsAbsenceText(m_run, selectedSteps(m_selection)));
}

/// Of the devices that worked; empty if there are several models, or the name is not known.
std::string RooflineView::deviceName() const
{
    std::set<std::string> names;
    for (const TraceThread& thread : m_run->trace.threads) {
        const auto device = std::ranges::find(m_run->trace.devices, thread.device, &TraceDevice::number);
        if (thread.device >= 0 && device != m_run->trace.devices.end())
            names.insert(device->name);
    }
    return names.size() == 1 ? *names.begin() : std::string();
}

QString RooflineView::whyNoRoof() const
{
    if (m_peakUse == PeakUse::OnDevice) {
        if (m_canvas->data().names.empty())
            return {}; // the page says why
        const std::string name = deviceName();
        return name.empty()
                   ? tr("No roof: the recording does not name one device that did all the work")
                   : tr("No roof: Stepscope does not know the published peak of %1").arg(toQString(name));
    }
    if (m_peakUse == PeakUse::ThreadsUnknown)
        return tr("No roof: the recording does not say how many threads an operator used");
    return m_peakUse == PeakUse::OtherMachine
               ? tr("No roof: the run was made on another processor, %1").arg(toQString(m_cpuModel))
               : tr("No roof: the recording does not name its processor");
}

void RooflineView::showSummary()
{
    QStringList parts;
    const auto& data = m_canvas->data();
    const auto& peak = data.peak;
    if (m_peak->isBusy())
        parts += tr("Measuring the roof…");
    else if (!m_peak->failure().isEmpty())
        parts += m_peak->failure();
    else if (data.published)
        parts += tr("Published peak of %1, memory %2").arg(toQString(deviceName()), bandwidthText(data));
    else if (const QString why = isOfProcessors() ? QString() : whyNoRoof(); !why.isEmpty())
        parts += why;
    else if (peak.isMeasured())
        parts += peakText(peak);
    else if (m_peak->isPutOff())
        parts += tr("The roof is not measured because the processors are in use; press “Measure roof” to "
                    "measure it anyway");
    else if (m_run && !m_run->isOver())
        parts += tr("The roof is measured after the training");
    if (!m_peak->isBusy() && isAboveRoof())
        parts += tr("points above the roof: the processors are faster than measured");
    if (!data.names.empty())
        parts += (data.roofline.isOfDevice ? tr("points cover %1 of the device's time")
                                           : tr("points cover %1 of the self time"))
                     .arg(toQString(formatShare(data.roofline.selfShare)));
    const auto text = parts.join(" · ");
    m_summary->setText(withoutBreaks(text));
    m_summary->setToolTip(tr("%1\nNot included: operators without a formula for their operations or bytes, "
                             "and those that mostly call others.")
                              .arg(text));
}

void RooflineView::showMenu(const QPoint& position)
{
    const int point = m_canvas->geometry().pointAt(position);
    QMenu menu(this);
    menu.setObjectName("rooflineMenu");
    if (point >= 0 && m_selection) {
        m_canvas->select(point);
        pick(point);
        addShowInMenu(&menu, m_selection, m_selection->focus(), "roofline");
    }
    menu.addAction(tr("Copy picture"), this, &RooflineView::copyContent)->setShortcut(QKeySequence::Copy);
    menu.exec(m_canvas->mapToGlobal(position));
}

void RooflineView::pick(int point)
{
    if (!m_selection)
        return;
    const QScopedValueRollback picking(m_isPicking, true);
    TraceFocus focus;
    if (point >= 0)
        focus.operatorName = toQString(m_canvas->data().names[size_t(point)]);
    m_selection->setFocus(focus);
}

void RooflineView::showFocus()
{
    if (!m_selection || m_isPicking)
        return;
    const auto name = m_selection->focus().operatorName.toStdString();
    const auto& names = m_canvas->data().names;
    const int selected = m_canvas->marks().selected;
    if (selected >= 0 && names[size_t(selected)] == name)
        return;
    const auto found = std::ranges::find(names, name);
    m_canvas->select(found == names.end() ? -1 : int(found - names.begin()));
}

Picture RooflineView::picture() const
{
    const auto data = std::make_shared<const RooflineData>(m_canvas->data());
    const QString title = runTitle(*m_run, tr("Roofline"));
    return {.title = title,
            .what = tr("the roofline"),
            .size = shownSize(*m_canvas, usualSize),
            .paint = paintedBy([data, title, font = font()](QPainter& painter, const PictureSheet& sheet) {
                painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
                paintRooflinePoster(painter, *data, title, sheet.colors, sheet.size, font);
            })};
}

QList<ExportItem> RooflineView::exportItems()
{
    if (m_run && m_seenEvents != m_run->trace.size()) {
        while (m_seenEvents != m_run->trace.size())
            read();
        showPoints();
    }
    if (!m_run || m_canvas->data().names.empty())
        return {};
    const auto data = std::make_shared<const RooflineData>(m_canvas->data());
    return {pictureItem(tr("Roofline"), "roofline", [this] { return picture(); }),
            {tr("Roofline"), "roofline", {"csv"}, [data](const QString& path) {
                 writeFileAtomically(path.toStdString(), rooflineCsv(*data));
             }}};
}

} // namespace stepscope::ui
