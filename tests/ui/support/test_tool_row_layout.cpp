#include "ui/support/tool_row_layout.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidget>

using namespace stepscope::ui;

namespace {

constexpr int buttonHeight = 30;

} // namespace

class TestToolRowLayout : public QObject
{
    Q_OBJECT

    std::unique_ptr<QWidget> m_row;
    QLineEdit* m_field = nullptr;
    QList<QWidget*> m_buttons;

    QWidget* add(int width)
    {
        auto* button = new QWidget;
        button->setFixedSize(width, buttonHeight);
        row()->addWidget(button);
        m_buttons += button;
        return button;
    }
    ToolRowLayout* row() const { return static_cast<ToolRowLayout*>(m_row->layout()); }
    void resize(int width)
    {
        m_row->resize(width, m_row->heightForWidth(width));
        m_row->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_row.get()));
    }
    int rows() const
    {
        QSet<int> tops;
        for (const QWidget* button : m_buttons)
            tops.insert(button->y());
        return int(tops.size());
    }
    void checkNothingIsCutOrCovered() const
    {
        QList<QWidget*> all = m_buttons;
        all.prepend(m_field);
        for (const QWidget* tool : all) {
            QVERIFY2(m_row->rect().contains(tool->geometry()), qPrintable(tool->objectName()));
            for (const QWidget* other : all)
                QVERIFY(tool == other || !tool->geometry().intersects(other->geometry()));
        }
    }

private Q_SLOTS:
    /// A field of 100 to 300, two buttons, a gap, and two more: at least 100 + 4 · 80 + 4 · 8 + 24 = 476.
    void init()
    {
        m_row = std::make_unique<QWidget>();
        new ToolRowLayout(m_row.get());
        m_buttons.clear();
        m_field = new QLineEdit;
        m_field->setMinimumWidth(100);
        m_field->setMaximumWidth(300);
        m_field->setFixedHeight(buttonHeight);
        row()->addWidget(m_field, 1);
        add(80);
        add(80);
        row()->addStretch(1);
        add(80);
        add(80);
    }

    void whereThereIsRoomAllStandInOneRow()
    {
        resize(1000);
        QCOMPARE(rows(), 1);
        QCOMPARE(m_row->height(), buttonHeight + 16);
        QCOMPARE(m_field->geometry(), QRect(12, 8, 300, buttonHeight));
        QCOMPARE(m_buttons[0]->x(), 12 + 300 + 8);
        QCOMPARE(m_buttons[1]->x(), 12 + 300 + 8 + 80 + 8);
        QCOMPARE(m_buttons[3]->geometry().right() + 1, 1000 - 12); // after the gap: at the right
        QCOMPARE(m_buttons[2]->x(), 1000 - 12 - 80 - 8 - 80);
        checkNothingIsCutOrCovered();
    }

    void theFieldGivesWayFirst()
    {
        resize(500);
        QCOMPARE(rows(), 1);
        QCOMPARE(m_field->width(), 100 + 24);
        checkNothingIsCutOrCovered();
        resize(476);
        QCOMPARE(rows(), 1);
        QCOMPARE(m_field->width(), 100);
        checkNothingIsCutOrCovered();
    }

    void thenToolsGoOnInFurtherRows()
    {
        resize(475);
        QCOMPARE(rows(), 2);
        QCOMPARE(m_row->height(), 2 * buttonHeight + 8 + 16);
        QCOMPARE(m_buttons[3]->pos(), QPoint(12, 8 + buttonHeight + 8));
        checkNothingIsCutOrCovered();
        resize(220);
        checkNothingIsCutOrCovered();
        resize(row()->minimumSize().width());
        checkNothingIsCutOrCovered();
    }

    void aGroupStaysTogether()
    {
        QHBoxLayout* const group = row()->addGroup();
        QList<QWidget*> tools;
        for (int i = 0; i < 3; ++i) {
            auto* tool = new QWidget;
            tool->setFixedSize(60, buttonHeight);
            group->addWidget(tool);
            tools += tool;
        }
        resize(476 + 100); // there is room for the first one after the others
        for (const QWidget* tool : tools)
            QCOMPARE(tool->mapTo(m_row.get(), QPoint()).y(), 8 + buttonHeight + 8);
        QCOMPARE(row()->minimumSize().width(), 3 * 60 + 2 * 8 + 24);
    }

    void itNeedsNoMoreRoomThanItsWidestTool()
    {
        QCOMPARE(row()->minimumSize(), QSize(100 + 24, buttonHeight + 16));
        add(160);
        QCOMPARE(row()->minimumSize().width(), 160 + 24);
        QCOMPARE(row()->sizeHint().width(), 476 + 8 + 160);
    }

    void hiddenToolsTakeNoRoom()
    {
        m_buttons[1]->hide();
        resize(388);
        QCOMPARE(m_buttons[3]->y(), 8);
        QCOMPARE(m_buttons[2]->x(), 12 + 100 + 8 + 80 + 8);
    }

    void optionalToolsAreLeftOutBeforeARowIsAdded()
    {
        QList<QWidget*> labels;
        for (const int width : {50, 60}) {
            auto* label = new QWidget;
            label->setFixedSize(width, buttonHeight);
            row()->addOptional(label);
            labels += label;
        }
        const auto shown = [&] {
            QList<bool> each;
            for (const QWidget* label : labels)
                each += m_row->rect().contains(label->geometry());
            return each;
        };
        constexpr int all = 476 + 58 + 68;
        resize(all);
        QCOMPARE(rows(), 1);
        QCOMPARE(shown(), QList<bool>({true, true}));
        resize(all - 1);
        QCOMPARE(rows(), 1);
        QCOMPARE(shown(), QList<bool>({false, true})); // the first one
        QVERIFY(row()->isLeftOut(labels[0]) && !row()->isLeftOut(labels[1]));
        resize(476);
        QCOMPARE(rows(), 1);
        QCOMPARE(shown(), QList<bool>({false, false}));
        checkNothingIsCutOrCovered();
        resize(475);
        QCOMPARE(rows(), 2);
        QCOMPARE(shown(), QList<bool>({true, true}));
        resize(all);
        QCOMPARE(shown(), QList<bool>({true, true}));
        checkNothingIsCutOrCovered();
    }

    void anOptionalGroupIsLeftOutAsAWhole()
    {
        QHBoxLayout* const group = row()->addOptionalGroup();
        QList<QWidget*> tools;
        for (int i = 0; i < 3; ++i) {
            auto* tool = new QWidget;
            tool->setFixedSize(30, buttonHeight);
            group->addWidget(tool);
            tools += tool;
        }
        resize(476 + 8 + 3 * 30);
        QCOMPARE(rows(), 1);
        QVERIFY(!row()->isLeftOut(group->parentWidget()));
        QCOMPARE(tools[2]->x() - tools[0]->x(), 2 * 30); // without space
        resize(476 + 8 + 3 * 30 - 1);
        QCOMPARE(rows(), 1);
        QVERIFY(row()->isLeftOut(group->parentWidget()));
    }

    void aViewGivesItTheHeightThatItNeeds()
    {
        QWidget view;
        auto* layout = new QVBoxLayout(&view);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
        auto* content = new QWidget;
        layout->addWidget(m_row.get());
        layout->addWidget(content, 1);
        view.resize(300, 400);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QCOMPARE(content->y(), m_row->heightForWidth(300));
        checkNothingIsCutOrCovered();
        view.resize(1000, 400);
        QTRY_COMPARE(content->y(), buttonHeight + 16);
        m_row->setParent(nullptr);
    }
};

QTEST_MAIN(TestToolRowLayout)
#include "test_tool_row_layout.moc"
