#include "tests/support/fake_engine.h"

#include "tests/support/pseudo_language.h"
#include "tests/ui/support/pseudo_translator.h"
#include "ui/window/main_window.h"

#include <QAbstractButton>
#include <QAction>
#include <QDockWidget>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSettings>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>

using namespace stepscope;
using namespace stepscope::ui;

/// Shows the window in another language than English, and looks for texts that stayed English.
class TestWindowLanguage : public QObject
{
    Q_OBJECT

    QTemporaryDir m_data;
    QStringList m_english;

    void check(const QString& text, const QObject* where)
    {
        if (where->objectName() == "runsSummary" || where->objectName() == "device")
            return; // a folder, a processor
        static const QRegularExpression words("\\p{L}{3}");
        static const QRegularExpression brackets("[[⟦]"); // of the window and of core
        if (words.match(text).hasMatch() && !brackets.match(text).hasMatch())
            m_english.append(QString("%1 %2: %3")
                                 .arg(where->metaObject()->className(), where->objectName(), text.left(100)));
    }

    void checkWidget(const QWidget* widget)
    {
        check(widget->toolTip(), widget);
        check(widget->statusTip(), widget);
        check(widget->accessibleName(), widget);
        if (const auto* label = qobject_cast<const QLabel*>(widget))
            check(label->text(), label);
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
            check(button->text(), button);
        if (const auto* box = qobject_cast<const QGroupBox*>(widget))
            check(box->title(), box);
        if (const auto* dock = qobject_cast<const QDockWidget*>(widget))
            check(dock->windowTitle(), dock);
        if (const auto* edit = qobject_cast<const QLineEdit*>(widget))
            check(edit->placeholderText(), edit);
        if (const auto* tabs = qobject_cast<const QTabBar*>(widget)) {
            for (int tab = 0; tab < tabs->count(); ++tab) {
                check(tabs->tabText(tab), tabs);
                check(tabs->tabToolTip(tab), tabs);
            }
        }
    }

private Q_SLOTS:
    void init()
    {
        QCoreApplication::setOrganizationName("stepscope-test-window-language");
        QSettings().clear();
        qputenv("XDG_DATA_HOME", m_data.path().toUtf8());
        qputenv("STEPSCOPE_LIBRARY", (m_data.path() + "/runs").toUtf8());
    }

    void allTextsOfTheWindowAreTranslated()
    {
        const test::PseudoLanguage language;
        test::PseudoTranslator translator;
        QVERIFY(QCoreApplication::installTranslator(&translator));
        MainWindow window([] { return std::make_shared<FakeEngine>(); });
        window.resize(1280, 800);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QTRY_COMPARE(window.controller()->engineState(), RunController::EngineState::Ready);
        const auto widgets = window.findChildren<QWidget*>();
        const auto actions = window.findChildren<QAction*>();
        QVERIFY(widgets.size() > 100 && actions.size() > 50);
        for (const auto* widget : widgets)
            checkWidget(widget);
        for (const auto* action : actions) {
            check(action->text(), action);
            check(action->toolTip(), action);
            check(action->statusTip(), action);
        }
        QCoreApplication::removeTranslator(&translator);
        QVERIFY2(m_english.isEmpty(), qPrintable(m_english.join('\n')));
    }
};

QTEST_MAIN(TestWindowLanguage)
#include "test_window_language.moc"
