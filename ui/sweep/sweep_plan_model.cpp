#include "ui/sweep/sweep_plan_model.h"

#include "core/base/error.h"
#include "core/base/text/format.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_kinds.h"
#include "core/run_file/run_file.h"
#include "ui/experiment/experiment_presets.h"
#include "ui/support/qt_text.h"
#include "ui/theme/theme.h"

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr int figureColumns = int(SweepPlanModel::Column::Note) + 1;

} // namespace

void SweepPlanModel::setSweep(const Sweep& sweep, const std::filesystem::path& folder)
{
    auto points = sweepPoints(sweep);
    beginResetModel();
    // A new budget keeps the measurements.
    auto measured = estimates();
    auto before = m_sweep;
    before.budget = sweep.budget;
    before.amount = sweep.amount;
    if (before != sweep)
        measured.clear();
    measured.resize(points.size());
    m_sweep = sweep;
    m_folder = folder;
    m_points = std::move(points);
    m_states.clear();
    for (size_t i = 0; i < m_points.size(); ++i) {
        m_states.push_back(stateOf(i));
        m_states.back().estimate = measured[i];
        if (!m_states.back().isDone)
            m_states.back().note = toQString(measured[i].problem);
    }
    m_estimateFactor = factorOfFinishedRuns();
    endResetModel();
}

void SweepPlanModel::clear()
{
    beginResetModel();
    m_points.clear();
    m_states.clear();
    endResetModel();
}

SweepPlanModel::State SweepPlanModel::stateOf(size_t point) const
{
    State state;
    const auto file = sweepRunPath(m_folder, point, m_points[point]);
    if (m_folder.empty() || !std::filesystem::exists(file))
        return state;
    try {
        const RunSummary summary = readRunSummary(file);
        state.outcome = summary.outcome;
        state.isDone = isDone(file);
        state.note = toQString(summary.failure);
        state.imagesPerSecond = summary.imagesPerSecond;
        state.seconds = summary.seconds();
    } catch (const Error& error) {
        state.note = toQString(error.what());
    }
    return state;
}

void SweepPlanModel::take(const SweepEvent& event)
{
    if (event.point >= m_points.size())
        return;
    State& state = m_states[event.point];
    switch (event.kind) {
    case SweepEvent::Kind::Reporting:
        break;
    case SweepEvent::Kind::Probing:
        state.probing = true;
        break;
    case SweepEvent::Kind::Estimated:
        state.probing = false;
        state.estimate = event.estimate;
        state.note = toQString(event.estimate.problem);
        break;
    case SweepEvent::Kind::Started: {
        const PointEstimate estimate = state.estimate;
        state = {};
        state.estimate = estimate;
        state.outcome = RunOutcome::Running;
        break;
    }
    case SweepEvent::Kind::Progressed:
        state.progress = event.progress;
        state.imagesPerSecond = event.progress.imagesPerSecond;
        setEstimateFactor(event.estimateFactor);
        break;
    case SweepEvent::Kind::Said:
        if (event.level == LogLevel::Warning)
            state.note = toQString(event.text);
        break;
    case SweepEvent::Kind::Ended: {
        const PointEstimate estimate = state.estimate;
        const QString said = state.note;
        state = stateOf(event.point);
        state.estimate = estimate;
        state.outcome = event.outcome; // even if no file could be written
        state.note = event.text.empty() ? said : toQString(event.text);
        setEstimateFactor(factorOfFinishedRuns());
        break;
    }
    }
    Q_EMIT dataChanged(index(int(event.point), 0), index(int(event.point), columnCount() - 1));
}

double SweepPlanModel::factorOfFinishedRuns() const
{
    EstimateCorrection correction;
    for (size_t i = 0; i < m_states.size(); ++i) {
        const State& state = m_states[i];
        if (state.isDone && state.outcome == RunOutcome::Finished)
            correction.add(state.estimate.seconds(m_points[i].experiment), state.seconds);
    }
    return correction.factor();
}

void SweepPlanModel::setEstimateFactor(double factor)
{
    if (factor == m_estimateFactor)
        return;
    m_estimateFactor = factor;
    const int estimates = columnOf(Column::Estimate);
    Q_EMIT dataChanged(index(0, estimates), index(rowCount() - 1, estimates));
}

double SweepPlanModel::estimatedSeconds(size_t point) const
{
    const State& state = m_states[point];
    const double seconds = state.estimate.seconds(m_points[point].experiment);
    return state.isDone || seconds < 0 ? seconds : seconds * m_estimateFactor;
}

void SweepPlanModel::setRunning(bool isRunning)
{
    if (isRunning == m_isRunning)
        return;
    m_isRunning = isRunning;
    if (!m_points.empty())
        Q_EMIT dataChanged(index(0, columnOf(Column::Outcome)),
                           index(rowCount() - 1, columnOf(Column::Outcome)));
}

void SweepPlanModel::endWhatRuns()
{
    if (!m_points.empty())
        setEstimateFactor(factorOfFinishedRuns());
    for (size_t i = 0; i < m_states.size(); ++i) {
        State& state = m_states[i];
        if (!state.probing && state.outcome != RunOutcome::Running)
            continue;
        state.probing = false;
        if (state.outcome == RunOutcome::Running)
            state.outcome = pointOutcome(runFile(int(i)));
        Q_EMIT dataChanged(index(int(i), 0), index(int(i), columnCount() - 1));
    }
}

std::vector<PointEstimate> SweepPlanModel::estimates() const
{
    std::vector<PointEstimate> estimates;
    for (const State& state : m_states)
        estimates.push_back(state.estimate);
    return estimates;
}

std::filesystem::path SweepPlanModel::runFile(int row) const
{
    return sweepRunPath(m_folder, size_t(row), m_points[size_t(row)]);
}

double SweepPlanModel::secondsLeft() const
{
    double sum = 0;
    for (size_t i = 0; i < m_states.size(); ++i) {
        const State& state = m_states[i];
        if (state.isDone || !state.estimate.problem.empty())
            continue;
        if (!state.estimate.isKnown())
            return -1;
        sum += estimatedSeconds(i);
    }
    return sum;
}

double SweepPlanModel::fraction() const
{
    const bool isTimed =
        std::ranges::all_of(m_states, [](const State& state) { return state.estimate.isKnown(); });
    double done = 0;
    double total = 0;
    for (size_t i = 0; i < m_states.size(); ++i) {
        const State& state = m_states[i];
        const double weight = isTimed ? state.estimate.seconds(m_points[i].experiment) : 1.0;
        total += weight;
        if (state.isDone)
            done += weight;
        else if (state.outcome == RunOutcome::Running)
            done += weight * state.progress.fraction;
    }
    return total > 0 ? done / total : 0.0;
}

size_t SweepPlanModel::doneCount() const
{
    return size_t(std::ranges::count(m_states, true, &State::isDone));
}

size_t SweepPlanModel::begunCount() const
{
    return size_t(std::ranges::count_if(
        m_states, [](const State& state) { return state.outcome != RunOutcome::NotStarted; }));
}

size_t SweepPlanModel::failedCount() const
{
    return size_t(std::ranges::count_if(m_states, [](const State& state) {
        return state.outcome == RunOutcome::Failed || (state.isDone && state.outcome == RunOutcome::Crashed);
    }));
}

int SweepPlanModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_points.size());
}

int SweepPlanModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : firstFigure() + figureColumns;
}

QString SweepPlanModel::outcomeText(const State& state) const
{
    if (state.probing)
        return tr("Measuring…");
    switch (state.outcome) {
    case RunOutcome::NotStarted:
        if (!state.estimate.problem.empty())
            return tr("Will fail");
        return m_isRunning ? tr("Waiting") : tr("Planned");
    case RunOutcome::Running:
        if (state.progress.step == 0)
            return tr("Preparing");
        return toQString(formatShare(state.progress.fraction, 0));
    case RunOutcome::Finished:
        return tr("Finished");
    case RunOutcome::Stopped:
        return tr("Stopped");
    case RunOutcome::Failed:
        return tr("Failed");
    case RunOutcome::Crashed:
        return tr("Crashed");
    }
    return {};
}

QString SweepPlanModel::axisText(size_t point, int axis) const
{
    if (axis >= int(m_sweep.axes.size()))
        return QString::number(m_points[point].experiment.seed);
    const SweepAxis& changing = m_sweep.axes[size_t(axis)];
    const ExperimentField& field = *findExperimentField(changing.field);
    const Experiment& experiment = m_points[point].experiment;
    const bool isDescribed = field.key == "network" && experiment.network == ownLayersName &&
                             std::ranges::find(changing.values, ownLayersName) == changing.values.end();
    return isDescribed ? toQString(experiment.layers) : choiceLabel(field.key, fieldText(experiment, field));
}

QString SweepPlanModel::figureText(size_t point, Column column) const
{
    const State& state = m_states[point];
    switch (column) {
    case Column::Estimate:
        return state.estimate.isKnown() ? toQString(formatSeconds(estimatedSeconds(point))) : QString();
    case Column::Outcome:
        return outcomeText(state);
    case Column::Time:
        if (state.outcome == RunOutcome::Running && state.progress.secondsLeft >= 0)
            return (state.progress.testsAreTimed ? tr("%1 left") : tr("at least %1 left"))
                .arg(toQString(formatSeconds(state.progress.secondsLeft)));
        return state.seconds >= 0 ? toQString(formatSeconds(state.seconds)) : QString();
    case Column::Speed:
        return state.imagesPerSecond > 0 ? countText(int64_t(state.imagesPerSecond + 0.5)) : QString();
    case Column::Note:
        return state.note;
    }
    return {};
}

QString SweepPlanModel::text(int row, int column) const
{
    if (column == 0)
        return QString::number(row + 1);
    return column < firstFigure() ? axisText(size_t(row), column - 1)
                                  : figureText(size_t(row), Column(column - firstFigure()));
}

QVariant SweepPlanModel::foreground(const State& state, int column) const
{
    const ThemeColors& colors = Theme::instance().colors();
    if (column == 0)
        return colors.mutedText;
    if (column != columnOf(Column::Outcome))
        return column == columnOf(Column::Note) || (column == columnOf(Column::Estimate) && state.isDone)
                   ? colors.mutedText
                   : QVariant();
    switch (state.outcome) {
    case RunOutcome::NotStarted:
        return state.estimate.problem.empty() ? colors.mutedText : colors.error;
    case RunOutcome::Finished:
        return colors.good;
    case RunOutcome::Stopped:
        return colors.warning;
    case RunOutcome::Failed:
    case RunOutcome::Crashed:
        return colors.error;
    default:
        return {};
    }
}

QVariant SweepPlanModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const State& state = m_states[size_t(index.row())];
    const int column = index.column();
    const bool isNumber = column == 0 || column == columnOf(Column::Estimate) ||
                          column == columnOf(Column::Time) || column == columnOf(Column::Speed);
    switch (role) {
    case Qt::DisplayRole:
        return text(index.row(), column);
    case Qt::ToolTipRole:
        return column == columnOf(Column::Note) || column == columnOf(Column::Outcome) ? state.note
                                                                                       : QString();
    case Qt::ForegroundRole:
        return foreground(state, column);
    case Qt::TextAlignmentRole:
        return int((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case FractionRole:
        return column == columnOf(Column::Outcome) && state.outcome == RunOutcome::Running
                   ? QVariant(state.progress.fraction)
                   : QVariant();
    case IsNumberRole:
        return isNumber;
    default:
        return {};
    }
}

QVariant SweepPlanModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    struct Title
    {
        QString text;
        QString help;
    };
    const Title figures[] = {
        {tr("Estimate"), tr("Expected duration of the run, from its first steps, part of its test and the "
                            "time of finished and running runs")},
        {tr("Outcome"), tr("Progress of the run, or how it ended")},
        {tr("Time"), tr("Time taken, or remaining time, for training and testing")},
        {tr("Samples/s"), tr("Samples trained per second of training steps")},
        {tr("Note"), tr("Why a run failed, and its warnings")},
    };
    Title title{"#", tr("Position in training order")};
    if (section >= firstFigure()) {
        title = figures[section - firstFigure()];
    } else if (section > 0) {
        const bool isAxis = section <= int(m_sweep.axes.size());
        const ExperimentField& field =
            *findExperimentField(isAxis ? m_sweep.axes[size_t(section - 1)].field : "seed");
        title = {toQString(field.label), toQString(helpText(field))};
    }
    if (role == Qt::DisplayRole)
        return title.text;
    if (role == Qt::ToolTipRole)
        return title.help;
    const int estimate = columnOf(Column::Estimate);
    const bool isNumber =
        section == 0 || section == estimate || section == estimate + 2 || section == estimate + 3;
    return role == Qt::TextAlignmentRole
               ? QVariant(int((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter))
               : QVariant();
}

} // namespace stepscope::ui
