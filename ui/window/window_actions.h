#pragma once

#include "ui/theme/theme.h"

#include <QList>
#include <QObject>

class QAction;
class QMenu;
class QMenuBar;

namespace stepscope::ui {

/// The window's own actions. The window connects them.
class WindowActions : public QObject
{
    Q_OBJECT

public:
    explicit WindowActions(QObject* parent);

    QAction* train;
    QAction* pause; ///< checkable; its text names the next action
    QAction* stop;
    QAction* resume; ///< the run on the screen
    QAction* saveWeights;
    QAction* lab;
    QAction* recordProgram;
    QAction* recordSteps; ///< of a running recorded program
    QAction* abTest;
    QAction* measureOperator;
    QAction* openRun;
    QAction* openFolder;
    QAction* closeRun;
    QAction* exportView;
    QAction* exportAll;
    QAction* report;
    QAction* quit;
    QAction* copy;
    QAction* themeSystem;
    QAction* themeLight;
    QAction* themeDark;
    QAction* palette;
    QAction* untickAll;
    QAction* resetLayout;
    QAction* largerText;
    QAction* smallerText;
    QAction* normalText;
    QAction* eventMemory;
    QAction* manual;
    QAction* shortcuts;
    QAction* about;

    void setPaused(bool paused);
    void setTheme(ThemeMode mode);

private:
    QAction* make(const QString& text, const QString& tip, const QList<QKeySequence>& keys = {},
                  const QString& icon = {});
};

} // namespace stepscope::ui
