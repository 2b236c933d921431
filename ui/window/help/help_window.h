#pragma once

#include "ui/window/help/manual.h"

#include <QMainWindow>

class QAction;
class QSplitter;
class QTreeWidget;
class QTreeWidgetItem;

namespace stepscope::ui {

class ManualBrowser;
class PageSearch;

/// The window of the manual: the contents on the left, a page beside them, and a search in the page.
class HelpWindow final : public QMainWindow
{
    Q_OBJECT

public:
    /// `shortcuts` lists the keys of the main window.
    HelpWindow(Manual manual, QAction* shortcuts, QWidget* parent = nullptr);
    ~HelpWindow() override;

    /// Shows a page of the manual; the index if the name is empty.
    void showPage(const QString& page);
    /// The page that is shown.
    QString page() const;

    ManualBrowser* browser() const { return m_browser; }
    PageSearch* search() const { return m_search; }

protected:
    void closeEvent(QCloseEvent* event) override;

private:
    QAction* add(const QString& text, const QList<QKeySequence>& keys);
    void buildToolBar(QAction* shortcuts);
    void addKeys();
    void fillContents();
    void addHeadings(QTreeWidgetItem* item);
    void openCurrent();
    void showState();
    void restore();
    void save() const;

    Manual m_manual;
    QSplitter* m_splitter;
    QTreeWidget* m_contents;
    ManualBrowser* m_browser;
    PageSearch* m_search;
    QTreeWidgetItem* m_withHeadings = nullptr; ///< the item of the page, whose headings are below it
};

} // namespace stepscope::ui
