#pragma once

class QLabel;
class QString;

namespace stepscope::ui {

/// A wrapping, selectable line of text that is never interpreted as markup.
QLabel* plainLabel(const QString& text, bool muted = false);

} // namespace stepscope::ui
