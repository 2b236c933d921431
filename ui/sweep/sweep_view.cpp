#include "ui/sweep/sweep_view.h"

#include "core/base/error.h"
#include "core/base/files/atomic_file.h"
#include "core/base/files/csv.h"
#include "core/report/lab_report.h"
#include "ui/support/empty_page.h"
#include "ui/support/export_dialog.h"
#include "ui/support/qt_text.h"
#include "ui/sweep/fitting_scroll_area.h"
#include "ui/sweep/sweep_folders.h"
#include "ui/sweep/sweep_form.h"
#include "ui/sweep/sweep_plan_table.h"
#include "ui/sweep/sweep_process.h"
#include "ui/sweep/sweep_text.h"
#include "ui/sweep/sweep_tools.h"

#include <QSettings>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <vector>

namespace stepscope::ui {

namespace {

constexpr double labSeconds = 5 * 60; // maximum time for all runs of the lab
constexpr auto definitionKey = "sweep/definition";
constexpr auto folderKey = "sweep/folder";
constexpr auto openReportKey = "sweep/openReport";

} // namespace

SweepView::SweepView(QWidget* parent)
    : View(parent)
    , m_form(new SweepForm(this))
    , m_model(new SweepPlanModel(this))
    , m_table(new SweepPlanTable(m_model, this))
    , m_process(new SweepProcess(this))
    , m_pages(new QStackedWidget(this))
    , m_progress(m_model)
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
    m_tools = new SweepTools(makeExportButton(this));
    connect(m_tools, &SweepTools::labWanted, this, &SweepView::prepareLab);
    connect(m_tools, &SweepTools::runsWanted, this, [this] {
        Q_EMIT folderWanted(runsFolder());
        Q_EMIT runsWanted();
    });
    connect(m_tools, &SweepTools::compareWanted, this, &SweepView::compareRuns);
    connect(m_tools, &SweepTools::reportWanted, this, [this] { Q_EMIT reportWanted(reportPath()); });
    return m_tools;
}

QWidget* SweepView::buildActions()
{
    m_actions = new SweepActions;
    connect(m_actions, &SweepActions::planWanted, this, &SweepView::showPlan);
    connect(m_actions, &SweepActions::startWanted, this, &SweepView::start);
    connect(m_actions, &SweepActions::stopWanted, this, &SweepView::stop);
    connect(m_actions, &SweepActions::opensReportChanged, this, [this] { save(); });
    return m_actions;
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
    return m_actions->text();
}

double SweepView::progressFraction() const
{
    return isSweeping() ? m_progress.fraction() : -1.0;
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
    m_actions->setOpensReport(true);
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
            .arg(sweepSizeText(sweep, sweepPoints(sweep).size()));
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
    m_progress.start();
    m_process->run(m_form->sweep(), m_form->folder(),
                   m_progress.secondsLeft() < 0 ? std::vector<PointEstimate>() : m_model->estimates());
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
    m_progress.take(event);
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
    const bool isGood = !stopped && m_model->failedCount() == 0;
    const bool hasReport = done > 0 && std::filesystem::exists(reportPath().toStdString());
    Q_EMIT swept(sweepEndText(*m_model, stopped), hasReport ? reportPath() : QString(), isGood);
    if (done > 0)
        Q_EMIT folderWanted(runsFolder());
    // Only while this view is in front: other work is not interrupted.
    if (isGood && canCompare() && isVisible())
        Q_EMIT compareWanted();
    if (hasReport && !stopped && m_actions->opensReport())
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
            m_showsOther = hasSweepRuns(*other, folder());
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

QString SweepView::statusText(bool isValid) const
{
    if (isStopping())
        return tr("Stopping…");
    if (m_process->isPlanning())
        return tr("Measuring the first steps of each setting…");
    if (isRunning())
        return m_progress.text();
    return isValid ? sweepPlanText(*m_model, m_showsOther) : QString();
}

SweepActions::State SweepView::actionsState(bool isValid) const
{
    const bool canBePlanned = isValid && m_obstacle.isEmpty() && !m_showsOther;
    const QString why = whyNotStart();
    return {.isRunning = isRunning(),
            .isSweeping = isSweeping(),
            .isStopping = isStopping(),
            .isBegun = m_model->begunCount() > 0 && !m_showsOther && !m_model->isAllDone(),
            .canPlan = !isRunning() && canBePlanned && !m_model->isAllDone(),
            .whyNotPlan = m_showsOther ? why : m_obstacle,
            .whyNotStart = why,
            .shownWhyNotStart = textBesideStart(why),
            .text = statusText(isValid)};
}

void SweepView::update()
{
    const bool running = isRunning();
    const bool isValid = m_form->problem().isEmpty(); // takes as long as the plan has points
    m_model->setRunning(isSweeping());
    m_form->setEnabled(!running);
    m_tools->setLabEnabled(!running && m_obstacle.isEmpty());
    m_actions->showState(actionsState(isValid));
    m_tools->setRunsEnabled(m_model->begunCount() > 0);
    m_tools->setCompareEnabled(canCompare());
    m_tools->setReportEnabled(!running && isValid && std::filesystem::exists(reportPath().toStdString()));
    m_pages->setCurrentIndex(m_model->pointCount() > 0 ? 0 : 1);
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
    m_actions->setOpensReport(stored.value(openReportKey, true).toBool());
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
    stored.setValue(openReportKey, m_actions->opensReport());
}

} // namespace stepscope::ui
