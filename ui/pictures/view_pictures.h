#pragma once

#include "core/exchange/report.h"

#include <memory>
#include <optional>
#include <string>

namespace stepscope::ui {

/// Paints one of pictureNames as its view shows it, in a view of its own that is not on the screen. The view
/// reads the run while the event loop runs.
class ViewPictureJob
{
public:
    /// The run, and what `environment` is, must outlive it. Throws NothingToPaint.
    ViewPictureJob(PictureRequest request, const Run& run, const Environment& environment);
    ~ViewPictureJob();

    /// The content of the file once the view has read the run, else nullopt: call it again a tenth of a
    /// second later. Throws NothingToPaint, Error.
    std::optional<std::string> tryPaint();

private:
    struct Parts;

    std::unique_ptr<Parts> m_parts;
};

/// How long to wait between two calls of ViewPictureJob::tryPaint(), in milliseconds.
inline constexpr int viewPicturePauseMs = 100;

/// Paints one of pictureNames as its view shows it, without a screen and whatever the user has set, and
/// returns the content of a file of this format: "png". Throws NothingToPaint if the run has nothing to show
/// in it, Error.
std::string viewPicture(const PictureRequest& request, const Run& run, const Environment& environment);

} // namespace stepscope::ui
