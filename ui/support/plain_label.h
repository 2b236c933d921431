#pragma once

class QLabel;
class QString;

namespace stepscope::ui {

/// A wrapping, selectable line of text that is never interpreted as markup. Its first text is shown
/// withoutBreaks(); pass later ones through this function, too, if they have units.
QLabel* plainLabel(const QString& text, bool muted = false);

} // namespace stepscope::ui
