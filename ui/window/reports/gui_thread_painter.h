#pragma once

#include "core/exchange/report.h"

#include <functional>
#include <memory>
#include <stop_token>

class QObject;

namespace stepscope::ui {

/// Paints the pictures of a report that a worker thread writes. Runs on the GUI thread, because widgets do
/// the painting. Gives up when stopped, so that a GUI thread that waits for the worker does not deadlock.
class GuiThreadPainter : public ViewPainter
{
public:
    /// `context` is on the GUI thread and outlives the painter. `run`: whose views are painted; may be null
    /// if none is.
    GuiThreadPainter(QObject* context, std::stop_token stop, std::shared_ptr<const Run> run = nullptr);

    void paintCurves(const Run& run, const std::filesystem::path& png) override;
    void paintOperators(const Run& run, const std::filesystem::path& png) override;
    void paintSvg(const std::string& svg, const std::filesystem::path& png, double scale) override;
    /// Of the painter's run. The view reads it between other things that the GUI thread does, with what the
    /// user has set for such views.
    std::string paintView(const PictureRequest& request, const Run& run,
                          const Environment& environment) override;

private:
    void paint(const std::function<void()>& work);

    QObject* m_context;
    std::stop_token m_stop;
    std::shared_ptr<const Run> m_run;
};

} // namespace stepscope::ui
