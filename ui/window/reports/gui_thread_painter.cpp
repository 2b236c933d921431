#include "ui/window/reports/gui_thread_painter.h"

#include "core/base/error.h"
#include "ui/pictures/picture_painter.h"
#include "ui/pictures/view_pictures.h"

#include <QCoreApplication>
#include <QMetaObject>
#include <QObject>
#include <QScopeGuard>

#include <chrono>
#include <future>
#include <optional>
#include <thread>
#include <utility>

namespace stepscope::ui {

namespace {

struct GuiThreadPainterWords
{
    Q_DECLARE_TR_FUNCTIONS(GuiThreadPainter)
};

/// A picture that is painted bit by bit. It is deleted on the GUI thread, and with it the run if nobody else
/// has it.
struct PaintedView
{
    std::shared_ptr<const Run> run;
    std::unique_ptr<ViewPictureJob> job; ///< deleted before the run
    std::optional<std::string> bytes;
};

} // namespace

GuiThreadPainter::GuiThreadPainter(QObject* context, std::stop_token stop, std::shared_ptr<const Run> run)
    : m_context(context)
    , m_stop(std::move(stop))
    , m_run(std::move(run))
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

std::string GuiThreadPainter::paintView(const PictureRequest& request, const Run&,
                                        const Environment& environment)
{
    auto view = std::make_shared<PaintedView>();
    view->run = m_run;
    // Not here: widgets belong to the GUI thread. The event that is posted may be the last that has the view.
    const auto release = qScopeGuard([&] {
        QMetaObject::invokeMethod(
            m_context, [view = std::move(view)]() mutable { view.reset(); }, Qt::QueuedConnection);
    });
    paint([&] { view->job = std::make_unique<ViewPictureJob>(request, *view->run, environment); });
    for (;;) {
        paint([&] { view->bytes = view->job->tryPaint(); });
        if (view->bytes)
            return *view->bytes;
        std::this_thread::sleep_for(std::chrono::milliseconds(viewPicturePauseMs));
    }
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
