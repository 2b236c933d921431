#pragma once

class QWidget;

namespace stepscope::ui {

class View;

/// Edit > Copy: copies the selected text of the field or label `focused`, otherwise the content of the view
/// or the list that has it, otherwise that of `front`. Both may be null.
void copyContentOf(QWidget* focused, View* front);

} // namespace stepscope::ui
