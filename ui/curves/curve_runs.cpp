#include "ui/curves/curve_runs.h"

#include "core/comparison/reference_loop.h"
#include "core/report/charts/chart.h"
#include "core/run/run_contents.h"
#include "core/run/scalar_roles.h"
#include "ui/curves/curve_mapping.h"
#include "ui/theme/theme.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace stepscope::ui {

namespace {

Qt::PenStyle penStyle(ChartLine line)
{
    switch (line) {
    case ChartLine::Solid:
        break;
    case ChartLine::Dashed:
    case ChartLine::LongDashed: // Qt has one length
        return Qt::DashLine;
    case ChartLine::Dotted:
        return Qt::DotLine;
    case ChartLine::DashDotted:
    case ChartLine::LongDashDotted:
        return Qt::DashDotLine;
    case ChartLine::DashDotDotted:
        return Qt::DashDotDotLine;
    }
    return Qt::SolidLine;
}

} // namespace

void tellApart(const std::vector<std::unique_ptr<CurveOverlay>>& overlays, const QColor& ownColor)
{
    std::map<QRgb, size_t> ofColor; // runs so far
    if (ownColor.isValid())
        ofColor[ownColor.rgb()] = 1;
    for (const auto& overlay : overlays)
        overlay->line = penStyle(lineAfter(ofColor[overlay->color.rgb()]++));
}

void CurveRuns::setRun(const Run* run)
{
    m_run = run;
    m_own.setRun(isWithoutCurves() ? nullptr : run);
    smooth();
}

const Run& CurveRuns::runOrEmpty() const
{
    static const Run none;
    return m_run ? *m_run : none;
}

void CurveRuns::setName(const QString& name, const QString& completeName)
{
    m_name = name;
    m_completeName = completeName;
}

QColor CurveRuns::color() const
{
    return m_paperColor.isValid() ? seriesColor(m_paperColor, Theme::instance().colors()) : QColor();
}

CurveRuns::Overlays CurveRuns::exchangeOverlays(Overlays overlays)
{
    std::erase_if(overlays, [](const auto& overlay) {
        return overlay->run->isOver() && whyAbsent(overlay->run.get(), RunPart::Curves) != Absence::None;
    });
    for (const auto& overlay : overlays) {
        const auto before = std::ranges::find(
            m_overlays, overlay->key, [](const auto& known) -> const auto& { return known->key; });
        if (before == m_overlays.end()) {
            overlay->data.setTag(m_own.tag());
            overlay->data.setRun(overlay->run.get());
        } else {
            overlay->data = std::move((*before)->data);
            overlay->data.setGrownRun(overlay->run.get());
        }
    }
    tellApart(overlays, !m_run ? QColor() : color().isValid() ? color() : Theme::instance().colors().train);
    Overlays previous = std::exchange(m_overlays, std::move(overlays));
    smooth();
    return previous;
}

void CurveRuns::setSmoothing(double weight)
{
    m_weight = weight;
    smooth();
}

void CurveRuns::smooth()
{
    int64_t largest = std::max<int64_t>(runOrEmpty().experiment.batchSize, 1);
    for (const auto& overlay : m_overlays)
        largest = std::max(largest, overlay->run->experiment.batchSize);
    const auto weightOf = [&](const Run& run) {
        const int64_t batchSize = run.experiment.batchSize; // 0: not known, as in many logs
        return std::pow(m_weight, batchSize > 0 ? double(batchSize) / double(largest) : 1.0);
    };
    m_own.setSmoothing(weightOf(runOrEmpty()));
    for (const auto& overlay : m_overlays)
        overlay->data.setSmoothing(weightOf(*overlay->run));
}

void CurveRuns::setTag(const std::string& tag)
{
    m_own.setTag(tag);
    for (const auto& overlay : m_overlays)
        overlay->data.setTag(tag);
}

bool CurveRuns::advance(size_t budget)
{
    bool done = m_own.advance(budget);
    for (const auto& overlay : m_overlays)
        done = done && overlay->data.advance(budget); // one after the other
    return done;
}

bool CurveRuns::isWithoutCurves() const
{
    return whyAbsent(m_run, RunPart::Curves) == Absence::NotInFile;
}

bool CurveRuns::haveLossOrAccuracy() const
{
    return std::ranges::any_of(all(), [](const Run* run) {
        const auto roles = roleSeries(run->scalars, run->experiment.network);
        return loggedScalars(*run).empty() || !run->steps.empty() ||
               std::ranges::any_of(roles, [](const ScalarSeries* series) { return series != nullptr; });
    });
}

bool CurveRuns::haveEpochs() const
{
    const auto hasEpochs = [](const CurveData& data) {
        return data.isOfSteps() && !(data.run() && data.run()->kind == RunKind::Program);
    };
    return hasEpochs(m_own) &&
           std::ranges::all_of(m_overlays, [&](const auto& overlay) { return hasEpochs(overlay->data); });
}

bool CurveRuns::haveNoCommonSteps() const
{
    if (m_overlays.empty())
        return false;
    const auto batchSize = [](const auto& overlay) { return overlay->run->experiment.batchSize; };
    const int64_t first = m_run ? m_run->experiment.batchSize : batchSize(m_overlays.front());
    const auto isFirst = [&](const auto& overlay) { return batchSize(overlay) == first; };
    const auto knowsEpochs = [](const auto& overlay) {
        return CurveMapping(overlay->run.get(), CurveX::Epoch).knowsEpochs();
    };
    return !std::ranges::all_of(m_overlays, isFirst) && std::ranges::all_of(m_overlays, knowsEpochs);
}

std::set<std::string> CurveRuns::tags() const
{
    std::set<std::string> tags;
    for (const Run* run : all()) {
        for (const ScalarSeries* series : loggedScalars(*run))
            tags.insert(series->tag);
    }
    return tags;
}

size_t CurveRuns::tagCount() const
{
    size_t count = 0;
    for (const Run* run : all())
        count += loggedScalars(*run).size();
    return count;
}

std::vector<NamedRun> CurveRuns::named() const
{
    std::vector<NamedRun> runs;
    if (m_run)
        runs.push_back({m_run, (m_completeName.isEmpty() ? m_name : m_completeName).toStdString()});
    for (const auto& overlay : m_overlays) {
        const QString& name = overlay->completeName.isEmpty() ? overlay->name : overlay->completeName;
        runs.push_back({overlay->run.get(), name.toStdString()});
    }
    return runs;
}

std::vector<const Run*> CurveRuns::all() const
{
    std::vector<const Run*> runs;
    if (m_run)
        runs.push_back(m_run);
    for (const auto& overlay : m_overlays)
        runs.push_back(overlay->run.get());
    return runs;
}

} // namespace stepscope::ui
