#include "ui/operators/operator_details_pane.h"

#include "ui/support/cell_painting.h"
#include "ui/support/icons.h"
#include "ui/support/pass_colors.h"
#include "ui/support/qt_text.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
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
constexpr double titleGap = 12;
constexpr double headHeight = 20; ///< of a line
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

/// "Called by (3)".
QString headOf(const QString& title, size_t lines)
{
    return lines > 1 ? QString("%1 (%2)").arg(title).arg(lines) : title;
}

} // namespace

OperatorDetailsPane::OperatorDetailsPane(QWidget* parent)
    : QWidget(parent)
    , m_hint(tr("Select a row to see the durations of its calls, their shapes and their callers."))
{
    setMouseTracking(true);
    auto* copy = new QAction(themedIcon("copy"), tr("Copy details"), this);
    connect(copy, &QAction::triggered, this, [this] {
        if (m_content)
            QGuiApplication::clipboard()->setText(m_content->plain());
    });
    addAction(copy);
    setContextMenuPolicy(Qt::ActionsContextMenu);
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
    const double top = paintTitle(painter, colors);
    const bool hasShapes = !m_content->shapes.empty();
    const double panels = hasShapes ? 5 : 4;
    const double shapesMore = hasShapes ? 0.5 : 0.0; // shapes are long
    const double unit = (width() - 2 * paneMargin - (panels - 1) * columnGap) / (panels + shapesMore);
    double left = paneMargin;
    const auto next = [&](double panelWidth) {
        const QRectF place(left, top, panelWidth, height() - top - 8);
        left += panelWidth + columnGap;
        return place;
    };
    const double shapesWidth = unit * (1 + shapesMore);
    const bool areInOneLine = hasRoomFor(timesHead(), unit) && hasRoomFor(stepsHead(), unit) &&
                              (!hasShapes || hasRoomFor(shapesHead(), shapesWidth)) &&
                              hasRoomFor(callersHead(), unit) && hasRoomFor(calleesHead(), unit);
    m_headLines = areInOneLine ? 1 : 2;
    paintHistogram(painter, next(unit), colors);
    paintSteps(painter, next(unit), colors);
    if (hasShapes)
        paintLines(painter, next(shapesWidth), shapesHead(), m_content->shapes, {}, colors);
    paintLines(painter, next(unit), callersHead(), m_content->callers, tr("no operator"), colors);
    paintLines(painter, next(unit), calleesHead(), m_content->callees, tr("none"), colors);
}

OperatorDetailsPane::Head OperatorDetailsPane::timesHead() const
{
    return {tr("Times"),
            m_content->bins.empty() ? QString() : tr("median %1").arg(durationText(m_content->spread.p50Ns))};
}

OperatorDetailsPane::Head OperatorDetailsPane::stepsHead() const
{
    const auto& steps = m_content->steps;
    return {tr("By step"),
            steps.empty()
                ? QString()
                : tr("at most %1")
                      .arg(durationText(
                          std::ranges::max_element(steps, {}, &OperatorDetailsContent::Step::ns)->ns))};
}

OperatorDetailsPane::Head OperatorDetailsPane::shapesHead() const
{
    return {headOf(tr("Input shapes"), m_content->shapes.size()), {}};
}

OperatorDetailsPane::Head OperatorDetailsPane::callersHead() const
{
    return {headOf(tr("Called by"), m_content->callers.size()), {}};
}

OperatorDetailsPane::Head OperatorDetailsPane::calleesHead() const
{
    return {headOf(tr("Calls and launches"), m_content->callees.size()), {}};
}

bool OperatorDetailsPane::hasRoomFor(const Head& head, double width) const
{
    const QFontMetricsF metrics(smaller(font()));
    const double figure = head.figure.isEmpty() ? 0 : metrics.horizontalAdvance(head.figure) + 8;
    return metrics.horizontalAdvance(head.title) + figure <= width;
}

/// The sentence about the first call is below the title where it does not fit beside it.
double OperatorDetailsPane::paintTitle(QPainter& painter, const ThemeColors& colors)
{
    const QRectF place(paneMargin, 4, width() - 2 * paneMargin, titleHeight - 4);
    const QFontMetricsF bold(semibold(font()));
    const QFontMetricsF normal(font());
    QString pass = toQString(passWord(m_content->pass));
    if (pass == m_content->title)
        pass.clear();
    const double passWidth = pass.isEmpty() ? 0 : titleGap + normal.horizontalAdvance(pass);
    const QString title = bold.elidedText(m_content->title, Qt::ElideMiddle, place.width() - passWidth);
    const double titleWidth = bold.horizontalAdvance(title);
    constexpr auto align = int(Qt::AlignVCenter | Qt::AlignLeft);
    painter.setFont(semibold(font()));
    painter.setPen(colors.text);
    painter.drawText(place, align, title);
    if (title != m_content->title)
        m_spots.push_back({place, m_content->title, {}});

    painter.setFont(font());
    painter.setPen(tinted(passColor(m_content->pass, colors), colors.text, 0.5));
    painter.drawText(place.adjusted(titleWidth + titleGap, 0, 0, 0), align, pass);
    painter.setPen(colors.mutedText);
    const QRectF rest = place.adjusted(titleWidth + passWidth + titleGap, 0, 0, 0);
    if (normal.horizontalAdvance(m_content->warmUp) <= rest.width()) {
        painter.drawText(rest, align, m_content->warmUp);
        return titleHeight;
    }
    const QRectF below(place.left(), titleHeight, place.width(), lineHeight);
    constexpr auto wrapped = int(Qt::AlignTop | Qt::AlignLeft | Qt::TextWordWrap);
    QRectF taken;
    painter.drawText(below.adjusted(0, 0, 0, lineHeight), wrapped, m_content->warmUp, &taken);
    m_spots.push_back({taken, m_content->warmUp, {}}); // if even two lines are too few
    return titleHeight + std::min(taken.height(), 2 * lineHeight) + 4;
}

QRectF OperatorDetailsPane::paintHead(QPainter& painter, const QRectF& place, const Head& head,
                                      const ThemeColors& colors)
{
    painter.setFont(smaller(font()));
    painter.setPen(colors.mutedText);
    const double aroundText = (headHeight - QFontMetricsF(painter.font()).height()) / 2;
    const QRectF all(place.left(), place.top(), place.width(), headHeight * m_headLines);
    const QRectF line(place.left(), place.top(), place.width(), headHeight);
    if (head.figure.isEmpty()) // over both lines, if there are two
        painter.drawText(all.adjusted(0, 0, 0, -aroundText),
                         int(Qt::AlignBottom | Qt::AlignLeft | Qt::TextWordWrap), head.title);
    else
        painter.drawText(line, int(Qt::AlignVCenter | Qt::AlignLeft), head.title);
    painter.setPen(colors.text);
    painter.drawText(line.translated(0, headHeight * (m_headLines - 1)),
                     int(Qt::AlignVCenter | (m_headLines == 1 ? Qt::AlignRight : Qt::AlignLeft)),
                     head.figure);
    return place.adjusted(0, all.height() + 2, 0, 0);
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
    QRectF plot = paintHead(painter, place, timesHead(), colors);
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
    QRectF plot = paintHead(painter, place, stepsHead(), colors);
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

void OperatorDetailsPane::paintLines(QPainter& painter, const QRectF& place, const Head& head,
                                     const Lines& lines, const QString& none, const ThemeColors& colors)
{
    const QRectF list = paintHead(painter, place, head, colors);
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
            std::min(QFontMetricsF(numbers).horizontalAdvance(each.figure) + 4, line.width() * 0.75);
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
