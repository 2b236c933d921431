#include "ui/steps/step_difference_text.h"

#include "core/advise/thresholds.h"
#include "core/base/text/format.h"
#include "core/run/imported_experiment.h"
#include "core/run/run_figures.h"
#include "core/trace/event_kind.h"
#include "ui/steps/step_times_text.h"
#include "ui/support/qt_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <vector>

namespace stepscope::ui {

namespace {

struct StepDifferenceWords
{
    Q_DECLARE_TR_FUNCTIONS(StepDifference)
};

constexpr double leastShare = 0.1; ///< of the whole difference: smaller ones explain nothing
constexpr size_t mostNamed = 3;

QString changeText(double moreNs)
{
    return (moreNs >= 0.0 ? StepDifferenceWords::tr("%1 more") : StepDifferenceWords::tr("%1 less"))
        .arg(durationText(std::abs(moreNs)));
}

bool isAlike(double moreNs, double medianNs)
{
    constexpr double alike = 0.02; // of the median
    return std::abs(moreNs) <= alike * medianNs;
}

/// The time of a step by device: "3.49 ms with its device work".
QString deviceText(double ns)
{
    return StepDifferenceWords::tr("%1 with its device work").arg(durationText(ns));
}

/// The time of a step on the host: "3.49 ms" or, if devices work as well, "3.49 ms on the host".
QString hostText(double ns, const Trace& trace)
{
    const QString text = durationText(ns);
    return hasStreams(trace) ? StepDifferenceWords::tr("%1 on the host").arg(text) : text;
}

/// Compares the whole step with the median of others: "49 other recorded steps". `wall`: its time as text.
QString wholeText(int64_t step, double wallNs, const QString& wall, double medianNs, const QString& others)
{
    const double moreNs = wallNs - medianNs;
    const QString median = durationText(medianNs);
    if (isAlike(moreNs, medianNs))
        return StepDifferenceWords::tr("Step %1 took %2, about as long as the median of the %3, %4.")
            .arg(countText(step), wall, others, median);
    return (moreNs > 0.0
                ? StepDifferenceWords::tr("Step %1 took %2, %3 longer than the median of the %4, %5.")
                : StepDifferenceWords::tr("Step %1 took %2, %3 less than the median of the %4, %5."))
        .arg(countText(step), wall, durationText(std::abs(moreNs)), others, median);
}

/// How many of the differences, which are in the order of StepDifference, a sentence names: large ones in the
/// direction of the whole step. Others do not explain it.
template<typename Difference>
size_t namedOf(const std::vector<Difference>& differences, double wholeNs)
{
    size_t named = 0;
    while (named < std::min(differences.size(), mostNamed) &&
           differences[named].times.moreNs() / wholeNs >= leastShare)
        ++named;
    return named;
}

/// The names of the first `named` operators or kernels for a sentence. With the pass where the same name has
/// a time in more than one pass; "another …" for the second of several kernels whose short names are the
/// same.
template<typename NameOf>
QStringList namesInPasses(const std::vector<StepDifference::OfOperator>& differences, size_t named,
                          const NameOf& nameOf)
{
    QStringList plain;
    for (const auto& each : differences)
        plain += nameOf(each.name);
    QStringList names;
    for (size_t i = 0; i < named; ++i) {
        const QString& name = plain[qsizetype(i)];
        bool isInOtherPass = false;
        for (size_t other = 0; other < differences.size(); ++other)
            isInOtherPass = isInOtherPass || (plain[qsizetype(other)] == name &&
                                              differences[other].pass != differences[i].pass);
        const QString text =
            isInOtherPass ? QString("%1 (%2)").arg(name, toQString(passInText(differences[i].pass))) : name;
        const QString another = StepDifferenceWords::tr("another %1").arg(text);
        names += names.contains(text) ? another : text;
    }
    return names;
}

/// Such as "Data loader takes 4.90 ms more, Forward 720 µs more." `names`: of the first differences.
template<typename Difference>
QString sentenceOf(const std::vector<Difference>& differences, const QString& first, const QStringList& names)
{
    QString text;
    for (qsizetype i = 0; i < names.size(); ++i) {
        const QString change = changeText(differences[size_t(i)].times.moreNs());
        text += (i == 0 ? first : StepDifferenceWords::tr(", %1 %2")).arg(names[i], change);
    }
    return text.isEmpty() ? text : text + '.';
}

} // namespace

QString stepDifferenceText(const StepDifference& difference, const Trace& trace, StepSplit split)
{
    const double moreNs = difference.moreNs();
    const QString others =
        counted(StepDifferenceWords::tr("%1 other recorded step(s)", nullptr, formNumber(difference.others)),
                difference.others);
    const auto wallNs = double(difference.wallNs);
    const QString wall = split == StepSplit::Device ? deviceText(wallNs) : hostText(wallNs, trace);
    const QString whole = wholeText(difference.step, wallNs, wall, difference.medianNs, others);
    if (isAlike(moreNs, difference.medianNs))
        return whole;
    const auto ofOperators = [&](const std::vector<StepDifference::OfOperator>& differences,
                                 const QString& first, const auto& nameOf) {
        return sentenceOf(differences, first,
                          namesInPasses(differences, namedOf(differences, moreNs), nameOf));
    };
    QStringList partNames;
    for (size_t i = 0; i < namedOf(difference.parts, moreNs); ++i)
        partNames += toQString(stepPartWord(difference.parts[i].part));
    const QString parts = sentenceOf(difference.parts, StepDifferenceWords::tr("%1 takes %2"), partNames);
    const QString operators = ofOperators(
        difference.operators, StepDifferenceWords::tr("By its self time, the operator %1 takes %2"),
        [&](NameId name) { return toQString(withoutNamespace(trace.names[name])); });
    const QString kernels =
        ofOperators(difference.kernels, StepDifferenceWords::tr("On the device, %1 takes %2"),
                    [&](NameId name) { return toQString(shortEventName(trace.names[name])); });
    QStringList sentences{whole, parts, operators, kernels};
    sentences.removeAll(QString());
    return sentences.join(' ');
}

QString otherProgramsText(const StepDifference& difference, const Run& run)
{
    const double moreNs = difference.moreNs();
    if (moreNs <= 0.0 || isAlike(moreNs, difference.medianNs))
        return {};
    const auto others = othersInStep(run, difference.step);
    if (!others || others->share - others->medianShare <= adviceThresholds.otherPrograms)
        return {};
    return StepDifferenceWords::tr("At that time, other programs used %1 of all processors, compared with a "
                                   "median of %2 in the other steps.")
        .arg(toQString(formatShare(others->share, 0)), toQString(formatShare(others->medianShare, 0)));
}

QString openDifferenceText(const Run& run)
{
    if (run.isOver())
        return {};
    return hasStreams(run.trace)
               ? StepDifferenceWords::tr(
                     "The run is not over: the median is that of the steps recorded so far, "
                     "and operators and kernels are compared at the end of the run.")
               : StepDifferenceWords::tr(
                     "The run is not over: the median is that of the steps recorded so far, "
                     "and operators are compared at the end of the run.");
}

QString unrecordedStepText(const Run& run, int64_t step, const std::optional<int64_t>& wallNs)
{
    if (!wallNs)
        return StepDifferenceWords::tr("Neither the time of step %1 nor its parts are known.")
            .arg(countText(step));
    constexpr int64_t fewestToCompare = 2;
    const StepTimes times = stepTimes(run);
    const QString wall = hostText(double(*wallNs), run.trace);
    QStringList sentences;
    if (times.count < fewestToCompare)
        sentences += StepDifferenceWords::tr("Step %1 took %2.").arg(countText(step), wall);
    else
        sentences += wholeText(step, double(*wallNs), wall, times.medianNs, measuredStepsText(times.count));
    if (!isImported(run) && !run.steps.empty() && run.steps.front().step == step)
        sentences += StepDifferenceWords::tr("The first step of a run sets everything up.");
    sentences += StepDifferenceWords::tr("Its parts are not known.");
    return sentences.join(' ');
}

} // namespace stepscope::ui
