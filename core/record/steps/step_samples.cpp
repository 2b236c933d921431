#include "core/record/steps/step_samples.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace stepscope {

void StepSamples::add(const Event& event)
{
    constexpr size_t most = 200'000;
    if (m_events.size() >= most) {
        m_forgottenNs = m_events[most / 2].ns;
        m_events.erase(m_events.begin(), m_events.begin() + most / 2);
    }
    m_events.insert(std::ranges::upper_bound(m_events, event.ns, {}, &Event::ns), event);
}

void StepSamples::dataStarted(int64_t ns)
{
    add({.kind = Kind::Data, .ns = ns});
}

void StepSamples::backwardStarted(int64_t ns)
{
    if (m_backwards++ == 0 && m_updates == 0)
        add({.kind = Kind::Backward, .ns = ns});
}

void StepSamples::backwardEnded()
{
    m_backwards = std::max(m_backwards - 1, 0);
}

void StepSamples::updateStarted()
{
    ++m_updates;
}

void StepSamples::updateEnded(int64_t ns, uint64_t optimizer)
{
    if (m_updates > 0 && --m_updates == 0)
        add({.kind = Kind::Update, .ns = ns - 1, .id = optimizer}); // a step's end is not part of the step
}

void StepSamples::called(int64_t ns, int64_t callNs, uint64_t network, int64_t samples, CallMode mode)
{
    if (m_backwards > 0) // a forward pass that is repeated to save memory
        return;
    const auto last = std::ranges::find(m_events.rbegin(), m_events.rend(), Kind::Call, &Event::kind);
    if (last != m_events.rend() && last->id == network && last->callNs == callNs)
        last->samples += samples;
    else
        add({Kind::Call, ns, network, callNs, samples, mode, m_updates > 0});
}

/// Adds the samples of the calls that precede a backward pass.
void StepSamples::addPass(const Calls& calls, std::optional<int64_t> dataNs, Sums& sums)
{
    struct Pass
    {
        int64_t most = 0;
        int64_t sum = 0;
        bool hasOwnData = false;
    };
    std::map<uint64_t, Pass> networks;
    for (const auto& call : calls) {
        auto& pass = networks[call.id];
        const bool hasOwnData = dataNs && call.ns > *dataNs;
        if (hasOwnData && !std::exchange(pass.hasOwnData, true))
            pass.most = pass.sum = 0; // earlier calls had other data
        pass.most = std::max(pass.most, call.samples);
        pass.sum += call.samples;
    }
    for (const auto& [network, pass] : networks)
        sums[network] += pass.most > 1 ? pass.most : pass.sum;
}

int64_t StepSamples::fewestOf(const Sums& sums)
{
    int64_t fewest = 0;
    for (const auto& [network, sum] : sums)
        fewest = fewest == 0 ? sum : std::min(fewest, sum);
    return fewest;
}

StepSamples::Count StepSamples::of(const FoundStep& step,
                                   const std::function<bool(uint64_t)>& isNetwork) const
{
    if (step.startNs < m_forgottenNs)
        return {};
    const auto isOfStep = [&](const Event& each) { return each.ns >= step.startNs && each.ns < step.endNs; };
    std::vector<Event> events;
    std::ranges::copy_if(m_events, std::back_inserter(events), [&](const Event& each) {
        return isOfStep(each) && (each.kind != Kind::Call || isNetwork(each.id));
    });
    for (const auto mode : {CallMode::Training, CallMode::Evaluation}) {
        const auto isLearned = [&](const Event& each) {
            return each.kind == Kind::Call && each.mode == mode;
        };
        if (std::ranges::none_of(events, isLearned))
            continue;
        std::erase_if(events,
                      [&](const Event& each) { return each.kind == Kind::Call && each.mode != mode; });
        break;
    }
    const bool fetchesData =
        std::ranges::any_of(events, [](const Event& each) { return each.kind == Kind::Data; });

    Count count;
    Sums sums;                     // of the passes since the last update
    Calls calls;                   // since the last pass
    std::optional<int64_t> dataNs; // of the first fetch since then
    std::optional<int64_t> inUpdate;
    bool hasNewData = false;    // since the last update
    std::set<uint64_t> updated; // optimizers, with the current batch
    int64_t batch = 0;          // samples of the current batch
    const auto endPass = [&] {
        addPass(calls, dataNs, sums);
        calls.clear();
        dataNs.reset();
    };
    const auto endUpdate = [&](uint64_t optimizer) {
        const int64_t samples = sums.empty() ? inUpdate.value_or(0) : fewestOf(sums);
        sums.clear();
        inUpdate.reset();
        const bool isKnown = !updated.insert(optimizer).second;
        if (std::exchange(hasNewData, false) || (isKnown && !fetchesData)) {
            count.batch = count.batch == 0 ? batch : count.batch;
            count.samples += std::exchange(batch, 0);
            updated = {optimizer};
        }
        if (samples > 0)
            batch = batch == 0 ? samples : std::min(batch, samples);
    };
    for (const auto& event : events) {
        switch (event.kind) {
        case Kind::Data:
            dataNs = dataNs.value_or(event.ns);
            hasNewData = true;
            break;
        case Kind::Call:
            if (event.isInUpdate)
                inUpdate = inUpdate.value_or(event.samples);
            else
                calls.push_back(event);
            break;
        case Kind::Backward:
            endPass();
            break;
        case Kind::Update:
            if (sums.empty())
                endPass(); // the gradients were computed without a backward pass that is seen
            endUpdate(event.id);
            break;
        }
    }
    if (!sums.empty())
        endUpdate(0);
    count.batch = count.batch == 0 ? batch : count.batch;
    count.samples += batch;
    if (count.samples == 0) { // inference
        for (const auto& call : calls)
            sums[call.id] += call.samples;
        count.samples = count.batch = fewestOf(sums);
    }
    return count;
}

int64_t StepSamples::ofCalls(uint64_t network, int64_t startNs, int64_t endNs) const
{
    int64_t samples = 0;
    for (const auto& each : m_events) {
        if (each.kind == Kind::Call && each.id == network && each.ns >= startNs && each.ns <= endNs)
            samples += each.samples;
    }
    return samples;
}

void StepSamples::forgetUntil(int64_t ns)
{
    std::erase_if(m_events, [ns](const Event& each) { return each.ns < ns; });
}

} // namespace stepscope
