#include "ui/window/help/help_window.h"

#include "ui/support/icons.h"
#include "ui/window/help/manual_browser.h"
#include "ui/window/help/manual_style.h"
#include "ui/window/help/page_search.h"

#include <QAction>
#include <QCloseEvent>
#include <QScreen>
#include <QSettings>
#include <QSplitter>
#include <QToolBar>
#include <QTreeWidget>

#include <functional>
#include <utility>

namespace stepscope::ui {

namespace {

enum Role { PageRole = Qt::UserRole, AnchorRole };

constexpr auto geometryKey = "help/geometry";
constexpr auto contentsKey = "help/contents";
constexpr auto zoomKey = "help/zoom";

} // namespace

HelpWindow::HelpWindow(Manual manual, QAction* shortcuts, QWidget* parent)
    : QMainWindow(parent)
    , m_manual(std::move(manual))
    , m_splitter(new QSplitter(this))
    , m_contents(new QTreeWidget(m_splitter))
    , m_browser(new ManualBrowser(m_splitter))
    , m_search(new PageSearch(m_browser))
{
    setObjectName("helpWindow");
    setAttribute(Qt::WA_QuitOnClose, false);
    setContextMenuPolicy(Qt::NoContextMenu);
    setWindowTitle(tr("Manual – Stepscope"));
    setWindowIcon(applicationIcon());
    m_contents->setObjectName("manualContents");
    m_contents->setAccessibleName(tr("Contents of the manual"));
    m_browser->setAccessibleName(tr("Manual page"));
    m_contents->setHeaderHidden(true);
    m_contents->setRootIsDecorated(false);
    m_contents->setIndentation(14);
    m_contents->setStyleSheet(
        "QTreeWidget { border: none; padding: 8px 0 8px 10px; } QTreeWidget::item { padding: 3px 6px; }"
        "QTreeWidget::branch { image: none; border-image: none; }");
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setHandleWidth(1);
    setCentralWidget(m_splitter);
    buildToolBar(shortcuts);
    addKeys();
    fillContents();
    // In a separate turn of the event loop, because another page changes the items.
    connect(m_contents, &QTreeWidget::currentItemChanged, this, &HelpWindow::openCurrent,
            Qt::QueuedConnection);
    connect(m_contents, &QTreeWidget::itemClicked, this, &HelpWindow::openCurrent, Qt::QueuedConnection);
    connect(m_browser, &ManualBrowser::pageShown, this, &HelpWindow::showState);
    restore();
}

HelpWindow::~HelpWindow()
{
    if (isVisible())
        save();
}

QAction* HelpWindow::add(const QString& text, const QList<QKeySequence>& keys)
{
    auto* action = new QAction(text, this);
    action->setShortcuts(keys);
    if (!keys.isEmpty())
        action->setToolTip(QString("%1 (%2)").arg(text, keys.first().toString(QKeySequence::NativeText)));
    addAction(action);
    return action;
}

void HelpWindow::buildToolBar(QAction* shortcuts)
{
    QToolBar* bar = addToolBar(tr("Manual"));
    bar->setMovable(false);
    bar->setIconSize({16, 16});
    bar->toggleViewAction()->setVisible(false);
    const auto addButton = [&](const QString& text, const QKeySequence& key, const char* icon,
                               void (QTextBrowser::*go)()) {
        QAction* action = add(text, {key});
        action->setIcon(themedIcon(icon));
        action->setEnabled(false);
        connect(action, &QAction::triggered, m_browser, go);
        bar->addAction(action);
        return action;
    };
    QAction* back = addButton(tr("Back"), QKeySequence::Back, "back", &QTextBrowser::backward);
    QAction* forward = addButton(tr("Forward"), QKeySequence::Forward, "forward", &QTextBrowser::forward);
    connect(m_browser, &QTextBrowser::backwardAvailable, back, &QAction::setEnabled);
    connect(m_browser, &QTextBrowser::forwardAvailable, forward, &QAction::setEnabled);
    QAction* index = add(tr("Contents"), {Qt::ALT | Qt::Key_Home});
    connect(index, &QAction::triggered, this, [this] { showPage({}); });
    bar->addAction(index);
    if (shortcuts)
        bar->addAction(shortcuts);
    m_search->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(m_search);
}

void HelpWindow::addKeys()
{
    const auto addKey = [this](const QString& text, const QList<QKeySequence>& keys,
                               const std::function<void()>& work) {
        connect(add(text, keys), &QAction::triggered, this, work);
    };
    addKey(tr("Find"), {QKeySequence::Find}, [this] { m_search->start(); });
    addKey(tr("Next"), {Qt::Key_F3}, [this] { m_search->goTo(1); });
    addKey(tr("Previous"), {Qt::SHIFT | Qt::Key_F3}, [this] { m_search->goTo(-1); });
    addKey(tr("Larger"), {Qt::CTRL | Qt::Key_Plus, Qt::CTRL | Qt::Key_Equal},
           [this] { m_browser->setZoom(m_browser->zoom() + 1); });
    addKey(tr("Smaller"), {Qt::CTRL | Qt::Key_Minus}, [this] { m_browser->setZoom(m_browser->zoom() - 1); });
    addKey(tr("Normal size"), {Qt::CTRL | Qt::Key_0}, [this] { m_browser->setZoom(0); });
    addKey(tr("Close"), {QKeySequence::Close}, [this] { close(); });
}

void HelpWindow::fillContents()
{
    m_contents->setVisible(m_manual.isFound());
    if (!m_manual.isFound()) {
        m_browser->showSentence(m_manual.whyMissing());
        m_search->setEnabled(false);
        return;
    }
    const auto addPage = [](auto* parent, const QString& title, const QString& name) {
        auto* item = new QTreeWidgetItem(parent, {title});
        item->setData(0, PageRole, name);
    };
    addPage(m_contents, tr("Contents"), Manual::indexPage);
    for (const ManualSection& section : m_manual.contents()) {
        auto* head = new QTreeWidgetItem(m_contents, {section.title});
        QFont bold = head->font(0);
        bold.setWeight(QFont::DemiBold);
        head->setFont(0, bold);
        head->setFlags(Qt::ItemIsEnabled);
        for (const ManualPage& page : section.pages)
            addPage(head, page.title, page.name);
        head->setExpanded(true);
    }
}

void HelpWindow::showPage(const QString& page)
{
    if (m_manual.isFound())
        m_browser->openFile(m_manual.pathOf(page));
}

QString HelpWindow::page() const
{
    return m_manual.isFound() ? m_manual.pageOf(m_browser->shown().toLocalFile()) : QString();
}

void HelpWindow::openCurrent()
{
    const QTreeWidgetItem* item = m_contents->currentItem();
    if (!item || item->data(0, PageRole).isNull())
        return;
    const QString name = item->data(0, PageRole).toString();
    const QString anchor = item->data(0, AnchorRole).toString();
    if (name != page() || !anchor.isEmpty() || m_browser->shown().hasFragment())
        m_browser->openFile(m_manual.pathOf(name), anchor);
}

/// Marks the page that is shown in the contents.
void HelpWindow::showState()
{
    const QSignalBlocker blocker(m_contents);
    const QString name = page(); // empty for a file outside the manual, to which a page can lead
    QTreeWidgetItem* shown = nullptr;
    for (QTreeWidgetItemIterator at(m_contents); *at && !name.isEmpty(); ++at) {
        if ((*at)->data(0, PageRole).toString() == name && (*at)->data(0, AnchorRole).isNull())
            shown = *at;
    }
    if (shown != m_withHeadings) {
        if (m_withHeadings)
            qDeleteAll(m_withHeadings->takeChildren());
        addHeadings(shown);
    }
    QTreeWidgetItem* current = shown;
    for (int i = 0; shown && i < shown->childCount(); ++i) {
        if (shown->child(i)->data(0, AnchorRole).toString() == m_browser->shown().fragment())
            current = shown->child(i);
    }
    m_contents->setCurrentItem(current);
    m_search->renew();
    const QString title = shown ? shown->text(0) : m_browser->shown().fileName();
    setWindowTitle(tr("%1 – Manual – Stepscope").arg(title));
}

void HelpWindow::addHeadings(QTreeWidgetItem* item)
{
    m_withHeadings = item;
    if (!item || page() == Manual::indexPage)
        return;
    for (const PageHeading& heading : headingsOf(m_browser->document())) {
        if (heading.level != 2)
            continue;
        auto* child = new QTreeWidgetItem(item, {heading.text});
        child->setData(0, PageRole, page());
        child->setData(0, AnchorRole, heading.anchor);
    }
    item->setExpanded(true);
}

void HelpWindow::restore()
{
    const QSettings settings;
    if (!restoreGeometry(settings.value(geometryKey).toByteArray()))
        resize(QSize(1200, 780).boundedTo(screen()->availableSize()));
    if (!m_splitter->restoreState(settings.value(contentsKey).toByteArray()))
        m_splitter->setSizes({240, 960});
    m_browser->setZoom(settings.value(zoomKey).toInt());
}

void HelpWindow::save() const
{
    QSettings settings;
    settings.setValue(geometryKey, saveGeometry());
    settings.setValue(contentsKey, m_splitter->saveState());
    settings.setValue(zoomKey, m_browser->zoom());
}

void HelpWindow::closeEvent(QCloseEvent* event)
{
    save();
    event->accept();
}

} // namespace stepscope::ui
