#include "ui/overview/overview_card.h"

#include "ui/overview/link_button.h"
#include "ui/support/plain_label.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

namespace stepscope::ui {

OverviewCard::OverviewCard(const QString& title, const QString& view, const QString& tip, QWidget* parent)
    : QWidget(parent)
    , m_scope(plainLabel({}, true))
    , m_column(new QVBoxLayout(this))
{
    auto* link = new LinkButton;
    link->setObjectName("title");
    link->setPlainText(title);
    link->setToolTip(tip);
    link->setAccessibleDescription(tip);
    QFont font = link->font();
    font.setWeight(QFont::DemiBold);
    link->setFont(font);
    connect(link, &LinkButton::clicked, this, [this, view] { Q_EMIT viewWanted(view); });
    m_column->setContentsMargins(16 - LinkButton::margin, 10, 16, 12);
    m_column->setSpacing(6);
    m_scope->setObjectName("scope");
    m_scope->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_scope->hide();
    auto* head = new QHBoxLayout;
    head->addWidget(link, 0, Qt::AlignLeft);
    head->addWidget(m_scope, 1);
    m_column->addLayout(head);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void OverviewCard::add(QWidget* part)
{
    auto* row = new QHBoxLayout;
    row->setContentsMargins(LinkButton::margin, 0, 0, 0);
    row->addWidget(part);
    m_column->addLayout(row);
}

void OverviewCard::addLinks(QWidget* part)
{
    m_column->addWidget(part);
}

void OverviewCard::setScope(const QString& scope)
{
    m_scope->setText(scope);
    m_scope->setVisible(!scope.isEmpty());
}

void OverviewCard::paintEvent(QPaintEvent*)
{
    const ThemeColors& colors = Theme::instance().colors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(colors.border);
    painter.setBrush(colors.surface);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6.0, 6.0);
}

} // namespace stepscope::ui
