#pragma once

#include "tests/support/fake_engine.h"

#include <mutex>
#include <vector>

namespace stepscope {

/// Pretends to measure operators: each call takes 1 ms, 0.2 ms of it overhead. Knows all operators but
/// "aten::nosuch".
class BenchEngine final : public FakeEngine
{
public:
    std::atomic<bool> isHeld = false; ///< calls last until this ends or they are stopped

    OperatorTimes measureOperator(const OperatorCall& call, const OperatorBenchSettings& settings,
                                  const std::function<bool()>& isStopped) override
    {
        {
            const std::lock_guard lock(m_mutex);
            m_settings.push_back(settings);
        }
        if (call.name == "aten::nosuch")
            throw Error("LibTorch has no operator aten::nosuch.");
        while (isHeld && !isStopped())
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        if (isStopped())
            throw Error("The measurement was stopped.");
        return {.name = call.name,
                .inputShapes = "[10, 10], [10, 10]",
                .outputShapes = "[10, 10]",
                .threads = settings.threads > 0 ? int(settings.threads) : 2,
                .samplesNs = {1'000'000},
                .overheadNs = 200'000.0,
                .bytes = 1200};
    }

    /// Of all calls so far.
    std::vector<OperatorBenchSettings> measured() const
    {
        const std::lock_guard lock(m_mutex);
        return m_settings;
    }

private:
    mutable std::mutex m_mutex;
    std::vector<OperatorBenchSettings> m_settings;
};

} // namespace stepscope
