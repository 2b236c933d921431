#pragma once

#include <QElapsedTimer>
#include <QObject>

class QWidget;

namespace stepscope::ui {

class DetailsPane;
class EventMemorySetting;
class ExperimentPanel;
class NoticeArea;
class RunController;
class RunFollower;
class RunOpener;
class RunProgress;
class RunStatusBar;
class ShownRun;
class Shutdown;
class SidePanel;
class TraceSelection;
class ViewRegistry;
class WindowActions;
class WindowStatus;

/// Lets the window follow the controller's run: shows it when it starts, opens, grows, ends or closes, in the
/// title, the side panel, the views, the status bar and notices.
class RunDisplay final : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        RunController* controller;
        RunFollower* follower;
        ShownRun* shown;
        RunOpener* opener;
        ViewRegistry* views;
        TraceSelection* selection;
        ExperimentPanel* panel;
        SidePanel* side;
        DetailsPane* details;
        RunProgress* progress;
        RunStatusBar* statusBar;
        WindowStatus* status;
        WindowActions* actions;
        NoticeArea* notices;
        EventMemorySetting* eventMemory;
        Shutdown* shutdown;
    };

    RunDisplay(const Parts& parts, QWidget* window);

private:
    void showStarted();
    void showOpened();
    void showClosed();
    void showGrown();
    void showEnded();
    void showFollowedOver();
    void showTop();
    void updateFigures();

    Parts m_parts;
    QWidget* m_window;
    QElapsedTimer m_sinceFigures;
};

} // namespace stepscope::ui
