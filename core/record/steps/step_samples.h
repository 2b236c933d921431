#pragma once

#include "core/record/steps/step_finder.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <vector>

namespace stepscope {

/// The number of samples that the steps of a program process, derived from the inputs of its networks. Times
/// are in nanoseconds on one clock.
class StepSamples
{
public:
    struct Count
    {
        int64_t samples = 0; ///< of the step; 0: not known, because no network was called, or too many calls
        int64_t batch = 0;   ///< of its first batch, which is the whole step unless it trains on several
        bool operator==(const Count&) const = default;
    };

    void dataStarted(int64_t ns);
    void backwardStarted(int64_t ns);
    void backwardEnded();
    void updateStarted();
    void updateEnded(int64_t ns, uint64_t optimizer);
    /// A network is called with this many samples. `callNs` identifies the call: a further number for the
    /// same call corrects the first one and is added to it.
    void called(int64_t ns, int64_t callNs, uint64_t network, int64_t samples, CallMode mode);

    /// Each update of an optimizer is considered separately, as is each backward pass before it: the passes
    /// of an update are added up, because gradients are accumulated. Within a pass, the call of a network
    /// with the most samples counts: a network may process the real and the generated half of a batch, or one
    /// time step of a sequence after the other, in separate calls. Calls with one sample each are different
    /// samples, however. Of several networks, the one with the fewest samples has processed each sample once.
    /// Updates that follow each other without new data, such as those of a generator and its discriminator,
    /// are made with the same samples.
    ///
    /// Calls in evaluation mode or without a gradient count only if the step has no others, as do calls
    /// before a step fetches its data, such as those that show what a generator has learned. If an optimizer
    /// calls the network itself, the first of these calls counts. `isNetwork`: false for a layer that turned
    /// out to be part of a network.
    Count of(const FoundStep& step, const std::function<bool(uint64_t)>& isNetwork) const;
    /// Of the calls of a network in this time, both included.
    int64_t ofCalls(uint64_t network, int64_t startNs, int64_t endNs) const;
    /// Removes what was before a time.
    void forgetUntil(int64_t ns);

private:
    enum class Kind : uint8_t { Data, Call, Backward, Update };
    struct Event
    {
        Kind kind = Kind::Data;
        int64_t ns = 0;
        uint64_t id = 0; ///< of the network or of the optimizer
        int64_t callNs = 0;
        int64_t samples = 0;
        CallMode mode = CallMode::Training;
        bool isInUpdate = false;
    };
    using Calls = std::vector<Event>;
    using Sums = std::map<uint64_t, int64_t>; ///< samples by network

    static void addPass(const Calls& calls, std::optional<int64_t> dataNs, Sums& sums);
    static int64_t fewestOf(const Sums& sums);
    void add(const Event& event);

    std::vector<Event> m_events; ///< sorted by time
    /// Too many events: those before this time were forgotten before their step was found.
    int64_t m_forgottenNs = std::numeric_limits<int64_t>::min();
    int m_updates = 0;   ///< that are running
    int m_backwards = 0; ///< likewise
};

} // namespace stepscope
