#pragma once

#include <QString>

#include <functional>

class QTableView;
class QWidget;

namespace stepscope::ui {

/// Of text of the usual size, in pixels: 10 points at 96 dots per inch.
inline constexpr int usualTextSize = 13;

/// Calls `follow` now and whenever the font of the widget changes.
void followFont(QWidget* widget, std::function<void()> follow);

/// Keeps the widget wide enough for the text, whatever it shows.
void keepRoomFor(QWidget* widget, const QString& text, int around);

/// Makes the rows of the table as high as a line of text and `around` it.
void fitRowsToFont(QTableView* table, int around);

} // namespace stepscope::ui
