#pragma once

#include "ui/exports/picture.h"
#include "ui/keys/view_keys.h"

#include <QAction>
#include <QList>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <functional>
#include <utility>

namespace stepscope {
struct Run;
}

namespace stepscope::ui {

/// Something a view can export: an entry of File > Export and of the view's own Export button. Pictures are
/// made by pictureItem().
struct ExportItem
{
    QString title;       ///< what is exported, without the format: "Curves"
    QString fileName;    ///< proposed, without extension: "curves"
    QStringList formats; ///< extensions, the first is the default: "png", "svg", "pdf"
    /// Writes the file; the format is its extension. A picture has its own size, and is light. Throws
    /// stepscope::Error.
    std::function<void(const QString& path)> write;
    bool inBackground = false; ///< `write` takes a while and may run on any thread
    /// Called on the window's thread before `write`, after the file is chosen: copies what `write` needs from
    /// a run that may grow or be deleted meanwhile. May be empty.
    std::function<void()> prepare = {};
    /// For a picture, whose size and colors can be chosen: what it shows now. Otherwise empty.
    std::function<Picture()> picture = {};
    bool isOneOfMany = false; ///< a menu has one entry for all its formats
    bool isOfRun = true;      ///< of the run on the screen, whose name is part of the proposed file name
};

/// A picture as PNG, SVG or PDF. `picture` is called on the window's thread when the picture is painted.
ExportItem pictureItem(const QString& title, const QString& fileName, std::function<Picture()> picture);

/// A part of the window that shows one aspect of a run.
class View : public QWidget
{
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// Shows another run, or none, with an empty page that says what to do. The run stays valid until the
    /// next call, and only grows.
    virtual void showRun(const Run* run) = 0;
    /// Shows the run on the screen after it was read again, for example with other events as its steps. A
    /// view whose user could lose a filter or a zoom keeps it; by default, the same as showRun().
    virtual void showRunAgain(const Run* run) { showRun(run); }
    /// The run has grown. Called at most 30 times per second; must take a few milliseconds at most.
    virtual void refresh() = 0;
    /// What can be exported now. A view that was hidden first reads what it has missed, or offers nothing
    /// until it is shown.
    virtual QList<ExportItem> exportItems() = 0;

    /// `name` returns the name of the run on the screen, for the names of its files. It is called at each
    /// export, since runs are renamed.
    void setRunNaming(std::function<QString()> name) { m_runNaming = std::move(name); }
    /// Empty: not known.
    QString runNameForFiles() const { return m_runNaming ? m_runNaming() : QString(); }

public Q_SLOTS:
    /// Copies what Edit > Copy and Ctrl+C copy: the rows of the table with the focus, otherwise the picture,
    /// and says so in the status bar. By default the first picture of exportItems().
    virtual void copyContent();

protected:
    /// Adds an action whose keys, those of `viewKeys(view)`, work while the view or a widget in it has the
    /// focus.
    template<typename Slot>
    QAction* addKey(const QString& view, KeyAct act, Slot slot)
    {
        return addViewKey(this, view, act, Qt::WidgetWithChildrenShortcut, slot);
    }
    /// Adds an action to the view's context menu.
    template<typename Act>
    QAction* addMenuAction(const QString& text, Act act)
    {
        auto* action = new QAction(text, this);
        connect(action, &QAction::triggered, this, act);
        addAction(action);
        return action;
    }

private:
    std::function<QString()> m_runNaming;
};

} // namespace stepscope::ui
