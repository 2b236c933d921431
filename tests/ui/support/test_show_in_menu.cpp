#include "ui/support/trace_selection.h"

#include "tests/core/trace/trace_text.h"

#include <QMenu>
#include <QSignalSpy>
#include <QTest>

using namespace stepscope;
using namespace stepscope::ui;

/// The menu that leads from a view to another one.
class TestShowInMenu : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void otherViewsShowWhatWasClicked()
    {
        TraceSelection selection;
        selection.setFocus({.event = EventId(7), .operatorName = "aten::add", .layer = {}}); // something else
        const TraceFocus clicked{.event = std::nullopt, .operatorName = "aten::mm", .layer = {}};
        QMenu menu;
        addShowInMenu(&menu, &selection, clicked, "flame");
        const auto* showIn = menu.actions().value(0)->menu();
        QVERIFY(showIn && showIn->isEnabled());
        QStringList titles;
        for (const QAction* action : showIn->actions())
            titles += action->text();
        QCOMPARE(titles, (QStringList{"Operators", "Timeline", "Calls", "Graph", "Memory"}));
        const QSignalSpy wanted(&selection, &TraceSelection::viewWanted);
        showIn->actions()[1]->trigger();
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].toString(), QString("timeline"));
        QCOMPARE(selection.focus(), clicked);
    }

    void viewsWithoutContentAreLeftOut()
    {
        TraceSelection selection;
        selection.setEmptyViews({"graph", "memory"});
        QMenu menu;
        addShowInMenu(&menu, &selection, {.operatorName = "aten::mm"}, "operators");
        QStringList titles;
        for (const QAction* action : menu.actions().value(0)->menu()->actions())
            titles += action->text();
        QCOMPARE(titles, (QStringList{"Timeline", "Flame", "Calls"}));
    }

    void nothingClickedIsNothingToShow()
    {
        TraceSelection selection;
        selection.setFocus({.operatorName = "aten::add"});
        QMenu menu;
        addShowInMenu(&menu, &selection, {}, "graph");
        QVERIFY(!menu.actions().value(0)->menu()->isEnabled());
    }

    void aKernelStandsForTheOperatorThatLaunchedIt()
    {
        const Trace trace = stepscope::test::traceOf("fc1 0-100 layer\n"
                                                     "  aten::addmm 10-60\n"
                                                     "gemm 40-90 t1 gpu0 kernel <aten::addmm\n"
                                                     "lonely 200-210 t1 gpu0 kernel\n");
        QCOMPARE(focusOfEvent(trace, EventId(2)), (TraceFocus{EventId(2), "aten::addmm", "fc1"}));
        QCOMPARE(focusOfEvent(trace, EventId(1)), (TraceFocus{EventId(1), "aten::addmm", "fc1"}));
        QCOMPARE(focusOfEvent(trace, EventId(3)), (TraceFocus{EventId(3), {}, {}}));
    }
};

QTEST_MAIN(TestShowInMenu)
#include "test_show_in_menu.moc"
