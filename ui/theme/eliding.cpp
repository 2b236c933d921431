#include "ui/theme/eliding.h"

#include <QAbstractItemView>
#include <QPainter>
#include <QScrollBar>
#include <QStyleOptionComboBox>
#include <QStylePainter>

#include <algorithm>

namespace stepscope::ui {

namespace {

/// How many characters at the start the name shares with one of the others, up to the end of a part of it.
qsizetype sharedStart(const QString& name, const QStringList& names)
{
    qsizetype longest = 0;
    for (const QString& other : names) {
        if (other == name)
            continue;
        const auto [mine, theirs] = std::ranges::mismatch(name, other);
        longest = std::max(longest, qsizetype(mine - name.begin()));
    }
    while (longest > 0 && !name[longest - 1].isSpace())
        --longest;
    return longest;
}

/// The start of the part "batch size 16" of a name such as "mlp, batch size 16, sgd" of which the given place
/// is the start of a word, if the part fits into the width up to the end of that word; otherwise the place.
qsizetype startOfPart(const QFontMetrics& metrics, const QString& name, qsizetype place, int width)
{
    const qsizetype comma = place < 2 ? -1 : name.lastIndexOf(", ", place - 2);
    if (comma < 0)
        return place;
    const qsizetype end = std::find_if(name.begin() + place, name.end(),
                                       [](QChar letter) { return letter.isSpace() || letter == ','; }) -
                          name.begin();
    const QString least = QChar(0x2026) + name.mid(comma + 2, end - comma - 2) + QChar(0x2026);
    return metrics.horizontalAdvance(least) <= width ? comma + 2 : place;
}

} // namespace

QString elidedAmong(const QFontMetrics& metrics, const QString& name, const QStringList& names, int width)
{
    if (metrics.horizontalAdvance(name) <= width)
        return name;
    for (const Qt::TextElideMode mode : {Qt::ElideMiddle, Qt::ElideRight, Qt::ElideLeft}) {
        const QString elided = metrics.elidedText(name, mode, width);
        const bool isAlike = std::ranges::any_of(names, [&](const QString& other) {
            return other != name && metrics.elidedText(other, mode, width) == elided;
        });
        if (!isAlike)
            return elided;
    }
    const qsizetype shared = sharedStart(name, names);
    if (shared == 0)
        return metrics.elidedText(name, Qt::ElideMiddle, width);
    const QString rest = name.mid(startOfPart(metrics, name, shared, width));
    return metrics.elidedText(QChar(0x2026) + rest, Qt::ElideRight, width);
}

int leastTextWidth(const QFontMetrics& metrics, const QString& text)
{
    return std::min(metrics.horizontalAdvance(text), metrics.averageCharWidth() * 10);
}

ElidedLabel::ElidedLabel(QWidget* parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
}

void ElidedLabel::setPlainText(const QString& text)
{
    setText(text);
    setToolTip(text.isEmpty() ? QString() : QStringLiteral("<p>%1</p>").arg(text.toHtmlEscaped()));
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {leastTextWidth(fontMetrics(), text()), QLabel::minimumSizeHint().height()};
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(contentsRect(), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     fontMetrics().elidedText(text(), Qt::ElideMiddle, contentsRect().width()));
}

ElidedComboBox::ElidedComboBox(QWidget* parent)
    : QComboBox(parent)
{
    setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);
}

QString ElidedComboBox::shownText() const
{
    QStyleOptionComboBox option;
    initStyleOption(&option);
    int room =
        style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this).width();
    if (!option.currentIcon.isNull())
        room -= iconSize().width() + 4;
    constexpr int aroundText = 4;
    QStringList entries;
    for (int i = 0; i < count(); ++i)
        entries += itemText(i);
    return elidedAmong(fontMetrics(), currentText(), entries, room - aroundText);
}

void ElidedComboBox::showPopup()
{
    const int widest = view()->sizeHintForColumn(0) + view()->verticalScrollBar()->sizeHint().width();
    view()->setMinimumWidth(std::clamp(widest, width(), std::max(window()->width(), width())));
    QComboBox::showPopup();
}

void ElidedComboBox::paintEvent(QPaintEvent*)
{
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    option.currentText = shownText();
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

} // namespace stepscope::ui
