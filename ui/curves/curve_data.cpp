#include "ui/curves/curve_data.h"

#include <algorithm>
#include <limits>

namespace stepscope::ui {

void CurveData::setRun(const Run* run)
{
    m_run = run;
    for (Curve& curve : m_curves) {
        curve.raw.clear();
        curve.smoothed.clear();
        curve.smoother = CurveSmoother(m_smoothing);
    }
}

void CurveData::setGrownRun(const Run* run)
{
    if (run->steps.size() < size())
        setRun(run);
    else
        m_run = run;
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

bool CurveData::advance(size_t budget)
{
    if (!m_run)
        return true;
    bool done = true;
    for (const auto quantity : {CurveQuantity::Loss, CurveQuantity::Accuracy}) {
        Curve& curve = m_curves[size_t(quantity)];
        const size_t rawEnd = std::min(curve.raw.size() + budget, m_run->steps.size());
        for (size_t i = curve.raw.size(); i < rawEnd; ++i)
            curve.raw.append(value(m_run->steps[i], quantity));
        done = done && rawEnd == m_run->steps.size();
        if (m_smoothing <= 0.0)
            continue;
        const size_t smoothedEnd = std::min(curve.smoothed.size() + budget, curve.raw.size());
        for (size_t i = curve.smoothed.size(); i < smoothedEnd; ++i)
            curve.smoothed.append(curve.smoother.next(curve.raw.values[i]));
        done = done && smoothedEnd == curve.raw.size();
    }
    return done;
}

float CurveData::value(const StepMetrics& step, CurveQuantity quantity)
{
    if (quantity == CurveQuantity::Loss)
        return step.loss;
    return step.images > 0 ? 100.0F * float(step.correct) / float(step.images)
                           : std::numeric_limits<float>::quiet_NaN();
}

double CurveData::testValue(const EpochMetrics& epoch, CurveQuantity quantity)
{
    if (epoch.testImages <= 0)
        return std::numeric_limits<double>::quiet_NaN();
    return quantity == CurveQuantity::Loss ? epoch.testLoss : 100.0 * epoch.testAccuracy();
}

} // namespace stepscope::ui
