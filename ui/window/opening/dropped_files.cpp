#include "ui/window/opening/dropped_files.h"

#include <QFileInfo>
#include <QMimeData>
#include <QUrl>

namespace stepscope::ui {

QStringList droppedFiles(const QMimeData* data)
{
    const QList<QUrl> urls = data->urls();
    QStringList files;
    for (const QUrl& url : urls) {
        const QFileInfo file(url.toLocalFile());
        if (!file.isFile() && !(urls.size() == 1 && file.isDir()))
            return {};
        files += url.toLocalFile();
    }
    return files;
}

} // namespace stepscope::ui
