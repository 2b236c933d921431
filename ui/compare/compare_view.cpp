#include "ui/compare/compare_view.h"

#include "core/base/files/atomic_file.h"
#include "core/base/text/format.h"
#include "core/exchange/comparison_tables.h"
#include "core/exchange/operator_comparison_tables.h"
#include "ui/compare/charts_page.h"
#include "ui/compare/compared_operators_model.h"
#include "ui/compare/figures_model.h"
#include "ui/runs/run_colors.h"
#include "ui/support/background_job.h"
#include "ui/support/empty_page.h"
#include "ui/theme/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr size_t fewestRuns = 2;

/// Writes a table in the format of the file's extension.
template<typename Table>
std::function<void(const QString&)>
writer(std::string (*csv)(const Table&), std::string (*markdown)(const Table&),
       std::string (*json)(const Table&), std::shared_ptr<const ComparisonResult> result,
       Table ComparisonResult::*table)
{
    return [=](const QString& path) {
        const QString format = QFileInfo(path).suffix().toLower();
        const auto write = format == "md" ? markdown : format == "json" ? json : csv;
        writeFileAtomically(path.toStdString(), write((*result).*table));
    };
}

std::string operatorsMarkdown(const OperatorComparison& comparison)
{
    return operatorComparisonMarkdown(comparison,
                                      std::max(comparison.rows.size(), comparison.kernels.size()));
}

} // namespace

void CompareView::setRuns(TickedRuns* runs)
{
    m_runs = runs;
    connect(runs, &TickedRuns::changed, this, &CompareView::showRuns);
    connect(runs, &TickedRuns::readingEnded, this, &CompareView::showPages);
    connect(runs, &TickedRuns::grew, this, &CompareView::compareAgain);
    connect(&Theme::instance(), &Theme::changed, this, &CompareView::fillBaselines);
    showRuns();
}

void CompareView::showEvent(QShowEvent* event)
{
    View::showEvent(event);
    if (m_again)
        compareAgain();
}

void CompareView::showRuns()
{
    fillBaselines();
    compareAnew();
}

void CompareView::fillBaselines()
{
    m_baselines->clear();
    for (const TickedRun& run : m_runs->runs()) {
        QPixmap swatch(12, 12);
        swatch.fill(shownRunColor(run.color));
        m_baselines->addItem(swatch, run.name, QString::fromStdString(run.path.string()));
    }
    m_baselines->setCurrentIndex(m_runs->runs().empty() ? -1 : int(baseline()));
}

size_t CompareView::baseline() const
{
    const auto& runs = m_runs->runs();
    const auto found = std::ranges::find(runs, m_baseline, &TickedRun::path);
    return found == runs.end() ? 0 : size_t(found - runs.begin());
}

void CompareView::compareAnew()
{
    m_again = false;
    m_failure.clear();
    if (m_runs && m_runs->runs().size() >= fewestRuns) {
        compareNow();
    } else {
        m_job->cancel();
        take(std::make_shared<const ComparisonResult>());
    }
}

void CompareView::compareAgain()
{
    m_again = true;
    if (isVisible() && !m_job->isRunning() && m_runs->runs().size() >= fewestRuns)
        compareNow();
}

void CompareView::compareNow()
{
    m_again = false;
    ComparisonWish wish{.runs = m_runs->runs(),
                        .baseline = baseline(),
                        .accuracy = m_accuracy->value() / 100.0,
                        .basis = OperatorBasis(m_basis->currentData().toInt())};
    m_job->start(
        [this, wish = std::move(wish)](std::stop_token) {
            auto result = std::make_shared<const ComparisonResult>(compare(wish));
            return [this, result] {
                take(result);
                if (m_again)
                    compareAgain();
            };
        },
        [this](const QString& sentence, const QString&) {
            m_failure = sentence;
            take(std::make_shared<const ComparisonResult>());
        });
    showPages();
}

void CompareView::take(std::shared_ptr<const ComparisonResult> result)
{
    m_result = std::move(result);
    m_figures->setResult(m_result);
    m_operators->setResult(m_result);
    m_charts->setCharts(m_result->charts);
    m_what->setVisible(!m_result->operators.kernels.empty());
    showSummary();
    showPages();
}

void CompareView::applyFilter()
{
    m_operators->setFilter({m_filter->text(), m_onlyReal->isChecked()});
    showPages();
}

void CompareView::showSummary()
{
    m_summary->setText(summaryText());
    m_summary->setVisible(!m_summary->text().isEmpty());
}

QString CompareView::summaryText() const
{
    if (m_result->empty())
        return {};
    QStringList parts;
    const auto going =
        std::ranges::count_if(m_result->runs, [](const TickedRun& run) { return !run.run->isOver(); });
    if (going > 0)
        parts += going == 1 ? tr("One run is still running: its figures change.")
                            : tr("%1 runs are still running: their figures change.").arg(going);
    for (const auto& run : m_result->operators.runs) {
        if (!run.isRecorded)
            parts += tr("%1 recorded no operators.").arg(QString::fromStdString(run.name));
    }
    return parts.join(' ');
}

void CompareView::showPages()
{
    const auto [title, hint] = emptyText();
    m_empty->showText(title, hint);
    m_goToRuns->setVisible(m_failure.isEmpty() && m_runs && m_runs->runs().size() < fewestRuns);
    m_emptyOrNot->setCurrentIndex(title.isEmpty() ? 0 : 1);
    m_operatorsNote->setText(operatorsNote());
    m_operatorsNote->setVisible(!m_operatorsNote->text().isEmpty());
    m_tools->setEnabled(m_runs && m_runs->runs().size() >= fewestRuns);
}

QString CompareView::operatorsNote() const
{
    QStringList lines;
    for (const TickedRun& run : m_result->runs) {
        if (run.run->leftOut.any())
            lines += tr("%1: %2").arg(run.name, QString::fromStdString(leftOutText(*run.run)));
    }
    if (m_operators->rowCount() == 0)
        lines += m_operators->size() > 0
                     ? tr("No operator matches: clear the filter, or turn off “Only real differences”.")
                     : tr("None of the runs recorded operators: train with the profiler on to compare them.");
    return lines.join('\n');
}

std::pair<QString, QString> CompareView::emptyText() const
{
    if (!m_result->empty())
        return {};
    if (!m_failure.isEmpty())
        return {tr("The runs cannot be compared"), m_failure};
    if (m_runs && (m_runs->isReading() || m_job->isRunning()))
        return {tr("Comparing …"), tr("The runs are being read.")};
    const bool one = m_runs && m_runs->runs().size() == 1;
    return {one ? tr("Tick another run") : tr("Tick two runs or more"),
            tr("The runs that are ticked in the list of runs (click the box, or press Space) are compared "
               "here. The run on the screen takes part only if it is ticked too.")};
}

QList<ExportItem> CompareView::exportItems()
{
    if (m_result->empty() || (!isVisible() && m_again))
        return {};
    const QStringList formats = {"csv", "md", "json"};
    QList<ExportItem> items = {
        {tr("Comparison of the runs as table"), "comparison", formats,
         writer(&comparisonCsv, &comparisonMarkdown, &comparisonJson, m_result, &ComparisonResult::figures)},
        {tr("Comparison of the operators as table"), "operator_comparison", formats,
         writer(&operatorComparisonCsv, &operatorsMarkdown, &operatorComparisonJson, m_result,
                &ComparisonResult::operators)},
    };
    return items + m_charts->exportItems();
}

} // namespace stepscope::ui
