#pragma once

#include "ui/theme/theme.h"

#include <QFont>
#include <QList>
#include <QString>

class QTextDocument;

namespace stepscope::ui {

/// A heading of a page, below its title.
struct PageHeading
{
    QString text;
    QString anchor;
    int level = 0;
};

/// The anchor that links to a heading use: "Intervals and verdicts" is "intervals-and-verdicts".
QString anchorOf(const QString& heading);

/// Lays out a page that was read from Markdown: type, colors, tables, code, and anchors of headings. Called
/// once, after the page was read.
void stylePage(QTextDocument* document, const QFont& font, const ThemeColors& colors);
/// Fits the page into the width of its window: lines of text are never too long to be read, while tables and
/// code may be wider, and pictures are not cut off.
void fitPage(QTextDocument* document, const QFont& font, qreal width);

QList<PageHeading> headingsOf(const QTextDocument* document);

} // namespace stepscope::ui
