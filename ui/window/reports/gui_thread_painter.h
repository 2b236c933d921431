#pragma once

#include "core/exchange/report.h"

#include <functional>
#include <memory>
#include <stop_token>

class QObject;

namespace stepscope::ui {

/// Paints the pictures of a report that a worker thread writes. Runs on the GUI thread, because widgets do
/// the painting. Gives up when stopped, so that a GUI thread that waits for the worker does not deadlock.
class GuiThreadPainter : public PicturePainter
{
public:
    /// `context` is on the GUI thread and outlives the painter.
    GuiThreadPainter(QObject* context, std::stop_token stop);

    void paintCurves(const Run& run, const std::filesystem::path& png) override;
    void paintOperators(const Run& run, const std::filesystem::path& png) override;
    void paintSvg(const std::string& svg, const std::filesystem::path& png, double scale) override;

private:
    void paint(const std::function<void()>& work);

    QObject* m_context;
    std::stop_token m_stop;
};

} // namespace stepscope::ui
