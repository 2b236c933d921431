#pragma once

#include "flame_sample.h"
#include "tests/ui/operators/sample_run.h"
#include "ui/flame/flame_canvas.h"
#include "ui/flame/flame_view.h"
#include "ui/support/trace_selection.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QLabel>
#include <QSettings>
#include <QStandardPaths>
#include <QTest>
#include <QToolButton>

#include <memory>

namespace stepscope::test {

inline constexpr auto conv2 = "Forward;conv2";
inline constexpr auto conv2d = "Forward;conv2;aten::conv2d";

/// A flame graph of a run on the screen, and the actions of its user.
struct FlameFixture
{
    void beginTests()
    {
        QStandardPaths::setTestModeEnabled(true);
        ui::Theme::instance().apply();
    }

    void showSampleRun()
    {
        QSettings().clear();
        m_selection = std::make_unique<ui::TraceSelection>();
        m_run = sampleRun(5);
        makeView();
        m_view->showRun(&m_run);
        QTRY_VERIFY(!tree().isEmpty());
    }

    void endTest()
    {
        m_view.reset();
        m_selection.reset();
        ui::Theme::instance().setMode(ui::ThemeMode::Light);
    }

    void makeView()
    {
        m_view.reset();
        m_view = std::make_unique<ui::FlameView>(m_selection.get());
        m_view->resize(1280, 800);
        m_view->show();
    }

    template<typename Widget>
    Widget* find(const char* name) const
    {
        return m_view->findChild<Widget*>(name);
    }

    void choose(const char* name, const QString& text)
    {
        auto* box = find<QComboBox>(name);
        const int index = box->findText(text);
        QVERIFY2(index >= 0, qPrintable(text));
        box->setCurrentIndex(index);
        Q_EMIT box->activated(index);
    }

    const CallTree& tree() const { return *m_view->shown().tree; }
    ui::FlameCanvas* canvas() const { return m_view->canvas(); }

    QString message() const
    {
        const auto* label = find<QLabel>("profileMessageTitle");
        return label->isVisible() ? label->text() : QString();
    }

    QString stackOf(CallNodeId node) const
    {
        QStringList names;
        if (node == noNode)
            return "none";
        for (const CallNodeId frame : tree().pathTo(node))
            names += QString::fromStdString(tree().nameOf(frame));
        return names.join(';');
    }
    QString selectedStack() const { return stackOf(canvas()->selected()); }
    QString zoomedStack() const { return stackOf(canvas()->zoom()); }

    void click(const std::string& stack)
    {
        const QRect place = canvas()->rectOf(nodeAt(tree(), stack));
        QVERIFY2(!place.isEmpty(), stack.c_str());
        QTest::mouseClick(canvas()->viewport(), Qt::LeftButton, {}, place.center());
    }

    void doubleClick(const std::string& stack)
    {
        const QRect place = canvas()->rectOf(nodeAt(tree(), stack));
        QVERIFY2(!place.isEmpty(), stack.c_str());
        QTest::mouseDClick(canvas()->viewport(), Qt::LeftButton, {}, place.center());
    }

    Run m_run;
    std::unique_ptr<ui::TraceSelection> m_selection;
    std::unique_ptr<ui::FlameView> m_view;
};

} // namespace stepscope::test
