#pragma once

class QString;
class QUrl;

namespace stepscope::ui {

/// Opens a web page, a file or a folder with the desktop's program for it. If there is no such program, a
/// failure says where it is.
void openOutside(const QUrl& url);

/// The same, but returns the sentence of the failure instead of showing it; empty if there is none.
QString failureToOpenOutside(const QUrl& url);

} // namespace stepscope::ui
