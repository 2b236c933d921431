#pragma once

#include "ui/curves/plot_library.h"

#include <cmath>

namespace stepscope::ui {

/// "1,500" for a step of 500, "0.25" for one of 0.05: as many decimals as the tick distance needs.
QString tickText(double tick, double tickStep);
/// "0.01", "1", "10,000"; "10⁻⁵" where the zeros would be hard to count.
QString powerText(double power);

/// Ticks at round numbers, labeled by tickText().
class CurveTicker : public QCPAxisTicker
{
public:
    /// The distance of ticks is a multiple of `minimumStep`: 1 for whole numbers. There is none above
    /// `largest`: 100 for per cent.
    explicit CurveTicker(double minimumStep = 0.0, double largest = HUGE_VAL)
        : m_minimumStep(minimumStep)
        , m_largest(largest)
    {
    }

protected:
    double getTickStep(const QCPRange& range) override;
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override;
    int getSubTickCount(double tickStep) override;
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;

private:
    double m_minimumStep;
    double m_largest;
    double m_step = 1.0;
};

/// Ticks at powers of ten.
class CurveLogTicker : public QCPAxisTickerLog
{
protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;
};

} // namespace stepscope::ui
