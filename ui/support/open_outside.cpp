#include "ui/support/open_outside.h"

#include "ui/support/dialogs.h"

#include <QApplication>
#include <QCoreApplication>
#include <QDir>
#include <QString>
#include <QUrl>

namespace stepscope::ui {

namespace {

struct OpenOutsideWords
{
    Q_DECLARE_TR_FUNCTIONS(OpenOutside)
};

} // namespace

void openOutside(const QUrl& url)
{
    const QString failure = failureToOpenOutside(url);
    if (!failure.isEmpty())
        dialogs().showFailure(QApplication::activeWindow(), failure, {});
}

QString failureToOpenOutside(const QUrl& url)
{
    forgetFailure(QApplication::activeWindow());
    if (dialogs().openUrl(url))
        return {};
    const QString what = url.isLocalFile() ? QDir::toNativeSeparators(url.toLocalFile()) : url.toString();
    return OpenOutsideWords::tr("The desktop has no program that opens %1.").arg(what);
}

} // namespace stepscope::ui
