#include "ui/window/focus_keeper.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTest>

#include <memory>

using namespace stepscope::ui;

/// A field, a row of the buttons Start, Stop and Export, and another field.
class TestFocusKeeper : public QObject
{
    Q_OBJECT

    std::unique_ptr<QWidget> m_window;
    QLineEdit* m_before = nullptr;
    QWidget* m_row = nullptr;
    QPushButton* m_start = nullptr;
    QPushButton* m_stop = nullptr;
    QPushButton* m_export = nullptr;
    QLineEdit* m_after = nullptr;
    QWidget* m_form = nullptr; ///< with a field alone
    QLineEdit* m_field = nullptr;
    FocusKeeper* m_keeper = nullptr;

private Q_SLOTS:
    void init()
    {
        m_window = std::make_unique<QWidget>();
        m_before = new QLineEdit;
        m_row = new QWidget;
        m_after = new QLineEdit;
        auto* column = new QVBoxLayout(m_window.get());
        m_form = new QWidget;
        m_field = new QLineEdit;
        auto* around = new QWidget; // which stays enabled, as the area in which a form scrolls
        (new QHBoxLayout(around))->addWidget(m_form);
        (new QHBoxLayout(m_form))->addWidget(m_field);
        for (QWidget* part : {static_cast<QWidget*>(m_before), m_row, static_cast<QWidget*>(m_after), around})
            column->addWidget(part);
        m_start = new QPushButton("Start");
        m_stop = new QPushButton("Stop");
        m_export = new QPushButton("Export");
        m_export->setMenu(new QMenu(m_export));
        auto* row = new QHBoxLayout(m_row);
        for (QPushButton* button : {m_start, m_stop, m_export}) {
            button->setFocusPolicy(Qt::TabFocus);
            row->addWidget(button);
        }
        m_stop->setEnabled(false);
        m_keeper = new FocusKeeper(m_window.get(), [this] { return m_stop; });
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    void cleanup() { m_window.reset(); }

    void fromStartItGoesToStopAndBack()
    {
        m_start->setFocus();
        m_start->setEnabled(false);
        m_stop->setEnabled(true);
        QTRY_VERIFY(m_stop->hasFocus());
        m_stop->setEnabled(false);
        m_start->setEnabled(true);
        QTRY_VERIFY(m_start->hasFocus());
    }

    void itWaitsForANearerControl()
    {
        m_start->setEnabled(false);
        m_stop->setEnabled(true);
        m_stop->setFocus();
        m_stop->setEnabled(false);
        QTRY_VERIFY(m_export->hasFocus()); // the only one of the row
        m_start->setEnabled(true);
        m_keeper->update();
        QVERIFY(m_start->hasFocus());
    }

    void whatTheUserFocusesMeanwhileKeepsTheFocus()
    {
        m_start->setEnabled(false);
        m_stop->setEnabled(true);
        m_stop->setFocus();
        m_stop->setEnabled(false);
        QTRY_VERIFY(m_export->hasFocus());
        m_after->setFocus();
        m_start->setEnabled(true);
        m_keeper->update();
        QVERIFY(m_after->hasFocus());
        m_before->setFocus(); // and it does not come back later
        m_keeper->update();
        QVERIFY(m_before->hasFocus());
    }

    void aFormLendsItsFocusAndGetsItBack()
    {
        m_field->setFocus();
        m_form->setEnabled(false);
        m_stop->setEnabled(true);
        QTRY_VERIFY(m_stop->hasFocus());
        m_form->setEnabled(true);
        m_keeper->update();
        QVERIFY(m_field->hasFocus());
    }

    /// As at the end of a training, when Stop and the form change one after the other.
    void aFormGetsItsFocusBackFromAButtonThatIsDisabledNow()
    {
        m_field->setFocus();
        m_form->setEnabled(false);
        m_stop->setEnabled(true);
        QTRY_VERIFY(m_stop->hasFocus());
        m_form->setEnabled(true);
        m_stop->setEnabled(false); // Qt moves the focus on
        m_keeper->update();
        QVERIFY(m_field->hasFocus());
    }

    void aFormDoesNotGetBackWhatTheUserHasMoved()
    {
        m_field->setFocus();
        m_form->setEnabled(false);
        m_stop->setEnabled(true);
        QTRY_VERIFY(m_stop->hasFocus());
        m_after->setFocus();
        m_form->setEnabled(true);
        m_keeper->update();
        QVERIFY(m_after->hasFocus());
    }

    void aDisabledSubstituteDoesNotGetIt()
    {
        m_field->setFocus();
        m_form->setEnabled(false); // while Stop is disabled, too
        m_keeper->update();
        QVERIFY(!m_stop->hasFocus());
        m_stop->setEnabled(true);
        m_keeper->update();
        QVERIFY(m_stop->hasFocus());
    }

    void withAWholePartItGoesToTheNearestControlOutside()
    {
        m_form->setEnabled(false); // or its field would be nearer
        m_start->setFocus();
        m_row->setEnabled(false);
        QTRY_VERIFY(m_after->hasFocus());
    }
};

QTEST_MAIN(TestFocusKeeper)
#include "test_focus_keeper.moc"
