// Builds the sweep view.

#include "ui/support/empty_page.h"
#include "ui/support/export_dialog.h"
#include "ui/support/icons.h"
#include "ui/support/tool_row_layout.h"
#include "ui/sweep/sweep_form.h"
#include "ui/sweep/sweep_plan_table.h"
#include "ui/sweep/sweep_process.h"
#include "ui/sweep/sweep_view.h"

#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace stepscope::ui {

namespace {

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
    empty->showText(tr("One question, several runs"),
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
    connect(m_runs, &QToolButton::clicked, this, [this] { Q_EMIT folderWanted(folder() / "runs"); });
    m_report = addButton("sweepReportButton", "good", tr("Open report"),
                         tr("Open the sweep's report in the browser"));
    connect(m_report, &QToolButton::clicked, this, [this] { Q_EMIT reportWanted(reportPath()); });
    layout->addWidget(makeExportButton(this));
    return tools;
}

QWidget* SweepView::buildActions()
{
    auto* box = new QWidget(this);
    auto* layout = new QHBoxLayout(box);
    layout->setContentsMargins(12, 0, 12, 12);
    layout->setSpacing(8);
    const auto addButton = [&](const char* name, const QString& text, auto slot) {
        auto* button = new QPushButton(text, box);
        button->setObjectName(name);
        connect(button, &QPushButton::clicked, this, slot);
        layout->addWidget(button);
        return button;
    };
    m_plan = addButton("sweepPlanButton", tr("Show plan"), &SweepView::showPlan);
    m_start = addButton("sweepStartButton", tr("Start"), &SweepView::start);
    m_start->setProperty("primary", true);
    m_stop = addButton("sweepStopButton", tr("Stop"), &SweepView::stop);
    m_stop->setIcon(themedIcon("stop"));
    m_text = new QLabel(box);
    m_text->setObjectName("sweepText");
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // a long sentence is elided
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addSpacing(4);
    layout->addWidget(m_text, 1);
    m_openReport = new QCheckBox(tr("Open the report when done"), box);
    m_openReport->setObjectName("sweepOpenReport");
    m_openReport->setToolTip(tr("Show the report of a completed sweep in the browser"));
    connect(m_openReport, &QCheckBox::toggled, this, [this] { save(); });
    layout->addWidget(m_openReport);
    return box;
}

} // namespace stepscope::ui
