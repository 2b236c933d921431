#include "tests/core/import/chrome/chrome_trace_text.h"
#include "tests/support/fake_engine.h"

#include "ui/keys/view_keys.h"
#include "ui/window/main_window.h"
#include "ui/window/views/workspace.h"
#include "ui/window/window_actions.h"

#include <QAction>
#include <QDialog>
#include <QDockWidget>
#include <QKeyEvent>
#include <QLabel>
#include <QSettings>
#include <QShortcut>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <fstream>

using namespace stepscope;
using namespace stepscope::ui;

/// The keys that views declare are those that they handle, and the dialog lists them.
class TestViewKeys : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;

    QWidget* view(const QString& name) const { return m_window->findChild<Workspace*>()->place(name); }
    static QList<QKeySequence> declaredKeys(const QString& name)
    {
        QList<QKeySequence> keys;
        for (const ViewKey& key : viewKeys(name))
            keys += key.keys;
        return keys;
    }
    QStringList viewNames() const
    {
        QStringList names;
        for (const QDockWidget* dock : m_window->findChild<Workspace*>()->findChildren<QDockWidget*>())
            names += dock->objectName();
        return names;
    }
    /// Whether the widget does something with a key.
    static bool takes(QWidget* widget, const QKeySequence& key)
    {
        const auto combination = key[0];
        QKeyEvent event(QEvent::KeyPress, combination.key(), combination.keyboardModifiers());
        QCoreApplication::sendEvent(widget, &event);
        return event.isAccepted();
    }
    /// The keys of a view's own actions and shortcuts; those of text fields are the fields'.
    static QList<QKeySequence> keysOfActions(const QWidget* view)
    {
        QList<QKeySequence> keys;
        for (const auto* action : view->findChildren<QAction*>()) {
            if (!action->parent()->inherits("QLineEdit"))
                keys += action->shortcuts();
        }
        for (const auto* shortcut : view->findChildren<QShortcut*>()) {
            if (!shortcut->parent()->inherits("QLineEdit"))
                keys += shortcut->key();
        }
        return keys;
    }

private Q_SLOTS:
    void initTestCase()
    {
        QCoreApplication::setOrganizationName("stepscope-test-view-keys");
        QSettings().clear();
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("STEPSCOPE_LIBRARY", m_folder->filePath("library").toUtf8());
        qputenv("XDG_DATA_HOME", m_folder->path().toUtf8());
        m_window = std::make_unique<MainWindow>([] { return std::make_shared<FakeEngine>(); });
        m_window->resize(1280, 800);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QTRY_COMPARE(m_window->controller()->engineState(), RunController::EngineState::Ready);
        const std::string path = m_folder->filePath("worker0.pt.trace.json").toStdString();
        std::ofstream(path, std::ios::binary) << KinetoWriter().write();
        m_window->openFile(QString::fromStdString(path));
        QTRY_VERIFY(m_window->controller()->run());
        for (const QString& name : viewNames()) {
            m_window->findChild<Workspace*>()->showView(name);
            QTest::qWait(50);
        }
    }
    void cleanupTestCase() { m_window.reset(); }

    void canvasesHandleTheKeysThatAreDeclared_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("canvas");
        const std::pair<const char*, const char*> canvases[] = {
            {"curves", "CurvePanels"}, {"machine", "MachinePlot"},        {"timeline", "TimelineCanvas"},
            {"flame", "FlameCanvas"},  {"call-graph", "CallGraphCanvas"}, {"steps", "StepBars"},
            {"memory", "MemoryPlot"},  {"roofline", "RooflineCanvas"},    {"graph", "GraphCanvas"}};
        for (const auto& [name, canvas] : canvases)
            QTest::newRow(name) << QString(name) << QByteArray("stepscope::ui::") + canvas;
    }
    void canvasesHandleTheKeysThatAreDeclared()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, canvas);
        QWidget* widget = nullptr;
        for (auto* child : view(name)->findChildren<QWidget*>()) {
            if (child->inherits(canvas.constData()))
                widget = child;
        }
        QVERIFY(widget);
        const QList<QKeySequence> ofActions = keysOfActions(view(name));
        for (const QKeySequence& key : declaredKeys(name)) {
            if (!ofActions.contains(key))
                QVERIFY2(takes(widget, key), qPrintable(key.toString()));
        }
        QList<int> keys = {Qt::Key_Left,  Qt::Key_Right,  Qt::Key_Up,        Qt::Key_Down,    Qt::Key_Home,
                           Qt::Key_End,   Qt::Key_PageUp, Qt::Key_PageDown,  Qt::Key_Plus,    Qt::Key_Minus,
                           Qt::Key_Equal, Qt::Key_Escape, Qt::Key_Backspace, Qt::Key_Space,   Qt::Key_Return,
                           Qt::Key_Enter, Qt::Key_F3,     Qt::Key_Delete,    Qt::Key_Question};
        for (int key = Qt::Key_A; key <= Qt::Key_Z; ++key)
            keys += key;
        for (int key = Qt::Key_0; key <= Qt::Key_9; ++key)
            keys += key;
        for (const int key : keys) {
            if (!declaredKeys(name).contains(QKeySequence(key)))
                QVERIFY2(!takes(widget, QKeySequence(key)), qPrintable(QKeySequence(key).toString()));
        }
    }

    void keysOfActionsAreDeclared()
    {
        for (const QString& name : viewNames()) {
            for (const QKeySequence& key : keysOfActions(view(name))) {
                const bool isOfMenus = key == QKeySequence(QKeySequence::Copy) || key.isEmpty();
                QVERIFY2(isOfMenus || declaredKeys(name).contains(key),
                         qPrintable(name + ": " + key.toString()));
            }
        }
    }

    void aKeyDoesOneThing()
    {
        for (const QString& name : viewNames()) {
            QList<QKeySequence> keys = declaredKeys(name);
            const qsizetype all = keys.size();
            std::ranges::sort(keys);
            keys.erase(std::ranges::unique(keys).begin(), keys.end());
            QVERIFY2(keys.size() == all, qPrintable(name));
        }
    }

    void theDialogListsTheKeysOfMenusAndViews()
    {
        QStringList texts;
        QTimer::singleShot(0, this, [&] {
            auto* dialog = m_window->findChild<QDialog*>("shortcuts");
            for (const auto* label : dialog->findChildren<QLabel*>())
                texts += label->text();
            dialog->close();
        });
        m_window->actions()->shortcuts->trigger();
        QVERIFY(texts.contains("Command palette"));
        QVERIFY(texts.contains("In Timeline"));
        QVERIFY(!texts.contains("In Log")); // has none
        for (const QString& name : viewNames()) {
            for (const ViewKey& key : viewKeys(name))
                QVERIFY2(texts.contains(key.text) && texts.contains(key.keysText()), qPrintable(key.text));
        }
    }
};

QTEST_MAIN(TestViewKeys)
#include "test_view_keys.moc"
