#include "ui/window/views/view_registry.h"

#include "ui/support/export_dialog.h"
#include "ui/window/views/view_rail.h"
#include "ui/window/views/workspace.h"

#include <QAction>
#include <QMenu>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr int turnMs = 1; // with zero, Qt would call it in the same turn

/// Of the view at this place, counted from 0.
QKeySequence keyOfView(qsizetype place)
{
    if (place < 9)
        return Qt::CTRL | Qt::Key(Qt::Key_1 + place);
    return place < 18 ? QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key(Qt::Key_1 + place - 9)) : QKeySequence();
}

} // namespace

ViewRegistry::ViewRegistry(QList<ViewDescription> views, Workspace* workspace,
                           std::function<const Run*()> run, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_run(std::move(run))
{
    for (ViewDescription& view : views) {
        m_workspace->addPlace(view.name, view.title, view.isBeside);
        m_entries.push_back({.description = std::move(view)});
    }
    connect(m_workspace, &Workspace::placeShown, this, &ViewRegistry::createShown);
}

void ViewRegistry::create(Entry& entry)
{
    if (entry.view)
        return;
    entry.view = entry.description.create(m_workspace->place(entry.description.name));
    entry.view->setRunNaming([this] { return m_runNaming ? m_runNaming() : QString(); });
    Q_EMIT viewCreated(entry.view);
}

void ViewRegistry::place(Entry& entry)
{
    create(entry);
    if (entry.isPlaced)
        return;
    entry.isPlaced = true;
    m_workspace->setView(entry.description.name, entry.view);
    entry.view->showRun(m_run());
}

bool ViewRegistry::isMissing(const Entry& entry) const
{
    const ViewDescription& view = entry.description;
    return !entry.isPlaced && (view.creation == ViewCreation::AtStart || m_workspace->isShown(view.name));
}

/// Views that are created at the start come first: others may need them.
ViewRegistry::Entry* ViewRegistry::nextMissing()
{
    Entry* next = nullptr;
    for (Entry& entry : m_entries) {
        const bool isOfStart = entry.description.creation == ViewCreation::AtStart;
        if (!isMissing(entry) || (next && !isOfStart))
            continue;
        next = &entry;
        if (isOfStart)
            break;
    }
    return next;
}

void ViewRegistry::createInTurn()
{
    Entry* const missing = nextMissing();
    if (!missing) {
        m_isCreated = true;
        Q_EMIT created();
        return;
    }
    missing->view ? place(*missing) : create(*missing);
    QTimer::singleShot(turnMs, this, &ViewRegistry::createInTurn);
}

void ViewRegistry::createIdleInTurn(const std::function<bool()>& isBusy)
{
    const auto next = std::ranges::find_if(m_entries, [](const Entry& entry) {
        return !entry.isPlaced && entry.description.creation == ViewCreation::WhenIdle;
    });
    if (next == m_entries.end())
        return;
    const bool mustWait = isBusy();
    if (!mustWait)
        next->view ? place(*next) : create(*next);
    constexpr int busyMs = 500;
    QTimer::singleShot(mustWait ? busyMs : turnMs, this, [this, isBusy] { createIdleInTurn(isBusy); });
}

void ViewRegistry::createMissing()
{
    while (Entry* const missing = nextMissing())
        place(*missing);
}

void ViewRegistry::createShown(const QString& name)
{
    if (m_isCreated) { // before that, the window shows itself
        m_front = name;
        m_history.visit(name);
        Q_EMIT frontChanged();
    }
    const auto shown =
        std::ranges::find(m_entries, name, [](const Entry& entry) { return entry.description.name; });
    if (!m_hasBegun || shown->isPlaced)
        return;
    createMissing(); // it may need views that are created at the start
    place(*shown);
}

void ViewRegistry::whenBegun(QObject* context, const std::function<void()>& work)
{
    if (m_hasBegun)
        work();
    else
        connect(this, &ViewRegistry::created, context, work);
}

void ViewRegistry::show(const QString& name)
{
    m_workspace->showView(name);
}

void ViewRegistry::showRun(bool isAgain)
{
    for (const Entry& entry : m_entries) {
        if (entry.isPlaced)
            isAgain ? entry.view->showRunAgain(m_run()) : entry.view->showRun(m_run());
    }
}

void ViewRegistry::refresh()
{
    for (const Entry& entry : m_entries) {
        if (entry.isPlaced)
            entry.view->refresh();
    }
}

void ViewRegistry::releaseRun()
{
    for (const Entry& entry : m_entries) {
        if (entry.isPlaced)
            entry.view->showRun(nullptr);
    }
}

void ViewRegistry::fillRail(ViewRail* rail) const
{
    for (qsizetype i = 0; i < m_entries.size(); ++i) {
        const ViewDescription& view = m_entries[i].description;
        rail->add(view.name, view.title, view.group);
        rail->setKey(view.name, keyOfView(i).toString(QKeySequence::NativeText));
    }
}

void ViewRegistry::addGoToActions(QMenu* menu) const
{
    for (qsizetype i = 0; i < m_entries.size(); ++i) {
        const ViewDescription& view = m_entries[i].description;
        QAction* show = menu->addAction(tr("Go to %1").arg(view.title));
        show->setShortcut(keyOfView(i));
        show->setStatusTip(tr("Bring %1 to the front").arg(view.title));
        connect(show, &QAction::triggered, m_workspace,
                [workspace = m_workspace, name = view.name] { workspace->showView(name); });
    }
}

void ViewRegistry::addMoveActions(QMenu* menu)
{
    const auto add = [menu, this](const QString& text, const QString& tip, const QKeySequence& keys,
                                  const std::function<void()>& go) {
        QAction* action = menu->addAction(text);
        action->setShortcut(keys);
        action->setStatusTip(tip);
        connect(action, &QAction::triggered, this, go);
        return action;
    };
    QAction* back = add(tr("Back"), tr("Return to the previous view"), Qt::ALT | Qt::Key_Left,
                        [this] { show(m_history.back()); });
    QAction* forward = add(tr("Forward"), tr("Go to the next view again"), Qt::ALT | Qt::Key_Right,
                           [this] { show(m_history.forward()); });
    add(tr("Next view"), tr("Go to the next view that is open"), Qt::CTRL | Qt::Key_Tab,
        [this] { showNext(1); });
    add(tr("Previous view"), tr("Go to the previous view that is open"), Qt::CTRL | Qt::SHIFT | Qt::Key_Tab,
        [this] { showNext(-1); });
    const auto update = [this, back, forward] {
        back->setEnabled(m_history.canGoBack());
        forward->setEnabled(m_history.canGoForward());
    };
    update();
    connect(this, &ViewRegistry::frontChanged, back, update);
}

/// From the view in front, around the end.
void ViewRegistry::showNext(int direction)
{
    const qsizetype count = m_entries.size();
    const auto front =
        std::ranges::find(m_entries, m_front, [](const Entry& entry) { return entry.description.name; });
    qsizetype at = front == m_entries.end() ? (direction > 0 ? -1 : 0) : front - m_entries.begin();
    for (qsizetype i = 0; i < count; ++i) {
        at = (at + direction + count) % count;
        const QString& name = m_entries[at].description.name;
        if (m_workspace->toggleAction(name)->isChecked())
            return show(name);
    }
}

void ViewRegistry::addToggleActions(QMenu* menu) const
{
    menu->setProperty(notInPalette, true); // which has "Go to …"
    for (const Entry& entry : m_entries)
        menu->addAction(m_workspace->toggleAction(entry.description.name));
}

void ViewRegistry::addFrontExports(QMenu* menu) const
{
    View* view = front();
    if (!view || !addExportEntries(menu, view))
        return;
    for (QAction* action : menu->actions())
        action->setProperty(notInPalette, true);
    menu->addSeparator();
}

void ViewRegistry::addExports(QMenu* menu)
{
    createMissing();
    for (qsizetype i = 0; i < m_entries.size(); ++i) {
        QMenu* items = menu->addMenu(m_entries[i].description.title);
        items->setProperty(notInPalette, !m_entries[i].isPlaced);
        connect(items, &QMenu::aboutToShow, this, [this, i, items] {
            place(m_entries[i]);
            items->setProperty(notInPalette, false);
            items->clear();
            fillExportMenu(items, m_entries[i].view);
        });
    }
}

View* ViewRegistry::front() const
{
    View* shown = nullptr;
    for (const Entry& entry : m_entries) {
        if (!entry.view || !m_workspace->isShown(entry.description.name))
            continue;
        if (entry.description.name == m_front)
            return entry.view;
        if (!shown)
            shown = entry.view;
    }
    return shown;
}

QString ViewRegistry::manualPageOf(const QWidget* widget) const
{
    QString front;
    for (const Entry& entry : m_entries) {
        const ViewDescription& view = entry.description;
        const QWidget* place = m_workspace->place(view.name);
        if (place == widget || place->isAncestorOf(widget))
            return view.manualPage;
        if (view.name == m_front && m_workspace->isShown(view.name))
            front = view.manualPage;
    }
    return front;
}

/// Differs when views are added, removed or reordered.
int ViewRegistry::layoutVersion() const
{
    QStringList names;
    for (const Entry& entry : m_entries)
        names += entry.description.name;
    return qChecksum(names.join(',').toUtf8());
}

QList<ViewDescription> ViewRegistry::descriptions() const
{
    QList<ViewDescription> descriptions;
    for (const Entry& entry : m_entries)
        descriptions += entry.description;
    return descriptions;
}

std::optional<RunPart> ViewRegistry::partOf(const QString& name) const
{
    const auto found = std::ranges::find(
        m_entries, name, [](const Entry& entry) -> const QString& { return entry.description.name; });
    return found == m_entries.end() ? std::nullopt : found->description.part;
}

void ViewRegistry::setHasContent(const QString& name, bool hasContent)
{
    m_workspace->setHasContent(name, hasContent);
}

QByteArray ViewRegistry::saveLayout() const
{
    return m_workspace->saveLayout(layoutVersion());
}

bool ViewRegistry::restoreLayout(const QByteArray& layout)
{
    return m_workspace->restoreLayout(layout, layoutVersion());
}

void ViewRegistry::applyDefaultLayout(int windowWidth)
{
    m_workspace->applyDefaultLayout(windowWidth);
}

} // namespace stepscope::ui
