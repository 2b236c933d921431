#pragma once

#include "core/exchange/report.h"

#include <functional>
#include <memory>
#include <stop_token>

class QObject;

namespace stepscope::ui {

/// Paints the pictures of a report that is written on a worker thread: on the GUI thread, for they are
/// painted with widgets. Gives up when asked to stop, so that whoever waits for the worker on the GUI thread
/// is not waited for.
class GuiThreadPainter : public PicturePainter
{
public:
    /// `context` lives on the GUI thread and outlives the painter.
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
