#include "ui/support/tool_row_layout.h"

#include <QHBoxLayout>
#include <QWidget>

#include <algorithm>
#include <limits>
#include <utility>

namespace stepscope::ui {

int ToolRowLayout::Place::width() const
{
    if (isSpace())
        return isGap() ? 0 : item->sizeHint().width();
    return stretch > 0 ? item->minimumSize().width() : item->sizeHint().width();
}

ToolRowLayout::ToolRowLayout(QWidget* tools)
    : QLayout(tools)
{
    setContentsMargins(12, 8, 12, 8);
    setSpacing(8);
}

ToolRowLayout::~ToolRowLayout()
{
    for (const Place& place : m_places)
        delete place.item;
}

void ToolRowLayout::addWidget(QWidget* widget, int stretch)
{
    QLayout::addWidget(widget);
    m_places.back().stretch = stretch;
}

void ToolRowLayout::addOptional(QWidget* widget)
{
    QLayout::addWidget(widget);
    m_places.back().isOptional = true;
}

bool ToolRowLayout::isLeftOut(const QWidget* widget) const
{
    return std::ranges::any_of(
        m_places, [widget](const Place& place) { return place.isLeftOut && place.item->widget() == widget; });
}

void ToolRowLayout::setStretchFactor(QWidget* widget, int stretch)
{
    for (Place& place : m_places) {
        if (place.item->widget() == widget)
            place.stretch = stretch;
    }
    invalidate();
}

/// The layout of a new group, which is its parent widget.
static QHBoxLayout* newGroup(int spacing)
{
    auto* row = new QHBoxLayout(new QWidget);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(spacing);
    return row;
}

QHBoxLayout* ToolRowLayout::addGroup()
{
    auto* row = newGroup(spacing());
    addWidget(row->parentWidget());
    return row;
}

QHBoxLayout* ToolRowLayout::addOptionalGroup()
{
    auto* row = newGroup(0);
    addOptional(row->parentWidget());
    return row;
}

void ToolRowLayout::addStretch(int stretch)
{
    addItem(new QSpacerItem(0, 0, QSizePolicy::Expanding));
    m_places.back().stretch = stretch;
}

void ToolRowLayout::addSpacing(int width)
{
    addItem(new QSpacerItem(width, 0, QSizePolicy::Fixed));
}

void ToolRowLayout::addItem(QLayoutItem* item)
{
    m_places.push_back({item});
    invalidate();
}

QLayoutItem* ToolRowLayout::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_places[size_t(index)].item : nullptr;
}

QLayoutItem* ToolRowLayout::takeAt(int index)
{
    QLayoutItem* item = itemAt(index);
    if (item)
        m_places.erase(m_places.begin() + index);
    invalidate();
    return item;
}

ToolRowLayout::Places ToolRowLayout::placesFor(int width) const
{
    Places all = m_places;
    for (Place& place : all)
        place.isLeftOut = false;
    Places fewer = all;
    for (Place& place : fewer) {
        if (!place.isOptional)
            continue;
        if (rows(fewer, width).size() == 1)
            return fewer;
        place.isLeftOut = true;
    }
    return rows(fewer, width).size() == 1 ? fewer : all; // several rows have room for all
}

/// Puts as many tools in each row as fit. A row does not start with a space.
std::vector<ToolRowLayout::Row> ToolRowLayout::rows(const Places& places, int width) const
{
    std::vector<Row> rows(1);
    bool isEmpty = true;
    for (size_t i = 0; i < places.size(); ++i) {
        const Place& place = places[i];
        rows.back().end = i + 1;
        if (place.isHidden() || (isEmpty && place.isSpace()))
            continue;
        const int between = isEmpty || place.isSpace() ? 0 : spacing();
        if (!isEmpty && !place.isSpace() && rows.back().width + between + place.width() > width) {
            rows.back().end = i;
            rows.push_back({.first = i, .end = i + 1, .width = place.width()});
        } else {
            rows.back().width += between + place.width();
        }
        if (!place.isSpace()) {
            isEmpty = false;
            rows.back().height = std::max(rows.back().height, place.item->sizeHint().height());
        }
    }
    return rows;
}

int ToolRowLayout::heightForWidth(int width) const
{
    const QMargins margins = contentsMargins();
    int height = margins.top() + margins.bottom() - spacing();
    const int room = width - margins.left() - margins.right();
    for (const Row& row : rows(placesFor(room), room))
        height += row.height + spacing();
    return height;
}

QSize ToolRowLayout::sizeHint() const
{
    const QMargins margins = contentsMargins();
    constexpr int widest = std::numeric_limits<int>::max();
    const Row row = rows(placesFor(widest), widest).front();
    return {row.width + margins.left() + margins.right(), row.height + margins.top() + margins.bottom()};
}

QSize ToolRowLayout::minimumSize() const
{
    int width = 0;
    for (const Place& place : m_places) {
        if (!place.item->isEmpty())
            width = std::max(width, place.item->minimumSize().width());
    }
    const QMargins margins = contentsMargins();
    return {width + margins.left() + margins.right(), sizeHint().height()};
}

void ToolRowLayout::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    QRect left = rect.marginsRemoved(contentsMargins());
    m_places = placesFor(left.width());
    for (const Place& place : m_places) {
        if (place.isLeftOut) // beyond the edge, where it is not seen
            place.item->widget()->setGeometry(-place.width() - 1, 0, place.width(), rect.height());
    }
    for (const Row& row : rows(m_places, left.width())) {
        place(row, QRect(left.left(), left.top(), left.width(), row.height));
        left.setTop(left.top() + row.height + spacing());
    }
}

/// The remaining room goes to tools with a stretch, up to their maximum, and then to the first gap.
void ToolRowLayout::place(const Row& row, const QRect& rect) const
{
    int left = std::max(0, rect.width() - row.width);
    int x = rect.left();
    bool isFirst = true;
    std::vector<int> grown(row.end - row.first, 0);
    for (size_t i = row.first; i < row.end; ++i) {
        const Place& place = m_places[i];
        if (place.isHidden() || place.isSpace() || place.stretch == 0)
            continue;
        const int most = place.item->maximumSize().width() - place.width();
        grown[i - row.first] = std::clamp(left, 0, std::max(0, most));
        left -= grown[i - row.first];
    }
    for (size_t i = row.first; i < row.end; ++i) {
        const Place& place = m_places[i];
        if (place.isHidden() || (isFirst && place.isSpace() && !place.isGap()))
            continue;
        if (place.isSpace()) {
            x += place.isGap() ? std::exchange(left, 0) : place.width();
            continue;
        }
        x += isFirst ? 0 : spacing();
        isFirst = false;
        const int width = std::min(place.width() + grown[i - row.first], rect.width());
        place.item->setGeometry(QRect(x, rect.top(), width, rect.height()));
        x += width;
    }
}

} // namespace stepscope::ui
