#include "ui/support/empty_page.h"

#include <QLabel>
#include <QVBoxLayout>

namespace stepscope::ui {

EmptyPage::EmptyPage(const QString& name, QWidget* parent)
    : QWidget(parent)
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
