#include "ui/window/views/view_rail.h"

#include "ui/theme/theme.h"
#include "ui/window/views/workspace.h"

#include <QDockWidget>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTabBar>
#include <QTest>

#include <memory>

using namespace stepscope::ui;

class TestViewRail : public QObject
{
    Q_OBJECT

    std::unique_ptr<QWidget> m_window;
    Workspace* m_workspace = nullptr;
    ViewRail* m_rail = nullptr;

    QPushButton* button(const QString& name) const { return m_rail->findChild<QPushButton*>("rail-" + name); }
    QDockWidget* dock(const QString& name) const { return m_workspace->findChild<QDockWidget*>(name); }
    QStringList marked() const
    {
        QStringList names;
        for (const char* name : {"curves", "log", "operators"}) {
            if (button(name)->isChecked())
                names += name;
        }
        return names;
    }

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }

    void init()
    {
        m_window = std::make_unique<QWidget>();
        m_workspace = new Workspace(m_window.get());
        m_rail = new ViewRail(m_workspace, m_window.get());
        auto* layout = new QHBoxLayout(m_window.get());
        layout->addWidget(m_rail);
        layout->addWidget(m_workspace, 1);
        const auto add = [this](const QString& name, const QString& group) {
            m_workspace->addPlace(name, name);
            m_workspace->setView(name, new QLabel(name, m_workspace->place(name)));
            m_rail->add(name, name, group);
        };
        add("curves", "Train");
        add("operators", "Profile");
        add("log", "Train");
        m_window->resize(1000, 600);
        m_workspace->applyDefaultLayout(1000);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QTRY_COMPARE(marked(), QStringList("curves"));
    }
    void cleanup()
    {
        m_window->hide();
        m_window.reset();
    }

    void entriesAreInTheirGroups()
    {
        QStringList headings;
        for (const QLabel* label : m_rail->findChildren<QLabel*>())
            headings += label->text();
        QCOMPARE(headings, QStringList({"Train", "Profile"}));
        QVERIFY(button("log")->y() > button("curves")->y());
        QVERIFY(button("operators")->y() > button("log")->y());
    }

    void aClickBringsAViewToTheFront()
    {
        QTest::mouseClick(button("operators"), Qt::LeftButton);
        QTRY_VERIFY(m_workspace->isShown("operators"));
        QTRY_COMPARE(marked(), QStringList("operators"));
        QTest::mouseClick(button("operators"), Qt::LeftButton); // it stays
        QTRY_COMPARE(marked(), QStringList("operators"));
    }

    void theKeyboardReachesAllEntries()
    {
        m_window->activateWindow();
        button("log")->setFocus();
        QTest::keyClick(button("log"), Qt::Key_Space);
        QTRY_COMPARE(marked(), QStringList("log"));
    }

    void theFocusFollowsTheViewInFront()
    {
        m_window->activateWindow();
        button("log")->setFocus();
        QTRY_VERIFY(button("log")->hasFocus());
        m_workspace->showView("operators"); // by its key
        QTRY_VERIFY(button("operators")->hasFocus());
    }

    void inALowWindowItScrollsToTheViewInFront()
    {
        m_window->resize(1000, 70);
        QTRY_VERIFY(button("log")->visibleRegion().isEmpty() ||
                    button("operators")->visibleRegion().isEmpty());
        for (const char* name : {"curves", "operators", "log"}) {
            m_workspace->showView(name);
            QTRY_COMPARE(button(name)->visibleRegion().boundingRect(), button(name)->rect());
        }
    }

    void aViewCanBePlacedBesideTheOthersAndBack()
    {
        m_workspace->showBeside("operators");
        QTRY_COMPARE(marked(), QStringList({"curves", "operators"}));
        QTRY_VERIFY(dock("operators")->x() >= dock("curves")->geometry().right());
        QTRY_VERIFY(dock("operators")->width() > 200 && dock("curves")->width() > 200);
        m_workspace->applyDefaultLayout(1000);
        QTRY_COMPARE(marked(), QStringList("curves"));
    }

    void aViewCanBeAWindowAndClosed()
    {
        m_workspace->showAsWindow("log");
        QTRY_VERIFY(dock("log")->isFloating() && dock("log")->isVisible());
        QTRY_COMPARE(marked(), QStringList({"curves", "log"}));
        m_workspace->closeView("log");
        QTRY_COMPARE(marked(), QStringList("curves"));
        QTest::mouseClick(button("log"), Qt::LeftButton); // opens it again
        QTRY_VERIFY(dock("log")->isVisible());
    }

    void thereAreNoTabs()
    {
        for (const QTabBar* tabs : m_workspace->findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) {
            QVERIFY(!tabs->isVisible() || tabs->height() == 0);
            QCOMPARE(tabs->focusPolicy(), Qt::NoFocus);
        }
        QCOMPARE(dock("curves")->height(), m_workspace->height());
    }
};

QTEST_MAIN(TestViewRail)
#include "test_view_rail.moc"
