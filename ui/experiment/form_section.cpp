#include "ui/experiment/form_section.h"

#include "ui/support/icons.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace stepscope::ui {

FormSection::FormSection(const QString& title, Kind kind, QWidget* parent)
    : QWidget(parent)
    , m_summary(new QLabel(this))
    , m_body(new QWidget(this))
    , m_rows(new QVBoxLayout(m_body))
{
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    if (kind == Kind::Collapsible) {
        m_header = new QToolButton(this);
        m_header->setAutoRaise(true);
        m_header->setText(title);
        m_header->setFont(bold);
        m_header->setIconSize({12, 12});
        m_header->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        head->addWidget(m_header);
        // Aligns the chevron with the other titles.
        m_header->setStyleSheet("QToolButton { padding: 4px 4px 4px 0; margin-left: -4px; }");
        head->setContentsMargins(0, 0, 0, 0);
        connect(m_header, &QToolButton::clicked, this, [this] {
            setExpanded(!m_expanded);
            if (m_expanded)
                Q_EMIT opened();
        });
    } else {
        auto* label = new QLabel(title, this);
        label->setFont(bold);
        head->addWidget(label);
    }
    m_summary->setProperty("muted", true);
    head->addStretch();
    head->addWidget(m_summary);

    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(8);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addLayout(head);
    layout->addWidget(m_body);
    m_body->setContentsMargins(0, 0, 0, kind == Kind::Collapsible ? 8 : 0);
    setExpanded(kind == Kind::Open);
}

void FormSection::addRow(QWidget* row)
{
    m_rows->addWidget(row);
}

void FormSection::setSummary(const QString& summary)
{
    m_summary->setText(summary);
}

void FormSection::setExpanded(bool expanded)
{
    m_expanded = expanded;
    m_body->setVisible(expanded);
    m_summary->setVisible(m_header && !expanded);
    if (m_header)
        m_header->setIcon(themedIcon(expanded ? "chevron-down" : "chevron-right", IconColor::Muted));
}

} // namespace stepscope::ui
