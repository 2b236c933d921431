#pragma once

#include <cmath>

namespace stepscope {

/// TensorBoard's exponential moving average: s = s * weight + value * (1 - weight) from s = 0, divided by 1 -
/// weight^n so that the start is not drawn to zero. A value that is not finite is passed on and does not
/// enter the average.
class CurveSmoother
{
public:
    /// `weight` is from 0 (no smoothing) up to, but not including, 1.
    explicit CurveSmoother(double weight = 0.0)
        : m_weight(weight)
    {
    }

    float next(float value)
    {
        if (!std::isfinite(value))
            return value;
        m_average = m_average * m_weight + double(value) * (1.0 - m_weight);
        m_missing *= m_weight;
        return float(m_average / (1.0 - m_missing));
    }

private:
    double m_weight;
    double m_average = 0.0;
    double m_missing = 1.0; ///< weight^n: the share of the starting value in the average
};

} // namespace stepscope
