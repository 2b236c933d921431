#include "ui/compare/compare_table.h"

#include "ui/compare/compare_cells.h"
#include "ui/compare/compare_delegate.h"
#include "ui/compare/run_header.h"
#include "ui/support/copying.h"
#include "ui/support/icons.h"
#include "ui/support/rows_as_text.h"
#include "ui/support/table_setup.h"

#include <QContextMenuEvent>
#include <QMenu>

namespace stepscope::ui {

namespace {

CompareDelegate* setUp(QTableView* view)
{
    auto* delegate = new CompareDelegate(view);
    view->setItemDelegate(delegate);
    view->setVerticalScrollMode(QTableView::ScrollPerPixel);
    setUpTable(view);
    return delegate;
}

} // namespace

CompareTable::CompareTable(QAbstractItemModel* model, QWidget* parent)
    : FrozenTable(parent)
    , m_header(new RunHeader(this))
{
    setModel(model);
    setHorizontalHeader(m_header);
    m_delegates.push_back(setUp(this));
    freeze(1, [this](QTableView* view) {
        view->setHorizontalHeader(new RunHeader(view));
        m_delegates.push_back(setUp(view));
    });
}

CompareTable::~CompareTable() = default;

void CompareTable::distinguishLabels(const QStringList& labels)
{
    for (CompareDelegate* delegate : m_delegates)
        delegate->setLabels(labels);
}

void CompareTable::copy() const
{
    copyRows(this, rowsAsText(*this, PlainRole), rowsToCopy(*this).size());
}

void CompareTable::fillMenu(QMenu* menu)
{
    const bool any = selectionModel()->hasSelection();
    QAction* copy =
        menu->addAction(themedIcon("copy"), any ? tr("Copy") : tr("Copy table"), this, &CompareTable::copy);
    copy->setShortcut(QKeySequence::Copy);
    Q_EMIT rowMenuWanted(menu);
}

void CompareTable::openMenu(const QPoint& globalPosition)
{
    if (model()->rowCount() == 0)
        return;
    QMenu menu(this);
    fillMenu(&menu);
    menu.exec(globalPosition);
}

void CompareTable::contextMenuEvent(QContextMenuEvent* event)
{
    openMenu(event->globalPos());
}

} // namespace stepscope::ui
