#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>

class QTimer;

namespace stepscope::ui {

class MainWindow;

/// Measures the start of the window, writes the figures to a file and closes the window.
class StartupMeter : public QObject
{
    Q_OBJECT

public:
    StartupMeter(MainWindow* window, const QString& file);

private:
    void tick();
    void finish(bool engineReady);

    MainWindow* m_window;
    QString m_file;
    QTimer* m_timer;
    QElapsedTimer m_sinceTick;
    QElapsedTimer m_sincePaint;
    double m_firstPaintMs = 0.0;
    double m_longestGapMs = 0.0;
};

} // namespace stepscope::ui
