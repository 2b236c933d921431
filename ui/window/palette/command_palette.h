#pragma once

#include "ui/window/palette/palette_entry.h"

#include <QDialog>
#include <QStringList>

#include <vector>

class QLabel;
class QLineEdit;
class QTreeView;

namespace stepscope::ui {

class PaletteModel;

/// A list of everything that one can do in the window or go to, which is searched by typing. It is open until
/// something is chosen or the user does something else.
class CommandPalette final : public QDialog
{
    Q_OBJECT

public:
    explicit CommandPalette(QWidget* window);

    /// Opens it with these entries and an empty search. Entries that were chosen before come first, the last
    /// one at the top.
    void open(std::vector<PaletteEntry> entries);
    using QDialog::open;

    QLineEdit* search() const { return m_search; }
    QTreeView* list() const { return m_list; }

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void place();
    void update();
    void choose(const QModelIndex& index);

    QLineEdit* m_search;
    QTreeView* m_list;
    QLabel* m_nothing;
    PaletteModel* m_model;
    QStringList m_recent; ///< kinds and titles
};

} // namespace stepscope::ui
