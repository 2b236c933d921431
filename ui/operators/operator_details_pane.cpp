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
#include <QTextLayout>
#include <QTextOption>
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
constexpr double betweenRows = 12; ///< of panels
constexpr double belowPanels = 8;
constexpr double leastPlot = 56; ///< the height of a chart
constexpr double mostBarWidth = 24;
constexpr size_t surelyShown = 6; ///< lines of a list for which there is room
constexpr int linesPerPanel = 9;  ///< the least width of a panel, in heights of a line of text

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

/// Lines of at most this width; long words are broken.
QStringList wrapped(const QString& text, const QFont& font, double width)
{
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    QTextLayout layout(text, font);
    layout.setTextOption(option);
    layout.beginLayout();
    QStringList lines;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        lines += text.mid(line.textStart(), line.textLength()).trimmed();
    }
    layout.endLayout();
    return lines.isEmpty() ? QStringList(text) : lines;
}

/// "Called by (3)".
QString headWithCount(const QString& title, size_t lines)
{
    return lines > 1 ? QString("%1 (%2)").arg(title).arg(lines) : title;
}

} // namespace

OperatorDetailsPane::OperatorDetailsPane(QWidget* parent)
    : QWidget(parent)
    , m_hint(tr("Select a row to see the durations of its calls, their shapes and their callers."))
{
    setMouseTracking(true);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
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
    updateGeometry();
    update();
}

void OperatorDetailsPane::showHint(const QString& hint)
{
    m_content.reset();
    m_hint = hint;
    updateGeometry();
    update();
}

int OperatorDetailsPane::heightForWidth(int width) const
{
    const int least = minimumSizeHint().height();
    if (!m_content) {
        constexpr int enough = 10'000;
        const QRect room(0, 0, std::max(width - 48, 1), enough);
        const QRect taken = fontMetrics().boundingRect(room, Qt::AlignCenter | Qt::TextWordWrap, m_hint);
        return std::max(least, taken.height() + 16);
    }
    const Arrangement arrangement = arrangementIn(width);
    double height = titleIn(width).bottom + betweenRows * double(arrangement.rows.size() - 1) + belowPanels;
    for (const double row : arrangement.rows)
        height += row;
    return std::max(least, int(std::ceil(height)));
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
    const Title title = titleIn(width());
    paintTitle(painter, title, colors);
    if (!m_content->completeName.isEmpty())
        m_spots.push_back({QRectF(0, 0, width(), title.bottom), paragraph(m_content->completeName), {}});
    const Arrangement arrangement = arrangementIn(width());
    m_headLines = arrangement.headLines;
    const auto rows = double(arrangement.rows.size());
    double spare = height() - title.bottom - belowPanels - betweenRows * (rows - 1);
    for (const double row : arrangement.rows)
        spare -= row;
    const auto shown = panels();
    double top = title.bottom;
    for (size_t row = 0, at = 0; row < arrangement.rows.size(); ++row) {
        const double rowHeight = arrangement.rows[row] + std::max(0.0, spare) / rows;
        double x = paneMargin;
        for (size_t column = 0; column < arrangement.columns && at < shown.size(); ++column, ++at) {
            const double panelWidth = shown[at] == Panel::Shapes ? arrangement.shapesWidth : arrangement.unit;
            paintPanel(painter, shown[at], {x, top, panelWidth, rowHeight}, colors);
            x += panelWidth + columnGap;
        }
        top += rowHeight + betweenRows;
    }
}

void OperatorDetailsPane::paintPanel(QPainter& painter, Panel panel, const QRectF& place,
                                     const ThemeColors& colors)
{
    if (panel == Panel::Times)
        paintHistogram(painter, place, colors);
    else if (panel == Panel::Steps)
        paintSteps(painter, place, colors);
    else
        paintLines(painter, place, headOf(panel), *linesOf(panel),
                   panel == Panel::Callers ? tr("no operator") : tr("none"), colors);
}

std::vector<OperatorDetailsPane::Panel> OperatorDetailsPane::panels() const
{
    if (m_content->shapes.empty())
        return {Panel::Times, Panel::Steps, Panel::Callers, Panel::Callees};
    return {Panel::Times, Panel::Steps, Panel::Shapes, Panel::Callers, Panel::Callees};
}

OperatorDetailsPane::Head OperatorDetailsPane::headOf(Panel panel) const
{
    switch (panel) {
    case Panel::Times:
        return timesHead();
    case Panel::Steps:
        return stepsHead();
    case Panel::Shapes:
        return shapesHead();
    case Panel::Callers:
        return callersHead();
    case Panel::Callees:
        break;
    }
    return calleesHead();
}

const OperatorDetailsPane::Lines* OperatorDetailsPane::linesOf(Panel panel) const
{
    switch (panel) {
    case Panel::Shapes:
        return &m_content->shapes;
    case Panel::Callers:
        return &m_content->callers;
    case Panel::Callees:
        return &m_content->callees;
    case Panel::Times:
    case Panel::Steps:
        break;
    }
    return nullptr;
}

/// All panels in one row, or as many as have room for their texts.
OperatorDetailsPane::Arrangement OperatorDetailsPane::arrangementIn(double width) const
{
    const auto shown = panels();
    const auto count = double(shown.size());
    const double least = linesPerPanel * fontMetrics().height();
    const double inside = width - 2 * paneMargin;
    const double shapesMore = m_content->shapes.empty() ? 0.0 : 0.5; // shapes are long
    Arrangement arrangement;
    arrangement.unit = (inside - (count - 1) * columnGap) / (count + shapesMore);
    arrangement.shapesWidth = arrangement.unit * (1 + shapesMore);
    arrangement.columns = shown.size();
    if (arrangement.unit < least) {
        const double most = std::clamp(std::floor((inside + columnGap) / (least + columnGap)), 1.0, count);
        const double rows = std::ceil(count / most);
        const double columns = std::ceil(count / rows);
        arrangement.columns = size_t(columns);
        arrangement.unit = (inside - (columns - 1) * columnGap) / columns;
        arrangement.shapesWidth = arrangement.unit;
    }
    const auto widthOf = [&](Panel panel) {
        return panel == Panel::Shapes ? arrangement.shapesWidth : arrangement.unit;
    };
    const bool areInOneLine =
        std::ranges::all_of(shown, [&](Panel panel) { return hasRoomFor(headOf(panel), widthOf(panel)); });
    arrangement.headLines = areInOneLine ? 1 : 2;
    for (size_t at = 0; at < shown.size(); ++at) {
        if (at % arrangement.columns == 0)
            arrangement.rows.push_back(0.0);
        double& row = arrangement.rows.back();
        row = std::max(row, leastHeightOf(shown[at], widthOf(shown[at]), arrangement.headLines));
    }
    return arrangement;
}

double OperatorDetailsPane::leastHeightOf(Panel panel, double width, int headLines) const
{
    const double head = headHeight * headLines + 2;
    const Lines* const lines = linesOf(panel);
    if (!lines)
        return head + leastPlot + axisHeight;
    double height = head;
    for (size_t i = 0; i < std::min(lines->size(), surelyShown); ++i)
        height += textOf((*lines)[i], width).height;
    const bool hasFurtherLine = lines->empty() || lines->size() > surelyShown; // "none", "and 3 more"
    return hasFurtherLine ? height + lineHeight : height;
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
    return {headWithCount(tr("Input shapes"), m_content->shapes.size()), {}};
}

OperatorDetailsPane::Head OperatorDetailsPane::callersHead() const
{
    return {headWithCount(tr("Called by"), m_content->callers.size()), {}};
}

OperatorDetailsPane::Head OperatorDetailsPane::calleesHead() const
{
    return {headWithCount(tr("Calls and launches"), m_content->callees.size()), {}};
}

bool OperatorDetailsPane::hasRoomFor(const Head& head, double width) const
{
    const QFontMetricsF metrics(smaller(font()));
    const double figure = head.figure.isEmpty() ? 0 : metrics.horizontalAdvance(head.figure) + 8;
    return metrics.horizontalAdvance(head.title) + figure <= width;
}

/// The sentence about the first call is below the title where it does not fit beside it.
OperatorDetailsPane::Title OperatorDetailsPane::titleIn(double width) const
{
    const double inside = width - 2 * paneMargin;
    const QFontMetricsF bold(semibold(font()));
    const QFontMetricsF normal(font());
    Title title{.pass = m_content->passText()};
    if (title.pass == m_content->title)
        title.pass.clear();
    const double passWidth = title.pass.isEmpty() ? 0 : titleGap + normal.horizontalAdvance(title.pass);
    title.title = bold.horizontalAdvance(m_content->title) <= inside
                      ? QStringList(m_content->title)
                      : wrapped(m_content->title, semibold(font()), inside);
    constexpr qsizetype mostLines = 3; // names of kernels have dozens
    if (title.title.size() > mostLines) {
        title.title.resize(mostLines);
        title.title.last() = bold.elidedText(title.title.last() + QChar(0x2026), Qt::ElideRight, inside);
    }
    const double taken = bold.horizontalAdvance(title.title.constLast()) + passWidth;
    title.isPassBeside = taken <= inside;
    const double warmUpWidth = titleGap + normal.horizontalAdvance(m_content->warmUp);
    title.isWarmUpBeside =
        m_content->warmUp.isEmpty() || (title.isPassBeside && taken + warmUpWidth <= inside);
    title.warmUp =
        title.isWarmUpBeside ? QStringList(m_content->warmUp) : wrapped(m_content->warmUp, font(), inside);
    const auto further = double(title.title.size() - 1 + (title.isPassBeside ? 0 : 1));
    title.bottom = titleHeight + further * lineHeight;
    if (!title.isWarmUpBeside)
        title.bottom += double(title.warmUp.size()) * lineHeight + 4;
    return title;
}

void OperatorDetailsPane::paintTitle(QPainter& painter, const Title& title, const ThemeColors& colors) const
{
    constexpr auto align = int(Qt::AlignVCenter | Qt::AlignLeft);
    const double inside = width() - 2 * paneMargin;
    QRectF line(paneMargin, 4, inside, titleHeight - 4);
    const auto nextLine = [&line, inside] { line = QRectF(paneMargin, line.bottom(), inside, lineHeight); };
    double left = 0.0;
    painter.setFont(semibold(font()));
    painter.setPen(colors.text);
    for (qsizetype i = 0; i < title.title.size(); ++i) {
        if (i > 0)
            nextLine();
        painter.drawText(line, align, title.title[i]);
        left = painter.fontMetrics().horizontalAdvance(title.title[i]) + titleGap;
    }
    painter.setFont(font());
    const QFontMetricsF normal(font());
    if (!title.isPassBeside) {
        nextLine();
        left = 0.0;
    }
    painter.setPen(tinted(passColor(m_content->pass, colors), colors.text, 0.5));
    painter.drawText(line.adjusted(left, 0, 0, 0), align, title.pass);
    if (!title.pass.isEmpty())
        left += normal.horizontalAdvance(title.pass) + titleGap;
    painter.setPen(colors.mutedText);
    if (title.isWarmUpBeside)
        return painter.drawText(line.adjusted(left, 0, 0, 0), align, m_content->warmUp);
    for (const QString& text : title.warmUp) {
        nextLine();
        painter.drawText(line, align, text);
    }
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
    painter.drawText(labels, int(Qt::AlignVCenter | Qt::AlignLeft | Qt::TextDontClip), left);
    if (right != left)
        painter.drawText(labels, int(Qt::AlignVCenter | Qt::AlignRight | Qt::TextDontClip), right);
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
                         m_content->areStepsAwaited ? tr("Computing the steps…")
                                                    : tr("All calls are outside steps."));
        return;
    }
    // If there are more steps than pixels, a column shows its longest one.
    const auto columns = size_t(std::clamp(plot.width() / 2, 1.0, double(steps.size())));
    const double columnWidth = plot.width() / double(columns);
    const double barWidth = std::min(columnWidth - (columnWidth > 3 ? 1 : 0), mostBarWidth);
    const QColor bar = passColor(m_content->pass, colors);
    for (size_t column = 0; column < columns; ++column) {
        const auto first = steps.begin() + std::ptrdiff_t(column * steps.size() / columns);
        const auto end = steps.begin() + std::ptrdiff_t((column + 1) * steps.size() / columns);
        const auto longest = std::max_element(
            first, end, [](const auto& left, const auto& right) { return left.ns < right.ns; });
        const QRectF slot(plot.left() + columnWidth * double(column), plot.top(), columnWidth, plot.height());
        const double height = most > 0 ? std::max(1.0, slot.height() * longest->ns / most) : 1.0;
        painter.fillRect(QRectF(slot.center().x() - barWidth / 2, slot.bottom() - height, barWidth, height),
                         bar);
        m_spots.push_back({slot, longest->help, {}});
    }
    // The labels begin and end with the first and the last bar.
    const double beside = (columnWidth - barWidth) / 2;
    paintAxis(painter, plot.adjusted(beside, 0, -beside, 0), countText(steps.front().number),
              countText(steps.back().number), colors);
}

void OperatorDetailsPane::paintLines(QPainter& painter, const QRectF& place, const Head& head,
                                     const Lines& lines, const QString& none, const ThemeColors& colors)
{
    const QRectF list = paintHead(painter, place, head, colors);
    std::vector<LineText> texts;
    double all = 0.0;
    for (const Line& each : lines) {
        texts.push_back(textOf(each, list.width()));
        all += texts.back().height;
    }
    constexpr double rounding = 0.5; // the sum of the heights may be a little more than the room for it
    const double room = list.height() + rounding - (all > list.height() + rounding ? lineHeight : 0.0);
    size_t shown = 0;
    QRectF line(list.left(), list.top(), list.width(), lineHeight);
    for (; shown < lines.size() && line.top() + texts[shown].height <= list.top() + room; ++shown) {
        const Line& each = lines[shown];
        line.setHeight(texts[shown].height);
        paintLine(painter, line, each, texts[shown], colors);
        m_spots.push_back({line, each.help, each.operatorName});
        line.moveTop(line.bottom());
    }
    line.setHeight(lineHeight);
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

OperatorDetailsPane::LineText OperatorDetailsPane::textOf(const Line& line, double width) const
{
    constexpr double around = 4;
    const QFontMetricsF metrics(font());
    const double figureWidth =
        QFontMetricsF(Theme::tabularFont(font())).horizontalAdvance(line.figure) + around;
    const auto fitsBeside = [&](const QString& text) {
        return metrics.horizontalAdvance(text) + around + figureWidth + 2 * around <= width;
    };
    if (fitsBeside(line.text))
        return {.text = {line.text}, .isFigureBeside = true, .height = lineHeight};
    LineText text{.text = wrapped(line.text, font(), width - 2 * around)};
    text.isFigureBeside = line.figure.isEmpty() || fitsBeside(text.text.constLast());
    text.height = lineHeight * double(text.text.size() + (text.isFigureBeside ? 0 : 1));
    return text;
}

void OperatorDetailsPane::paintLine(QPainter& painter, const QRectF& place, const Line& line,
                                    const LineText& text, const ThemeColors& colors) const
{
    const bool isUnder = !line.operatorName.isEmpty() && place.contains(m_pointer);
    QColor bar = colors.accent;
    bar.setAlphaF(isUnder ? 0.4F : 0.2F);
    painter.fillRect(
        QRectF(place.left(), place.top() + 1, std::max(1.0, place.width() * line.share), place.height() - 2),
        bar);
    painter.setFont(font());
    painter.setPen(colors.text);
    QRectF at(place.left() + 4, place.top(), place.width() - 8, lineHeight);
    for (const QString& each : text.text) {
        painter.drawText(at, int(Qt::AlignVCenter | Qt::AlignLeft), each);
        at.translate(0, lineHeight);
    }
    painter.setFont(Theme::tabularFont(font()));
    painter.setPen(colors.mutedText);
    const QRectF last(place.left(), place.bottom() - lineHeight, place.width() - 4, lineHeight);
    painter.drawText(last, int(Qt::AlignVCenter | Qt::AlignRight), line.figure);
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
