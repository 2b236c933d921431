#include "ui/overview/cost_list.h"

#include "ui/overview/link_button.h"
#include "ui/support/plain_label.h"
#include "ui/support/qt_text.h"
#include "ui/theme/follow_font.h"
#include "ui/theme/theme.h"

#include <QGridLayout>
#include <QMouseEvent>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

namespace {

QLabel* figureLabel(bool muted = false)
{
    QLabel* label = plainLabel({}, muted);
    label->setWordWrap(false);
    label->setFont(Theme::tabularFont(label->font()));
    label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return label;
}

} // namespace

CostList::CostList(Rows rows, QWidget* parent)
    : QWidget(parent)
    , m_kind(rows)
    , m_grid(new QGridLayout)
    , m_timeHead(figureLabel(true))
    , m_shareHead(figureLabel(true))
    , m_note(plainLabel({}, true))
{
    m_note->setObjectName("costNote");
    m_note->setIndent(LinkButton::margin);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(16);
    m_grid->setVerticalSpacing(2);
    m_grid->setColumnStretch(0, 1);
    m_grid->addWidget(m_timeHead, 0, 2);
    m_grid->addWidget(m_shareHead, 0, 3);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addLayout(m_grid);
    column->addWidget(m_note);
    setMouseTracking(true);
    followFont(this, [this] { wrapTimeHead(); });
}

void CostList::addRow()
{
    Row row{new LinkButton, plainLabel({}, true), figureLabel(), figureLabel()};
    row.name->setObjectName("cost");
    row.pass->setWordWrap(false);
    for (QLabel* label : {row.pass, row.time, row.share})
        label->setAttribute(Qt::WA_TransparentForMouseEvents); // a click is one on the row
    const int at = int(m_rows.size());
    connect(row.name, &LinkButton::pressed, this, [this, at] { press(at); });
    connect(row.name, &LinkButton::clicked, this, [this, at] { release(at); });
    m_grid->addWidget(row.name, at + 1, 0, Qt::AlignLeft | Qt::AlignVCenter);
    m_grid->addWidget(row.pass, at + 1, 1);
    m_grid->addWidget(row.time, at + 1, 2);
    m_grid->addWidget(row.share, at + 1, 3);
    m_rows.push_back(row);
}

QString CostList::toolTipOf(const OverviewCost& cost) const
{
    return paragraph(m_kind == Rows::Operators
                         ? tr("Show %1 in the Operators view").arg(cost.name)
                         : tr("Show the longest call of %1 in the timeline").arg(cost.name));
}

int CostList::rowAt(const QPoint& place) const
{
    for (qsizetype i = 0; i < m_costs.rows.size(); ++i) {
        const QRect name = m_rows[size_t(i)].name->geometry();
        const QRect share = m_rows[size_t(i)].share->geometry();
        const int top = std::min(name.top(), share.top());
        const int bottom = std::max(name.bottom(), share.bottom());
        if (rect().contains(place) && place.y() >= top && place.y() <= bottom)
            return int(i);
    }
    return -1;
}

void CostList::mouseMoveEvent(QMouseEvent* event)
{
    const int row = rowAt(event->position().toPoint());
    setCursor(row >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    setToolTip(row >= 0 ? toolTipOf(m_costs.rows[row]) : QString());
}

void CostList::mousePressEvent(QMouseEvent* event)
{
    press(event->button() == Qt::LeftButton ? rowAt(event->position().toPoint()) : -1);
}

void CostList::mouseReleaseEvent(QMouseEvent* event)
{
    release(rowAt(event->position().toPoint()));
}

void CostList::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    wrapTimeHead();
}

void CostList::wrapTimeHead()
{
    const int head = m_timeHead->fontMetrics().horizontalAdvance(m_timeHead->text());
    m_timeHead->setWordWrap(3 * head > width());
}

void CostList::press(int row)
{
    m_pressedRow = row;
    m_pressedName = row >= 0 ? m_costs.rows[row].name : QString();
}

void CostList::release(int row)
{
    const QString name = std::exchange(m_pressedName, {});
    if (std::exchange(m_pressedRow, -1) == row && row >= 0)
        Q_EMIT chosen(name);
}

/// Null hides the row.
void CostList::showRow(const Row& row, const OverviewCost* cost)
{
    for (QWidget* widget : {static_cast<QWidget*>(row.name), static_cast<QWidget*>(row.pass),
                            static_cast<QWidget*>(row.time), static_cast<QWidget*>(row.share)})
        widget->setVisible(cost);
    if (!cost)
        return;
    row.name->setPlainText(cost->title);
    row.name->setToolTip(toolTipOf(*cost));
    row.pass->setText(cost->pass);
    row.time->setText(cost->time);
    row.share->setText(cost->share);
}

void CostList::setCosts(const OverviewCosts& costs)
{
    m_costs = costs;
    while (m_rows.size() < size_t(costs.rows.size()))
        addRow();
    for (size_t i = 0; i < m_rows.size(); ++i)
        showRow(m_rows[i], i < size_t(costs.rows.size()) ? &m_costs.rows[qsizetype(i)] : nullptr);
    m_timeHead->setText(costs.timeHead);
    wrapTimeHead();
    m_shareHead->setText(costs.shareHead);
    m_timeHead->setVisible(!costs.rows.isEmpty());
    m_shareHead->setVisible(!costs.rows.isEmpty());
    m_note->setText(costs.note);
    m_note->setVisible(!costs.note.isEmpty());
}

} // namespace stepscope::ui
