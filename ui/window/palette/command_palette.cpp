#include "ui/window/palette/command_palette.h"

#include "ui/theme/theme.h"

#include <QAbstractTableModel>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr size_t mostShown = 200; ///< nobody reads further; words narrow the list
constexpr qsizetype mostRecent = 8;

QString keyOf(const PaletteEntry& entry)
{
    return entry.kind + '\n' + entry.title;
}

} // namespace

/// The entries that match, with title, kind and detail as columns.
class PaletteModel final : public QAbstractTableModel
{
public:
    enum Column { Title, Kind, Detail, Columns };

    using QAbstractTableModel::QAbstractTableModel;

    void setEntries(std::vector<PaletteEntry> entries)
    {
        beginResetModel();
        m_entries = std::move(entries);
        m_shown.clear();
        endResetModel();
    }
    void search(const QString& text)
    {
        beginResetModel();
        m_shown = paletteMatches(m_entries, text);
        m_shown.resize(std::min(m_shown.size(), mostShown));
        endResetModel();
    }
    const PaletteEntry& entry(int row) const { return m_entries[m_shown[size_t(row)]]; }

    int rowCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : int(m_shown.size());
    }
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : Columns; }
    QVariant data(const QModelIndex& index, int role) const override
    {
        const PaletteEntry& shown = entry(index.row());
        if (role == Qt::DisplayRole)
            return index.column() == Title ? shown.title : index.column() == Kind ? shown.kind : shown.detail;
        if (role == Qt::DecorationRole && index.column() == Title && !shown.icon.isNull())
            return shown.icon;
        if (role == Qt::ToolTipRole)
            return shown.help.isEmpty() ? shown.title : shown.help;
        if (role == Qt::ForegroundRole && (!shown.isEnabled || index.column() != Title))
            return Theme::instance().colors().mutedText;
        if (role == Qt::TextAlignmentRole && index.column() == Detail)
            return int(Qt::AlignRight | Qt::AlignVCenter);
        return {};
    }

private:
    std::vector<PaletteEntry> m_entries;
    std::vector<size_t> m_shown;
};

CommandPalette::CommandPalette(QWidget* window)
    : QDialog(window, Qt::Popup)
    , m_search(new QLineEdit(this))
    , m_list(new QTreeView(this))
    , m_nothing(new QLabel(tr("Nothing matches."), this))
    , m_model(new PaletteModel(this))
{
    setObjectName("commandPalette");
    setWindowTitle(tr("Command palette"));
    m_search->setObjectName("paletteSearch");
    m_search->setPlaceholderText(tr("Search actions, views, runs, operators and settings"));
    m_search->setAccessibleName(tr("Search"));
    m_search->setClearButtonEnabled(true);
    m_search->installEventFilter(this);
    m_list->setObjectName("paletteList");
    m_list->setAccessibleName(tr("Matches"));
    m_list->setModel(m_model);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setHeaderHidden(true);
    m_list->setFocusPolicy(Qt::NoFocus); // the keys are those of the search
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(PaletteModel::Title, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(PaletteModel::Kind, QHeaderView::ResizeToContents);
    m_list->header()->setSectionResizeMode(PaletteModel::Detail, QHeaderView::ResizeToContents);
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setContentsMargins(12, 12, 12, 12);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(6);
    layout->addWidget(m_search);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_nothing, 1);
    connect(m_search, &QLineEdit::textChanged, this, &CommandPalette::update);
    connect(m_list, &QTreeView::clicked, this, &CommandPalette::choose);
}

void CommandPalette::open(std::vector<PaletteEntry> entries)
{
    const auto age = [this](const PaletteEntry& entry) {
        const qsizetype at = m_recent.indexOf(keyOf(entry));
        return at < 0 ? m_recent.size() : at;
    };
    std::ranges::stable_sort(entries, {}, age);
    m_model->setEntries(std::move(entries));
    m_search->clear();
    update();
    place();
    show();
    m_search->setFocus(Qt::PopupFocusReason);
}

/// At the top of the window, in its middle.
void CommandPalette::place()
{
    constexpr int widest = 720;
    constexpr int highest = 420;
    constexpr int margin = 40;
    const QWidget* window = parentWidget();
    const QSize size(std::min(widest, window->width() - 2 * margin),
                     std::min(highest, window->height() - 2 * margin));
    resize(size.expandedTo(minimumSizeHint()));
    move(window->mapToGlobal(QPoint((window->width() - width()) / 2, margin)));
}

void CommandPalette::update()
{
    m_model->search(m_search->text());
    const bool isAny = m_model->rowCount() > 0;
    m_list->setVisible(isAny);
    m_nothing->setVisible(!isAny);
    if (isAny)
        m_list->setCurrentIndex(m_model->index(0, 0));
}

bool CommandPalette::eventFilter(QObject* object, QEvent* event)
{
    if (object != m_search || event->type() != QEvent::KeyPress)
        return QDialog::eventFilter(object, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const int row = m_list->currentIndex().row();
    const int page = std::max(m_list->viewport()->height() / std::max(m_list->sizeHintForRow(0), 1), 1);
    const auto goTo = [this](int wanted) {
        if (const int rows = m_model->rowCount(); rows > 0)
            m_list->setCurrentIndex(m_model->index(std::clamp(wanted, 0, rows - 1), 0));
        return true;
    };
    switch (key->key()) {
    case Qt::Key_Down:
        return goTo(row + 1);
    case Qt::Key_Up:
        return goTo(row - 1);
    case Qt::Key_PageDown:
        return goTo(row + page);
    case Qt::Key_PageUp:
        return goTo(row - page);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        choose(m_list->currentIndex());
        return true;
    default:
        return QDialog::eventFilter(object, event);
    }
}

void CommandPalette::choose(const QModelIndex& index)
{
    if (!index.isValid() || !m_model->entry(index.row()).isEnabled)
        return;
    const PaletteEntry chosen = m_model->entry(index.row());
    m_recent.removeAll(keyOf(chosen));
    m_recent.prepend(keyOf(chosen));
    m_recent = m_recent.mid(0, mostRecent);
    hide();
    parentWidget()->activateWindow(); // what is chosen may set the focus there
    m_model->setEntries({});          // they refer to what may be gone at the next opening
    // In a separate turn of the event loop: it may open a dialog.
    QMetaObject::invokeMethod(this, chosen.choose, Qt::QueuedConnection);
}

} // namespace stepscope::ui
