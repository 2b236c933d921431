#pragma once

#include <QIcon>
#include <QString>

#include <functional>
#include <vector>

namespace stepscope::ui {

/// Something that the palette offers.
struct PaletteEntry
{
    QString title;
    QString kind;       ///< where it comes from: "File › Export", "Run", "Operator", "Setting"
    QString detail;     ///< a shortcut, a date, a value; may be empty
    QString help;       ///< a sentence for the tooltip; may be empty
    QString words = {}; ///< more words that find it; they are not shown
    QIcon icon;
    bool isEnabled = true; ///< otherwise it is shown in gray, and `help` says why it cannot be chosen
    std::function<void()> choose;
};

/// The entries that contain all words of the text, ignoring case, the best matches first: those whose title
/// starts with the text, then those with a word of the title that starts with it, then others; each in their
/// present order, with shorter titles first. With an empty text, all of them. Returns indices.
std::vector<size_t> paletteMatches(const std::vector<PaletteEntry>& entries, const QString& text);

} // namespace stepscope::ui
