#include "ui/theme/eliding.h"

#include <QAbstractItemView>
#include <QPainter>
#include <QScrollBar>
#include <QStyleOptionComboBox>
#include <QStylePainter>

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace stepscope::ui {

namespace {

constexpr QChar ellipsis(0x2026);

/// Whether a name may be shown as a text of these pieces, between which ellipses replace parts of it.
bool canBeShownAs(const QString& name, const QStringList& pieces)
{
    if (pieces.size() == 1)
        return name == pieces.first();
    if (!name.startsWith(pieces.first()))
        return false;
    qsizetype end = pieces.first().size();
    for (qsizetype i = 1; i + 1 < pieces.size(); ++i) {
        const qsizetype found = name.indexOf(pieces[i], end);
        if (found < 0)
            return false;
        end = found + pieces[i].size();
    }
    return name.size() - end >= pieces.last().size() && name.endsWith(pieces.last());
}

/// How many characters at the start the name shares with one of the others.
qsizetype sharedStart(const QString& name, const QStringList& others)
{
    qsizetype longest = 0;
    for (const QString& other : others) {
        const auto [mine, theirs] = std::ranges::mismatch(name, other);
        longest = std::max(longest, qsizetype(mine - name.begin()));
    }
    return longest;
}

/// Where the part around a word starts, such as "batch size 16" in "mlp, batch size 16, sgd", if that part
/// fits into the width up to the end of the word; otherwise `place`, the start of the word.
qsizetype startOfPart(const QFontMetrics& metrics, const QString& name, qsizetype place, int width)
{
    const qsizetype comma = place < 2 ? -1 : name.lastIndexOf(", ", place - 2);
    if (comma < 0)
        return place;
    const qsizetype end = std::find_if(name.begin() + place, name.end(),
                                       [](QChar letter) { return letter.isSpace() || letter == ','; }) -
                          name.begin();
    const QString least = ellipsis + name.mid(comma + 2, end - comma - 2) + ellipsis;
    return metrics.horizontalAdvance(least) <= width ? comma + 2 : place;
}

/// Where the name may start in order to show what distinguishes it, the best place first: at its first
/// difference, at any word or, in the end, within one. Names of files have words without spaces.
std::vector<qsizetype> startsToShow(const QFontMetrics& metrics, const QString& name,
                                    const QStringList& others, int width)
{
    const qsizetype shared = sharedStart(name, others);
    qsizetype word = shared;
    while (word > 0 && !name[word - 1].isSpace())
        --word;
    std::vector<qsizetype> starts;
    if (word > 0)
        starts.push_back(startOfPart(metrics, name, word, width));
    for (qsizetype i = 1; i < name.size(); ++i) {
        if (name[i].isLetterOrNumber() && !name[i - 1].isLetterOrNumber())
            starts.push_back(i);
    }
    starts.push_back(shared);
    return starts;
}

/// Where the words start in which the name differs from one of the others, the last one first: names that
/// have most in common are the most difficult to distinguish.
std::vector<qsizetype> differencesFrom(const QString& name, const QStringList& others)
{
    std::vector<qsizetype> places;
    for (const QString& other : others) {
        qsizetype place = sharedStart(name, {other});
        while (place > 0 && name[place - 1].isLetterOrNumber())
            --place;
        places.push_back(place);
    }
    std::ranges::sort(places, std::greater());
    places.erase(std::ranges::unique(places).begin(), places.end());
    constexpr size_t most = 8; // each takes time to lay out
    places.resize(std::min(places.size(), most));
    return places;
}

/// Starts of the name for texts that also show a difference, the longest first: the function's name in
/// "sgemm<float, 5>" if it leaves room, then parts of it.
QStringList startsToKeep(const QFontMetrics& metrics, const QString& name, int width)
{
    QStringList starts;
    const QString function = name.first(name.indexOf('<') + 1);
    if (!function.isEmpty() && metrics.horizontalAdvance(function) <= width * 3 / 4)
        starts += function;
    for (const int room : {width / 2, width / 3}) {
        QString start = metrics.elidedText(name, Qt::ElideRight, room);
        start.chop(start.endsWith(ellipsis) ? 1 : 0);
        if (!start.isEmpty() && (starts.isEmpty() || start.size() < starts.last().size()))
            starts += start;
    }
    return starts;
}

/// The best of "sgemm<…24, 6, 7…" and the like that is distinct. Null: none is.
QString formWithStart(const QFontMetrics& metrics, const QString& name, const QStringList& others, int width,
                      const std::function<bool(const QString&)>& isDistinct)
{
    const std::vector<qsizetype> differences = differencesFrom(name, others);
    for (const QString& start : startsToKeep(metrics, name, width)) {
        for (const qsizetype place : differences) {
            if (place <= start.size())
                continue;
            const QString form =
                metrics.elidedText(start + ellipsis + name.mid(place), Qt::ElideRight, width);
            if (isDistinct(form))
                return form;
        }
    }
    return {};
}

/// The places of a few parts that no other name has together; none if there are no such parts.
std::vector<qsizetype> distinguishingParts(const QStringList& parts, std::vector<QStringList> others)
{
    std::vector<qsizetype> chosen;
    while (!others.empty()) {
        qsizetype best = -1;
        qsizetype most = 0;
        for (qsizetype i = 0; i < parts.size(); ++i) {
            const auto without = std::ranges::count_if(
                others, [&](const QStringList& other) { return !other.contains(parts[i]); });
            if (without > most) {
                most = without;
                best = i;
            }
        }
        if (best < 0)
            return {};
        chosen.push_back(best);
        std::erase_if(others, [&](const QStringList& other) { return !other.contains(parts[best]); });
    }
    std::ranges::sort(chosen);
    return chosen;
}

/// Of each part the last word, such as the value of "batch size 16".
QStringList lastWords(QStringList parts)
{
    for (QString& part : parts)
        part = part.section(' ', -1);
    return parts;
}

/// "…batch 16, …lr 0.1" of a name with settings or, if they are short, "…16, …0.1". Empty: these do not
/// distinguish it.
QString shownParts(const QString& name, const QStringList& others, bool areShort)
{
    const auto partsOf = [&](const QString& of) {
        const QStringList parts = of.split(", ");
        return areShort ? lastWords(parts) : parts;
    };
    std::vector<QStringList> partsOfOthers;
    for (const QString& other : others)
        partsOfOthers.push_back(partsOf(other));
    const QStringList whole = name.split(", ");
    const QStringList parts = partsOf(name);
    QString text;
    qsizetype next = 0;
    for (const qsizetype place : distinguishingParts(parts, std::move(partsOfOthers))) {
        if (place > next || parts[place] != whole[place])
            text += ellipsis;
        text += parts[place];
        next = place + 1;
        if (next < parts.size())
            text += ", ";
    }
    return text.isEmpty() || next == parts.size() ? text : text + ellipsis;
}

/// The first form of the name that fits into the width and can be none of the others. Null: there is none.
/// Each form takes time to lay out, and most names need only the first.
QString distinctForm(const QFontMetrics& metrics, const QString& name, const QStringList& others, int width,
                     KeptPart kept)
{
    const auto isDistinct = [&](const QString& form) {
        const QStringList pieces = form.split(ellipsis);
        const bool isEmpty = std::ranges::all_of(pieces, &QString::isEmpty);
        const auto isAlike = [&](const QString& other) { return canBeShownAs(other, pieces); };
        return !isEmpty && metrics.horizontalAdvance(form) <= width && std::ranges::none_of(others, isAlike);
    };
    const auto elided = [&](Qt::TextElideMode mode) { return metrics.elidedText(name, mode, width); };
    for (const Qt::TextElideMode mode : {Qt::ElideMiddle, Qt::ElideRight}) {
        if (const QString form = elided(mode); isDistinct(form))
            return form;
    }
    if (kept == KeptPart::StartAndDifference) {
        if (const QString form = formWithStart(metrics, name, others, width, isDistinct); !form.isNull())
            return form;
    }
    if (const QString form = elided(Qt::ElideLeft); isDistinct(form))
        return form;
    for (const qsizetype start : startsToShow(metrics, name, others, width)) {
        const QString form = metrics.elidedText(ellipsis + name.mid(start), Qt::ElideRight, width);
        if (isDistinct(form))
            return form;
    }
    for (const bool areShort : {false, true}) {
        if (const QString form = shownParts(name, others, areShort); isDistinct(form))
            return form;
    }
    return {};
}

} // namespace

QString elidedAmong(const QFontMetrics& metrics, const QString& name, const QStringList& names, int width,
                    KeptPart kept)
{
    if (metrics.horizontalAdvance(name) <= width)
        return name;
    QStringList all = names;
    all.removeAll(QString());
    all.removeDuplicates();
    QStringList others = all;
    others.removeAll(name);
    if (const QString form = distinctForm(metrics, name, others, width, kept); !form.isNull())
        return form;
    if (others.isEmpty())
        return metrics.elidedText(name, Qt::ElideMiddle, width);
    return metrics.elidedText(QStringLiteral("(%1) %2").arg(all.indexOf(name) + 1).arg(name), Qt::ElideRight,
                              width);
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
