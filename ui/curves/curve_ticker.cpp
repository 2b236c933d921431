#include "ui/curves/curve_ticker.h"

#include <algorithm>
#include <cmath>

namespace stepscope::ui {

namespace {

const QLocale& numbers()
{
    static const QLocale english(QLocale::English, QLocale::UnitedStates);
    return english;
}

} // namespace

QString tickText(double tick, double tickStep)
{
    if (std::abs(tick) < tickStep * 1e-6)
        tick = 0.0; // no "-0"
    if (tickStep < 1e-6)
        return numbers().toString(tick, 'g', 6);
    // Steps of 2.5 need one decimal more than their magnitude suggests.
    int decimals = std::max(0, -int(std::floor(std::log10(tickStep) + 1e-9)));
    const double scaled = tickStep * std::pow(10.0, decimals);
    if (std::abs(scaled - std::round(scaled)) > 1e-6)
        ++decimals;
    return numbers().toString(tick, 'f', decimals);
}

QString powerText(double power)
{
    const int exponent = int(std::lround(std::log10(power)));
    if (exponent >= -4 && exponent <= 5)
        return numbers().toString(power, 'f', std::max(0, -exponent));
    static const QString digits = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
    QString text = QStringLiteral("10");
    if (exponent < 0)
        text += QStringLiteral("⁻");
    for (const QChar digit : QString::number(std::abs(exponent)))
        text += digits[digit.digitValue()];
    return text;
}

double CurveTicker::getTickStep(const QCPRange& range)
{
    m_step = QCPAxisTicker::getTickStep(range);
    if (m_minimumStep > 0.0) // no steps of 2.5 between whole numbers
        m_step = std::max(1.0, std::floor(m_step / m_minimumStep + 1e-9)) * m_minimumStep;
    return m_step;
}

QVector<double> CurveTicker::createTickVector(double tickStep, const QCPRange& range)
{
    QVector<double> ticks = QCPAxisTicker::createTickVector(tickStep, range);
    ticks.removeIf([this](double tick) { return tick > m_largest * (1 + 1e-9); });
    return ticks;
}

int CurveTicker::getSubTickCount(double)
{
    return 0;
}

QString CurveTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    return tickText(tick, m_step);
}

QString CurveLogTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    return powerText(tick);
}

} // namespace stepscope::ui
