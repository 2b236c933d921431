#include "core/base/text/format.h"
#include "core/language/translation.h"
#include "core/report/analysis_topics.h"
#include "core/run/fused_update.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

namespace stepscope {

namespace {

using PassSums = std::array<double, passCount>; ///< shares of self time, by Pass

/// "forward 35.5 %, backward 24.3 %", the largest first; without those that round to 0.
std::string passList(const PassSums& shares)
{
    constexpr double shown = 0.0005;
    std::vector<std::pair<double, Pass>> sorted;
    for (size_t pass = 0; pass < shares.size(); ++pass) {
        if (shares[pass] >= shown)
            sorted.emplace_back(shares[pass], Pass(pass));
    }
    std::ranges::stable_sort(sorted, std::greater(), &std::pair<double, Pass>::first);
    std::vector<std::string> texts;
    for (const auto& [share, pass] : sorted)
        texts.push_back(
            translated("{pass} {share}", {{"pass", passInText(pass)}, {"share", formatShare(share)}}));
    return fmt::format("{}", fmt::join(texts, ", "));
}

/// Share of self time of the operator with this name and pass; 0 if there is none.
double shareOf(const OperatorStatistics& statistics, const Trace& trace, const std::string& name, Pass pass)
{
    for (const auto& row : statistics.rows) {
        if (row.pass == pass && trace.names[row.name] == name)
            return row.selfShare;
    }
    return 0.0;
}

/// Where a device worked: whose work took longest there.
void leadersOnDevice(std::vector<std::string>& sentences, const std::string& run,
                     const OperatorStatistics& statistics, const Trace& trace)
{
    const auto rows = costliestRows(statistics, 2);
    if (!statistics.hasDevice || rows.empty() || rows[0]->deviceSelfNs == 0)
        return;
    const OperatorRow& first = *rows[0];
    if (rows.size() == 1 || rows[1]->deviceSelfNs == 0)
        return sentences.push_back(translated(
            "With {run}, the work that {first} ({firstPass}) launched takes {firstShare} of the device time.",
            {{"run", run},
             {"first", spokenName(trace, first)},
             {"firstPass", passInText(first.pass)},
             {"firstShare", formatShare(first.deviceShare)}}));
    const OperatorRow& second = *rows[1];
    sentences.push_back(
        translated("With {run}, the work that {first} ({firstPass}) launched takes {firstShare} of the "
                   "device time, {factor} times as much as that of {second} ({secondPass}) with "
                   "{secondShare}.",
                   {{"run", run},
                    {"first", spokenName(trace, first)},
                    {"firstPass", passInText(first.pass)},
                    {"firstShare", formatShare(first.deviceShare)},
                    {"second", spokenName(trace, second)},
                    {"secondPass", passInText(second.pass)},
                    {"secondShare", formatShare(second.deviceShare)},
                    {"factor", formatTimes(double(first.deviceSelfNs) / double(second.deviceSelfNs))}}));
}

void leaders(std::vector<std::string>& sentences, const std::string& run,
             const OperatorStatistics& statistics, const Trace& trace)
{
    const auto& rows = statistics.rows;
    if (rows.empty() || statistics.selfNs == 0)
        return;
    const auto& first = rows[0];
    std::string text;
    if (rows.size() == 1 || rows[1].selfNs == 0)
        text = translated("With {run}, {first} ({firstPass}) takes {firstShare} of the operators' self time.",
                          {{"run", run},
                           {"first", spokenName(trace, first)},
                           {"firstPass", passInText(first.pass)},
                           {"firstShare", formatShare(first.selfShare)}});
    else
        text = translated("With {run}, {first} ({firstPass}) takes {firstShare} of the operators' self time, "
                          "{factor} times as much as {second} ({secondPass}) with {secondShare}.",
                          {{"run", run},
                           {"first", spokenName(trace, first)},
                           {"firstPass", passInText(first.pass)},
                           {"firstShare", formatShare(first.selfShare)},
                           {"second", spokenName(trace, rows[1])},
                           {"secondPass", passInText(rows[1].pass)},
                           {"secondShare", formatShare(rows[1].selfShare)},
                           {"factor", formatTimes(double(first.selfNs) / double(rows[1].selfNs))}});
    constexpr size_t together = 3;
    if (rows.size() > together) {
        double share = 0;
        for (size_t i = 0; i < together; ++i)
            share += rows[i].selfShare;
        text += " " +
                translated("The top {count} of {all} rows (one per operator and pass) take {share} together.",
                           {{"count", formatCount(together)},
                            {"all", formatCount(int64_t(rows.size()))},
                            {"share", formatShare(share)}});
    }
    PassSums passes{};
    for (const auto& row : rows)
        passes.at(size_t(row.pass)) += row.selfShare;
    if (passes[size_t(Pass::Backward)] > 0)
        text += " " + translated("By pass: {list}.", {{"list", passList(passes)}});
    sentences.push_back(std::move(text));
}

bool hasFusedUpdate(const LabReportInput& input, const LabFigures& figures)
{
    for (size_t i = 0; i < input.runs.size(); ++i) {
        const auto& statistics = figures.statistics[i];
        const Trace& trace = input.runs[i].stored.run.trace;
        if (std::ranges::any_of(statistics.rows,
                                [&](const auto& row) { return isFusedUpdate(statistics, row, trace); }))
            return true;
    }
    return false;
}

/// Describes what changes from the smallest batch size to the largest.
void moves(std::vector<std::string>& sentences, const LabReportInput& input, const LabFigures& figures,
           size_t from, size_t to)
{
    const auto& before = figures.statistics[from];
    const auto& after = figures.statistics[to];
    const Trace& beforeTrace = input.runs[from].stored.run.trace;
    const Trace& afterTrace = input.runs[to].stored.run.trace;
    if (before.rows.empty() || after.rows.empty())
        return;
    const OperatorRow* moved = nullptr;
    const Trace* trace = nullptr;
    double largest = 0.05; // smaller changes of a share are not worth a sentence
    const auto look = [&](const OperatorStatistics& rows, const Trace& own, const OperatorStatistics& others,
                          const Trace& othersTrace) {
        for (const auto& row : rows.rows) {
            const double change =
                std::abs(row.selfShare - shareOf(others, othersTrace, own.names[row.name], row.pass));
            if (change > largest) {
                largest = change;
                moved = &row;
                trace = &own;
            }
        }
    };
    look(before, beforeTrace, after, afterTrace);
    look(after, afterTrace, before, beforeTrace);
    if (moved) {
        const auto& name = trace->names[moved->name];
        sentences.push_back(
            translated("From {from} to {to}, the share of {operator} ({pass}) in the self time changes most: "
                       "from {before} to {after}.",
                       {{"from", input.runs[from].name},
                        {"to", input.runs[to].name},
                        {"operator", withoutNamespace(name)},
                        {"pass", passInText(moved->pass)},
                        {"before", formatShare(shareOf(before, beforeTrace, name, moved->pass))},
                        {"after", formatShare(shareOf(after, afterTrace, name, moved->pass))}}));
    }
    const auto leader = spokenName(beforeTrace, before.rows[0]);
    const auto newLeader = spokenName(afterTrace, after.rows[0]);
    if (leader != newLeader)
        sentences.push_back(
            translated("The most expensive operator is {before} with {from} and {after} with {to}.",
                       {{"from", input.runs[from].name},
                        {"to", input.runs[to].name},
                        {"before", leader},
                        {"after", newLeader}}));
}

} // namespace

std::vector<std::string> operatorSentences(const LabReportInput& input, const LabFigures& figures)
{
    std::vector<std::string> sentences;
    for (size_t i = 0; i < input.runs.size(); ++i) {
        const LabReportRun& run = input.runs[i];
        leadersOnDevice(sentences, run.name, figures.statistics[i], run.stored.run.trace);
        leaders(sentences, run.name, figures.statistics[i], run.stored.run.trace);
    }
    if (hasFusedUpdate(input, figures))
        sentences.push_back(fusedUpdateText());
    for (const auto& group : batchSizeGroups(figures.comparison))
        moves(sentences, input, figures, group.front(), group.back());
    return sentences;
}

std::vector<std::string> forwardPassAnalysis(const LabReportInput& input, const LabFigures& figures,
                                             size_t index)
{
    const Run& run = input.forwardPasses[index].stored.run;
    const auto& statistics = figures.forwardPasses[index];
    if (run.steps.empty() || statistics.rows.empty() || statistics.selfNs == 0)
        return {};
    const auto& lead = statistics.rows.front();
    const auto durationNs = double(run.steps.front().durationNs);
    std::vector<std::string> sentences;
    sentences.push_back(translated(
        "On {device} it took {time}; {operator} alone takes {share} of the operators' self time ({self}).",
        {{"device", run.experiment.device},
         {"time", formatNs(durationNs)},
         {"share", formatShare(lead.selfShare)},
         {"operator", spokenName(run.trace, lead)},
         {"self", formatNs(double(lead.selfNs))}}));

    // The longest call of that operator, and the operators around it.
    EventId longest = noEvent;
    for (EventId event(0); event < run.trace.endEvent(); ++event) {
        if (run.trace.name[event] == lead.name &&
            (longest == noEvent || run.trace.durationNs[event] > run.trace.durationNs[longest]))
            longest = event;
    }
    std::vector<std::string> nest;
    for (EventId event = longest; event != noEvent; event = run.trace.parent[event]) {
        if (run.trace.kind[event] == EventKind::Operator)
            nest.insert(nest.begin(),
                        fmt::format("{} {}", withoutNamespace(run.trace.names[run.trace.name[event]]),
                                    formatNs(double(run.trace.durationNs[event]))));
    }
    if (nest.size() > 1)
        sentences.push_back(translated("Nearly the same time appears in {count} rows of the table because "
                                       "each of these operators calls the next: {rows}.",
                                       {{"count", formatCount(int64_t(nest.size()))},
                                        {"rows", fmt::format("{}", fmt::join(nest, ", "))}}));

    for (size_t i = 0; i < input.runs.size(); ++i) {
        const auto& other = figures.comparison.runs[i];
        const auto& experiment = input.runs[i].stored.run.experiment;
        if (other.batchSize != 1 || other.device != run.experiment.device || !other.stepTimes ||
            experiment.network != run.experiment.network)
            continue;
        sentences.push_back(translated("A whole training step of one sample takes {step} in its steady state "
                                       "({run}, median), with forward pass, backward pass and update; the "
                                       "cold forward pass alone takes {ratio} times as long.",
                                       {{"step", formatNs(other.stepTimes->medianNs)},
                                        {"run", other.name},
                                        {"ratio", formatTimes(durationNs / other.stepTimes->medianNs)}}));
        break;
    }
    return sentences;
}

} // namespace stepscope
