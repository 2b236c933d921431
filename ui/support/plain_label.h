#pragma once

class QLabel;
class QString;

namespace stepscope::ui {

/// A wrapping, selectable line of text that is never interpreted as markup. The text is shown
/// withoutBreaks(); call that for later texts with units, too.
QLabel* plainLabel(const QString& text, bool muted = false);

} // namespace stepscope::ui
