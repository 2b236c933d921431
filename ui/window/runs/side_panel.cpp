#include "ui/window/runs/side_panel.h"

#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_kinds.h"
#include "core/run/imported_experiment.h"
#include "core/run/run.h"
#include "ui/curves/curves_picture.h"
#include "ui/experiment/experiment_panel.h"
#include "ui/overview/fact_grid.h"
#include "ui/overview/overview_text.h"
#include "ui/support/qt_text.h"

#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <variant>

namespace stepscope::ui {

namespace {

/// Scrolls the facts of a run up and down. Its buttons always fit its width; long words of the facts scroll,
/// too, rather than make it wider.
class FactsArea final : public QScrollArea
{
public:
    explicit FactsArea(QWidget* page)
    {
        setWidgetResizable(true);
        setFrameShape(QFrame::NoFrame);
        setWidget(page);
    }

    QSize minimumSizeHint() const override
    {
        constexpr int lines = 12; // the widest that facts make it, in heights of a line
        const QMargins margins = widget()->layout()->contentsMargins();
        int buttons = 0;
        for (const auto* button : widget()->findChildren<QPushButton*>())
            buttons = std::max(buttons, button->minimumSizeHint().width());
        buttons += margins.left() + margins.right();
        const int facts = std::min(widget()->minimumSizeHint().width(), lines * fontMetrics().height());
        return {std::max(buttons, facts) + verticalScrollBar()->sizeHint().width(),
                QScrollArea::minimumSizeHint().height()};
    }

protected:
    bool event(QEvent* event) override
    {
        if (event->type() == QEvent::LayoutRequest) // of the facts
            updateGeometry();
        return QScrollArea::event(event);
    }
};

bool isTraining(const Run& run)
{
    return run.kind == RunKind::Training && !isImported(run);
}

QString valueText(const Experiment& experiment, const ExperimentField& field)
{
    if (const auto* member = std::get_if<bool Experiment::*>(&field.member))
        return experiment.**member ? SidePanel::tr("on") : SidePanel::tr("off");
    if (const auto* member = std::get_if<int64_t Experiment::*>(&field.member); member && field.key != "seed")
        return countText(experiment.**member);
    return toQString(comparableText(experiment, field));
}

/// The settings that the training used.
QList<OverviewFact> settingFacts(const Experiment& experiment)
{
    QList<OverviewFact> facts;
    for (const ExperimentField& field : experimentFields()) {
        const QString text = valueText(experiment, field);
        if (!text.isEmpty() && usesField(experiment, field.key))
            facts += {.name = toQString(field.label),
                      .text = text,
                      .isName = isPath(field),
                      .help = toQString(helpText(field))};
    }
    return facts;
}

} // namespace

SidePanel::SidePanel(ExperimentPanel* form, QWidget* parent)
    : QStackedWidget(parent)
    , m_form(form)
{
    addWidget(form);
    addWidget(makeRunPage());
    connect(form, &ExperimentPanel::changed, this, &SidePanel::showForm);
}

QWidget* SidePanel::makeRunPage()
{
    auto* page = new QWidget;
    page->setObjectName("runPage");
    m_title = new QLabel;
    m_title->setObjectName("sideTitle");
    m_title->setWordWrap(true);
    m_title->setTextFormat(Qt::PlainText);
    QFont font = m_title->font();
    font.setWeight(QFont::DemiBold);
    m_title->setFont(font);
    m_line = new QLabel;
    m_line->setWordWrap(true);
    m_facts = new FactGrid;
    m_facts->setObjectName("sideFacts");
    m_facts->setNamesWrapping(true);
    m_use = new QPushButton(tr("Use these settings"));
    m_use->setToolTip(tr("Fill the form with the settings of this run"));
    connect(m_use, &QPushButton::clicked, this, &SidePanel::useSettings);
    auto* train = new QPushButton(tr("Train a network"));
    train->setToolTip(tr("Show the form of the experiment"));
    connect(train, &QPushButton::clicked, this, &SidePanel::showForm);

    auto* column = new QVBoxLayout(page);
    constexpr int margin = 12;
    column->setContentsMargins(margin, margin, margin, margin);
    column->setSpacing(margin);
    column->addWidget(m_title);
    column->addWidget(m_line);
    column->addWidget(m_use);
    column->addWidget(train);
    column->addWidget(m_facts);
    column->addStretch(1);
    return new FactsArea(page);
}

void SidePanel::showRun(const Run& run, const Environment& environment)
{
    const QString title = runTitle(run);
    m_title->setText(title.isEmpty() ? tr("Run without a name") : title);
    m_line->setText(runLine(run));
    m_line->setToolTip(startTip(run));
    if (!isTraining(run)) {
        m_settings.reset();
        m_facts->setFacts(runFacts(run, environment));
    } else if (m_settings != run.experiment) {
        m_settings = run.experiment;
        m_facts->setFacts(settingFacts(run.experiment));
    }
    m_use->setVisible(m_settings.has_value());
    if (!isFormShown())
        return;
    setCurrentIndex(1);
    updateGeometry();
    Q_EMIT formShown(false);
}

void SidePanel::showForm()
{
    if (isFormShown())
        return;
    setCurrentIndex(0);
    updateGeometry();
    Q_EMIT formShown(true);
}

QSize SidePanel::minimumSizeHint() const
{
    return currentWidget() ? currentWidget()->minimumSizeHint() : QStackedWidget::minimumSizeHint();
}

void SidePanel::useSettings()
{
    m_form->use(*m_settings, tr("Settings of a run"));
    showForm();
}

} // namespace stepscope::ui
