#include "ui/log/log_view.h"

#include "core/base/files/atomic_file.h"
#include "ui/log/log_model.h"
#include "ui/support/cell_painting.h"
#include "ui/support/copying.h"
#include "ui/support/export_dialog.h"
#include "ui/support/filter_model.h"
#include "ui/support/icons.h"
#include "ui/support/qt_text.h"
#include "ui/support/table_setup.h"
#include "ui/support/tool_row_layout.h"
#include "ui/theme/follow_font.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QButtonGroup>
#include <QDateTime>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QTextDocument>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace stepscope::ui {

class LogFilter final : public FilterModel
{
public:
    explicit LogFilter(LogModel* model)
        : FilterModel(model)
        , m_model(model)
    {
        setSourceModel(model);
    }

    void setLowest(LogLevel level)
    {
        changeFilter([&] { m_lowest = level; });
    }

    const LogEntry& entry(int row) const
    {
        return m_model->entries()[size_t(mapToSource(index(row, 0)).row())];
    }

protected:
    bool filterAcceptsRow(int row, const QModelIndex&) const override
    {
        return m_model->entries()[size_t(row)].level >= m_lowest;
    }

private:
    LogModel* m_model;
    LogLevel m_lowest = LogLevel::Info;
};

namespace {

constexpr int mostMessageLines = 7; // a longer message is scrolled

/// Paints the cells as those of other tables.
class LogDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        // A message of several lines has an ellipsis in place of the further ones.
        QString text = index.data().toString();
        if (const auto end = text.indexOf('\n'); end >= 0)
            text = text.left(end) + QChar(0x2026);
        paintTextCell(
            painter, option, index,
            {.text = text, .font = option.font, .color = index.data(Qt::ForegroundRole).value<QColor>()});
    }
};

} // namespace

LogView::LogView(QWidget* parent)
    : View(parent)
    , m_model(new LogModel(this))
    , m_filter(new LogFilter(m_model))
    , m_table(new QTableView)
    , m_pages(new QStackedWidget)
    , m_message(new QPlainTextEdit)
    , m_copy(new QAction(tr("Copy"), this))
{
    m_table->setModel(m_filter);
    m_table->setItemDelegate(new LogDelegate(m_table));
    setUpTable(m_table);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setStretchLastSection(true);
    followFont(m_table, [this] {
        const QFontMetrics metrics(Theme::tabularFont(m_table->font()));
        m_table->setColumnWidth(LogModel::Time, metrics.horizontalAdvance("00 May 0000 00:00:00") + 32);
        m_table->setColumnWidth(LogModel::Level, metrics.horizontalAdvance(tr("Warning")) + 32);
    });

    m_copy->setIcon(themedIcon("copy"));
    m_copy->setToolTip(tr("Copy the selected entries, or all"));
    connect(m_copy, &QAction::triggered, this, &LogView::copyContent);
    m_table->addAction(m_copy);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);

    auto* empty = new QLabel(tr("No messages yet. Start training to see messages."));
    empty->setAlignment(Qt::AlignCenter);
    empty->setProperty("muted", true);
    m_pages->addWidget(empty);
    m_pages->addWidget(m_table);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeToolRow());
    layout->addWidget(m_pages, 1);
    layout->addWidget(makeMessage());
}

QWidget* LogView::makeMessage()
{
    m_message->setObjectName("message");
    m_message->setAccessibleName(tr("Selected message"));
    m_message->setReadOnly(true);
    m_message->hide();
    const QItemSelectionModel* selection = m_table->selectionModel();
    connect(selection, &QItemSelectionModel::currentChanged, this, &LogView::showMessage);
    connect(m_filter, &QAbstractItemModel::rowsRemoved, this, &LogView::showMessage);
    connect(m_table->horizontalHeader(), &QHeaderView::sectionResized, this, &LogView::showMessage);
    return m_message;
}

/// The header does not always emit sectionResized() when it stretches the last column.
void LogView::resizeEvent(QResizeEvent* event)
{
    View::resizeEvent(event);
    showMessage();
}

/// Shows the message of the current row if its cell cuts it.
void LogView::showMessage()
{
    const QModelIndex current = m_table->currentIndex();
    const QString text = current.isValid() ? toQString(m_filter->entry(current.row()).text) : QString();
    const QFontMetrics metrics(m_table->font());
    const int room = m_table->columnWidth(LogModel::Text) - 2 * cellMargin;
    // A program's output may be very long: only what can be visible is measured.
    const bool isCut = text.contains('\n') || text.size() > room || metrics.horizontalAdvance(text) > room;
    m_message->setVisible(isCut);
    if (!isCut)
        return;
    if (text != m_message->toPlainText())
        m_message->setPlainText(text);
    const QMargins margins = m_message->contentsMargins();
    const int frame = 2 * int(m_message->document()->documentMargin()) + margins.top() + margins.bottom();
    const QString visible = text.left(width() * mostMessageLines);
    const QSize wrapped = metrics.boundingRect({0, 0, width() - frame, 0}, Qt::TextWordWrap, visible).size();
    const int lines = std::min(wrapped.height() / metrics.lineSpacing() + 1, mostMessageLines);
    m_message->setFixedHeight(lines * metrics.lineSpacing() + frame);
    m_table->scrollTo(current); // which is now lower
}

QWidget* LogView::makeToolRow()
{
    auto* row = new QWidget;
    auto* layout = new ToolRowLayout(row);
    layout->setSpacing(4);
    auto* group = new QButtonGroup(this);
    const auto addLevel = [&](const QString& text, LogLevel level) {
        auto* button = new QToolButton;
        button->setText(text);
        button->setCheckable(true);
        button->setChecked(level == LogLevel::Info);
        group->addButton(button);
        layout->addWidget(button);
        connect(button, &QToolButton::clicked, this, [this, level] { setLowestLevel(level); });
    };
    addLevel(tr("All"), LogLevel::Info);
    addLevel(tr("Warnings and errors"), LogLevel::Warning);
    addLevel(tr("Errors"), LogLevel::Error);
    layout->addStretch();
    auto* copy = new QToolButton;
    copy->setAutoRaise(true);
    copy->setDefaultAction(m_copy);
    layout->addWidget(copy);
    layout->addWidget(makeExportButton(this));
    return row;
}

void LogView::showRun(const Run* run)
{
    m_run = run;
    m_seen = 0;
    refresh();
}

void LogView::refresh()
{
    if (!m_run)
        return;
    append(std::span(m_run->log).subspan(m_seen));
    m_seen = m_run->log.size();
}

void LogView::add(LogLevel level, const QString& text)
{
    const LogEntry entry{QDateTime::currentMSecsSinceEpoch(), level, text.toStdString()};
    append({&entry, 1});
}

void LogView::append(std::span<const LogEntry> entries)
{
    if (entries.empty())
        return;
    const QScrollBar* bar = m_table->verticalScrollBar();
    const bool follow = bar->value() == bar->maximum();
    m_model->append(entries);
    m_pages->setCurrentWidget(m_table);
    if (follow)
        m_table->scrollToBottom();
}

void LogView::setLowestLevel(LogLevel level)
{
    m_filter->setLowest(level);
}

QString LogView::selectedText() const
{
    QStringList lines;
    for (const int row : rowsToCopy(*m_table))
        lines += logLine(m_filter->entry(row));
    return lines.join('\n');
}

void LogView::copyContent()
{
    copyRows(this, selectedText(), rowsToCopy(*m_table).size());
}

QList<ExportItem> LogView::exportItems()
{
    if (m_model->entries().empty())
        return {};
    return {{.title = tr("Log"),
             .fileName = "log",
             .formats = {"txt"},
             .write =
                 [this](const QString& path) {
                     QString text;
                     for (const LogEntry& entry : m_model->entries())
                         text += logLine(entry) + '\n';
                     writeFileAtomically(path.toStdString(), text.toStdString());
                 },
             .isOfRun = false}}; // the entries of earlier runs are kept
}

} // namespace stepscope::ui
