#pragma once

#include "ui/theme/frozen_columns.h"

#include <QStringList>

#include <vector>

class QMenu;

namespace stepscope::ui {

class CompareDelegate;
class RunHeader;

/// A table of runs side by side, whose first column stays in place when the others are scrolled, unless it is
/// so wide that it would hide them. Copies the selection.
class CompareTable : public FrozenTable
{
    Q_OBJECT

public:
    explicit CompareTable(QAbstractItemModel* model, QWidget* parent = nullptr);
    ~CompareTable() override;

    /// The selected rows, or all if none is selected: plain numbers, see rowsAsText().
    void copy() const;
    /// Adds the entries of the context menu.
    void fillMenu(QMenu* menu);

Q_SIGNALS:
    /// The context menu is about to open; receivers may add entries.
    void rowMenuWanted(QMenu* menu);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;

    RunHeader* runHeader() const { return m_header; }
    /// A cut label of a row must not look like another one.
    void distinguishLabels(const QStringList& labels);

private:
    void openMenu(const QPoint& globalPosition);

    RunHeader* m_header;
    std::vector<CompareDelegate*> m_delegates; ///< of the table and of its frozen column
};

} // namespace stepscope::ui
