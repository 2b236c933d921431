#pragma once

#include "core/pictures/picture_options.h"
#include "ui/theme/theme.h"

#include <QRectF>
#include <QSize>
#include <QString>

#include <functional>
#include <string>

class QPaintDevice;
class QPainter;
class QWidget;

namespace stepscope::ui {

/// What a picture is painted on.
struct PictureSheet
{
    QPaintDevice* device = nullptr;
    QSize size;            ///< in units
    double scale = 1.0;    ///< pixels per unit
    bool isVector = false; ///< SVG or PDF: shapes and text
    bool dark = false;
    ThemeColors colors; ///< of that scheme
};

/// A picture of what a view shows, as it can be painted in any size and in both color schemes, without the
/// screen.
struct Picture
{
    QString title; ///< of the document, for SVG and PDF
    QString what;  ///< names it in errors: "the flame graph"
    QSize size;    ///< its own, in units: as shown
    /// Covers the sheet. False: the device cannot be painted on.
    std::function<bool(const PictureSheet& sheet)> paint;
    /// Of a picture that is made as an SVG document: that document. Otherwise empty.
    std::function<std::string(const PictureSheet& sheet)> svg = {};
    QString whyOwnSize = {};   ///< why its size cannot be chosen, as a sentence; empty: it can
    QString whyOwnColors = {}; ///< why it has light colors only; empty: it has both schemes
};

/// A paint function of Picture that calls `paint` with a painter in units, on the sheet's background.
std::function<bool(const PictureSheet& sheet)>
paintedBy(std::function<void(QPainter& painter, const PictureSheet& sheet)> paint);

/// The size of a widget on the screen; `usual` while it is hidden or too small for a picture.
QSize shownSize(const QWidget& widget, const QSize& usual);

/// The rectangle of this size in the middle of `area`, as large as it fits, with its own aspect ratio.
QRectF fittedInto(const QRectF& area, const QSizeF& size);

/// Draws one line of text, vertically centered, in the painter's font. A text that is too long is drawn in a
/// smaller font, and elided in the middle if it still does not fit.
void drawTextLine(QPainter& painter, const QRectF& line, const QString& text);

} // namespace stepscope::ui
