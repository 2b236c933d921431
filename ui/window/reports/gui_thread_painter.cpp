#include "ui/window/reports/gui_thread_painter.h"

#include "core/base/error.h"
#include "ui/pictures/picture_painter.h"

#include <QCoreApplication>
#include <QMetaObject>
#include <QObject>

#include <chrono>
#include <future>

namespace stepscope::ui {

namespace {

struct GuiThreadPainterWords
{
    Q_DECLARE_TR_FUNCTIONS(GuiThreadPainter)
};

} // namespace

GuiThreadPainter::GuiThreadPainter(QObject* context, std::stop_token stop)
    : m_context(context)
    , m_stop(std::move(stop))
{
}

void GuiThreadPainter::paintCurves(const Run& run, const std::filesystem::path& png)
{
    paint([&] { makePicturePainter()->paintCurves(run, png); });
}

void GuiThreadPainter::paintOperators(const Run& run, const std::filesystem::path& png)
{
    paint([&] { makePicturePainter()->paintOperators(run, png); });
}

void GuiThreadPainter::paintSvg(const std::string& svg, const std::filesystem::path& png, double scale)
{
    paint([&] { makePicturePainter()->paintSvg(svg, png, scale); });
}

void GuiThreadPainter::paint(const std::function<void()>& work)
{
    auto task = std::make_shared<std::packaged_task<void()>>(work);
    std::future<void> done = task->get_future();
    // Checked again on the GUI thread: by then, the worker and everything that `work` refers to may have been
    // deleted.
    const auto stop = m_stop;
    QMetaObject::invokeMethod(
        m_context,
        [task, stop] {
            if (!stop.stop_requested())
                (*task)();
        },
        Qt::QueuedConnection);
    while (done.wait_for(std::chrono::milliseconds(20)) != std::future_status::ready) {
        if (m_stop.stop_requested())
            throw Error(
                GuiThreadPainterWords::tr("The picture was not painted because the window was closed.")
                    .toStdString());
    }
    done.get();
}

} // namespace stepscope::ui
