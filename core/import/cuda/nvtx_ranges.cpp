#include "core/import/cuda/nvtx_ranges.h"

#include "core/base/text/ascii.h"
#include "core/import/events/convolution_inputs.h"
#include "core/trace/convolution_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace stepscope {

namespace {

constexpr int64_t notEnded = -1;
constexpr std::string_view sequencePart = ", seq = ";
constexpr std::string_view shapesPart = ", sizes = ";
constexpr std::string_view inputsPart = ", input_op_ids = ";

/// The pass of a program's own range, from the words that training loops use, or noPass.
uint8_t passOf(std::string_view name)
{
    const std::string lower = lowerCase(name.substr(0, 200));
    const auto says = [&lower](std::string_view word) { return lower.find(word) != std::string::npos; };
    if (says("backward") || says("bwd"))
        return uint8_t(Pass::Backward);
    if (says("optim") || says("zero_grad"))
        return uint8_t(Pass::Optimizer);
    if (says("forward") || says("fwd"))
        return uint8_t(Pass::Forward);
    if (says("loss") || says("criterion"))
        return uint8_t(Pass::Loss);
    if (says("dataload") || says("data load") || says("data_load") || says("next batch"))
        return uint8_t(Pass::Data);
    return noPass;
}

} // namespace

NvtxName nvtxNameOf(std::string_view text)
{
    NvtxName found{.name = text};
    const auto behind = [text](std::string_view part) {
        const size_t at = text.find(part);
        return at == std::string_view::npos ? std::string_view() : text.substr(at + part.size());
    };
    for (const std::string_view part : {sequencePart, std::string_view(", op_id = "), shapesPart, inputsPart})
        found.name = found.name.substr(0, found.name.find(part));
    found.isOfPyTorch = found.name.size() < text.size() || text.starts_with("aten::") ||
                        text.starts_with("autograd::engine::");
    const std::string_view number = behind(sequencePart);
    std::from_chars(number.data(), number.data() + number.size(), found.sequence);
    found.shapes = behind(shapesPart);
    found.shapes = found.shapes.substr(0, found.shapes.find(inputsPart));
    return found;
}

NvtxStep nvtxStepOf(std::string_view name)
{
    static constexpr auto stems =
        std::to_array<std::string_view>({"step", "trainstep", "trainingstep", "globalstep", "profilerstep",
                                         "iteration", "iter", "trainiteration", "trainingiteration",
                                         "trainiter", "batch", "trainbatch", "trainingbatch", "minibatch"});
    constexpr size_t longest = 60;
    if (name.size() > longest)
        return {};
    size_t end = name.size();
    while (end > 0 && isDigit(name[end - 1]))
        --end;
    NvtxStep step;
    for (const char c : lowerCase(name.substr(0, end))) {
        if (std::string_view(" _-#:=").find(c) == std::string_view::npos)
            step.stem += c;
    }
    if (std::ranges::find(stems, step.stem) == stems.end())
        return {};
    std::from_chars(name.data() + end, name.data() + name.size(), step.number);
    return step;
}

ImportedEventId NvtxRanges::add(const CudaEvents::Span& span, const CudaEvents::Thread& thread,
                                std::string_view text, bool isNested)
{
    const bool isOpen = span.startNs && !span.endNs;
    const NvtxName name = nvtxNameOf(text);
    NvtxStep step = nvtxStepOf(name.name);
    const bool isOperator = name.isOfPyTorch && isNested;
    ImportedEvent* const event =
        m_events.addRange(isOpen ? CudaEvents::Span{span.startNs, span.startNs} : span, thread, name.name,
                          isOperator ? ImportedKind::Operator : ImportedKind::Annotation);
    if (!event)
        return {};
    const ImportedEventId index(uint32_t(m_events.events().size() - 1));
    if (isOperator) {
        const bool isBackward = name.name.find("Backward") != std::string_view::npos;
        event->link = name.sequence;
        event->forwardThread = isBackward && name.sequence >= 0 ? 1 : 0; // the only known thread
        if (!name.shapes.empty())
            event->detail = ImportedDetailId(uint32_t(m_events.shapeOf(
                convolutionArguments(name.name) ? convolutionInputs(name.name, name.shapes, {})
                                                : std::string(name.shapes))));
        m_hasOperators = true;
    } else if (!step.stem.empty()) {
        m_candidates[{event->track, std::move(step.stem)}].push_back({index, step.number});
    } else if (isNested) {
        m_nested.push_back({index, passOf(name.name)});
    }
    if (isOpen) {
        event->durationNs = notEnded;
        m_open.push_back(index);
    }
    return index;
}

void NvtxRanges::end(ImportedEventId event, int64_t endNs)
{
    m_events.endRange(event, endNs);
}

bool NvtxRanges::finish()
{
    takeOpen();
    nameSteps();
    if (m_hasOperators)
        return true;
    for (const auto& [index, pass] : m_nested) {
        ImportedEvent& event = m_events.events()[index];
        event.kind = ImportedKind::Operator;
        event.link = -1;
        event.pass = pass;
    }
    return false;
}

void NvtxRanges::takeOpen()
{
    for (const auto index : m_open) {
        ImportedEvent& event = m_events.events()[index];
        if (event.durationNs != notEnded)
            continue;
        m_events.log().count(ImportIssue::BeginsWithoutEnd);
        event.durationNs = std::max<int64_t>(m_events.lastNs() - event.startNs, 0);
    }
}

/// Renames steps as PyTorch's profiler names them. They are renumbered if their numbers do not increase, as
/// with batches of several epochs.
void NvtxRanges::nameSteps()
{
    Steps best;
    for (auto& [key, candidates] : m_candidates) {
        Steps steps = stepsOf(std::move(candidates));
        if (steps.coveredNs > best.coveredNs)
            best = std::move(steps);
    }
    auto& ranges = best.ranges;
    const bool rises =
        std::ranges::adjacent_find(ranges, std::ranges::greater_equal(), &Candidate::number) == ranges.end();
    const bool isNumbered = !ranges.empty() && ranges.front().number >= 0 && rises;
    for (size_t i = 0; i < ranges.size(); ++i) {
        const int64_t number = isNumbered ? ranges[i].number : int64_t(i);
        m_events.events()[ranges[i].event].name = m_events.nameOf(fmt::format("ProfilerStep#{}", number));
    }
}

NvtxRanges::Steps NvtxRanges::stepsOf(std::vector<Candidate> candidates) const
{
    const auto& events = m_events.events();
    std::ranges::stable_sort(candidates, {},
                             [&](const Candidate& each) { return events[each.event].startNs; });
    Steps steps;
    int64_t endNs = std::numeric_limits<int64_t>::min();
    for (const Candidate& each : candidates) {
        const ImportedEvent& event = events[each.event];
        if (event.startNs < endNs || event.durationNs == 0)
            continue;
        endNs = event.startNs + event.durationNs;
        steps.coveredNs += event.durationNs;
        steps.ranges.push_back(each);
    }
    if (steps.ranges.empty())
        return {};
    const bool isNumbered = steps.ranges.front().number >= 0;
    const int64_t wholeNs = endNs - events[steps.ranges.front().event].startNs;
    return isNumbered || steps.coveredNs >= wholeNs / 2 ? steps : Steps{};
}

} // namespace stepscope
