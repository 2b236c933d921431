#include "ui/window/views/view_registry.h"

#include "core/run/run.h"
#include "ui/window/views/workspace.h"

#include <QAction>
#include <QDockWidget>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace stepscope;
using namespace stepscope::ui;

class PlainView : public View
{
    Q_OBJECT

public:
    explicit PlainView(QWidget* parent)
        : View(parent)
    {
    }

    void showRun(const Run* run) override { m_run = run; }
    void showRunAgain(const Run* run) override
    {
        m_run = run;
        ++m_again;
    }
    void refresh() override { ++m_refreshed; }
    QList<ExportItem> exportItems() override { return {{.title = "Table", .formats = {"csv"}, .write = {}}}; }

    const Run* m_run = nullptr;
    int m_again = 0;
    int m_refreshed = 0;
};

class OtherView final : public PlainView
{
    Q_OBJECT

public:
    using PlainView::PlainView;
};

class TestViewRegistry : public QObject
{
    Q_OBJECT

    Run m_run;
    const Run* m_shown = nullptr;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<ViewRegistry> m_views;
    QStringList m_made; ///< in this order

    ViewDescription description(const QString& name, ViewCreation creation)
    {
        return {.name = name,
                .title = name.toUpper(),
                .manualPage = "views/" + name + ".md",
                .create = [this, name](QWidget* parent) -> View* {
                    m_made += name;
                    if (name == "other")
                        return new OtherView(parent);
                    return new PlainView(parent);
                },
                .creation = creation};
    }
    void destroy()
    {
        m_views.reset();
        if (m_workspace)
            m_workspace->hide(); // as a part of a window, it is hidden when it is destroyed
        m_workspace.reset();
    }
    void make(const QStringList& names = {"first", "idle", "other"})
    {
        QList<ViewDescription> views;
        for (const QString& name : names)
            views += description(name, name == "idle"    ? ViewCreation::WhenIdle
                                       : name == "other" ? ViewCreation::WhenShown
                                                         : ViewCreation::AtStart);
        destroy();
        m_workspace = std::make_unique<Workspace>();
        m_views = std::make_unique<ViewRegistry>(
            views, m_workspace.get(), [this] { return m_shown; }, nullptr);
        m_views->applyDefaultLayout(1000);
        m_workspace->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_workspace.get()));
    }
    void begin()
    {
        QSignalSpy created(m_views.get(), &ViewRegistry::created);
        m_views->begin();
        m_views->createInTurn();
        QTRY_COMPARE(created.size(), 1);
    }

private Q_SLOTS:
    void init()
    {
        m_shown = nullptr;
        m_made.clear();
        make();
    }
    void cleanup() { destroy(); }

    /// Others may need them.
    void viewsOfTheStartComeBeforeOthersThatAreShown()
    {
        make({"idle", "first"});
        m_views->show("idle");
        begin();
        QCOMPARE(m_made, (QStringList{"first", "idle"}));
        m_made.clear();
        make({"idle", "first"});
        m_views->show("idle");
        m_views->begin();
        m_views->createMissing();
        QCOMPARE(m_made, (QStringList{"first", "idle"}));
    }

    void noViewIsCreatedBeforeTheBegin()
    {
        m_views->show("other");
        QTest::qWait(20);
        QCOMPARE(m_made, QStringList());
    }

    void viewsAreCreatedWhenTheirTimeHasCome()
    {
        begin();
        QCOMPARE(m_made, QStringList("first"));
        m_views->show("other");
        QCOMPARE(m_made, QStringList({"first", "other"}));
        bool isBusy = true;
        m_views->createIdleInTurn([&] { return isBusy; });
        QTest::qWait(20);
        QCOMPARE(m_made.size(), 2);
        isBusy = false;
        QTRY_COMPARE(m_made, QStringList({"first", "other", "idle"}));
    }

    void aViewIsFoundByItsClassOnceItExists()
    {
        begin();
        QVERIFY(!m_views->find<OtherView>());
        m_views->show("other");
        QVERIFY(m_views->find<OtherView>());
    }

    void whoWaitsForAViewGetsItOnce()
    {
        int others = 0;
        m_views->whenCreated<OtherView>(this, [&](OtherView*) { ++others; });
        begin();
        QCOMPARE(others, 0);
        m_views->show("other");
        m_views->show("first");
        m_views->show("other");
        QCOMPARE(others, 1);
    }

    void workWaitsForTheViews()
    {
        int done = 0;
        m_views->whenBegun(this, [&] { ++done; });
        QCOMPARE(done, 0);
        begin();
        QCOMPARE(done, 1);
        m_views->whenBegun(this, [&] { ++done; });
        QCOMPARE(done, 2);
    }

    void everyViewShowsTheRunAlsoOneThatIsCreatedLater()
    {
        begin();
        auto* first = m_views->find<PlainView>();
        m_shown = &m_run;
        m_views->showRun();
        QCOMPARE(first->m_run, &m_run);
        m_views->show("other");
        QCOMPARE(m_views->find<OtherView>()->m_run, &m_run);
        m_views->refresh();
        QCOMPARE(first->m_refreshed, 1);
        m_views->releaseRun();
        QCOMPARE(first->m_run, nullptr);
    }

    void aRunThatIsReadAgainIsShownAsSuch()
    {
        begin();
        auto* first = m_views->find<PlainView>();
        m_shown = &m_run;
        m_views->showRun();
        QCOMPARE(first->m_again, 0);
        const Run again;
        m_shown = &again;
        m_views->showRun(true);
        QCOMPARE(first->m_run, &again);
        QCOMPARE(first->m_again, 1);
        m_shown = nullptr;
        m_views->showRun();
        QCOMPARE(first->m_again, 1);
    }

    void aWidgetBelongsToThePageOfItsView()
    {
        begin();
        auto* inside = new QWidget(m_views->find<PlainView>());
        const QWidget outside;
        QCOMPARE(m_views->manualPageOf(inside), QString("views/first.md"));
        QCOMPARE(m_views->manualPageOf(&outside), QString());
        QCOMPARE(m_views->manualPageOf(nullptr), QString());
        m_views->show("idle");
        QTRY_VERIFY(m_workspace->isShown("idle"));
        QCOMPARE(m_views->manualPageOf(&outside), QString("views/idle.md")); // brought to the front
        QCOMPARE(m_views->manualPageOf(inside), QString("views/first.md"));
        m_workspace->findChild<QDockWidget*>("idle")->close();
        QTRY_VERIFY(m_views->manualPageOf(&outside) != "views/idle.md");
    }

    void menusListTheViews()
    {
        begin();
        QMenu menu;
        m_views->addGoToActions(&menu);
        QCOMPARE(menu.actions().size(), 3);
        QCOMPARE(menu.actions()[2]->text(), QString("Go to OTHER"));
        QCOMPARE(menu.actions()[2]->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_3));
        menu.actions()[2]->trigger();
        QTRY_VERIFY(m_workspace->isShown("other"));
        menu.clear();
        m_views->addToggleActions(&menu);
        QCOMPARE(menu.actions().size(), 3);
    }

    void eachViewHasAMenuOfItsExports()
    {
        begin();
        QMenu menu;
        m_views->addExports(&menu);
        QCOMPARE(m_made, QStringList("first"));
        QStringList titles;
        for (const QAction* action : menu.actions())
            titles += action->text();
        QCOMPARE(titles, QStringList({"FIRST", "IDLE", "OTHER"}));
        QMenu* first = menu.actions()[0]->menu();
        QMenu* other = menu.actions()[2]->menu();
        QVERIFY(!first->property(ViewRegistry::notInPalette).toBool());
        QVERIFY(other->property(ViewRegistry::notInPalette).toBool());
        Q_EMIT other->aboutToShow();
        QCOMPARE(m_made, QStringList({"first", "other"}));
        QVERIFY(!other->property(ViewRegistry::notInPalette).toBool());
        for (QMenu* items : {first, other}) {
            Q_EMIT items->aboutToShow();
            Q_EMIT items->aboutToShow(); // the items are not added again
            QCOMPARE(items->actions().size(), 1);
            QCOMPARE(items->actions()[0]->text(), QString("Table as CSV…"));
        }
    }

    void theExportsOfTheViewInFrontAreOneMenuAway()
    {
        QMenu menu;
        m_views->addFrontExports(&menu);
        QVERIFY(menu.isEmpty()); // no view exists yet
        begin();
        m_views->show("first");
        m_views->addFrontExports(&menu);
        QCOMPARE(menu.actions().size(), 2);
        QCOMPARE(menu.actions()[0]->text(), QString("Table as CSV…"));
        QVERIFY(menu.actions()[0]->property(ViewRegistry::notInPalette).toBool()); // which has it in its menu
        QVERIFY(menu.actions()[1]->isSeparator());
    }

    void backAndForwardFollowTheViewsThatWereInFront()
    {
        begin();
        QMenu menu;
        m_views->addMoveActions(&menu);
        QAction* back = menu.actions()[0];
        QAction* forward = menu.actions()[1];
        QVERIFY(!back->isEnabled() && !forward->isEnabled());
        for (const char* name : {"first", "other", "idle"})
            m_views->show(name);
        QVERIFY(back->isEnabled() && !forward->isEnabled());
        back->trigger();
        QTRY_VERIFY(m_workspace->isShown("other"));
        QVERIFY(back->isEnabled() && forward->isEnabled());
        back->trigger();
        QTRY_VERIFY(m_workspace->isShown("first"));
        QVERIFY(!back->isEnabled() && forward->isEnabled());
        forward->trigger();
        QTRY_VERIFY(m_workspace->isShown("other"));
        QTest::qWait(20); // what the docks report later is not a new visit
        QVERIFY(forward->isEnabled());
        m_views->show("first"); // a new visit drops what was ahead
        QVERIFY(!forward->isEnabled());
    }

    void nextAndPreviousGoAroundTheOpenViews()
    {
        begin();
        QMenu menu;
        m_views->addMoveActions(&menu);
        QAction* next = menu.actions()[2];
        QAction* previous = menu.actions()[3];
        m_views->show("first");
        m_workspace->findChild<QDockWidget*>("idle")->close();
        next->trigger();
        QTRY_VERIFY(m_workspace->isShown("other")); // not the closed one
        next->trigger();
        QTRY_VERIFY(m_workspace->isShown("first"));
        previous->trigger();
        QTRY_VERIFY(m_workspace->isShown("other"));
        QVERIFY(m_workspace->findChild<QDockWidget*>("idle")->isHidden());
    }

    void theTenthViewHasAKeyToo()
    {
        make({"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"});
        QMenu menu;
        m_views->addGoToActions(&menu);
        QCOMPARE(menu.actions()[8]->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_9));
        QCOMPARE(menu.actions()[9]->shortcut(), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_1));
    }

    void aLayoutIsRestoredOnlyForTheSameViews()
    {
        m_workspace->findChild<QDockWidget*>("idle")->close();
        const QByteArray layout = m_views->saveLayout();
        make();
        QVERIFY(!m_workspace->findChild<QDockWidget*>("idle")->isHidden());
        QVERIFY(m_views->restoreLayout(layout));
        QVERIFY(m_workspace->findChild<QDockWidget*>("idle")->isHidden());
        make({"first", "idle", "other", "new"});
        QVERIFY(!m_views->restoreLayout(layout));
        QVERIFY(!m_workspace->findChild<QDockWidget*>("idle")->isHidden());
    }
};

QTEST_MAIN(TestViewRegistry)
#include "test_view_registry.moc"
