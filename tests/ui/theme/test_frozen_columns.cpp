#include "ui/theme/frozen_columns.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>
#include <QWheelEvent>

#include <algorithm>
#include <memory>

using namespace stepscope::ui;

namespace {

/// Its first two columns stay in place.
class Table final : public FrozenTable
{
public:
    int menus = 0;

    explicit Table(QAbstractItemModel* model)
    {
        setModel(model);
        setUp(this);
        setSortingEnabled(true);
        freeze(2, &setUp);
        resize(400, 200);
    }

    QTableView* viewOf(int column) const { return FrozenTable::viewOf(model()->index(0, column)); }
    QTableView* frozen() const { return viewOf(0); }

protected:
    void contextMenuEvent(QContextMenuEvent*) override { ++menus; }

private:
    static void setUp(QTableView* view)
    {
        view->setFrameShape(QTableView::NoFrame);
        view->setShowGrid(false);
        view->verticalHeader()->hide();
        view->setSelectionBehavior(QTableView::SelectRows);
        view->setHorizontalScrollMode(QTableView::ScrollPerPixel);
        view->setEditTriggers(QTableView::NoEditTriggers);
    }
};

} // namespace

class TestFrozenColumns : public QObject
{
    Q_OBJECT

    std::unique_ptr<QStandardItemModel> m_model;
    std::unique_ptr<Table> m_table;

    QTableView* frozen() const { return m_table->frozen(); }
    QPoint middle(const QTableView* view, int row, int column) const
    {
        return view->visualRect(m_model->index(row, column)).center();
    }
    QList<int> selected() const
    {
        QList<int> rows;
        for (const QModelIndex& index : m_table->selectionModel()->selectedRows())
            rows += index.row();
        std::ranges::sort(rows);
        return rows;
    }
    void scrollRight() const
    {
        QScrollBar* bar = m_table->horizontalScrollBar();
        QVERIFY(bar->maximum() > 200);
        bar->setValue(bar->maximum());
    }

private Q_SLOTS:
    void init()
    {
        m_model = std::make_unique<QStandardItemModel>(40, 8);
        for (int row = 0; row < 40; ++row) {
            for (int column = 0; column < 8; ++column)
                m_model->setItem(row, column,
                                 new QStandardItem(QString("%1 %2").arg(row, 2, 10, QChar('0')).arg(column)));
        }
        m_table = std::make_unique<Table>(m_model.get());
        for (int column = 0; column < 8; ++column)
            m_table->setColumnWidth(column, column == 0 ? 60 : 100);
        m_table->sortByColumn(0, Qt::AscendingOrder);
        m_table->show();
        m_table->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_table.get()));
    }
    void cleanup() { m_table.reset(); }

    void theyStayWhereTheOthersAreScrolled()
    {
        scrollRight();
        QVERIFY(frozen() != m_table.get());
        QVERIFY(frozen()->isVisible());
        QCOMPARE(frozen()->geometry().topLeft(), QPoint(0, 0));
        QCOMPARE(frozen()->width(), 160);
        QCOMPARE(frozen()->visualRect(m_model->index(0, 0)), QRect(0, 0, 60, m_table->rowHeight(0)));
        QVERIFY(m_table->visualRect(m_model->index(0, 0)).right() < 0);
        QVERIFY(m_table->viewOf(2) == m_table.get());
        QCOMPARE(frozen()->horizontalHeader()->height(), m_table->horizontalHeader()->height());
        for (int column = 0; column < 8; ++column)
            QCOMPARE(frozen()->isColumnHidden(column), column > 1);
    }

    void theirRowsFollowTheTableAndTheTableThem()
    {
        m_table->verticalScrollBar()->setValue(7);
        QCOMPARE(frozen()->rowAt(1), 7);
        frozen()->verticalScrollBar()->setValue(9);
        QCOMPARE(m_table->rowAt(1), 9);
        m_model->setRowCount(200);
        m_table->scrollToBottom(); // before the second view has been laid out
        QTRY_COMPARE(frozen()->verticalScrollBar()->value(), m_table->verticalScrollBar()->maximum());
        QCOMPARE(m_table->verticalScrollBar()->value(), m_table->verticalScrollBar()->maximum());
    }

    void aClickInThemIsOneInTheTable()
    {
        scrollRight();
        const QSignalSpy clicked(m_table.get(), &QTableView::clicked);
        const QSignalSpy doubleClicked(m_table.get(), &QTableView::doubleClicked);
        const QPoint place = middle(frozen(), 2, 1);
        QTest::mouseClick(frozen()->viewport(), Qt::LeftButton, {}, place);
        QCOMPARE(clicked.size(), 1);
        QCOMPARE(m_table->currentIndex(), m_model->index(2, 1));
        QCOMPARE(selected(), QList<int>{2});
        QVERIFY(m_table->hasFocus());
        QTest::mouseDClick(frozen()->viewport(), Qt::LeftButton, {}, place);
        QCOMPARE(doubleClicked.size(), 1);
        QCOMPARE(m_table->horizontalScrollBar()->value(), m_table->horizontalScrollBar()->maximum());
        QContextMenuEvent menu(QContextMenuEvent::Mouse, place, frozen()->viewport()->mapToGlobal(place));
        QCoreApplication::sendEvent(frozen()->viewport(), &menu);
        QCOMPARE(m_table->menus, 1);
    }

    void aSelectionGoesOnWhereItIsDraggedOutOfThem()
    {
        QWidget* viewport = frozen()->viewport();
        QTest::mousePress(viewport, Qt::LeftButton, {}, middle(frozen(), 0, 1));
        const QPoint outside(viewport->width() + 80, middle(frozen(), 2, 1).y());
        QMouseEvent move(QEvent::MouseMove, outside, viewport->mapToGlobal(outside), Qt::NoButton,
                         Qt::LeftButton, {});
        QCoreApplication::sendEvent(viewport, &move);
        QTest::mouseRelease(viewport, Qt::LeftButton, {}, outside);
        QCOMPARE(selected(), QList<int>({0, 1, 2}));
    }

    void theWheelOverThemScrollsTheTable()
    {
        const auto turn = [this](const QPoint& angle) {
            const QPoint place = middle(frozen(), 1, 1);
            QWheelEvent wheel(place, frozen()->viewport()->mapToGlobal(place), {}, angle, {}, {},
                              Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(frozen()->viewport(), &wheel);
        };
        turn({-120, 0});
        QVERIFY(m_table->horizontalScrollBar()->value() > 0);
        QCOMPARE(m_table->verticalScrollBar()->value(), 0);
        turn({0, -120});
        QVERIFY(m_table->verticalScrollBar()->value() > 0);
        QCOMPARE(frozen()->verticalScrollBar()->value(), m_table->verticalScrollBar()->value());
    }

    void theCurrentCellIsNotUnderThem()
    {
        scrollRight();
        m_table->setFocus();
        m_table->setCurrentIndex(m_model->index(3, 4));
        for (int column = 3; column >= 2; --column) {
            QTest::keyClick(m_table.get(), Qt::Key_Left);
            QCOMPARE(m_table->currentIndex(), m_model->index(3, column));
            QVERIFY2(m_table->columnViewportPosition(column) >= 160, qPrintable(QString::number(column)));
        }
        scrollRight();
        m_table->setCurrentIndex(m_model->index(30, 1)); // is already visible
        QCOMPARE(m_table->horizontalScrollBar()->value(), m_table->horizontalScrollBar()->maximum());
        QVERIFY(frozen()->viewport()->rect().contains(middle(frozen(), 30, 1)));
    }

    void aClickOnTheirHeaderSortsTheTable()
    {
        scrollRight();
        const QHeaderView* header = frozen()->horizontalHeader();
        QVERIFY(header->isSortIndicatorShown());
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, {30, header->height() / 2});
        QCOMPARE(m_table->horizontalHeader()->sortIndicatorSection(), 0);
        QCOMPARE(m_table->horizontalHeader()->sortIndicatorOrder(), Qt::DescendingOrder);
        QCOMPARE(m_model->index(0, 0).data().toString(), "39 0");
        m_table->sortByColumn(1, Qt::AscendingOrder);
        QCOMPARE(header->sortIndicatorSection(), 1);
        QCOMPARE(m_model->index(0, 0).data().toString(), "00 0");
    }

    void widthsAndHiddenColumnsAreThoseOfTheTable()
    {
        frozen()->horizontalHeader()->resizeSection(1, 130);
        QCOMPARE(m_table->columnWidth(1), 130);
        m_table->setColumnWidth(0, 50);
        QCOMPARE(frozen()->columnWidth(0), 50);
        QCOMPARE(frozen()->width(), 180);
        QTableView* const view = frozen();
        m_table->setColumnHidden(0, true);
        QVERIFY(view->isColumnHidden(0));
        QCOMPARE(view->width(), 130);
        m_table->setColumnHidden(0, false);
        QCOMPARE(view->columnWidth(0), 50);
        QCOMPARE(view->width(), 180);
    }

    void noColumnCanBeMovedBeforeThem()
    {
        QHeaderView* header = m_table->horizontalHeader();
        header->moveSection(4, 0);
        header->moveSection(1, 6);
        QCOMPARE(header->visualIndex(0), 0);
        QCOMPARE(header->visualIndex(1), 1);
    }

    void theyAreScrolledWhereTheyWouldHideTheOthers()
    {
        QTableView* const view = frozen();
        m_table->resize(200, 200);
        QTRY_VERIFY(!view->isVisible());
        QVERIFY(m_table->viewOf(0) == m_table.get());
        m_table->resize(400, 200);
        QTRY_VERIFY(view->isVisible());
    }

    void theyAreEditedInPlace()
    {
        scrollRight();
        const QModelIndex cell = m_model->index(1, 1);
        m_table->setFocus();
        m_table->setCurrentIndex(cell);
        m_table->viewOf(1)->edit(cell);
        auto* editor = frozen()->viewport()->findChild<QLineEdit*>();
        QVERIFY(editor);
        QVERIFY(editor->hasFocus());
        editor->setText("01 new");
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_COMPARE(cell.data().toString(), "01 new");
        QTRY_VERIFY(m_table->hasFocus());
    }

    void onlyTheTableTakesTheFocus()
    {
        for (const QWidget* widget : m_table->findChildren<QWidget*>())
            QVERIFY2(widget->focusPolicy() == Qt::NoFocus, widget->metaObject()->className());
        QCOMPARE(frozen()->focusProxy(), m_table.get());
    }
};

QTEST_MAIN(TestFrozenColumns)
#include "test_frozen_columns.moc"
