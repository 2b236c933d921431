#pragma once

#include <QAction>
#include <QKeySequence>
#include <QList>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <functional>

namespace stepscope {
struct Run;
}

namespace stepscope::ui {

/// Something a view can export: an entry of File > Export and of the view's own Export button.
struct ExportItem
{
    QString title;       ///< "Curves as picture"
    QString fileName;    ///< proposed, without extension: "curves"
    QStringList formats; ///< extensions, the first is the default: "png", "svg", "pdf"
    /// Writes the file; the format is its extension. Throws stepscope::Error.
    std::function<void(const QString& path)> write;
    bool inBackground = false; ///< `write` takes a while and may run on any thread
    /// Called on the window's thread before `write`, after the file is chosen: copies what `write` needs from
    /// a run that may grow or be deleted meanwhile. May be empty.
    std::function<void()> prepare = {};
};

/// A part of the window that shows one aspect of a run.
class View : public QWidget
{
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// Shows another run, or none, with an empty page that says what to do. The run stays valid until the
    /// next call, and only grows.
    virtual void showRun(const Run* run) = 0;
    /// The run has grown. Called at most 30 times per second; must take a few milliseconds at most.
    virtual void refresh() = 0;
    /// What can be exported now. A view that was hidden first reads what it has missed, or offers nothing
    /// until it is shown.
    virtual QList<ExportItem> exportItems() = 0;

protected:
    /// Adds an action with a key that works while the view or a widget in it has the focus.
    template<typename Act>
    QAction* addKey(const QString& text, const QKeySequence& key, Act act)
    {
        auto* action = new QAction(text, this);
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, act);
        addAction(action);
        return action;
    }
};

} // namespace stepscope::ui
