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
#include <QSettings>
#include <QTemporaryDir>
#include <QThread>

#include <algorithm>
#include <memory>
#include <optional>

namespace stepscope::ui {

namespace {

struct ViewPicturesWords
{
    Q_DECLARE_TR_FUNCTIONS(ViewPictures)
};

constexpr QSize viewSize(1600, 1000); ///< of the views, which pictures "as shown" follow
constexpr int longestMs = 60'000;
constexpr int pauseMs = 100;

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
    std::optional<RunPart> part; ///< what the run must have
    bool isLaidOut = false;      ///< on another thread, so it takes a while
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

const std::array<ViewOfPicture, pictureNames.size()> views = {{
    {"overview", makeOverview, std::nullopt},
    {"curves", plain<CurvesView>, RunPart::Curves},
    {"machine", plain<MachineView>, RunPart::MachineSamples},
    {"operators", makeOperators, RunPart::Operators},
    {"timeline", withSelection<TimelineView>, RunPart::Timeline},
    {"flame", withSelection<FlameView>, RunPart::Operators, true},
    {"calls", withSelection<CallGraphView>, RunPart::Operators, true},
    {"steps", withSelection<StepsView>, RunPart::Steps},
    {"roofline", makeRoofline, RunPart::Operators},
    {"memory", plain<MemoryView>, RunPart::Memory},
    {"graph", plain<GraphView>, RunPart::Graph, true},
}};

const ViewOfPicture& viewOf(const std::string& name)
{
    return *std::ranges::find(views, name, &ViewOfPicture::name);
}

Error absenceOf(const ViewOfPicture& view, const Run& run)
{
    return Error(
        ViewPicturesWords::tr("The run has nothing to show in the picture \"%1\": %2.")
            .arg(toQString(view.name), toQString(absenceReason(run, view.part.value_or(RunPart::Steps))))
            .toStdString());
}

std::optional<ExportItem> firstPicture(View& view)
{
    for (const ExportItem& item : view.exportItems()) {
        if (item.picture)
            return item;
    }
    return std::nullopt;
}

void wait()
{
    QThread::msleep(pauseMs);
    QCoreApplication::processEvents(QEventLoop::AllEvents, pauseMs);
}

/// The view's picture, once it has one.
ExportItem pictureOf(View& view, const ViewOfPicture& described, const Run& run)
{
    QElapsedTimer timer;
    timer.start();
    auto item = firstPicture(view);
    while (!item && described.isLaidOut && !timer.hasExpired(longestMs)) {
        wait();
        item = firstPicture(view);
    }
    if (!item)
        throw absenceOf(described, run);
    return *item;
}

void checkOptions(const PictureRequest& request, const QString& whyOwnSize)
{
    if (request.options.width > 0 && !whyOwnSize.isEmpty())
        throw Error(ViewPicturesWords::tr("The size of the picture \"%1\" cannot be chosen. %2")
                        .arg(toQString(request.name), whyOwnSize)
                        .toStdString());
}

/// Lets the view read what it reads in the background: until two pictures are the same.
void settle(const ExportItem& item, PictureOptions options)
{
    options.scale = 1.0;
    QElapsedTimer timer;
    timer.start();
    QImage last;
    for (QImage now = pictureImage(item.picture(), options); now != last && !timer.hasExpired(longestMs);
         now = pictureImage(item.picture(), options)) {
        last = now;
        wait();
    }
}

} // namespace

std::string viewPicture(const PictureRequest& request, const Run& run, const Environment& environment)
{
    const ViewOfPicture& described = viewOf(request.name);
    if (described.part && whyAbsent(&run, *described.part) != Absence::None)
        throw absenceOf(described, run);
    // The picture must not depend on what the user has set in the window, nor change it.
    const QTemporaryDir settings;
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
    Theme::instance().setMode(ThemeMode::Light);
    Theme::instance().apply();

    TraceSelection selection;
    const auto view = described.make({&selection, [&environment] { return environment; }});
    view->setAttribute(Qt::WA_DontShowOnScreen);
    view->resize(viewSize);
    view->show();
    view->showRun(&run);
    const ExportItem item = pictureOf(*view, described, run);
    checkOptions(request, item.picture().whyOwnSize);
    settle(item, request.options);
    return pictureBytes(item.picture(), request.options, toQString(request.format));
}

} // namespace stepscope::ui
