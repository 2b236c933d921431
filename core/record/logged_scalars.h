#pragma once

#include "core/run/scalar_series.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace stepscope {

/// The numbers that a recorded program logs, among them the learning rates of its optimizers, from the
/// messages of the probe until their step is known.
class LoggedScalars
{
public:
    /// {"tag":"loss","step":7,"value":0.5}; a value that is not finite is a text, an unknown step is null.
    /// `ns` is the monotonic time, `ofNs` a time in the step that it belongs to. Throws
    /// nlohmann::json::exception, as does takeOptimizer().
    void takeScalar(const nlohmann::json& scalar, int64_t ns, int64_t ofNs);
    /// {"id":1,"type":"SGD","lr":[0.1]}, when an optimizer is made or has changed its rates. The first one is
    /// logged.
    void takeOptimizer(const nlohmann::json& optimizer, int64_t ns);

    /// Returns the values that belong to times before `endNs`, each only once. `step` is used for values
    /// logged without a step, unless they belong to the step of the previous call; times count from
    /// `originNs`.
    std::vector<ScalarSeries> takeBefore(int64_t endNs, int64_t step, int64_t originNs);

    /// The type of the optimizer that is the run's: the first one with a learning rate, else the first one;
    /// empty: there is none.
    const std::string& optimizer() const { return m_optimizer; }
    /// Its first learning rate; NaN: not known.
    double firstLearningRate() const { return m_firstRate; }
    /// Its learning rate at a time; before the first one, that one. The recorder reads messages later than
    /// the program sends them, so newer ones may have arrived. Only the latest 4,096 changes are kept.
    double learningRateAt(int64_t ns) const;

private:
    struct Scalar
    {
        std::string tag;
        std::optional<int64_t> step; ///< as given by the program
        int64_t ns = 0;
        int64_t ofNs = 0; ///< a time in its step
        double value = 0.0;
    };

    struct Rate
    {
        int64_t ns = 0;
        double value = 0.0;
    };

    std::string rateTag(uint64_t optimizer);

    std::vector<Scalar> m_scalars;
    std::vector<uint64_t> m_optimizers; ///< in the order of their first learning rates
    int64_t m_previousEndNs = std::numeric_limits<int64_t>::min(); ///< of the last call of takeBefore()
    int64_t m_previousStep = 0;
    std::string m_optimizer;
    double m_firstRate = std::numeric_limits<double>::quiet_NaN();
    std::deque<Rate> m_rates; ///< of the run's optimizer, by time
};

} // namespace stepscope
