#include "ui/sweep/sweep_view.h"

#include "core/base/error.h"
#include "core/base/files/atomic_file.h"
#include "core/base/files/csv.h"
#include "core/base/text/format.h"
#include "core/report/lab_report.h"
#include "ui/support/empty_page.h"
#include "ui/support/export_dialog.h"
#include "ui/support/icons.h"
#include "ui/support/qt_text.h"
#include "ui/support/tool_row_layout.h"
#include "ui/sweep/sweep_folders.h"
#include "ui/sweep/sweep_form.h"
#include "ui/sweep/sweep_plan_table.h"
#include "ui/sweep/sweep_process.h"

#include <QApplication>
#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSettings>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <optional>

namespace stepscope::ui {

namespace {

constexpr double labSeconds = 5 * 60; // maximum time for all runs of the lab
constexpr auto definitionKey = "sweep/definition";
constexpr auto folderKey = "sweep/folder";
constexpr auto openReportKey = "sweep/openReport";

QString runsText(size_t count)
{
    return SweepView::tr("%n run(s)", nullptr, int(count));
}

/// "3 runs, 1,000 samples each".
QString sizeText(const Sweep& sweep, size_t runs)
{
    const QString text = runsText(runs);
    return sweep.budget == SweepBudget::Images
               ? SweepView::tr("%1, %2 samples each").arg(text, countText(sweep.amount))
               : text;
}

/// The sweep in the folder, if it is not this one.
std::optional<Sweep> otherSweepIn(const std::filesystem::path& folder, const Sweep& sweep)
{
    auto held = sweepOfFolder(folder);
    return held && *held != sweep ? held : std::nullopt;
}

/// Whether a point of the sweep has a run in the folder.
bool hasRuns(const Sweep& sweep, const std::filesystem::path& folder)
{
    const auto points = sweepPoints(sweep);
    for (size_t i = 0; i < points.size(); ++i) {
        if (pointOutcome(sweepRunPath(folder, i, points[i])) != RunOutcome::NotStarted)
            return true;
    }
    return false;
}

/// As high as its content, but leaves room for what is below it if there are many rows.
class FittingScrollArea final : public QScrollArea
{
public:
    using QScrollArea::QScrollArea;

    QSize sizeHint() const override
    {
        const int width = viewport()->width();
        const int height =
            widget()->hasHeightForWidth() ? widget()->heightForWidth(width) : widget()->sizeHint().height();
        return {widget()->sizeHint().width(), height};
    }
    QSize minimumSizeHint() const override
    {
        constexpr int leastHeight = 120;
        return {widget()->minimumSizeHint().width(), std::min(leastHeight, sizeHint().height())};
    }

protected:
    bool eventFilter(QObject* object, QEvent* event) override
    {
        if (object == widget() && event->type() == QEvent::LayoutRequest)
            updateGeometry();
        return QScrollArea::eventFilter(object, event);
    }
    void resizeEvent(QResizeEvent* event) override
    {
        QScrollArea::resizeEvent(event);
        updateGeometry(); // a wrapped sentence needs another height
    }
};

} // namespace

SweepView::SweepView(QWidget* parent)
    : View(parent)
    , m_form(new SweepForm(this))
    , m_model(new SweepPlanModel(this))
    , m_table(new SweepPlanTable(m_model, this))
    , m_process(new SweepProcess(this))
    , m_pages(new QStackedWidget(this))
{
    m_pages->addWidget(m_table);
    auto* empty = new EmptyPage("sweepEmpty");
    empty->showText(tr("Plan a sweep"),
                    tr("Select above which fields change, and their values: the resulting runs are listed "
                       "here. Lab 1 fills in everything."));
    m_pages->addWidget(empty);
    m_pages->setMinimumHeight(144);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(buildTools());
    layout->addWidget(buildFormArea());
    layout->addWidget(buildActions());
    layout->addWidget(m_pages, 1);

    connect(m_form, &SweepForm::changed, this, &SweepView::showForm);
    connect(m_table, &SweepPlanTable::openWanted, this, &SweepView::openWanted);
    connectProcess();
    restore();
}

QWidget* SweepView::buildFormArea()
{
    auto* scroll = new FittingScrollArea(this);
    scroll->setWidget(m_form);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
    scroll->viewport()->setAutoFillBackground(false);
    m_form->setAutoFillBackground(false);
    return scroll;
}

QWidget* SweepView::buildTools()
{
    auto* tools = new QWidget(this);
    auto* layout = new ToolRowLayout(tools);
    m_lab = new QToolButton(tools);
    m_lab->setObjectName("labButton");
    m_lab->setText(tr("Lab 1"));
    m_lab->setIcon(themedIcon("presets"));
    m_lab->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_lab->setToolTip(tr("The lab's ConvNet of 2020 at batch sizes 1, 16 and 64 on every device: measures "
                         "the time and chooses as many images as fit into about five minutes"));
    connect(m_lab, &QToolButton::clicked, this, &SweepView::prepareLab);
    layout->addWidget(m_lab);
    layout->addStretch();

    const auto addButton = [&](const char* name, const QString& icon, const QString& text,
                               const QString& help) {
        auto* button = new QToolButton(tools);
        button->setObjectName(name);
        button->setAutoRaise(true);
        button->setIcon(themedIcon(icon));
        button->setText(text);
        button->setToolTip(help);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        layout->addWidget(button);
        return button;
    };
    m_runs = addButton("sweepRunsButton", "open", tr("Show runs"),
                       tr("List the sweep's runs in the panel of runs, ticked for comparison"));
    connect(m_runs, &QToolButton::clicked, this, [this] {
        Q_EMIT folderWanted(runsFolder());
        Q_EMIT runsWanted();
    });
    m_compare = addButton("sweepCompareButton", "forward", tr("Compare"),
                          tr("Compare times, losses and operators of the sweep's runs"));
    connect(m_compare, &QToolButton::clicked, this, &SweepView::compareRuns);
    m_report = addButton("sweepReportButton", "good", tr("Open report"),
                         tr("Open the sweep's report in the browser"));
    connect(m_report, &QToolButton::clicked, this, [this] { Q_EMIT reportWanted(reportPath()); });
    layout->addWidget(makeExportButton(this));
    return tools;
}

QWidget* SweepView::buildActions()
{
    auto* box = new QWidget(this);
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(12, 0, 12, 12);
    column->setSpacing(8);
    auto* layout = new QHBoxLayout;
    layout->setSpacing(8);
    column->addLayout(layout);
    const auto addButton = [&](const char* name, const QString& text) {
        auto* button = new QPushButton(text, box);
        button->setObjectName(name);
        layout->addWidget(button);
        return button;
    };
    m_plan = addButton("sweepPlanButton", tr("Show plan"));
    connect(m_plan, &QPushButton::clicked, this, &SweepView::showPlan);
    m_start = addButton("sweepStartButton", tr("Start"));
    connectOnce(m_start, &SweepView::start);
    m_start->setProperty("primary", true);
    m_stop = addButton("sweepStopButton", tr("Stop"));
    connectOnce(m_stop, &SweepView::stop);
    m_stop->setIcon(themedIcon("stop"));
    const auto addText = [&](const char* name) {
        auto* label = new QLabel(box);
        label->setObjectName(name);
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // does not widen the window
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        column->addWidget(label); // below the buttons, where it has the whole width
        return label;
    };
    m_why = addText("sweepWhyNotStart");
    m_why->setProperty("muted", true);
    m_text = addText("sweepText");
    layout->addStretch(1);
    m_openReport = new QCheckBox(tr("Open the report when done"), box);
    m_openReport->setObjectName("sweepOpenReport");
    m_openReport->setToolTip(tr("Show the report of a completed sweep in the browser"));
    connect(m_openReport, &QCheckBox::toggled, this, [this] { save(); });
    layout->addWidget(m_openReport);
    return box;
}

/// Start and Stop replace each other under the pointer, so the second click of a double click is ignored.
void SweepView::connectOnce(QPushButton* button, void (SweepView::*action)())
{
    connect(button, &QPushButton::pressed, this, [this] {
        m_isSecondClick =
            m_sinceClick.isValid() && m_sinceClick.elapsed() < QApplication::doubleClickInterval();
    });
    connect(button, &QPushButton::clicked, this, [this, action] {
        if (m_isSecondClick)
            return;
        (this->*action)();
        m_sinceClick.start();
    });
}

SweepView::~SweepView()
{
    m_process->disconnect(this);
}

void SweepView::connectProcess()
{
    connect(m_process, &SweepProcess::happened, this, &SweepView::take);
    connect(m_process, &SweepProcess::ended, this, &SweepView::end);
    connect(m_process, &SweepProcess::started, this, [this] {
        update();
        Q_EMIT runningChanged();
    });
}

void SweepView::setBase(const Experiment& base)
{
    if (base != m_form->base() && !isRunning())
        m_form->setBase(base);
}

void SweepView::setDevices(const QStringList& devices)
{
    m_form->setDevices(devices);
}

void SweepView::setObstacle(const QString& sentence)
{
    m_obstacle = sentence;
    update();
}

std::filesystem::path SweepView::folder() const
{
    return m_form->folder().toStdString();
}

QString SweepView::reportPath() const
{
    return toQString(folder() / reportPageName);
}

bool SweepView::isRunning() const
{
    return m_process->isRunning();
}

bool SweepView::isSweeping() const
{
    return m_process->isRunning() && !m_process->isPlanning();
}

bool SweepView::isStopping() const
{
    return m_process->isStopping();
}

QString SweepView::progressText() const
{
    return withPlainSpaces(m_text->text());
}

double SweepView::progressFraction() const
{
    return isSweeping() ? m_fraction : -1.0;
}

bool SweepView::canCompare() const
{
    return m_model->begunCount() >= 2;
}

void SweepView::compareRuns()
{
    Q_EMIT folderWanted(runsFolder());
    Q_EMIT compareWanted();
}

void SweepView::prepareLab()
{
    if (isRunning())
        return;
    Sweep lab = labSweep(m_form->base(), m_form->devices(), 1000);
    Q_EMIT experimentWanted(lab.base, tr("Lab 1"));
    lab.base = m_form->base(); // the base may have been changed in between
    const QString begun = begunSweepFolder("lab-1", lab);
    m_chooseImages = begun.isEmpty();
    if (!begun.isEmpty())
        lab = sweepOfFolder(begun.toStdString()).value_or(lab);
    m_form->setSweep(lab);
    m_form->setFolder(begun.isEmpty() ? newSweepFolder("lab-1") : begun);
    m_openReport->setChecked(true);
    showPlan();
}

void SweepView::showPlan()
{
    if (isRunning() || m_showsOther || !m_form->problem().isEmpty() || !m_obstacle.isEmpty())
        return;
    m_process->plan(m_form->sweep(), m_form->folder());
}

QString SweepView::whyNotStart() const
{
    if (isRunning())
        return tr("A sweep is running.");
    if (!m_form->problem().isEmpty())
        return m_form->problem();
    if (const Sweep sweep = m_form->sweep(); otherSweepIn(folder(), sweep))
        return tr("The folder contains a different sweep from the one in the form (%1). To start the one in "
                  "the "
                  "form, choose another folder.")
            .arg(sizeText(sweep, sweepPoints(sweep).size()));
    if (!m_obstacle.isEmpty())
        return m_obstacle;
    if (m_model->isAllDone())
        return tr("All runs are done.");
    if (m_model->secondsLeft() < 0 && m_model->begunCount() == 0)
        return tr("Show the plan first, to see how long the runs will take.");
    return {};
}

/// `why` Start is disabled, unless the view shows it elsewhere.
QString SweepView::textBesideStart(const QString& why) const
{
    return isRunning() || !m_form->problem().isEmpty() || (m_model->isAllDone() && !m_showsOther) ? QString()
                                                                                                  : why;
}

void SweepView::start()
{
    if (!whyNotStart().isEmpty())
        return;
    m_secondsLeft = m_model->secondsLeft();
    m_fraction = m_model->fraction();
    m_reporting = false;
    m_process->run(m_form->sweep(), m_form->folder(),
                   m_secondsLeft < 0 ? std::vector<PointEstimate>() : m_model->estimates());
}

void SweepView::stop()
{
    m_chooseImages = false;
    m_process->stop();
    update();
    Q_EMIT progressed();
}

void SweepView::take(const SweepEvent& event)
{
    m_model->take(event);
    m_fraction = std::max(m_fraction, m_model->fraction()); // the estimates weigh the runs, and may change
    m_reporting = event.kind == SweepEvent::Kind::Reporting;
    if (event.kind == SweepEvent::Kind::Progressed)
        m_secondsLeft = event.sweepSecondsLeft;
    if (event.kind == SweepEvent::Kind::Started)
        m_table->followRow(int(event.point));
    update();
    Q_EMIT progressed();
}

void SweepView::end(bool stopped, const QString& problem)
{
    m_model->endWhatRuns();
    if (!problem.isEmpty())
        Q_EMIT failed(problem);
    else if (!m_process->wasPlanning())
        endSweep(stopped);
    else if (!stopped && m_chooseImages)
        chooseImages();
    m_chooseImages = false;
    update();
    Q_EMIT runningChanged();
}

void SweepView::chooseImages()
{
    m_form->setImages(imagesWithin(labSeconds, m_model->points(), m_model->estimates()));
}

void SweepView::endSweep(bool stopped)
{
    const size_t done = m_model->doneCount();
    const size_t failures = m_model->failedCount();
    QString what = tr("The sweep is done: %1.").arg(runsText(done));
    if (stopped)
        what = tr("The sweep was stopped: %1 of %2 done.").arg(done).arg(runsText(m_model->pointCount()));
    else if (failures > 0)
        what = tr("The sweep is done: %1, %n of them failed.", nullptr, int(failures)).arg(runsText(done));
    const bool hasReport = done > 0 && std::filesystem::exists(reportPath().toStdString());
    Q_EMIT swept(what, hasReport ? reportPath() : QString(), !stopped && failures == 0);
    if (done > 0)
        Q_EMIT folderWanted(runsFolder());
    // Only while this view is in front: other work is not interrupted.
    if (!stopped && failures == 0 && canCompare() && isVisible())
        Q_EMIT compareWanted();
    if (hasReport && !stopped && m_openReport->isChecked())
        Q_EMIT reportWanted(reportPath());
}

void SweepView::showForm()
{
    if (isRunning())
        return;
    m_showsOther = false;
    if (m_form->problem().isEmpty())
        showSweep();
    else
        m_model->clear();
    save();
    update();
}

/// The sweep of the form, or another one whose runs are in the folder: the runs of one sweep are not shown as
/// those of another.
void SweepView::showSweep()
{
    const Sweep sweep = m_form->sweep();
    if (const auto other = otherSweepIn(folder(), sweep)) {
        try {
            m_showsOther = hasRuns(*other, folder());
            if (m_showsOther) {
                m_model->setSweep(*other, folder());
                return;
            }
        } catch (const Error&) { // its points cannot be listed, as those of a file that was edited
            m_showsOther = false;
        }
    }
    m_model->setSweep(sweep, folder());
}

QString SweepView::planText() const
{
    const size_t left = m_model->pointCount() - m_model->doneCount();
    QString text = sizeText(m_model->sweep(), m_model->pointCount());
    if (m_showsOther)
        text = tr("Sweep in the folder: %1").arg(text);
    if (left < m_model->pointCount())
        text = left == 0 ? tr("%1, all done").arg(text) : tr("%1, %n left", nullptr, int(left)).arg(text);
    if (left > 0 && m_model->secondsLeft() >= 0)
        text = tr("%1: about %2 in total").arg(text, toQString(formatSeconds(m_model->secondsLeft())));
    return text;
}

void SweepView::update()
{
    const bool running = isRunning();
    const bool valid = m_form->problem().isEmpty();
    const QString why = whyNotStart();
    const bool begun = m_model->begunCount() > 0;
    m_model->setRunning(isSweeping());
    m_form->setEnabled(!running);
    m_lab->setEnabled(!running && m_obstacle.isEmpty());
    m_plan->setEnabled(!running && valid && m_obstacle.isEmpty() && !m_showsOther && !m_model->isAllDone());
    m_plan->setToolTip(
        m_showsOther ? why
        : !m_obstacle.isEmpty()
            ? m_obstacle
            : tr("Measure the first steps of each setting, and estimate the time of all runs"));
    m_start->setText(begun && !m_showsOther && !m_model->isAllDone() ? tr("Resume") : tr("Start"));
    m_start->setEnabled(why.isEmpty());
    m_start->setToolTip(why.isEmpty() ? tr("Train the runs one after another") : why);
    m_start->setVisible(!isSweeping());
    const QString beside = textBesideStart(why);
    m_why->setText(beside);
    m_why->setVisible(!beside.isEmpty());
    m_stop->setVisible(running);
    m_stop->setEnabled(running && !m_process->isStopping());
    m_stop->setToolTip(tr("Stop after the current step; the sweep can be resumed"));
    m_runs->setEnabled(begun);
    m_compare->setEnabled(canCompare());
    m_report->setEnabled(!running && valid && std::filesystem::exists(reportPath().toStdString()));
    m_pages->setCurrentIndex(m_model->pointCount() > 0 ? 0 : 1);

    if (m_process->isStopping())
        say(tr("Stopping…"));
    else if (m_process->isPlanning())
        say(tr("Measuring the first steps of each setting…"));
    else if (m_reporting && running)
        say(tr("Writing the report…"));
    else if (running)
        say(m_secondsLeft >= 0
                ? tr("%1 of %2 · about %3 left")
                      .arg(m_model->doneCount())
                      .arg(runsText(m_model->pointCount()), toQString(formatSeconds(m_secondsLeft)))
                : tr("%1 of %2").arg(m_model->doneCount()).arg(runsText(m_model->pointCount())));
    else
        say(valid ? planText() : QString());
}

void SweepView::say(const QString& text)
{
    m_text->setText(withoutBreaks(text));
    m_text->setToolTip(text);
}

void SweepView::copyContent()
{
    m_table->copy();
}

QList<ExportItem> SweepView::exportItems()
{
    if (m_model->pointCount() == 0)
        return {};
    const auto write = [this](const QString& path) {
        CsvWriter csv;
        for (int column = 0; column < m_model->columnCount(); ++column)
            csv.field(m_model->headerData(column, Qt::Horizontal).toString().toStdString());
        csv.endRow();
        for (int row = 0; row < m_model->rowCount(); ++row) {
            for (int column = 0; column < m_model->columnCount(); ++column)
                csv.field(m_model->text(row, column).toStdString());
            csv.endRow();
        }
        writeFileAtomically(path.toStdString(), csv.text());
    };
    return {{.title = tr("Plan of the sweep"),
             .fileName = "sweep",
             .formats = {"csv"},
             .write = write,
             .isOfRun = false}};
}

void SweepView::restore()
{
    m_restoring = true;
    const QSettings stored;
    try {
        const QString json = stored.value(definitionKey).toString();
        if (!json.isEmpty())
            m_form->setSweep(sweepFromJson(json.toStdString(), "settings"));
    } catch (const Error&) { // written by another version: ignore it
    }
    const QString folder = stored.value(folderKey).toString();
    m_form->setFolder(folder.isEmpty() ? newSweepFolder("sweep") : folder);
    m_openReport->setChecked(stored.value(openReportKey, true).toBool());
    m_restoring = false;
    showForm();
}

void SweepView::save() const
{
    if (m_restoring)
        return;
    QSettings stored;
    stored.setValue(definitionKey, toQString(toJson(m_form->sweep())));
    stored.setValue(folderKey, m_form->folder());
    stored.setValue(openReportKey, m_openReport->isChecked());
}

} // namespace stepscope::ui
