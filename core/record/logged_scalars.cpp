#include "core/record/logged_scalars.h"

#include "core/base/text/json_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace stepscope {

using Json = nlohmann::json;

namespace {

constexpr size_t mostRates = 4096;

/// JSON has only finite numbers: others are texts.
double numberOf(const Json& value)
{
    if (value.is_number())
        return value.get<double>();
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return value == "inf" ? infinity : value == "-inf" ? -infinity : std::nan("");
}

} // namespace

void LoggedScalars::takeScalar(const Json& scalar, int64_t ns, int64_t ofNs)
{
    m_scalars.push_back({.tag = scalar.value("tag", std::string("value")),
                         .step = integerOf(scalar, "step"),
                         .ns = ns,
                         .ofNs = ofNs,
                         .value = numberOf(scalar.at("value"))});
}

void LoggedScalars::takeOptimizer(const Json& optimizer, int64_t ns)
{
    const auto id = optimizer.value("id", uint64_t(0));
    const auto type = optimizer.value("type", std::string());
    if (m_optimizer.empty())
        m_optimizer = type;
    const auto rates = optimizer.find("lr");
    if (rates == optimizer.end() || !rates->is_array() || rates->empty() || !rates->front().is_number())
        return; // it may never be used
    const auto rate = rates->front().get<double>();
    m_scalars.push_back({.tag = rateTag(id), .step = std::nullopt, .ns = ns, .ofNs = ns, .value = rate});
    if (id == m_optimizers.front()) {
        m_optimizer = type;
        if (std::isnan(m_firstRate))
            m_firstRate = rate;
        m_rates.insert(std::ranges::upper_bound(m_rates, ns, {}, &Rate::ns), {ns, rate});
        if (m_rates.size() > mostRates)
            m_rates.pop_front();
    }
}

double LoggedScalars::learningRateAt(int64_t ns) const
{
    const auto after = std::ranges::upper_bound(m_rates, ns, {}, &Rate::ns);
    return after == m_rates.begin() ? m_firstRate : std::prev(after)->value;
}

/// A name for each optimizer with a learning rate. The first has no number.
std::string LoggedScalars::rateTag(uint64_t optimizer)
{
    auto known = std::ranges::find(m_optimizers, optimizer);
    if (known == m_optimizers.end())
        known = m_optimizers.insert(m_optimizers.end(), optimizer);
    const auto number = known - m_optimizers.begin() + 1;
    return number == 1 ? std::string("learning rate") : fmt::format("learning rate {}", number);
}

std::vector<ScalarSeries> LoggedScalars::takeBefore(int64_t endNs, int64_t step, int64_t originNs)
{
    std::vector<ScalarSeries> series;
    for (const auto& each : m_scalars) {
        const int64_t unsaid = each.ofNs < m_previousEndNs ? m_previousStep : step;
        if (each.ofNs < endNs)
            appendScalars(series, {{each.tag,
                                    {{.step = each.step.value_or(unsaid),
                                      .timeNs = std::max<int64_t>(each.ns - originNs, 0),
                                      .value = each.value}}}});
    }
    std::erase_if(m_scalars, [&](const Scalar& each) { return each.ofNs < endNs; });
    m_previousEndNs = endNs;
    m_previousStep = step;
    return series;
}

} // namespace stepscope
