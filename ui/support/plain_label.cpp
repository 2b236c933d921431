#include "ui/support/plain_label.h"

#include "ui/support/qt_text.h"

#include <QLabel>

namespace stepscope::ui {

QLabel* plainLabel(const QString& text, bool muted)
{
    auto* label = new QLabel(withoutBreaks(text));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setProperty("muted", muted);
    return label;
}

} // namespace stepscope::ui
