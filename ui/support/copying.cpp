#include "ui/support/copying.h"

#include "core/base/error.h"
#include "ui/exports/picture_writer.h"
#include "ui/support/dialogs.h"
#include "ui/support/qt_text.h"
#include "ui/support/status_message.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QMenu>
#include <QTableView>

#include <set>
#include <utility>

namespace stepscope::ui {

namespace {

struct CopyingWords
{
    Q_DECLARE_TR_FUNCTIONS(Copying)
};

} // namespace

bool hasFocusWithin(const QWidget* widget)
{
    const QWidget* focused = QApplication::focusWidget();
    return focused && (focused == widget || widget->isAncestorOf(focused));
}

QList<int> rowsToCopy(const QAbstractItemView& table)
{
    std::set<int> rows;
    for (const QModelIndex& index : table.selectionModel()->selectedIndexes())
        rows.insert(index.row());
    if (!rows.empty())
        return {rows.begin(), rows.end()};
    const auto* withHiddenRows = qobject_cast<const QTableView*>(&table);
    QList<int> all;
    for (int row = 0; row < table.model()->rowCount(); ++row) {
        if (!withHiddenRows || !withHiddenRows->isRowHidden(row))
            all += row;
    }
    return all;
}

void copyRows(const QWidget* widget, const QString& text, qsizetype rows)
{
    if (rows == 0)
        return;
    QGuiApplication::clipboard()->setText(text);
    showStatusMessage(widget,
                      counted(CopyingWords::tr("Copied %1 row(s).", nullptr, formNumber(rows)), rows));
}

QAction* addCopyNames(QMenu* menu, bool areKernels, std::function<QStringList()> names)
{
    const QString title =
        areKernels ? CopyingWords::tr("Copy kernel name") : CopyingWords::tr("Copy operator name");
    return menu->addAction(title, menu, [names = std::move(names)] {
        QStringList each = names();
        each.removeDuplicates();
        QGuiApplication::clipboard()->setText(each.join('\n'));
    });
}

void copyPicture(QWidget* widget, const Picture& picture)
{
    forgetFailure(widget);
    try {
        QGuiApplication::clipboard()->setImage(pictureImage(picture));
        showStatusMessage(widget, CopyingWords::tr("Copied picture."));
    } catch (const Error& error) {
        dialogs().showFailure(widget, toQString(error.what()), toQString(error.detail()));
    }
}

} // namespace stepscope::ui
