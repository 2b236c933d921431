#pragma once

#include "core/run/run_contents.h"
#include "ui/support/view.h"
#include "ui/window/views/view_history.h"

#include <QByteArray>
#include <QList>
#include <QObject>
#include <QString>

#include <functional>
#include <optional>
#include <utility>

class QMenu;

namespace stepscope::ui {

class ViewRail;
class Workspace;

/// When a view is created, unless it is shown earlier.
enum class ViewCreation {
    AtStart,
    WhenIdle, ///< after the engine is loaded; creating it when it is first shown would block the window
    WhenShown
};

/// A view of the window, described before it exists.
struct ViewDescription
{
    QString name; ///< identifies it in a saved layout
    QString title;
    QString group;      ///< its heading in the rail
    QString manualPage; ///< its file in docs/manual: "views/curves.md"
    std::function<View*(QWidget* parent)> create;
    ViewCreation creation = ViewCreation::AtStart;
    std::optional<RunPart> part = {}; ///< of a run that it shows; none: it shows other things, too
    bool isBeside = false;            ///< beside the others if there is room
};

/// The window's views. Creates each one when it is first needed, gives it the run, and fills the menus that
/// list the views.
class ViewRegistry final : public QObject
{
    Q_OBJECT

public:
    /// `run` returns the run on the screen. Before begin(), showing a view does not create it.
    ViewRegistry(QList<ViewDescription> views, Workspace* workspace, std::function<const Run*()> run,
                 QObject* parent);

    /// `name` returns the name of the run on the screen for the names of exported files.
    void setRunNaming(std::function<QString()> name) { m_runNaming = std::move(name); }
    /// From now on, a view is created when it is shown.
    void begin() { m_hasBegun = true; }
    /// Creates the views that exist from the start, using two turns of the event loop for each; then emits
    /// created().
    void createInTurn();
    /// Creates the others in the same way, while `isBusy` is false.
    void createIdleInTurn(const std::function<bool()>& isBusy);
    /// Creates at once what createInTurn() has not created yet.
    void createMissing();
    /// Calls `work` at once after begin(), otherwise when the views are created.
    void whenBegun(QObject* context, const std::function<void()>& work);

    /// The view of this class; null if it does not exist yet.
    template<class OneView>
    OneView* find() const
    {
        for (const Entry& entry : m_entries) {
            if (auto* view = qobject_cast<OneView*>(entry.view))
                return view;
        }
        return nullptr;
    }
    /// Calls `use` with the view of this class when it is created.
    template<class OneView, class Use>
    void whenCreated(QObject* context, Use use)
    {
        connect(this, &ViewRegistry::viewCreated, context, [use](View* view) {
            if (auto* one = qobject_cast<OneView*>(view))
                use(one);
        });
    }

    /// The view that was brought to the front last, while it is shown; otherwise one that is; null without
    /// any.
    View* front() const;
    /// Of the view that was brought to the front last.
    const QString& frontName() const { return m_front; }
    /// In the order of the rail.
    QList<ViewDescription> descriptions() const;
    /// ViewDescription::part of the view with this name.
    std::optional<RunPart> partOf(const QString& name) const;
    /// Brings a view to the front.
    void show(const QString& name);
    /// See Workspace::setHasContent().
    void setHasContent(const QString& name, bool hasContent);
    /// Another run is on the screen, or none; `isAgain`: the same one was read again.
    void showRun(bool isAgain = false);
    /// The run has grown.
    void refresh();
    /// The run is about to be deleted.
    void releaseRun();

    /// Adds an entry to go to each view, with keys from Ctrl+1 to Ctrl+9 and then from Ctrl+Alt+1.
    void addGoToActions(QMenu* menu) const;
    /// Adds entries to go back and forward through the views that were in front, and to the next and the
    /// previous one in their order.
    void addMoveActions(QMenu* menu);
    /// Adds an entry for each view.
    void fillRail(ViewRail* rail) const;
    /// Adds an entry to show and hide each view.
    void addToggleActions(QMenu* menu) const;
    /// Adds what the view in front can export, if there is anything: entries that the command palette leaves
    /// out, as they are in its menu, too.
    void addFrontExports(QMenu* menu) const;
    /// Adds a menu of what it can export for each view. A view that does not exist yet is created when its
    /// menu is opened; until then, the menu has the property `notInPalette`.
    void addExports(QMenu* menu);
    /// Of a menu or an entry that the command palette leaves out.
    static constexpr const char* notInPalette = "notInPalette";

    /// The manual's page of the view that has this widget; otherwise, of the view that was brought to the
    /// front last and is still shown; empty if there is none.
    QString manualPageOf(const QWidget* widget) const;

    QByteArray saveLayout() const;
    /// False, without a change, if the layout is of a window with other views.
    bool restoreLayout(const QByteArray& layout);
    void applyDefaultLayout(int windowWidth);

Q_SIGNALS:
    /// The views that exist from the start have been created.
    void created();
    void viewCreated(stepscope::ui::View* view);
    /// Another view was brought to the front.
    void frontChanged();

private:
    struct Entry
    {
        ViewDescription description;
        View* view = nullptr;
        bool isPlaced = false; ///< in its place and showing the run
    };

    void create(Entry& entry);
    void place(Entry& entry);
    void createShown(const QString& name);
    void showNext(int direction);
    bool isMissing(const Entry& entry) const;
    Entry* nextMissing();
    int layoutVersion() const;

    QList<Entry> m_entries;
    Workspace* m_workspace;
    std::function<const Run*()> m_run;
    std::function<QString()> m_runNaming;
    bool m_hasBegun = false;
    bool m_isCreated = false; ///< created() was emitted
    QString m_front;          ///< the view that was shown last since then
    ViewHistory m_history;
};

} // namespace stepscope::ui
