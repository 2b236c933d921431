#include "ui/runs/runs_list.h"

#include "ui/keys/view_keys.h"
#include "ui/runs/chosen_runs.h"
#include "ui/runs/runs_delegate.h"
#include "ui/runs/widget_action.h"
#include "ui/support/cell_painting.h"
#include "ui/support/copying.h"
#include "ui/support/icons.h"
#include "ui/support/qt_text.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr int boxWidth = 34;
constexpr int lineGap = 2;

QModelIndex boxIndex(const QModelIndex& index)
{
    return index.siblingAtColumn(int(RunColumn::Color));
}

QRect boxCell(const QRect& row)
{
    return {row.left(), row.top(), boxWidth, row.height()};
}

int textHeight(const QFontMetrics& metrics)
{
    return 2 * metrics.height() + lineGap;
}

QRect nameLine(const QRect& row, const QFontMetrics& metrics)
{
    const int top = row.top() + (row.height() - textHeight(metrics)) / 2;
    return {row.left() + boxWidth, top, row.width() - boxWidth - cellMargin, metrics.height()};
}

} // namespace

RunsListDelegate::RunsListDelegate(const RunsFilter* filter, const RunDifferences* differences,
                                   QObject* parent)
    : QStyledItemDelegate(parent)
    , m_filter(filter)
    , m_differences(differences)
{
}

QString RunsListDelegate::lineOf(const QModelIndex& index) const
{
    const LibraryEntry& run = m_filter->entry(index.row());
    QStringList parts;
    if (!run.problem.empty() || run.summary.outcome != RunOutcome::Finished)
        parts += runText(run, RunColumn::Outcome);
    parts += m_differences->besidesName(run.path);
    parts += runText(run, RunColumn::Date);
    parts.removeAll(QString());
    return parts.join(" · ");
}

void RunsListDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                             const QModelIndex& index) const
{
    const ThemeColors& colors = Theme::instance().colors();
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    painter->save();
    painter->fillRect(item.rect, cellBackground(item, index, colors));
    const QModelIndex box = boxIndex(index);
    if (box.data(Qt::CheckStateRole).isValid())
        paintRunBox(painter, boxCell(item.rect), box.data(Qt::CheckStateRole).toInt() == Qt::Checked,
                    box.data(Qt::DecorationRole).value<QColor>(), colors);
    const QRect name = nameLine(item.rect, item.fontMetrics);
    const QRect line = name.translated(0, item.fontMetrics.height() + lineGap);
    const QVariant foreground = index.data(Qt::ForegroundRole);
    painter->setFont(item.font);
    painter->setPen(foreground.isValid() ? foreground.value<QColor>() : colors.text);
    const QFontMetrics metrics(item.font);
    painter->drawText(name, Qt::AlignLeft | Qt::AlignVCenter,
                      metrics.elidedText(item.text, Qt::ElideRight, name.width()));
    painter->setFont(option.font);
    painter->setPen(colors.mutedText);
    painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                      option.fontMetrics.elidedText(lineOf(index), Qt::ElideRight, line.width()));
    paintRowLine(painter, item.rect, colors);
    painter->restore();
}

QSize RunsListDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    return {boxWidth + 100, textHeight(option.fontMetrics) + 12};
}

void RunsListDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                            const QModelIndex&) const
{
    const QRect name = nameLine(option.rect, option.fontMetrics);
    editor->setGeometry(name.adjusted(-4, -5, 0, 5));
}

bool RunsListDelegate::editorEvent(QEvent* event, QAbstractItemModel* model,
                                   const QStyleOptionViewItem& option, const QModelIndex& index)
{
    if (event->type() != QEvent::MouseButtonRelease)
        return false;
    const auto* mouse = static_cast<QMouseEvent*>(event);
    const QModelIndex box = boxIndex(index);
    if (mouse->button() != Qt::LeftButton || !boxCell(option.rect).contains(mouse->position().toPoint()) ||
        !(box.flags() & Qt::ItemIsUserCheckable))
        return false;
    const bool ticked = box.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    return model->setData(box, ticked ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

bool RunsListDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view,
                                 const QStyleOptionViewItem& option, const QModelIndex& index)
{
    if (event->type() != QEvent::ToolTip || !index.isValid())
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    if (boxCell(option.rect).contains(event->pos())) {
        QToolTip::showText(event->globalPos(), boxIndex(index).data(Qt::ToolTipRole).toString(), view);
        return true;
    }
    const QString text = paragraph(index.data().toString()) + paragraph(lineOf(index)) +
                         index.data(Qt::ToolTipRole).toString();
    QToolTip::showText(event->globalPos(), text, view);
    return true;
}

RunsList::RunsList(RunsModel* model, RunsFilter* filter, const RunDifferences* differences, QWidget* parent)
    : QListView(parent)
    , m_model(model)
    , m_filter(filter)
    , m_delegate(new RunsListDelegate(filter, differences, this))
{
    setObjectName("runsList");
    setAccessibleName(tr("Runs"));
    setModel(filter);
    setModelColumn(int(RunColumn::Name));
    setItemDelegate(m_delegate);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers);
    setUniformItemSizes(true);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFrameShape(NoFrame);
    setMouseTracking(true); // for the row under the pointer
    filter->sort(int(RunColumn::Date), Qt::DescendingOrder);
    connect(differences, &RunDifferences::changed, viewport(), qOverload<>(&QWidget::update));
    connect(&Theme::instance(), &Theme::changed, viewport(), qOverload<>(&QWidget::update));

    const auto makeKey = [this](KeyAct act, auto slot) {
        return addViewKey(this, "runs", act, Qt::WidgetShortcut, slot);
    };
    const auto open = [this] {
        if (const LibraryEntry* run = currentRun())
            Q_EMIT openWanted(run->path);
    };
    m_open = makeKey(KeyAct::Open, open);
    m_tick = makeKey(KeyAct::Tick, [this] { toggleTicks(); });
    m_rename = makeKey(KeyAct::Rename, [this] {
        if (currentIndex().isValid())
            edit(currentIndex());
    });
    m_copy = addWidgetAction(this, tr("Copy"), {}, [this] { copyRows(); });
    m_copy->setIcon(themedIcon("copy"));
    connect(this, &QListView::doubleClicked, this, [this, open](const QModelIndex& index) {
        // A double click in the box ticks twice.
        if (!boxCell(visualRect(index)).contains(viewport()->mapFromGlobal(QCursor::pos())))
            open();
    });
}

/// In the order of the list. "Select all" selects each row's other columns, too.
std::set<int> RunsList::selectedRowNumbers() const
{
    std::set<int> rows;
    for (const QModelIndex& index : selectionModel()->selectedIndexes())
        rows.insert(index.row());
    return rows;
}

std::vector<const LibraryEntry*> RunsList::selectedRuns() const
{
    std::vector<const LibraryEntry*> runs;
    for (const int row : selectedRowNumbers())
        runs.push_back(&m_filter->entry(row));
    return runs;
}

const LibraryEntry* RunsList::currentRun() const
{
    return currentIndex().isValid() ? &m_filter->entry(currentIndex().row()) : nullptr;
}

QString RunsList::lineOf(int row) const
{
    return m_delegate->lineOf(m_filter->index(row, int(RunColumn::Name)));
}

void RunsList::toggleTicks()
{
    std::vector<int> rows;
    for (const LibraryEntry* run : selectedRuns())
        rows.push_back(m_model->rowOf(run->path));
    const bool areAllTicked = std::ranges::all_of(rows, [this](int row) { return m_model->isTicked(row); });
    for (const int row : rows)
        m_model->setTicked(row, !areAllTicked);
}

void RunsList::copyRows() const
{
    QString text;
    const auto add = [&](int row) {
        text += m_filter->index(row, int(RunColumn::Name)).data().toString().replace('\t', ' ') + '\t' +
                lineOf(row).replace('\t', ' ') + '\n';
    };
    const QList<int> rows = rowsToCopy(*this);
    for (const int row : rows)
        add(row);
    ui::copyRows(this, text, rows.size());
}

void RunsList::fillMenu(QMenu* menu)
{
    menu->addActions({m_open, m_tick});
    addUntickAll(menu, m_model);
    menu->addActions({m_rename, m_copy});
    menu->addSeparator();
    Q_EMIT menuWanted(menu);
}

void RunsList::contextMenuEvent(QContextMenuEvent* event)
{
    if (selectionModel()->selectedIndexes().isEmpty())
        return;
    QMenu menu(this);
    fillMenu(&menu);
    menu.exec(event->globalPos());
}

void RunsList::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected)
{
    QListView::selectionChanged(selected, deselected);
    Q_EMIT selectionMoved();
}

} // namespace stepscope::ui
