#pragma once

class QUrl;

namespace stepscope::ui {

/// Opens a web page, a file or a folder with the desktop's program for it. A dialog says where it is if there
/// is no such program.
void openOutside(const QUrl& url);

} // namespace stepscope::ui
