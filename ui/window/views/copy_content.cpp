#include "ui/window/views/copy_content.h"

#include "ui/support/qt_text.h"
#include "ui/support/view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>

namespace stepscope::ui {

namespace {

bool hasSlot(const QWidget* widget, const char* name)
{
    return widget->metaObject()->indexOfMethod(name) >= 0;
}

} // namespace

void copyContentOf(QWidget* focused, View* front)
{
    if (const auto* label = qobject_cast<QLabel*>(focused); label && label->hasSelectedText())
        return QGuiApplication::clipboard()->setText(withPlainSpaces(label->selectedText()));
    if (focused && hasSlot(focused, "copy()")) { // a text field, from the menu: it handles the key itself
        QMetaObject::invokeMethod(focused, "copy");
        return;
    }
    for (QWidget* widget = focused; widget; widget = widget->parentWidget()) {
        if (hasSlot(widget, "copyContent()")) {
            QMetaObject::invokeMethod(widget, "copyContent");
            return;
        }
    }
    if (front)
        front->copyContent();
}

} // namespace stepscope::ui
