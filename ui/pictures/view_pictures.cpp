#include "ui/pictures/view_pictures.h"

#include "core/base/error.h"
#include "core/run/run_contents.h"
#include "ui/call_graph/call_graph_view.h"
#include "ui/curves/curves_view.h"
#include "ui/exports/picture_writer.h"
#include "ui/flame/flame_view.h"
#include "ui/graph/graph_view.h"
#include "ui/machine/machine_view.h"
#include "ui/memory/memory_view.h"
#include "ui/operators/operators_view.h"
#include "ui/overview/overview_view.h"
#include "ui/roofline/roofline_view.h"
#include "ui/steps/steps_view.h"
#include "ui/support/qt_text.h"
#include "ui/support/trace_selection.h"
#include "ui/timeline/timeline_view.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QImage>
#include <QSettings>
#include <QTemporaryDir>
#include <QThread>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>

namespace stepscope::ui {

namespace {

struct ViewPicturesWords
{
    Q_DECLARE_TR_FUNCTIONS(ViewPictures)
};

constexpr QSize viewSize(1600, 1000); ///< of the views, which pictures "as shown" follow
constexpr int longestMs = 60'000;     ///< for reading and layout
constexpr int longestOfManyMs = 10'000;

struct Parts
{
    TraceSelection* selection;
    std::function<Environment()> environment;
};

using MakeView = std::unique_ptr<View>(const Parts& parts);

struct ViewOfPicture
{
    std::string_view name; ///< one of pictureNames
    MakeView* make;
    bool isLaidOut = false;   ///< on another thread, so it takes a while
    bool needsEvents = false; ///< in memory
};

template<class OneView>
std::unique_ptr<View> plain(const Parts&)
{
    return std::make_unique<OneView>();
}

template<class OneView>
std::unique_ptr<View> withSelection(const Parts& parts)
{
    return std::make_unique<OneView>(parts.selection);
}

std::unique_ptr<View> makeOverview(const Parts& parts)
{
    return std::make_unique<OverviewView>(parts.selection, parts.environment, QList<QAction*>());
}

std::unique_ptr<View> makeOperators(const Parts& parts)
{
    auto view = std::make_unique<OperatorsView>();
    view->setEnvironment(parts.environment);
    return view;
}

std::unique_ptr<View> makeRoofline(const Parts& parts)
{
    return std::make_unique<RooflineView>(parts.selection, parts.environment);
}

constexpr std::array<ViewOfPicture, pictureNames.size()> views = {{
    {"overview", makeOverview},
    {"curves", plain<CurvesView>},
    {"machine", plain<MachineView>},
    {"operators", makeOperators},
    {"timeline", withSelection<TimelineView>, false, true},
    {"flame", withSelection<FlameView>, true, true},
    {"calls", withSelection<CallGraphView>, true, true},
    {"steps", withSelection<StepsView>},
    {"roofline", makeRoofline},
    {"memory", plain<MemoryView>},
    {"graph", plain<GraphView>, true},
}};
static_assert(std::ranges::equal(views, pictureNames, {}, &ViewOfPicture::name),
              "a view for each of picturesOfViews, in their order");

const ViewOfPicture& viewOf(const std::string& name)
{
    return *std::ranges::find(views, name, &ViewOfPicture::name);
}

NothingToPaint absenceOf(std::string_view name, const Run& run)
{
    const std::string reason = absenceReason(run, partOfPicture(name).value_or(RunPart::Steps));
    return NothingToPaint(ViewPicturesWords::tr("The run has nothing to show in the picture \"%1\": %2.")
                              .arg(toQString(name), toQString(reason))
                              .toStdString());
}

/// A training that ends before the profiler's first active step has figures of its operators, but no events.
bool hasOperatorsOfAllSteps(std::string_view name, const Run& run)
{
    return name == "operators" && !run.totals.rows.empty();
}

std::optional<ExportItem> firstPicture(View& view)
{
    for (const ExportItem& item : view.exportItems()) {
        if (item.picture)
            return item;
    }
    return std::nullopt;
}

void checkOptions(const PictureRequest& request, const QString& whyOwnSize)
{
    if (request.options.width > 0 && !whyOwnSize.isEmpty())
        throw UsageError(ViewPicturesWords::tr("The size of the picture \"%1\" cannot be chosen. %2")
                             .arg(toQString(request.name), whyOwnSize)
                             .toStdString());
}

} // namespace

struct ViewPictureJob::Parts
{
    PictureRequest request;
    const Run& run;
    bool isLaidOut; ///< as ViewOfPicture::isLaidOut
    TraceSelection selection;
    std::unique_ptr<View> view; ///< deleted before the selection
    QElapsedTimer sinceStart;
    QImage last;
};

ViewPictureJob::ViewPictureJob(PictureRequest request, const Run& run, const Environment& environment)
{
    const ViewOfPicture& described = viewOf(request.name);
    if (const auto part = partOfPicture(request.name);
        part && whyAbsent(&run, *part) != Absence::None && !hasOperatorsOfAllSteps(request.name, run))
        throw absenceOf(request.name, run);
    if (described.needsEvents && run.trace.empty())
        throw NothingToPaint(
            ViewPicturesWords::tr("The picture \"%1\" needs events, and none of the run's are in memory.")
                .arg(toQString(request.name))
                .toStdString());
    m_parts.reset(new Parts{.request = std::move(request), .run = run, .isLaidOut = described.isLaidOut});
    m_parts->view = described.make({&m_parts->selection, [environment] { return environment; }});
    m_parts->sinceStart.start();
    View& view = *m_parts->view;
    view.setAttribute(Qt::WA_DontShowOnScreen);
    view.resize(viewSize);
    view.show();
    view.showRun(&run);
}

ViewPictureJob::~ViewPictureJob() = default;

std::optional<std::string> ViewPictureJob::tryPaint()
{
    Parts& parts = *m_parts;
    const bool isLate = parts.sinceStart.hasExpired(parts.request.isOneOfMany ? longestOfManyMs : longestMs);
    const auto item = firstPicture(*parts.view);
    if (!item && parts.isLaidOut && !isLate)
        return std::nullopt;
    if (!item)
        throw absenceOf(parts.request.name, parts.run);
    const Picture picture = item->picture();
    checkOptions(parts.request, picture.whyOwnSize);
    // The view may still read something in the background: until two pictures are the same.
    PictureOptions quick = parts.request.options;
    quick.scale = 1.0;
    const QImage now = pictureImage(picture, quick);
    if (now != std::exchange(parts.last, now) && !isLate)
        return std::nullopt;
    return pictureBytes(item->picture(), parts.request.options, toQString(parts.request.format));
}

std::string viewPicture(const PictureRequest& request, const Run& run, const Environment& environment)
{
    // The picture must not depend on what the user has set in the window, nor change it.
    const QTemporaryDir settings;
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
    Theme::instance().setMode(ThemeMode::Light);
    Theme::instance().apply();
    ViewPictureJob job(request, run, environment);
    for (;;) {
        if (auto bytes = job.tryPaint())
            return *bytes;
        QThread::msleep(viewPicturePauseMs);
        QCoreApplication::processEvents(QEventLoop::AllEvents, viewPicturePauseMs);
    }
}

} // namespace stepscope::ui
