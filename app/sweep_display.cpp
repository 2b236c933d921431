#include "app/sweep_display.h"
#include "app/terminal.h"

#include "core/base/text/format.h"

#include <fmt/format.h>

namespace stepscope {

namespace {

std::string progressLine(const SweepEvent& event, size_t points)
{
    const auto& progress = event.progress;
    auto text = fmt::format("Run {}/{}", event.point + 1, points);
    if (progress.step == 0)
        text += "  preparing";
    else
        text += fmt::format("  {}  step {}/{}", progress.testing ? "testing" : "training",
                            formatCount(progress.step), formatCount(progress.totalSteps));
    text += "  " + timeLeftText(progress); // early in the line, so that a narrow terminal does not cut it off
    if (event.sweepSecondsLeft >= 0)
        text += fmt::format(", {} for all", formatSeconds(event.sweepSecondsLeft));
    if (progress.step > 0)
        text += "  " + formatImagesPerSecond(progress.imagesPerSecond);
    return text;
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
        m_progress.showLine(fmt::format("Measuring the first steps: {}", numbered(event.point)),
                            double(event.point) / double(m_labels.size()));
        break;
    case SweepEvent::Kind::Estimated: // shown in the plan
        break;
    case SweepEvent::Kind::Reporting:
        m_progress.showLine("Writing the report", 1.0);
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
        m_progress.say("Failed: " + event.text);
    else if (event.outcome == RunOutcome::Crashed)
        m_progress.say("Crashed: " + event.text);
}

std::string SweepDisplay::numbered(size_t point) const
{
    return fmt::format("Run {} of {}: {}", point + 1, m_labels.size(), m_labels[point]);
}

} // namespace stepscope
