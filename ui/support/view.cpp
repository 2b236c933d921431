#include "ui/support/view.h"

#include "ui/exports/picture_writer.h"
#include "ui/support/copying.h"

#include <utility>

namespace stepscope::ui {

ExportItem pictureItem(const QString& title, const QString& fileName, std::function<Picture()> picture)
{
    return {.title = title,
            .fileName = fileName,
            .formats = pictureFormats(),
            .write = [picture](const QString& path) { writePicture(picture(), {}, path); },
            .picture = picture};
}

void View::copyContent()
{
    for (const ExportItem& item : exportItems()) {
        if (item.picture)
            return copyPicture(this, item.picture());
    }
}

} // namespace stepscope::ui
