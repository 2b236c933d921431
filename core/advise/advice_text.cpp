#include "core/advise/advice_text.h"

#include "core/advise/advice.h"
#include "core/base/files/csv.h"
#include "core/base/text/format.h"
#include "core/base/text/visible_text.h"
#include "core/exchange/table_value.h"
#include "core/language/translation.h"
#include "core/run/run_contents.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace stepscope {

namespace {

/// Names come from files and must not control a terminal.
std::string printable(const std::string& text)
{
    std::string shown;
    std::ranges::copy_if(text, std::back_inserter(shown),
                         [](unsigned char c) { return c >= 0x20 && c != 0x7f; });
    return shown;
}

std::string measured(const FindingMeasure& measure)
{
    return translated("{value}; Stepscope's threshold: {threshold}",
                      {{"value", measureText(measure)}, {"threshold", thresholdText(measure)}});
}

std::string timesAsFast(double ratio)
{
    return translated("{ratio} times as fast", {{"ratio", formatTimes(ratio)}});
}

bool isOfKernels(const Finding& finding)
{
    return finding.id == FindingId::CostliestKernels;
}

/// Names of kernels can be longer than a screen is wide.
std::string lineName(const std::string& name)
{
    constexpr size_t longest = 60;
    return shortLine(withoutNamespace(name), longest);
}

std::string operatorsText(const Finding& finding)
{
    if (finding.operators.empty())
        return {};
    const bool areKernels = isOfKernels(finding);
    const auto heads = gainTableHeads(finding);
    const auto head = translated(heads.name);
    size_t width = head.size();
    for (const auto& gain : finding.operators)
        width = std::max(width, lineName(gain.name).size());
    constexpr auto format = "    {:<{}}  {:<{}}  {:>9}  {:>7}  {} / {}\n";
    const int passWidth = areKernels ? 0 : 9; // a kernel's pass is that of its operator
    auto text = fmt::format(format, head, width, areKernels ? "" : translated("Pass"), passWidth,
                            translated(heads.shortTime), "%", translated(heads.half), translated(heads.free));
    for (const auto& gain : finding.operators)
        text += fmt::format(format, lineName(gain.name), width, areKernels ? "" : passWord(gain.pass),
                            passWidth, formatNs(gain.perStepNs), measureText(gain.share),
                            formatTimes(gain.half), formatTimes(gain.free));
    return text;
}

std::string operatorsMarkdown(const Finding& finding)
{
    if (finding.operators.empty())
        return {};
    const auto heads = gainTableHeads(finding);
    const auto head = [](Translatable id) { return markdownText(translated(id)); };
    auto text = fmt::format("| {} | {} | {} | {} | {} | {} |\n", head(heads.name), head(translatable("Pass")),
                            head(heads.time), head(heads.share), head(heads.half), head(heads.free));
    text += markdownRule(2, 4);
    for (const auto& gain : finding.operators)
        text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", markdownText(gain.name),
                            isOfKernels(finding) ? "–" : passWord(gain.pass), formatNs(gain.perStepNs),
                            measureText(gain.share), timesAsFast(gain.half), timesAsFast(gain.free));
    return text + "\n";
}

std::string scopeOfSteps(const StepFigures& steps)
{
    if (steps.steps == 1)
        return translated("Figures of steps, operators, devices and communication cover recorded step "
                          "{first} (numbered from 0); all other figures cover the whole run.",
                          {{"first", formatCount(steps.firstStep)}});
    const bool isUnbroken = steps.lastStep - steps.firstStep + 1 == steps.steps;
    return translated(
        isUnbroken
            ? translatable(
                  "Figures of steps, operators, devices and communication cover the {count} recorded steps "
                  "from {first} to {last} (numbered from 0); all other figures cover the whole run.")
            : translatable(
                  "Figures of steps, operators, devices and communication cover {count} recorded steps "
                  "between {first} and {last} (numbered from 0); all other figures cover the whole run."),
        {{"count", formatCount(steps.steps)},
         {"first", formatCount(steps.firstStep)},
         {"last", formatCount(steps.lastStep)}});
}

} // namespace

std::string adviceIntroduction()
{
    return translated("Thresholds are Stepscope's own: a figure that crosses its threshold deserves a closer "
                      "look. Findings are ordered by the time that could be gained, with causes before their "
                      "consequences.");
}

std::string adviceScope(const AdviceFigures& figures)
{
    if (figures.isOfWholeTrace)
        return translated("The trace has no steps, so all figures cover its whole length of {time}.",
                          {{"time", formatNs(double(figures.steps.wall.totalNs))}});
    if (figures.operators.steps == 0)
        return translated("None of the selected steps was recorded; the figures below cover the whole run.");
    if (figures.steps.steps == 0)
        return translatedPlural("The recorded step has no events on the host: device figures cover this "
                                "step, all other figures the whole run.",
                                "The recorded steps have no events on the host: device figures cover these "
                                "steps, all other figures the whole run.",
                                figures.countedSteps, {{"count", formatCount(figures.countedSteps)}});
    auto text = scopeOfSteps(figures.steps);
    if (const int64_t others = figures.countedSteps - figures.steps.steps; others > 0)
        text += " " + translatedPlural("{count} more recorded step has no events on the host: of the figures "
                                       "of recorded steps, only device figures include it.",
                                       "{count} more recorded steps have no events on the host: of the "
                                       "figures of recorded steps, only device figures include them.",
                                       others, {{"count", formatCount(others)}});
    if (const int64_t leftOut = figures.operators.steps - figures.countedSteps; leftOut > 0)
        text += " " + translatedPlural("{count} more recorded step contains no work (operator, layer, "
                                       "collective call or device work) and is left out of all means.",
                                       "{count} more recorded steps contain no work (operator, layer, "
                                       "collective call or device work) and are left out of all means.",
                                       leftOut, {{"count", formatCount(leftOut)}});
    if (figures.operators.callsOutside > 0)
        text += " " + translatedPlural("The operators include {count} call outside of steps.",
                                       "The operators include {count} calls outside of steps.",
                                       figures.operators.callsOutside,
                                       {{"count", formatCount(figures.operators.callsOutside)}});
    return text;
}

static std::vector<std::string> deviceFindingsLines(std::span<const Finding> findings, Translatable line)
{
    std::vector<std::pair<std::string, std::string>> titlesByReason;
    for (const auto& finding : findings) {
        if (!finding.isOfDevice || finding.verdict != FindingVerdict::CannotBeTold)
            continue;
        const auto known =
            std::ranges::find(titlesByReason, finding.meaning, &std::pair<std::string, std::string>::first);
        if (known == titlesByReason.end())
            titlesByReason.emplace_back(finding.meaning, finding.title);
        else
            known->second += ", " + finding.title;
    }
    std::vector<std::string> lines;
    for (const auto& [reason, titles] : titlesByReason)
        lines.push_back(translated(line, {{"titles", titles}, {"reason", reason}}));
    return lines;
}

std::string deviceFindingsLine(std::span<const Finding> findings)
{
    return fmt::format("{}",
                       fmt::join(deviceFindingsLines(findings, translatable("{titles}. {reason}")), " "));
}

std::string adviceText(std::span<const Finding> findings, const std::string& scope)
{
    if (findings.empty())
        return translated("There is no recorded step and no trace, so there is nothing to analyze.") + "\n";
    auto text = fmt::format("{}\n{}\n", translated("Guided analysis"), scope);
    for (const auto& finding : findings) {
        if (finding.isOfDevice && finding.verdict == FindingVerdict::CannotBeTold)
            continue;
        text += fmt::format("\n{}: {}\n", verdictText(finding.verdict), finding.title);
        if (finding.measure)
            text += fmt::format("  {}\n", measured(*finding.measure));
        if (finding.verdict == FindingVerdict::LookHere)
            text += fmt::format("  {}\n", gainText(finding));
        text += fmt::format("  {}\n", printable(finding.meaning));
        text += operatorsText(finding);
        for (const auto& what : finding.tries)
            text += fmt::format("  - {}\n", printable(what));
    }
    for (const auto& line : deviceFindingsLines(findings, translatable("Cannot tell: {titles}. {reason}")))
        text += "\n" + line + "\n";
    return text;
}

std::string adviceText(const Run& run, const Environment& environment)
{
    if (whyAbsent(&run, RunPart::Analysis) == Absence::SumsHaveNoTimes)
        return translated("An aggregated profile has no steps and no timestamps, so there is nothing to "
                          "analyze.") +
               "\n";
    AdviceBuilder builder;
    builder.update(run);
    const auto figures = builder.figures(run);
    return adviceText(advise(run, environment, figures), adviceScope(figures));
}

std::string adviceMarkdown(std::span<const Finding> findings, const std::string& title,
                           const std::string& scope)
{
    const auto paragraph = [](const std::string& text) { return markdownText(text) + "\n\n"; };
    auto text = fmt::format("# {}: {}\n\n", translated("Guided analysis"), markdownText(title));
    if (findings.empty())
        return text + paragraph(translated(
                          "There is no recorded step and no trace, so there is nothing to analyze."));
    text += paragraph(scope) + paragraph(adviceIntroduction());
    for (const auto& finding : findings) {
        if (finding.isOfDevice && finding.verdict == FindingVerdict::CannotBeTold)
            continue;
        text += fmt::format("## {}: {}\n\n", verdictText(finding.verdict), markdownText(finding.title));
        text += paragraph(finding.question);
        if (finding.measure)
            text += fmt::format("**{}.** ", markdownText(measured(*finding.measure)));
        if (finding.verdict == FindingVerdict::LookHere)
            text += fmt::format("**{}.** ", markdownText(gainText(finding)));
        text += paragraph(finding.meaning);
        text += operatorsMarkdown(finding);
        for (const auto& what : finding.tries)
            text += fmt::format("- {}\n", markdownText(what));
        text += finding.tries.empty() ? "" : "\n";
        text += fmt::format("*{}:* {}\n\n", translated("Formula"), markdownText(finding.formula));
    }
    if (const auto line = deviceFindingsLine(findings); !line.empty())
        text += paragraph(line);
    text.pop_back(); // one line break ends the file
    return text;
}

std::string adviceCsv(std::span<const Finding> findings)
{
    CsvWriter csv{"finding",           "title",   "verdict",  "value_percent", "threshold_percent",
                  "worse_when_larger", "gain_us", "gain_per", "meaning",       "formula"};
    for (const auto& finding : findings) {
        csv.field(findingName(finding.id)).field(finding.title).field(verdictKey(finding.verdict));
        if (const auto& measure = finding.measure)
            csv.field(100.0 * measure->value)
                .field(100.0 * measure->threshold)
                .field(measure->isWorseAbove ? "yes" : "no");
        else
            csv.field("").field("").field("");
        const bool hasGain = finding.verdict == FindingVerdict::LookHere && finding.gainNs;
        hasGain ? csv.field(*finding.gainNs / 1e3).field(finding.isGainPerStep ? "step" : "trace")
                : csv.field("").field("");
        csv.field(finding.meaning).field(finding.formula).endRow();
    }
    return csv.text();
}

} // namespace stepscope
