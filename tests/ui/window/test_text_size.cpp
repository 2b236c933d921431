#include "tests/support/fake_engine.h"

#include "core/experiment/experiment.h"
#include "ui/experiment/experiment_panel.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"
#include "ui/window/text_size.h"
#include "ui/window/window_actions.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace stepscope;
using namespace stepscope::ui;

class TestTextSize : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::shared_ptr<FakeEngine> m_engine;
    std::unique_ptr<MainWindow> m_window;
    QFont m_normal;

    void open()
    {
        m_window = std::make_unique<MainWindow>([engine = m_engine] { return engine; });
        m_window->resize(1280, 800);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QTRY_COMPARE(m_window->controller()->engineState(), RunController::EngineState::Ready);
        QTRY_VERIFY(m_window->findChild<QWidget*>("copy_batches")); // the form's last part
    }

    QHash<QWidget*, qreal> sizes() const
    {
        QHash<QWidget*, qreal> found;
        for (QWidget* each : m_window->findChildren<QWidget*>())
            found.insert(each, each->font().pointSizeF());
        return found;
    }

    void changeBy(int steps) const
    {
        for (int i = 0; i < std::abs(steps); ++i)
            (steps > 0 ? m_window->actions()->largerText : m_window->actions()->smallerText)->trigger();
        QCoreApplication::processEvents();
    }

    static QString nameOf(const QWidget* widget)
    {
        return QString("%1 %2 in %3")
            .arg(widget->metaObject()->className(), widget->objectName(),
                 widget->parentWidget()->objectName());
    }

    /// Its text is as wide as it wants to be, and no parent covers it at its sides.
    static bool isWhole(const QWidget* widget)
    {
        const bool hasText =
            qobject_cast<const QLabel*>(widget) || qobject_cast<const QAbstractButton*>(widget);
        if (!hasText || !widget->isVisible() || widget->visibleRegion().isEmpty())
            return true;
        return widget->width() >= widget->minimumSizeHint().width() &&
               widget->visibleRegion().boundingRect().width() == widget->width();
    }

private Q_SLOTS:
    void initTestCase()
    {
        Theme::instance().apply();
        m_normal = QApplication::font();
    }
    void init()
    {
        QCoreApplication::setOrganizationName("stepscope-test-text-size");
        QSettings().clear();
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("STEPSCOPE_LIBRARY", m_folder->filePath("library").toUtf8());
        qputenv("XDG_DATA_HOME", m_folder->path().toUtf8());
        m_engine = std::make_shared<FakeEngine>();
        QApplication::setFont(m_normal);
        Theme::instance().setMode(ThemeMode::Light);
    }
    void cleanup() { m_window.reset(); }

    void allTextIsLargerAtOnceAndNormalAgain()
    {
        open();
        const QHash<QWidget*, qreal> before = sizes();
        changeBy(3);
        const qreal factor = std::pow(TextSize::stepFactor, 3);
        for (const auto [widget, size] : sizes().asKeyValueRange()) {
            if (before.contains(widget))
                QVERIFY2(std::abs(size / before.value(widget) - factor) < 0.01, qPrintable(nameOf(widget)));
        }
        m_window->actions()->normalText->trigger();
        for (const auto [widget, size] : sizes().asKeyValueRange()) {
            if (before.contains(widget))
                QVERIFY2(std::abs(size - before.value(widget)) < 0.05, qPrintable(nameOf(widget)));
        }
    }

    void thePanelHasItsWidthAgain()
    {
        open();
        const auto* panel = m_window->experimentPanel();
        const int before = panel->width();
        changeBy(4);
        QTRY_VERIFY(panel->width() > before);
        m_window->actions()->normalText->trigger();
        QTRY_COMPARE(panel->width(), before);
    }

    void theNextStartHasTheSameSizes()
    {
        open();
        changeBy(3);
        const QStringList parts{"rail-overview", "trainButton", "copy_batches", "startTitle"};
        QList<qreal> before;
        for (const QString& part : parts)
            before += m_window->findChild<QWidget*>(part)->font().pointSizeF();
        m_window->close();
        m_window.reset();
        QApplication::setFont(m_normal);
        Theme::instance().setMode(ThemeMode::Light);
        open();
        for (int i = 0; i < parts.size(); ++i) {
            const auto* part = m_window->findChild<QWidget*>(parts[i]);
            QTRY_VERIFY2(std::abs(part->font().pointSizeF() - before[i]) < 0.05, qPrintable(parts[i]));
        }
    }

    void largerTextIsNotCut()
    {
        open();
        changeBy(3);
        QCOMPARE(m_window->size(), QSize(1280, 800));
        for (QWidget* widget : m_window->findChildren<QWidget*>())
            QTRY_VERIFY2(isWhole(widget), qPrintable(nameOf(widget)));
        changeBy(-3);
        QCOMPARE(m_window->size(), QSize(1280, 800));
    }
};

QTEST_MAIN(TestTextSize)
#include "test_text_size.moc"
