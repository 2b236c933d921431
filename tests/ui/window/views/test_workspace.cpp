#include "ui/window/views/workspace.h"

#include <QDockWidget>
#include <QTest>

#include <memory>

using namespace stepscope::ui;

class TestWorkspace : public QObject
{
    Q_OBJECT

    std::unique_ptr<Workspace> m_workspace;

    /// Two views in one place and a third one beside them.
    void make()
    {
        m_workspace = std::make_unique<Workspace>();
        for (const char* name : {"first", "second"})
            m_workspace->addPlace(name, name);
        m_workspace->addPlace("graph", "graph", true);
        for (const char* name : {"first", "second", "graph"})
            m_workspace->setView(name, new QWidget);
        m_workspace->resize(1700, 700);
        m_workspace->applyDefaultLayout(1700);
        m_workspace->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_workspace.get()));
        QTRY_VERIFY(m_workspace->isShown("first") && m_workspace->isShown("graph"));
    }
    bool isTab(const QString& name) const
    {
        return !m_workspace->tabifiedDockWidgets(m_workspace->findChild<QDockWidget*>(name)).isEmpty();
    }
    bool isOpen(const QString& name) const { return !m_workspace->findChild<QDockWidget*>(name)->isHidden(); }

private Q_SLOTS:
    void init() { make(); }
    void cleanup()
    {
        m_workspace->hide();
        m_workspace.reset();
    }

    void withoutContentItLeavesItsRoom()
    {
        const int before = m_workspace->findChild<QDockWidget*>("first")->width();
        m_workspace->setHasContent("graph", false);
        QTRY_VERIFY(!isOpen("graph"));
        QTRY_VERIFY(m_workspace->findChild<QDockWidget*>("first")->width() > before);
        m_workspace->setHasContent("graph", false);
        m_workspace->setHasContent("graph", true);
        QTRY_VERIFY(m_workspace->isShown("graph"));
        m_workspace->setHasContent("graph", true);
        QVERIFY(isOpen("graph"));
    }

    void whatWasClosedStaysClosed()
    {
        m_workspace->closeView("graph");
        m_workspace->setHasContent("graph", false);
        m_workspace->setHasContent("graph", true);
        QVERIFY(!isOpen("graph"));
    }

    void onRequestItShowsItsEmptyPage()
    {
        m_workspace->setHasContent("graph", false);
        m_workspace->showView("graph");
        QTRY_VERIFY(m_workspace->isShown("graph"));
        m_workspace->setHasContent("graph", false); // still
        QVERIFY(isOpen("graph"));
        m_workspace->closeView("graph");
        m_workspace->setHasContent("graph", true);
        QVERIFY(!isOpen("graph")); // closed by the user
    }

    void openedWithItsActionItStays()
    {
        m_workspace->setHasContent("graph", false);
        m_workspace->toggleAction("graph")->trigger();
        QTRY_VERIFY(m_workspace->isShown("graph"));
        m_workspace->setHasContent("graph", false);
        QVERIFY(isOpen("graph"));
        m_workspace->saveLayout(1);
        QVERIFY(isOpen("graph"));
        m_workspace->toggleAction("graph")->trigger();
        m_workspace->setHasContent("graph", true);
        QVERIFY(!isOpen("graph")); // closed by the user
    }

    void aSavedLayoutDoesNotEndItsAbsence()
    {
        m_workspace->setHasContent("graph", false);
        m_workspace->saveLayout(1);
        m_workspace->setHasContent("graph", true);
        QTRY_VERIFY(m_workspace->isShown("graph"));
    }

    void amongTabsItStays()
    {
        m_workspace->applyDefaultLayout(1000);
        m_workspace->setHasContent("graph", false);
        QVERIFY(isOpen("graph"));
    }

    void withoutContentItIsAViewLikeTheOthers()
    {
        m_workspace->setHasContent("graph", false);
        m_workspace->showView("graph");
        QTRY_VERIFY(m_workspace->isShown("graph") && !m_workspace->isShown("first"));
        QVERIFY(isTab("graph"));
        m_workspace->showView("second");
        QTRY_VERIFY(m_workspace->isShown("second") && !m_workspace->isShown("graph"));
        m_workspace->setHasContent("graph", true);
        QTRY_VERIFY(m_workspace->isShown("second") && m_workspace->isShown("graph"));
        QVERIFY(!isTab("graph"));
    }

    void openedWithItsActionItIsAViewLikeTheOthers()
    {
        m_workspace->setHasContent("graph", false);
        m_workspace->toggleAction("graph")->trigger();
        QTRY_VERIFY(isTab("graph"));
        QTRY_VERIFY(m_workspace->isShown("graph") && !m_workspace->isShown("first"));
    }

    void theUserMayPutItBesideTheOthersWhereItIsNarrow()
    {
        m_workspace->resize(900, 700);
        QTRY_VERIFY(isTab("graph"));
        m_workspace->showBeside("graph");
        QTRY_VERIFY(!isTab("graph") && m_workspace->isShown("graph"));
        m_workspace->resize(880, 700);
        QTest::qWait(50);
        QVERIFY(!isTab("graph"));
        m_workspace->resize(600, 700);
        QTRY_VERIFY(isTab("graph"));
    }

    void aSavedLayoutPutsItBesideOthersAgainWhenItHasContent()
    {
        m_workspace->setHasContent("graph", false);
        m_workspace->showView("graph");
        QTRY_VERIFY(isTab("graph"));
        const QByteArray layout = m_workspace->saveLayout(1);
        m_workspace->hide();
        make();
        QVERIFY(m_workspace->restoreLayout(layout, 1));
        QTRY_VERIFY(m_workspace->isShown("graph") && !isTab("graph"));
        QTRY_VERIFY(m_workspace->isShown("first") || m_workspace->isShown("second"));
    }

    void asAWindowItStays()
    {
        m_workspace->showAsWindow("graph");
        m_workspace->setHasContent("graph", false);
        QVERIFY(isOpen("graph"));
    }

    void inANarrowWorkspaceItIsATab()
    {
        const auto* dock = m_workspace->findChild<QDockWidget*>("graph");
        QVERIFY(!isTab("graph"));
        m_workspace->resize(900, 700);
        QTRY_VERIFY(isTab("graph"));
        QTRY_VERIFY(m_workspace->isShown("first") && !m_workspace->isShown("graph"));
        m_workspace->resize(1700, 700);
        QTRY_VERIFY(!isTab("graph"));
        QTRY_VERIFY(m_workspace->isShown("first") && m_workspace->isShown("graph"));
        QVERIFY(dock->x() > m_workspace->findChild<QDockWidget*>("first")->x());
    }

    void aSavedLayoutHasIt()
    {
        m_workspace->setHasContent("graph", false);
        const QByteArray layout = m_workspace->saveLayout(1);
        QVERIFY(!isOpen("graph"));
        m_workspace->hide();
        make();
        m_workspace->closeView("graph");
        QVERIFY(m_workspace->restoreLayout(layout, 1));
        QVERIFY(isOpen("graph"));
    }
};

QTEST_MAIN(TestWorkspace)
#include "test_workspace.moc"
