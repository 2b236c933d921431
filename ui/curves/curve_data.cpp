#include "ui/curves/curve_data.h"

#include "core/experiment/experiment_kinds.h"
#include "core/run/run_figures.h"
#include "core/run/validation.h"

#include <algorithm>
#include <limits>

namespace stepscope::ui {

void CurveData::clear()
{
    for (Curve& curve : m_curves)
        curve = Curve{.smoother = CurveSmoother(m_smoothing)};
    m_knownSeries = 0;
    findSeries();
}

void CurveData::setRun(const Run* run)
{
    m_run = run;
    clear();
}

void CurveData::setGrownRun(const Run* run)
{
    const bool isShorter = m_isOfSteps && run->steps.size() < of(CurveQuantity::Loss).raw.size();
    if (isShorter || run->scalars.size() < m_knownSeries)
        setRun(run);
    else
        m_run = run;
}

void CurveData::setTag(const std::string& tag)
{
    if (tag == m_tag)
        return;
    m_tag = tag;
    clear();
}

void CurveData::setSmoothing(double weight)
{
    if (weight == m_smoothing)
        return;
    m_smoothing = weight;
    for (Curve& curve : m_curves) {
        curve.smoothed.clear();
        curve.smoother = CurveSmoother(weight);
    }
}

/// Searches again when there are more series: one with a simpler tag may be new.
void CurveData::findSeries()
{
    if (m_run && m_knownSeries > 0 && m_knownSeries == m_run->scalars.size())
        return;
    m_roles.fill(-1);
    m_tagSeries = -1;
    m_knownSeries = m_run ? m_run->scalars.size() : 0;
    m_isOfSteps = m_tag.empty();
    if (m_knownSeries == 0)
        return;
    const auto indexOf = [&](const ScalarSeries* series) {
        return series ? int(series - m_run->scalars.data()) : -1;
    };
    m_tagSeries = indexOf(scalarSeries(m_run->scalars, m_tag));
    const auto roles = roleSeries(m_run->scalars, m_run->experiment.network);
    std::ranges::transform(roles, m_roles.begin(), indexOf);
    const bool hasRoles = std::ranges::any_of(m_roles, [](int index) { return index >= 0; });
    m_isOfSteps = m_tag.empty() && (!m_run->steps.empty() || !hasRoles);
}

const ScalarSeries* CurveData::series(CurveQuantity quantity, bool test) const
{
    int index = -1;
    if (!m_tag.empty()) {
        index = quantity == CurveQuantity::Loss && !test ? m_tagSeries : -1;
    } else {
        const bool isLoss = quantity == CurveQuantity::Loss;
        const int ofTraining = m_roles[size_t(isLoss ? ScalarRole::TrainLoss : ScalarRole::TrainAccuracy)];
        const int ofTests = m_roles[size_t(isLoss ? ScalarRole::TestLoss : ScalarRole::TestAccuracy)];
        if (test)
            index = ofTraining >= 0 ? ofTests : -1;
        else
            index = ofTraining >= 0 ? ofTraining : ofTests; // a log with only tests has a curve too
    }
    return index >= 0 ? &m_run->scalars[size_t(index)] : nullptr;
}

bool CurveData::advance(size_t budget)
{
    if (!m_run)
        return true;
    findSeries();
    bool done = true;
    for (const auto quantity : {CurveQuantity::Loss, CurveQuantity::Accuracy})
        done = (m_isOfSteps ? advanceSteps(quantity, budget) : advanceScalars(quantity, budget)) && done;
    return done;
}

bool CurveData::advanceSteps(CurveQuantity quantity, size_t budget)
{
    Curve& curve = m_curves[size_t(quantity)];
    const size_t end = std::min(curve.raw.size() + budget, m_run->steps.size());
    for (size_t i = curve.raw.size(); i < end; ++i)
        curve.raw.append(value(m_run->steps[i], quantity));
    return advanceSmoothed(curve, budget) && end == m_run->steps.size();
}

bool CurveData::advanceScalars(CurveQuantity quantity, size_t budget)
{
    Curve& curve = m_curves[size_t(quantity)];
    const ScalarSeries* training = series(quantity, false);
    const ScalarSeries* test = series(quantity, true);
    const size_t stay =
        advancePart({curve.raw, curve.points, curve.tag, curve.factor}, training, quantity, budget);
    if (stay < curve.smoothed.size()) {
        curve.smoothed.clear();
        curve.smoother = CurveSmoother(m_smoothing);
    }
    advancePart({curve.test, curve.testPoints, curve.testTag, curve.testFactor}, test, quantity, budget);
    const bool done = advanceSmoothed(curve, budget);
    return done && (!training || curve.points.taken() == training->points.size()) &&
           (!test || curve.testPoints.taken() == test->points.size());
}

/// Returns how many of the curve's previous values are kept.
size_t CurveData::advancePart(const Part& part, const ScalarSeries* from, CurveQuantity quantity,
                              size_t budget)
{
    const std::string tag = from ? from->tag : std::string();
    const bool isGrown = from && from->points.size() > part.points.taken();
    double factor = part.factor;
    if (isGrown)
        factor = quantity == CurveQuantity::Accuracy ? perCentFactor(*from) : 1.0;
    if (tag != part.tag || factor != part.factor) {
        part.curve.clear();
        part.points.clear();
        part.tag = tag;
        part.factor = factor;
    }
    if (!from)
        return part.curve.size();
    const size_t stay = part.points.advance(*from, budget);
    part.curve.truncate(stay);
    for (size_t i = stay; i < part.points.size(); ++i)
        part.curve.append(float(part.points.all()[i].value * part.factor));
    return stay;
}

bool CurveData::advanceSmoothed(Curve& curve, size_t budget)
{
    if (m_smoothing <= 0.0)
        return true;
    const size_t end = std::min(curve.smoothed.size() + budget, curve.raw.size());
    for (size_t i = curve.smoothed.size(); i < end; ++i)
        curve.smoothed.append(curve.smoother.next(curve.raw.values[i]));
    return end == curve.raw.size();
}

bool CurveData::hasCurves() const
{
    return m_run && (m_isOfSteps || series(CurveQuantity::Loss, false) != nullptr ||
                     series(CurveQuantity::Accuracy, false) != nullptr);
}

CurveQuantity CurveData::mainQuantity() const
{
    const bool isAccuracy =
        of(CurveQuantity::Loss).raw.size() == 0 && of(CurveQuantity::Accuracy).raw.size() > 0;
    return isAccuracy ? CurveQuantity::Accuracy : CurveQuantity::Loss;
}

CurveMapping CurveData::mapping(CurveQuantity quantity, CurveX kind) const
{
    return m_isOfSteps ? CurveMapping(m_run, kind) : CurveMapping(&of(quantity).points.all(), kind);
}

CurveMapping CurveData::testMapping(CurveQuantity quantity, CurveX kind) const
{
    return CurveMapping(&of(quantity).testPoints.all(), kind);
}

std::optional<size_t> CurveData::stepAt(CurveQuantity quantity, CurveX kind, double x) const
{
    return mapping(quantity, kind).stepAt(x, curve(quantity).size());
}

bool CurveData::isOfLossAlone() const
{
    if (!m_tag.empty() || !m_run)
        return false;
    if (returnsLoss(m_run->experiment) && !m_run->steps.empty() && !hasAccuracy(*m_run))
        return true;
    return m_run->kind == RunKind::Program || taskOf(m_run->experiment) != Task::Classification;
}

float CurveData::value(const StepMetrics& step, CurveQuantity quantity)
{
    if (quantity == CurveQuantity::Loss)
        return step.loss;
    return float(100.0 * step.accuracy());
}

bool CurveData::hasValidation() const
{
    return m_run && m_isOfSteps && stepscope::hasValidation(*m_run);
}

double CurveData::validationValue(const EpochMetrics& epoch, CurveQuantity quantity) const
{
    const auto result = validationAfter(*m_run, epoch.lastStep);
    if (!result)
        return std::numeric_limits<double>::quiet_NaN();
    return quantity == CurveQuantity::Loss ? result->loss : 100.0 * result->accuracy;
}

double CurveData::testValue(const EpochMetrics& epoch, CurveQuantity quantity)
{
    if (epoch.testImages <= 0)
        return std::numeric_limits<double>::quiet_NaN();
    return quantity == CurveQuantity::Loss ? epoch.testLoss : 100.0 * epoch.testAccuracy();
}

} // namespace stepscope::ui
