#pragma once

#include <QStringList>

class QMimeData;

namespace stepscope::ui {

/// The dragged files: one file or folder, or several files; empty if that cannot be opened. Whether their
/// content can be opened is known only when it is read, after the drop.
QStringList droppedFiles(const QMimeData* data);

} // namespace stepscope::ui
