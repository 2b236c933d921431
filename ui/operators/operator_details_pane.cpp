#include "ui/operators/operator_details_pane.h"

#include "ui/support/cell_painting.h"
#include "ui/support/pass_colors.h"
#include "ui/support/qt_text.h"
#include "ui/theme/theme.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace stepscope::ui {

namespace {

constexpr double paneMargin = 12;
constexpr double columnGap = 20;
constexpr double titleHeight = 32;
constexpr double headHeight = 20;
constexpr double axisHeight = 18;
constexpr double lineHeight = 20;

QFont semibold(QFont font)
{
    font.setWeight(QFont::DemiBold);
    return font;
}

QFont smaller(QFont font)
{
    font.setPointSizeF(font.pointSizeF() * 0.88);
    return font;
}

} // namespace

OperatorDetailsPane::OperatorDetailsPane(QWidget* parent)
    : QWidget(parent)
    , m_hint(tr("Select a row to see the durations of its calls, their shapes and their callers."))
{
    setMouseTracking(true);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void OperatorDetailsPane::showContent(OperatorDetailsContent content)
{
    m_content = std::move(content);
    setAccessibleDescription(m_content->title + ": " + m_content->warmUp);
    update();
}

void OperatorDetailsPane::showHint(const QString& hint)
{
    m_content.reset();
    m_hint = hint;
    update();
}

void OperatorDetailsPane::paintEvent(QPaintEvent*)
{
    const ThemeColors& colors = Theme::instance().colors();
    QPainter painter(this);
    painter.fillRect(rect(), colors.surface);
    painter.fillRect(QRect(0, 0, width(), 1), colors.border);
    m_spots.clear();
    if (!m_content) {
        painter.setPen(colors.mutedText);
        painter.drawText(rect().adjusted(24, 8, -24, -8), int(Qt::AlignCenter | Qt::TextWordWrap), m_hint);
        return;
    }
    paintTitle(painter, colors);
    const bool hasShapes = !m_content->shapes.empty();
    const double panels = hasShapes ? 5 : 4;
    const double shapesMore = hasShapes ? 0.5 : 0.0; // shapes are long
    const double unit = (width() - 2 * paneMargin - (panels - 1) * columnGap) / (panels + shapesMore);
    double left = paneMargin;
    const auto next = [&](double panelWidth) {
        const QRectF place(left, titleHeight, panelWidth, height() - titleHeight - 8);
        left += panelWidth + columnGap;
        return place;
    };
    paintHistogram(painter, next(unit), colors);
    paintSteps(painter, next(unit), colors);
    if (hasShapes)
        paintLines(painter, next(unit * (1 + shapesMore)), tr("Input shapes"), m_content->shapes, {}, colors);
    paintLines(painter, next(unit), tr("Called by"), m_content->callers, tr("no operator"), colors);
    paintLines(painter, next(unit), tr("Calls and launches"), m_content->callees, tr("none"), colors);
}

void OperatorDetailsPane::paintTitle(QPainter& painter, const ThemeColors& colors)
{
    painter.setFont(semibold(font()));
    painter.setPen(colors.text);
    const QRectF place(paneMargin, 4, width() - 2 * paneMargin, titleHeight - 4);
    const QFontMetricsF metrics(painter.font());
    const QString title = metrics.elidedText(m_content->title, Qt::ElideMiddle, place.width() * 0.5);
    painter.drawText(place, int(Qt::AlignVCenter | Qt::AlignLeft), title);
    double left = place.left() + metrics.horizontalAdvance(title) + 12;

    painter.setFont(font());
    painter.setPen(tinted(passColor(m_content->pass, colors), colors.text, 0.5));
    const QString pass = toQString(passWord(m_content->pass));
    if (pass != title) {
        painter.drawText(QRectF(left, place.top(), place.right() - left, place.height()),
                         int(Qt::AlignVCenter | Qt::AlignLeft), pass);
        left += QFontMetricsF(font()).horizontalAdvance(pass) + 12;
    }
    painter.setPen(colors.mutedText);
    const QRectF rest(left, place.top(), place.right() - left, place.height());
    painter.drawText(rest, int(Qt::AlignVCenter | Qt::AlignLeft),
                     QFontMetricsF(font()).elidedText(m_content->warmUp, Qt::ElideRight, rest.width()));
}

QRectF OperatorDetailsPane::paintHead(QPainter& painter, const QRectF& place, const QString& title,
                                      const QString& figure, const ThemeColors& colors)
{
    painter.setFont(smaller(font()));
    painter.setPen(colors.mutedText);
    const QFontMetricsF metrics(painter.font());
    const double figureWidth = figure.isEmpty() ? 0 : metrics.horizontalAdvance(figure) + 8;
    const QRectF head(place.left(), place.top(), place.width(), headHeight);
    painter.drawText(head, int(Qt::AlignVCenter | Qt::AlignLeft),
                     metrics.elidedText(title, Qt::ElideRight, place.width() - figureWidth));
    painter.setPen(colors.text);
    painter.drawText(head, int(Qt::AlignVCenter | Qt::AlignRight), figure);
    return place.adjusted(0, headHeight + 2, 0, 0);
}

void OperatorDetailsPane::paintAxis(QPainter& painter, const QRectF& plot, const QString& left,
                                    const QString& right, const ThemeColors& colors)
{
    painter.fillRect(QRectF(plot.left(), plot.bottom(), plot.width(), 1), colors.border);
    painter.setFont(smaller(font()));
    painter.setPen(colors.mutedText);
    const QRectF labels(plot.left(), plot.bottom() + 2, plot.width(), axisHeight - 2);
    painter.drawText(labels, int(Qt::AlignVCenter | Qt::AlignLeft), left);
    if (right != left)
        painter.drawText(labels, int(Qt::AlignVCenter | Qt::AlignRight), right);
}

void OperatorDetailsPane::paintHistogram(QPainter& painter, const QRectF& place, const ThemeColors& colors)
{
    const auto& bins = m_content->bins;
    QRectF plot = paintHead(
        painter, place, tr("Times"),
        bins.empty() ? QString() : tr("median %1").arg(durationText(m_content->spread.p50Ns)), colors);
    plot.setBottom(plot.bottom() - axisHeight);
    if (bins.empty())
        return;
    const int64_t most = std::ranges::max_element(bins, {}, &DurationDigest::Bin::calls)->calls;
    const double barWidth = plot.width() / double(bins.size());
    const QColor bar = passColor(m_content->pass, colors);
    for (size_t i = 0; i < bins.size(); ++i) {
        const QRectF slot(plot.left() + barWidth * double(i), plot.top(), barWidth, plot.height());
        // Every bar is visible, however few calls it has.
        const double height =
            bins[i].calls == 0 ? 0 : std::max(2.0, slot.height() * double(bins[i].calls) / double(most));
        painter.fillRect(QRectF(slot.left(), slot.bottom() - height, std::max(1.0, barWidth - 1), height),
                         bar);
        if (bins[i].calls > 0)
            m_spots.push_back(
                {slot,
                 counted(tr("%1 call(s) took %2 to %3", nullptr, formNumber(bins[i].calls)), bins[i].calls)
                     .arg(durationText(bins[i].fromNs), durationText(bins[i].toNs)),
                 {}});
    }
    const double low = std::log(std::max(bins.front().fromNs, 1.0));
    const double high = std::log(std::max(bins.back().toNs, 1.0));
    if (high > low) {
        const double at = (std::log(std::max(m_content->spread.p50Ns, 1.0)) - low) / (high - low);
        const double x = plot.left() + std::clamp(at, 0.0, 1.0) * plot.width();
        painter.fillRect(QRectF(std::round(x), plot.top(), 1, plot.height()), colors.text);
    }
    paintAxis(painter, plot, durationText(bins.front().fromNs), durationText(bins.back().toNs), colors);
}

void OperatorDetailsPane::paintSteps(QPainter& painter, const QRectF& place, const ThemeColors& colors)
{
    const auto& steps = m_content->steps;
    const double most =
        steps.empty() ? 0.0 : std::ranges::max_element(steps, {}, &OperatorDetailsContent::Step::ns)->ns;
    QRectF plot = paintHead(painter, place, tr("By step"),
                            steps.empty() ? QString() : tr("at most %1").arg(durationText(most)), colors);
    plot.setBottom(plot.bottom() - axisHeight);
    if (steps.empty()) {
        painter.setPen(colors.mutedText);
        painter.drawText(plot, int(Qt::AlignTop | Qt::AlignLeft | Qt::TextWordWrap),
                         tr("All calls are outside steps."));
        return;
    }
    // If there are more steps than pixels, a column shows its longest one.
    const auto columns = size_t(std::clamp(plot.width() / 2, 1.0, double(steps.size())));
    const double columnWidth = plot.width() / double(columns);
    const QColor bar = passColor(m_content->pass, colors);
    for (size_t column = 0; column < columns; ++column) {
        const auto first = steps.begin() + std::ptrdiff_t(column * steps.size() / columns);
        const auto end = steps.begin() + std::ptrdiff_t((column + 1) * steps.size() / columns);
        const auto longest = std::max_element(
            first, end, [](const auto& left, const auto& right) { return left.ns < right.ns; });
        const QRectF slot(plot.left() + columnWidth * double(column), plot.top(), columnWidth, plot.height());
        const double height = most > 0 ? std::max(1.0, slot.height() * longest->ns / most) : 1.0;
        const double between = columnWidth > 3 ? 1 : 0;
        painter.fillRect(
            QRectF(slot.left(), slot.bottom() - height, std::min(columnWidth - between, 24.0), height), bar);
        m_spots.push_back({slot, longest->help, {}});
    }
    paintAxis(painter, plot, countText(steps.front().number), countText(steps.back().number), colors);
}

void OperatorDetailsPane::paintLines(QPainter& painter, const QRectF& place, const QString& title,
                                     const Lines& lines, const QString& none, const ThemeColors& colors)
{
    const QString head = lines.size() > 1 ? QString("%1 (%2)").arg(title).arg(lines.size()) : title;
    const QRectF list = paintHead(painter, place, head, {}, colors);
    painter.setFont(font());
    const auto fit = size_t(std::max(1.0, std::floor(list.height() / lineHeight)));
    const size_t shown = lines.size() <= fit ? lines.size() : fit - 1;
    QRectF line(list.left(), list.top(), list.width(), lineHeight);
    for (size_t i = 0; i < shown; ++i, line.translate(0, lineHeight)) {
        const auto& each = lines[i];
        const bool isUnder = !each.operatorName.isEmpty() && line.contains(m_pointer);
        QColor bar = colors.accent;
        bar.setAlphaF(isUnder ? 0.4F : 0.2F);
        painter.fillRect(
            QRectF(line.left(), line.top() + 1, std::max(1.0, line.width() * each.share), lineHeight - 2),
            bar);
        const QFont numbers = Theme::tabularFont(font());
        const double figureWidth =
            std::min(QFontMetricsF(numbers).horizontalAdvance(each.figure) + 4, line.width() * 0.6);
        painter.setPen(colors.text);
        const QRectF text = line.adjusted(4, 0, -figureWidth - 8, 0);
        painter.setFont(font());
        painter.drawText(text, int(Qt::AlignVCenter | Qt::AlignLeft),
                         QFontMetricsF(font()).elidedText(each.text, Qt::ElideRight, text.width()));
        painter.setFont(numbers);
        painter.setPen(colors.mutedText);
        painter.drawText(line.adjusted(0, 0, -4, 0), int(Qt::AlignVCenter | Qt::AlignRight), each.figure);
        m_spots.push_back({line, each.help, each.operatorName});
    }
    painter.setFont(font());
    painter.setPen(colors.mutedText);
    if (lines.empty())
        painter.drawText(line.adjusted(4, 0, 0, 0), int(Qt::AlignVCenter | Qt::AlignLeft), none);
    if (shown < lines.size()) {
        QStringList rest;
        for (size_t i = shown; i < std::min(lines.size(), shown + 30); ++i)
            rest += lines[i].help;
        painter.drawText(line.adjusted(4, 0, 0, 0), int(Qt::AlignVCenter | Qt::AlignLeft),
                         tr("and %n more", nullptr, int(lines.size() - shown)));
        m_spots.push_back({line, rest.join('\n'), {}});
    }
}

const OperatorDetailsPane::Spot* OperatorDetailsPane::spotAt(const QPointF& position) const
{
    const auto spot =
        std::ranges::find_if(m_spots, [&](const Spot& each) { return each.place.contains(position); });
    return spot == m_spots.end() ? nullptr : &*spot;
}

void OperatorDetailsPane::mouseMoveEvent(QMouseEvent* event)
{
    m_pointer = event->position();
    const Spot* spot = spotAt(m_pointer);
    setCursor(spot && !spot->operatorName.isEmpty() ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

void OperatorDetailsPane::leaveEvent(QEvent* event)
{
    m_pointer = {-1, -1};
    update();
    QWidget::leaveEvent(event);
}

void OperatorDetailsPane::mousePressEvent(QMouseEvent* event)
{
    const Spot* spot = event->button() == Qt::LeftButton ? spotAt(event->position()) : nullptr;
    if (!spot || spot->operatorName.isEmpty())
        return QWidget::mousePressEvent(event);
    const QString name = spot->operatorName; // showing another row replaces the spots
    Q_EMIT operatorWanted(name);
}

bool OperatorDetailsPane::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const Spot* spot = spotAt(help->pos());
    spot ? QToolTip::showText(help->globalPos(), spot->help, this) : QToolTip::hideText();
    return true;
}

} // namespace stepscope::ui
