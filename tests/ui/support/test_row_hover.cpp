#include "ui/support/cell_painting.h"
#include "ui/support/table_setup.h"

#include <QHoverEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QTest>

#include <memory>

using namespace stepscope::ui;

namespace {

/// Paints backgrounds only.
class Delegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        painter->fillRect(option.rect, cellBackground(option, index, Theme::instance().colors()));
    }
};

} // namespace

/// Rows of tables are selected as a whole, and so they are marked under the pointer.
class TestRowHover : public QObject
{
    Q_OBJECT

    QStandardItemModel m_model{30, 3};

    std::unique_ptr<QTableView> makeTable()
    {
        auto table = std::make_unique<QTableView>();
        table->setModel(&m_model);
        table->setItemDelegate(new Delegate(table.get()));
        setUpTable(table.get());
        table->resize(340, 200);
        table->show();
        return table;
    }

    static void point(QTableView* table, const QPoint& position)
    {
        QHoverEvent move(QEvent::HoverMove, position, table->viewport()->mapToGlobal(position),
                         QPointF(-1, -1));
        QCoreApplication::sendEvent(table->viewport(), &move);
    }

    static void leave(QTableView* table)
    {
        QEvent leaving(QEvent::Leave);
        QCoreApplication::sendEvent(table->viewport(), &leaving);
    }

    static QPoint middle(const QTableView* table, int row, int column)
    {
        return table->visualRect(table->model()->index(row, column)).center();
    }

    static QColor color(QTableView* table, int row, int column)
    {
        return table->viewport()->grab().toImage().pixelColor(middle(table, row, column));
    }

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }

    void allCellsOfTheRowAreMarked()
    {
        const auto table = makeTable();
        QVERIFY(QTest::qWaitForWindowExposed(table.get()));
        leave(table.get());
        const QColor plain = color(table.get(), 1, 0);
        point(table.get(), middle(table.get(), 1, 0));
        QCOMPARE(RowHover::of(table.get())->row(), 1);
        const QColor marked = color(table.get(), 1, 0);
        QVERIFY(marked != plain);
        QCOMPARE(color(table.get(), 1, 2), marked);
        QCOMPARE(color(table.get(), 2, 0), plain);
        leave(table.get());
        QCOMPARE(color(table.get(), 1, 2), plain);
    }

    void scrollingMarksTheRowThatComesUnderThePointer()
    {
        const auto table = makeTable();
        QVERIFY(QTest::qWaitForWindowExposed(table.get()));
        table->setVerticalScrollMode(QTableView::ScrollPerItem);
        point(table.get(), middle(table.get(), 1, 1));
        table->verticalScrollBar()->setValue(3);
        QCOMPARE(RowHover::of(table.get())->row(), 4);
        leave(table.get());
        table->verticalScrollBar()->setValue(0);
        QCOMPARE(RowHover::of(table.get())->row(), -1);
    }

    void joinedTablesMarkTheSameRow()
    {
        const auto one = makeTable();
        const auto other = makeTable();
        QVERIFY(QTest::qWaitForWindowExposed(other.get()));
        RowHover::join(one.get(), other.get());
        point(one.get(), middle(one.get(), 2, 0));
        QCOMPARE(RowHover::of(other.get())->row(), 2);
        point(other.get(), middle(other.get(), 3, 0));
        QCOMPARE(RowHover::of(one.get())->row(), 3);
        leave(other.get());
        QCOMPARE(RowHover::of(one.get())->row(), -1);
    }
};

QTEST_MAIN(TestRowHover)
#include "test_row_hover.moc"
