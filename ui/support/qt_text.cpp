#include "ui/support/qt_text.h"

#include <QDateTime>
#include <QLocale>
#include <QRegularExpression>

namespace stepscope::ui {

namespace {

QString dateAs(const QString& format, const QDateTime& date)
{
    return QLocale(QLocale::English).toString(date, format);
}

} // namespace

QString withoutBreaks(QString text)
{
    static const QRegularExpression beforeUnit(
        QStringLiteral(
            "(?<=[0-9]) (?=(?:%|°C|[nµm]?s|min|h|[KMGTP]?i?B|[kMGTP]?FLOP|[kMG]?Hz|W|\\pL+/s)(?!\\w))"),
        QRegularExpression::UseUnicodePropertiesOption);
    return text.replace(beforeUnit, QString(QChar(QChar::Nbsp)));
}

QString withPlainSpaces(QString text)
{
    return text.replace(QChar(QChar::Nbsp), QChar(QChar::Space));
}

QString dateText(int64_t unixMs)
{
    if (unixMs == 0)
        return {};
    const QDateTime date = QDateTime::fromMSecsSinceEpoch(unixMs);
    const bool thisYear = date.date().year() == QDate::currentDate().year();
    return dateAs(thisYear ? "d MMM HH:mm" : "d MMM yyyy", date);
}

QString completeDateText(int64_t unixMs)
{
    return unixMs == 0 ? QString() : dateAs("d MMM yyyy HH:mm:ss", QDateTime::fromMSecsSinceEpoch(unixMs));
}

} // namespace stepscope::ui
