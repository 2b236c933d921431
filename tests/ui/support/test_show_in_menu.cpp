#include "ui/support/trace_selection.h"

#include <QMenu>
#include <QSignalSpy>
#include <QTest>

using namespace stepscope::ui;

/// The menu that leads from a view to another one.
class TestShowInMenu : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void otherViewsShowWhatIsSelected()
    {
        TraceSelection selection;
        selection.setFocus({.event = std::nullopt, .operatorName = "aten::mm", .layer = {}});
        QMenu menu;
        addShowInMenu(&menu, &selection, "flame");
        const auto* showIn = menu.actions().value(0)->menu();
        QVERIFY(showIn && showIn->isEnabled());
        QStringList titles;
        for (const QAction* action : showIn->actions())
            titles += action->text();
        QCOMPARE(titles, (QStringList{"Operators", "Timeline", "Calls", "Graph"}));
        const QSignalSpy wanted(&selection, &TraceSelection::viewWanted);
        showIn->actions()[1]->trigger();
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].toString(), QString("timeline"));
    }

    void withoutASelectionThereIsNothingToShow()
    {
        TraceSelection selection;
        QMenu menu;
        addShowInMenu(&menu, &selection, "graph");
        QVERIFY(!menu.actions().value(0)->menu()->isEnabled());
    }
};

QTEST_MAIN(TestShowInMenu)
#include "test_show_in_menu.moc"
