#include "ui/support/empty_page.h"

#include "ui/support/trace_selection.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace stepscope::ui {

EmptyPage::EmptyPage(const QString& name, QWidget* parent)
    : QWidget(parent)
    , m_name(name)
    , m_title(new QLabel(this))
    , m_hint(new QLabel(this))
    , m_column(new QVBoxLayout(this))
{
    m_title->setObjectName(name + "Title");
    QFont large = m_title->font();
    large.setPointSizeF(large.pointSizeF() * 1.4);
    large.setWeight(QFont::DemiBold);
    m_title->setFont(large);
    m_hint->setObjectName(name + "Hint");
    m_hint->setProperty("muted", true);
    m_hint->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_column->setContentsMargins(32, 24, 32, 24);
    m_column->setSpacing(8);
    m_column->addStretch(2); // slightly above the middle
    for (QLabel* label : {m_title, m_hint}) {
        label->setAlignment(Qt::AlignCenter);
        label->setWordWrap(true);
        m_column->addWidget(label);
    }
    m_column->addStretch(3);
}

void EmptyPage::showText(const QString& title, const QString& hint, const QString& detail)
{
    m_title->setText(title);
    m_hint->setText(hint);
    m_hint->setToolTip(detail);
    if (m_goToStep)
        m_goToStep->hide();
}

void EmptyPage::showText(const AbsenceText& text)
{
    showText(text.title, text.hint);
    if (!m_goToStep || !text.recordedStep)
        return;
    m_step = *text.recordedStep;
    m_goToStep->setText(goToStepText(m_step));
    m_goToStep->show();
}

void EmptyPage::offerSteps(TraceSelection* selection)
{
    m_goToStep = new QPushButton;
    m_goToStep->setObjectName(m_name + "Step");
    m_goToStep->setToolTip(goToStepHelp());
    m_goToStep->hide();
    connect(m_goToStep, &QPushButton::clicked, selection, [this, selection] {
        selection->setSteps({m_step, m_step});
    });
    addButton(m_goToStep);
}

void EmptyPage::addButton(QWidget* button)
{
    const int place = m_column->indexOf(m_hint) + 1;
    m_column->insertSpacing(place, 8);
    m_column->insertWidget(place + 1, button, 0, Qt::AlignHCenter);
}

QString EmptyPage::title() const
{
    return m_title->text();
}

} // namespace stepscope::ui
