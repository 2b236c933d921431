#include "app/sweep_display.h"
#include "app/terminal.h"

#include "core/base/text/format.h"
#include "core/language/translation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace stepscope {

namespace {

std::string progressLine(const SweepEvent& event, size_t points)
{
    const auto& progress = event.progress;
    std::vector<std::string> parts = {
        translated("Run {number}/{count}",
                   {{"number", std::to_string(event.point + 1)}, {"count", std::to_string(points)}})};
    if (progress.step == 0) {
        parts.push_back(translated("preparing"));
    } else {
        parts.push_back(progress.testing ? translated("testing") : translated("training"));
        parts.push_back(translated("step {step}/{steps}", {{"step", formatCount(progress.step)},
                                                           {"steps", formatCount(progress.totalSteps)}}));
    }
    // Early in the line, so that a narrow terminal does not cut it off.
    auto timeLeft = timeLeftText(progress);
    if (event.sweepSecondsLeft >= 0)
        timeLeft = translated("{timeLeft}, {time} for all runs",
                              {{"timeLeft", timeLeft}, {"time", formatSeconds(event.sweepSecondsLeft)}});
    parts.push_back(timeLeft);
    if (progress.step > 0)
        parts.push_back(formatImagesPerSecond(progress.imagesPerSecond));
    return fmt::format("{}", fmt::join(parts, "  "));
}

} // namespace

void SweepDisplay::setLabels(std::vector<std::string> labels)
{
    m_labels = std::move(labels);
}

void SweepDisplay::say(const std::string& sentence)
{
    if (!m_json)
        m_progress.say(sentence);
}

void SweepDisplay::show(const SweepEvent& event)
{
    if (m_json) {
        printJson(toJson(event) + "\n");
        std::fflush(stdout);
    } else {
        tell(event);
    }
}

void SweepDisplay::tell(const SweepEvent& event)
{
    switch (event.kind) {
    case SweepEvent::Kind::Probing:
        m_progress.showLine(translated("Measuring the first steps: {run}", {{"run", numbered(event.point)}}),
                            double(event.point) / double(m_labels.size()));
        break;
    case SweepEvent::Kind::Estimated: // shown in the plan
        break;
    case SweepEvent::Kind::Reporting:
        m_progress.showLine(translated("Writing the report"), 1.0);
        break;
    case SweepEvent::Kind::Started:
        m_progress.say(numbered(event.point));
        break;
    case SweepEvent::Kind::Progressed:
        m_progress.showLine(progressLine(event, m_labels.size()), event.progress.fraction);
        break;
    case SweepEvent::Kind::Said:
        m_progress.say(event.text);
        break;
    case SweepEvent::Kind::Ended:
        tellEnd(event);
        break;
    }
}

void SweepDisplay::tellEnd(const SweepEvent& event)
{
    m_progress.clear();
    if (event.outcome == RunOutcome::Failed)
        m_progress.say(translated("Failed: {reason}", {{"reason", event.text}}));
    else if (event.outcome == RunOutcome::Crashed)
        m_progress.say(translated("Crashed: {reason}", {{"reason", event.text}}));
}

std::string SweepDisplay::numbered(size_t point) const
{
    return translated("Run {number} of {count}: {settings}", {{"number", std::to_string(point + 1)},
                                                              {"count", std::to_string(m_labels.size())},
                                                              {"settings", m_labels[point]}});
}

} // namespace stepscope
