#include "core/base/error.h"
#include "core/base/files/paths.h"
#include "ui/support/qt_text.h"
#include "ui/window/help/manual.h"

namespace stepscope::ui {

QStringList manualFolders()
{
    try {
        const auto libraries = libraryFolder();
        QStringList folders;
        for (const char* docs : {"docs", STEPSCOPE_DOCS_FROM_LIBRARIES})
            folders += toQString((libraries / docs / "manual").lexically_normal());
        return folders;
    } catch (const Error&) {
        return {};
    }
}

} // namespace stepscope::ui
