#include "ui/advice/advice_view.h"

#include "core/advise/advice_text.h"
#include "ui/advice/advice_page.h"
#include "ui/advice/advice_reader.h"
#include "ui/curves/curves_picture.h"
#include "ui/support/absence_text.h"
#include "ui/support/empty_page.h"
#include "ui/support/export_dialog.h"
#include "ui/support/icons.h"
#include "ui/support/qt_text.h"
#include "ui/support/status_message.h"
#include "ui/support/tool_row_layout.h"

#include <QAction>
#include <QClipboard>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace stepscope::ui {

namespace {

constexpr auto formulasKey = "advice/formulas";

} // namespace

AdviceView::AdviceView(TraceSelection* selection, std::function<Environment()> environment, QWidget* parent)
    : View(parent)
    , m_selection(selection)
    , m_reader(new AdviceReader(std::move(environment), this))
    , m_scroll(new QScrollArea)
    , m_pages(new QStackedWidget)
{
    m_toolRow = buildToolRow();
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    // Without it, the page would have to be laid out again when the bar becomes necessary.
    m_scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    m_scroll->setFocusPolicy(Qt::StrongFocus);
    m_empty = new EmptyPage("adviceEmpty");
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_scroll);
    auto* page = new QVBoxLayout(this);
    page->setContentsMargins(0, 0, 0, 0);
    page->setSpacing(0);
    page->addWidget(m_toolRow);
    page->addWidget(m_pages, 1);
    setFocusProxy(m_scroll);

    connect(&m_nextPart, &QTimer::timeout, this, &AdviceView::addToPage);
    connect(m_reader, &AdviceReader::changed, this, &AdviceView::take);
    connect(m_selection, &TraceSelection::stepsChanged, this, &AdviceView::beginAnew);
    auto* copyAction = new QAction(tr("Copy as Markdown"), m_scroll);
    connect(copyAction, &QAction::triggered, this, &AdviceView::copyContent);
    m_scroll->addAction(copyAction);
    m_scroll->setContextMenuPolicy(Qt::ActionsContextMenu);
    updateEmptyPage();
}

AdviceView::~AdviceView() = default;

QWidget* AdviceView::buildToolRow()
{
    auto* widget = new QWidget;
    auto* row = new ToolRowLayout(widget);
    m_formulas = new QToolButton;
    m_formulas->setObjectName("formulas");
    m_formulas->setText(tr("Formulas"));
    m_formulas->setToolTip(tr("Show how each figure is computed"));
    m_formulas->setCheckable(true);
    m_formulas->setChecked(QSettings().value(formulasKey).toBool());
    m_formulas->setFocusPolicy(Qt::TabFocus);
    connect(m_formulas, &QToolButton::toggled, this, [this](bool on) {
        QSettings().setValue(formulasKey, on);
        showFindings();
    });
    auto* copyButton = new QToolButton;
    copyButton->setObjectName("copyAdvice");
    copyButton->setText(tr("Copy"));
    copyButton->setIcon(themedIcon("copy"));
    copyButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    copyButton->setToolTip(tr("Copy the analysis as Markdown"));
    copyButton->setFocusPolicy(Qt::TabFocus);
    connect(copyButton, &QToolButton::clicked, this, &AdviceView::copyContent);
    row->addWidget(m_formulas);
    row->addStretch(1);
    row->addWidget(copyButton);
    row->addWidget(makeExportButton(this));
    return widget;
}

void AdviceView::showRun(const Run* run)
{
    m_measured.clear();
    m_scroll->verticalScrollBar()->setValue(0); // its page starts at the top
    showRunAgain(run);
}

/// What was measured of its settings stays.
void AdviceView::showRunAgain(const Run* run)
{
    m_run = run;
    m_reader->setRun(run, selectedSteps(m_selection));
    m_findings.clear();
    stopPage();
    delete m_scroll->takeWidget();
    updateEmptyPage();
    if (isVisible())
        m_reader->update();
}

void AdviceView::beginAnew()
{
    m_reader->setSteps(selectedSteps(m_selection));
    updateEmptyPage();
    if (isVisible())
        m_reader->update();
}

void AdviceView::refresh()
{
    if (!m_run || !isVisible())
        return;
    m_reader->refresh();
    if (m_findings.empty())
        updateEmptyPage();
}

void AdviceView::showEvent(QShowEvent* event)
{
    View::showEvent(event);
    m_reader->update();
    updateEmptyPage();
}

void AdviceView::take()
{
    m_findings = m_reader->result().findings;
    m_scope = adviceScope(m_reader->result().figures);
    showFindings();
}

void AdviceView::showFindings()
{
    stopPage();
    if (m_findings.empty())
        return updateEmptyPage();
    m_coming = new AdvicePage(m_findings, measures(), toQString(m_scope), m_formulas->isChecked(),
                              m_scroll->viewport());
    // It is laid out below the visible area.
    m_pages->setCurrentWidget(m_scroll);
    m_coming->setGeometry(m_scroll->viewport()->rect().translated(0, m_scroll->height()));
    m_coming->show();
    connect(m_coming, &AdvicePage::placeWanted, this, &AdviceView::showPlace);
    connect(m_coming, &AdvicePage::measureWanted, this, &AdviceView::measureWanted);
    m_nextPart.start();
}

/// Each call takes a few milliseconds.
void AdviceView::addToPage()
{
    constexpr int turnMs = 4;
    QElapsedTimer clock;
    clock.start();
    while (m_coming->addNext()) {
        if (clock.hasExpired(turnMs))
            return;
    }
    const int scrolledTo = m_scroll->verticalScrollBar()->value();
    m_scroll->setWidget(m_coming); // deletes the previous page
    m_coming = nullptr;            // the scroll area owns it now
    stopPage();
    m_scroll->verticalScrollBar()->setValue(scrolledTo);
    updateEmptyPage();
}

void AdviceView::stopPage()
{
    m_nextPart.stop();
    delete m_coming;
}

bool AdviceView::isWhole() const
{
    return m_scroll->widget() && !m_coming;
}

void AdviceView::showPlace(const Finding& finding)
{
    if (m_selection && !finding.operatorName.empty())
        m_selection->setFocus(
            {.event = std::nullopt, .operatorName = toQString(finding.operatorName), .layer = {}});
    switch (finding.place) {
    case FindingPlace::Operators:
        Q_EMIT viewWanted("operators");
        break;
    case FindingPlace::Steps:
        Q_EMIT viewWanted("steps");
        break;
    case FindingPlace::Machine:
        Q_EMIT viewWanted("machine");
        break;
    case FindingPlace::Nowhere:
        break;
    }
}

/// Only for a run that is over: nothing can be measured during a training.
std::vector<ChangeToMeasure> AdviceView::measures() const
{
    std::vector<ChangeToMeasure> measures;
    if (!m_run || !m_run->isOver())
        return measures;
    for (const SettingChange& change : settingChanges(m_findings, *m_run, availableProcessors()))
        measures.push_back({.change = change,
                            .result = m_measured.value(toQString(changeText(change))),
                            .whyNot = m_whyNotMeasure});
    return measures;
}

void AdviceView::setWhyNotMeasure(const QString& sentence)
{
    if (std::exchange(m_whyNotMeasure, sentence) != sentence)
        showFindings();
}

void AdviceView::showMeasured(const SettingChange& change, const QString& result)
{
    m_measured[toQString(changeText(change))] = result;
    showFindings();
}

void AdviceView::updateEmptyPage()
{
    const bool any = m_run && !m_findings.empty();
    m_pages->setCurrentIndex(any ? 1 : 0);
    m_toolRow->setEnabled(any);
    if (any)
        return;
    if (whyAbsent(m_run, RunPart::Analysis) == Absence::None)
        return m_empty->showText(tr("Analyzing the recording…"), {});
    m_empty->showText(absenceText(m_run, RunPart::Analysis));
}

std::string AdviceView::markdown() const
{
    return adviceMarkdown(m_findings, runTitle(*m_run).toStdString(), m_scope);
}

void AdviceView::copyContent()
{
    if (!m_run || m_findings.empty())
        return;
    QGuiApplication::clipboard()->setText(toQString(markdown()));
    showStatusMessage(this, tr("Copied the analysis as Markdown."));
}

QList<ExportItem> AdviceView::exportItems()
{
    m_reader->catchUp();
    if (!m_run || m_findings.empty())
        return {};
    return {
        {tr("Analysis"), "analysis", {"md"}, [this](const QString& path) { writeText(path, markdown()); }},
        {tr("Analysis"), "analysis", {"csv"}, [this](const QString& path) {
             writeText(path, adviceCsv(m_findings));
         }}};
}

} // namespace stepscope::ui
