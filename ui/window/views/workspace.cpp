#include "ui/window/views/workspace.h"

#include "ui/window/views/dock_title_bar.h"

#include <QApplication>
#include <QDataStream>
#include <QDockWidget>
#include <QIODevice>
#include <QTabBar>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr int widthForTwo = 1600; ///< width of a window with room for two views side by side
constexpr int roomForTwo = 1000;  ///< width of a workspace in which a view may be beside others by default
constexpr int narrowest = 700;    ///< width of a workspace in which two views still fit side by side
// Of two views side by side, in per cent.
constexpr int shareOfFirst = 62;
constexpr int shareOfSecond = 38;

} // namespace

Workspace::Workspace(QWidget* parent)
    : QMainWindow(parent)
{
    setWindowFlags(Qt::Widget); // part of the window, not a separate one
    setObjectName("workspace");
    setDockOptions(AllowNestedDocks | AllowTabbedDocks | GroupedDragging);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setDocumentMode(true);
    setContextMenuPolicy(Qt::NoContextMenu);
}

void Workspace::addPlace(const QString& name, const QString& title, bool beside)
{
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    auto* bar = new DockTitleBar(dock);
    dock->setTitleBarWidget(bar);
    m_docks.insert(name, dock);
    m_titleBars.insert(dock, bar);
    (beside ? m_beside : m_tabs) += dock;
    addDockWidget(Qt::TopDockWidgetArea, dock);

    connect(dock, &QDockWidget::visibilityChanged, this, [this, name, dock](bool signaled) {
        // Qt also reports that a dock is hidden when it leaves its tabs for a window of its own.
        const bool visible = signaled || (dock->isFloating() && dock->isVisible());
        if (visible) {
            m_shown.insert(name);
            m_withdrawn.remove(name); // the user asked for it
        } else {
            m_shown.remove(name);
        }
        Q_EMIT shownChanged();
        QWidget* const view = dock->widget();
        if (!view)
            return;
        if (QWidget* focus = QApplication::focusWidget(); !visible && focus && view->isAncestorOf(focus)) {
            focus->clearFocus(); // otherwise Qt passes it on, perhaps to the form
            m_isFocusFree = true;
        }
        view->setVisible(visible);
    });
    // While docks are being arranged, they are raised and lowered repeatedly.
    connect(
        dock, &QDockWidget::visibilityChanged, this,
        [this, name](bool visible) {
            if (!visible || !isShown(name))
                return;
            if (m_empty.contains(name) && isBesideOthers(m_docks.value(name)))
                return showView(name); // opened with its action
            Q_EMIT placeShown(name);
            QWidget* const view = m_docks.value(name)->widget();
            if (view && std::exchange(m_isFocusFree, false) && !QApplication::focusWidget())
                view->setFocus();
        },
        Qt::QueuedConnection);

    // No signal reports which docks share tabs, and it is only settled after these signals.
    const auto updateLater = [this] {
        QMetaObject::invokeMethod(this, &Workspace::updateTitleBars, Qt::QueuedConnection);
    };
    connect(dock, &QDockWidget::visibilityChanged, this, updateLater);
    connect(dock, &QDockWidget::topLevelChanged, this, updateLater);
    connect(dock, &QDockWidget::dockLocationChanged, this, updateLater);
}

QWidget* Workspace::place(const QString& name) const
{
    return m_docks.value(name);
}

void Workspace::setView(const QString& name, QWidget* view)
{
    // Qt moves a hidden tab off the screen, but still considers it visible. A view that is really hidden
    // knows that it has nothing to do. It keeps its room, so that nothing moves when tabs change.
    QSizePolicy policy = view->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    view->setSizePolicy(policy);
    m_docks.value(name)->setWidget(view);
    view->setVisible(isShown(name));
}

bool Workspace::isShown(const QString& name) const
{
    return m_shown.contains(name);
}

void Workspace::showView(const QString& name)
{
    QDockWidget* dock = m_docks.value(name);
    if (!dock)
        return;
    m_withdrawn.remove(name);
    dock->show();
    makeRoom();
    dock->raise();
    Q_EMIT placeShown(name);
}

void Workspace::showBeside(const QString& name)
{
    QDockWidget* dock = m_docks.value(name);
    dock->setFloating(false);
    removeDockWidget(dock);
    addDockWidget(Qt::TopDockWidgetArea, dock, Qt::Horizontal);
    m_placed.insert(name);
    m_tabbed.remove(name);
    showView(name);
    const auto giveRoom = [this, dock] {
        for (QDockWidget* other : m_docks) {
            if (other != dock && !other->isFloating() && m_shown.contains(other->objectName()))
                return resizeDocks({other, dock}, {shareOfFirst, shareOfSecond}, Qt::Horizontal);
        }
    };
    QMetaObject::invokeMethod(this, giveRoom, Qt::QueuedConnection); // after the docks have their places
}

void Workspace::showAsWindow(const QString& name)
{
    m_docks.value(name)->setFloating(true);
    showView(name);
}

void Workspace::closeView(const QString& name)
{
    m_docks.value(name)->close();
}

bool Workspace::isBesideOthers(QDockWidget* dock) const
{
    const auto isOpen = [](const QDockWidget* each) { return !each->isHidden(); };
    const auto isElsewhere = [&](const QDockWidget* each) {
        return each != dock && isOpen(each) && !each->isFloating();
    };
    return isOpen(dock) && !dock->isFloating() && std::ranges::none_of(tabifiedDockWidgets(dock), isOpen) &&
           std::ranges::any_of(m_docks, isElsewhere);
}

/// A dock among the tabs; null: there is no other one.
QDockWidget* Workspace::otherThan(const QDockWidget* dock) const
{
    for (QDockWidget* other : m_tabs) {
        if (other != dock && !other->isHidden() && !other->isFloating())
            return other;
    }
    return nullptr;
}

/// Whether there is room for it beside others, and something to show there.
bool Workspace::fitsBeside(const QDockWidget* dock) const
{
    const QString name = dock->objectName();
    if (m_placed.contains(name) || !m_beside.contains(dock))
        return width() >= narrowest;
    return width() >= roomForTwo && !m_empty.contains(name);
}

/// Of the views that share a place, the one that is shown.
QDockWidget* Workspace::front() const
{
    for (QDockWidget* dock : m_tabs) {
        if (m_shown.contains(dock->objectName()) && !dock->isFloating())
            return dock;
    }
    return nullptr;
}

/// Views that do not fit beside the others become tabs, because they would cover each other. They return when
/// they fit.
void Workspace::makeRoom()
{
    if (!isVisible())
        return;
    QDockWidget* const inFront = front();
    bool isChanged = false;
    for (QDockWidget* dock : m_docks) {
        QDockWidget* const other = otherThan(dock);
        if (!other || dock->isFloating())
            continue;
        const bool fits = fitsBeside(dock);
        if (!fits && isBesideOthers(dock)) {
            tabifyDockWidget(other, dock);
            m_tabbed.insert(dock->objectName());
            isChanged = true;
        } else if (fits && !dock->isHidden() && m_tabbed.remove(dock->objectName())) {
            removeDockWidget(dock); // from its tabs
            addDockWidget(Qt::TopDockWidgetArea, dock, Qt::Horizontal);
            dock->show();
            resizeDocks({other, dock}, {shareOfFirst, shareOfSecond}, Qt::Horizontal);
            isChanged = true;
        }
    }
    if (isChanged && inFront)
        inFront->raise();
}

void Workspace::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    // The docks must not be rearranged while they are being laid out.
    QMetaObject::invokeMethod(this, &Workspace::makeRoom, Qt::QueuedConnection);
}

void Workspace::setHasContent(const QString& name, bool hasContent)
{
    if (m_empty.contains(name) != hasContent)
        return;
    if (!hasContent) {
        m_empty.insert(name);
        withdraw(name);
        return;
    }
    m_empty.remove(name);
    if (m_withdrawn.remove(name))
        m_docks.value(name)->show();
    makeRoom();
}

void Workspace::withdraw(const QString& name)
{
    QDockWidget* dock = m_docks.value(name);
    if (!isBesideOthers(dock))
        return;
    m_withdrawn.insert(name);
    dock->hide();
}

QByteArray Workspace::saveLayout(int version)
{
    const QSet<QString> withdrawn = m_withdrawn; // which a view leaves when it is shown
    for (const QString& name : withdrawn)
        m_docks.value(name)->show();
    QByteArray layout;
    QDataStream stream(&layout, QIODevice::WriteOnly);
    stream << saveState(version) << m_tabbed;
    for (const QString& name : withdrawn)
        m_docks.value(name)->hide();
    m_withdrawn = withdrawn;
    return layout;
}

bool Workspace::restoreLayout(const QByteArray& layout, int version)
{
    QByteArray docks;
    QSet<QString> tabbed;
    QDataStream stream(layout);
    stream >> docks >> tabbed;
    if (stream.status() != QDataStream::Ok || !restoreState(docks, version))
        return false;
    m_tabbed = tabbed;
    makeRoom();
    return true;
}

QAction* Workspace::toggleAction(const QString& name) const
{
    return m_docks.value(name)->toggleViewAction();
}

void Workspace::applyDefaultLayout(int windowWidth)
{
    m_withdrawn.clear();
    m_tabbed.clear();
    m_placed.clear();
    for (QDockWidget* dock : m_tabs + m_beside) {
        dock->setFloating(false);
        removeDockWidget(dock);
        dock->show();
    }
    QDockWidget* first = m_tabs.first();
    addDockWidget(Qt::TopDockWidgetArea, first);
    const bool wide = windowWidth >= widthForTwo;
    if (wide) {
        for (QDockWidget* dock : m_beside)
            splitDockWidget(first, dock, Qt::Horizontal);
    }
    QDockWidget* last = first;
    const auto tabify = [&](QDockWidget* dock) {
        tabifyDockWidget(last, dock);
        last = dock;
    };
    // If they are tabs too, those of `beside` come right after the first one.
    if (!wide) {
        for (QDockWidget* dock : m_beside)
            tabify(dock);
    }
    for (QDockWidget* dock : m_tabs) {
        if (dock != first)
            tabify(dock);
    }
    for (QDockWidget* dock : m_docks)
        dock->show();
    if (wide && !m_beside.isEmpty())
        resizeDocks({first, m_beside.first()}, {shareOfFirst, shareOfSecond}, Qt::Horizontal);
    for (const QString& name : std::as_const(m_empty))
        withdraw(name);
    first->raise();
    updateTitleBars();
}

void Workspace::updateTitleBars()
{
    const auto isOpen = [](const QDockWidget* dock) { return !dock->isHidden(); };
    for (auto [dock, bar] : m_titleBars.asKeyValueRange())
        bar->setCollapsed(!dock->isFloating() && std::ranges::any_of(tabifiedDockWidgets(dock), isOpen));
    for (QTabBar* tabs : findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) {
        tabs->setFocusPolicy(Qt::NoFocus); // the style sheet makes them invisible
        tabs->setAccessibleName(tr("Views"));
    }
}

} // namespace stepscope::ui
