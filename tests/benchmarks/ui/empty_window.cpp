// The minimum start time of a Qt Widgets window, as a reference for Stepscope's start.

#include "ui/window/process_age.h"

#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QMainWindow>
#include <QTimer>

namespace {

class EmptyWindow : public QMainWindow
{
protected:
    bool event(QEvent* event) override
    {
        const bool result = QMainWindow::event(event);
        if (event->type() == QEvent::Paint)
            QMetaObject::invokeMethod(this, &EmptyWindow::report, Qt::QueuedConnection);
        return result;
    }

private:
    void report()
    {
        const double age = stepscope::ui::millisecondsSinceProcessStart();
        QFile file(qEnvironmentVariable("STEPSCOPE_STARTUP_REPORT"));
        if (file.open(QIODevice::WriteOnly))
            file.write(QString("{\"first_paint_ms\": %1}\n").arg(age).toUtf8());
        QCoreApplication::quit();
    }
};

} // namespace

int main(int argc, char** argv)
{
    const QApplication application(argc, argv);
    EmptyWindow window;
    window.setCentralWidget(new QLabel("Stepscope"));
    window.resize(1280, 800);
    window.show();
    return QApplication::exec();
}
