#pragma once

#include "core/run/run.h"
#include "ui/support/view.h"

class QAction;
class QPlainTextEdit;
class QStackedWidget;
class QTableView;

namespace stepscope::ui {

class LogFilter;
class LogModel;

/// What happened since the window was opened: messages of the runs and of the window.
class LogView : public View
{
    Q_OBJECT

public:
    explicit LogView(QWidget* parent = nullptr);

    /// Keeps the entries of earlier runs.
    void showRun(const Run* run) override;
    void refresh() override;
    QList<ExportItem> exportItems() override;

    /// Adds an entry of the window, with the current time.
    void add(LogLevel level, const QString& text);
    /// Shows entries of this level and higher ones.
    void setLowestLevel(LogLevel level);
    /// The selected entries, or all that are shown if none is selected.
    QString selectedText() const;

public Q_SLOTS:
    void copyContent() override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void append(std::span<const LogEntry> entries);
    QWidget* makeToolRow();
    QWidget* makeMessage();
    void showMessage();

    LogModel* m_model;
    LogFilter* m_filter;
    QTableView* m_table;
    QStackedWidget* m_pages;
    QPlainTextEdit* m_message; ///< of the current row, if its cell cuts it
    QAction* m_copy;
    const Run* m_run = nullptr;
    size_t m_seen = 0; ///< entries of m_run that are in the model
};

} // namespace stepscope::ui
