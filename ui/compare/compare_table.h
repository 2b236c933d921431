#pragma once

#include <QTableView>

class QMenu;

namespace stepscope::ui {

class RunHeader;

/// A table with runs beside each other, whose first column stays in place while the others are scrolled.
/// Copies what is selected.
class CompareTable : public QTableView
{
    Q_OBJECT

public:
    explicit CompareTable(QAbstractItemModel* model, QWidget* parent = nullptr);
    ~CompareTable() override;

    /// The selected rows, or all when none is, with a header: tab-separated plain numbers of the columns that
    /// are shown.
    QString selectionAsText() const;
    void copy() const;

    void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;

Q_SIGNALS:
    /// The context menu opens on the rows: what else is to stand in it?
    void rowMenuWanted(QMenu* menu);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    void updateGeometries() override;

    RunHeader* runHeader() const { return m_header; }

private:
    void setUp(QTableView* view);
    void makeFrozen();
    void showFrozenColumn();
    void placeFrozen();

    RunHeader* m_header;
    QTableView* m_frozen;
};

} // namespace stepscope::ui
