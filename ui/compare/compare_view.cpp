#include "ui/compare/compare_view.h"

#include "core/base/files/atomic_file.h"
#include "core/exchange/comparison_tables.h"
#include "core/exchange/operator_comparison_tables.h"
#include "core/run/run_contents.h"
#include "ui/compare/charts_page.h"
#include "ui/compare/compared_operators_model.h"
#include "ui/compare/compared_operators_table.h"
#include "ui/compare/figures_model.h"
#include "ui/compare/figures_table.h"
#include "ui/runs/run_colors.h"
#include "ui/support/background_job.h"
#include "ui/support/empty_page.h"
#include "ui/support/export_dialog.h"
#include "ui/support/qt_text.h"
#include "ui/support/tool_row_layout.h"
#include "ui/theme/eliding.h"
#include "ui/theme/theme.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QShortcut>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>
#include <set>

namespace stepscope::ui {

namespace {

constexpr size_t fewestRuns = 2;

/// Writes a table in the format of the file's extension.
template<typename Table>
std::function<void(const QString&)>
writer(std::string (*csv)(const Table&), std::string (*markdown)(const Table&),
       std::string (*json)(const Table&), std::shared_ptr<const ComparisonResult> result,
       Table (ComparisonResult::*table)() const)
{
    return [=](const QString& path) {
        const QString format = QFileInfo(path).suffix().toLower();
        const auto write = format == "md" ? markdown : format == "json" ? json : csv;
        writeFileAtomically(path.toStdString(), write(((*result).*table)()));
    };
}

std::string operatorsMarkdown(const OperatorComparison& comparison)
{
    return operatorComparisonMarkdown(comparison,
                                      std::max(comparison.rows.size(), comparison.kernels.size()));
}

constexpr auto pageKey = "compare/page";
constexpr auto accuracyKey = "compare/accuracyPercent";
constexpr auto basisKey = "compare/basis";
constexpr auto namespaceKey = "compare/withNamespace";

/// The tools of a page, below those of the whole view.
ToolRowLayout* pageTools(QWidget* tools)
{
    auto* layout = new ToolRowLayout(tools);
    layout->setContentsMargins(12, 0, 12, 8);
    return layout;
}

} // namespace

CompareView::CompareView(QWidget* parent)
    : View(parent)
    , m_result(std::make_shared<const ComparisonResult>())
    , m_job(new ReadingJob(this))
    , m_figures(new FiguresModel(this))
    , m_operators(new ComparedOperatorsModel(this))
    , m_figuresTable(new FiguresTable(m_figures, this))
    , m_operatorsTable(new ComparedOperatorsTable(m_operators, this))
    , m_charts(new ChartsPage(this))
    , m_pages(new QStackedWidget(this))
    , m_emptyOrNot(new QStackedWidget(this))
{
    m_tools = makeTools();
    m_pages->addWidget(makeFiguresPage());
    m_pages->addWidget(makeOperatorsPage());
    m_pages->addWidget(m_charts);
    m_emptyOrNot->addWidget(m_pages);
    m_empty = new EmptyPage("compareEmpty");
    m_goToRuns = new QPushButton(tr("Go to Runs"));
    m_goToRuns->setObjectName("compareGoToRuns");
    connect(m_goToRuns, &QPushButton::clicked, this, &CompareView::runsWanted);
    m_empty->addButton(m_goToRuns);
    m_emptyOrNot->addWidget(m_empty);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_tools);
    layout->addWidget(m_emptyOrNot, 1);
    loadChoices();
    addShortcuts();
    showPages();
}

CompareView::~CompareView()
{
    saveChoices();
}

QWidget* CompareView::makeTools()
{
    auto* tools = new QWidget(this);
    auto* layout = new ToolRowLayout(tools);
    m_pageButtons = new QButtonGroup(this);
    const std::pair<QString, QString> pages[] = {
        {tr("Figures"), tr("Speed, accuracy and memory of the runs (Alt+1)")},
        {tr("Operators"), tr("What each operator costs in each run (Alt+2)")},
        {tr("Charts"), tr("The runs as charts (Alt+3)")}};
    int number = 0;
    for (const auto& [text, toolTip] : pages) {
        auto* button = new QToolButton(tools);
        button->setText(text);
        button->setToolTip(toolTip);
        button->setCheckable(true);
        button->setFocusPolicy(Qt::TabFocus);
        m_pageButtons->addButton(button, number++);
        layout->addWidget(button);
    }
    connect(m_pageButtons, &QButtonGroup::idClicked, this, [this](int page) { showPage(Page(page)); });

    layout->addSpacing(12);
    auto* label = new QLabel(tr("&Baseline"), tools);
    m_baselines = new ElidedComboBox(tools);
    m_baselines->setObjectName("compareBaseline");
    m_baselines->setToolTip(tr("The run that the others are compared with"));
    m_baselines->setMinimumContentsLength(8);
    m_baselines->setMaximumWidth(360);
    label->setBuddy(m_baselines);
    connect(m_baselines, &QComboBox::activated, this, [this](int index) {
        m_baseline = m_baselines->itemData(index).toString().toStdString();
        compareAnew();
    });
    layout->addOptional(label);
    layout->addWidget(m_baselines, 1);
    layout->addStretch(1);
    layout->addWidget(makeExportButton(this));
    return tools;
}

QWidget* CompareView::addPage(QWidget* tools, QWidget* content)
{
    auto* page = new QWidget(this);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(tools);
    layout->addWidget(content, 1);
    return page;
}

QWidget* CompareView::makeFiguresPage()
{
    auto* tools = new QWidget(this);
    m_accuracyTools = tools;
    ToolRowLayout* layout = pageTools(tools);
    auto* label = new QLabel(tr("&Time to"), tools);
    m_accuracy = new QDoubleSpinBox(tools);
    m_accuracy->setObjectName("compareAccuracy");
    m_accuracy->setRange(1.0, 100.0);
    m_accuracy->setDecimals(1);
    m_accuracy->setSingleStep(0.5);
    m_accuracy->setSuffix(tr(" % accuracy"));
    m_accuracy->setKeyboardTracking(false);
    m_accuracy->setToolTip(tr("The test accuracy to reach"));
    label->setBuddy(m_accuracy);
    connect(m_accuracy, &QDoubleSpinBox::valueChanged, this, [this] { compareAnew(); });
    layout->addWidget(label);
    layout->addWidget(m_accuracy);
    m_summary = new QLabel;
    m_summary->setObjectName("compareSummary");
    m_summary->setProperty("muted", true);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_summary->setWordWrap(true);
    m_summary->setContentsMargins(12, 0, 12, 8);
    m_figuresTable->setObjectName("compareFigures");
    auto* figures = new QWidget;
    auto* column = new QVBoxLayout(figures);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_summary);
    column->addWidget(m_figuresTable, 1);
    return addPage(tools, figures);
}

QWidget* CompareView::makeOperatorsPage()
{
    auto* tools = new QWidget(this);
    ToolRowLayout* layout = pageTools(tools);
    m_filter = layout->addTool(new QLineEdit, "compareFilter",
                               tr("Show operators whose name or pass contains all the words (Ctrl+F)"));
    m_filter->setPlaceholderText(tr("Filter operators"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMinimumWidth(120);
    m_filter->setMaximumWidth(360);
    layout->setStretchFactor(m_filter, 1);
    m_what = layout->addTool(new QComboBox, "compareWhat", tr("Compare operators, or the work on devices"));
    m_what->addItems({tr("Operators"), tr("Kernels")});
    m_what->hide(); // until a run has kernels
    connect(m_what, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_operators->setShowsKernels(index == 1);
        m_filter->setPlaceholderText(index == 1 ? tr("Filter kernels") : tr("Filter operators"));
        showPages();
    });
    connect(m_what, &QComboBox::activated, this, [this] { m_isWhatChosen = true; });
    m_basis = layout->addTool(
        new QComboBox, "compareBasis",
        tr("What times refer to. Compare runs of different batch sizes per sample. If not all runs "
           "have that figure, times are given per step or in total; the headers show which."));
    m_basis->addItem(tr("Per step"), int(OperatorBasis::PerStep));
    m_basis->addItem(tr("Per sample"), int(OperatorBasis::PerImage));
    m_onlyReal = layout->addTool(
        new QCheckBox(tr("Real differences")), "compareOnlyReal",
        tr("Show only operators that are slower or faster in at least one run, on the host or on devices"));
    m_withNamespace = layout->addTool(
        new QCheckBox(tr("Complete names")), "compareNamespace",
        tr("Show \"aten::conv2d\" instead of \"conv2d\", and kernels with namespaces and parameters"));
    layout->addStretch(1);

    connect(m_filter, &QLineEdit::textChanged, this, &CompareView::applyFilter);
    connect(m_onlyReal, &QCheckBox::toggled, this, &CompareView::applyFilter);
    connect(m_withNamespace, &QCheckBox::toggled, m_operatorsTable,
            &ComparedOperatorsTable::setWithNamespace);
    connect(m_basis, &QComboBox::currentIndexChanged, this, [this] {
        m_isBasisChosen = true;
        QSettings().setValue(basisKey, m_basis->currentIndex() == 1 ? "image" : "step");
        compareAnew();
    });
    m_operatorsTable->setObjectName("compareOperators");
    connect(m_operatorsTable, &ComparedOperatorsTable::filterWanted, m_filter, &QLineEdit::setText);
    connect(m_operatorsTable, &CompareTable::rowMenuWanted, this, [this](QMenu* menu) {
        m_operatorsTable->fillNameMenu(menu);
        if (m_selection)
            addShowInMenu(menu, m_selection, currentOperator(), "compare");
        m_operatorsTable->fillColumnMenu(menu->addMenu(tr("Columns")));
    });
    for (CompareTable* table :
         {static_cast<CompareTable*>(m_figuresTable), static_cast<CompareTable*>(m_operatorsTable)})
        connect(table, &CompareTable::rowMenuWanted, this, [this](QMenu* menu) {
            menu->addSeparator();
            fillExportMenu(menu->addMenu(tr("Export")), this);
        });
    m_operatorsNote = new QLabel(this);
    m_operatorsNote->setObjectName("compareOperatorsNote");
    m_operatorsNote->setProperty("muted", true);
    m_operatorsNote->setTextFormat(Qt::PlainText);
    m_operatorsNote->setWordWrap(true);
    m_operatorsNote->setContentsMargins(12, 0, 12, 8);
    auto* content = addPage(m_operatorsNote, m_operatorsTable);
    return addPage(tools, content);
}

void CompareView::addShortcuts()
{
    int page = 0;
    for (const KeyAct act : {KeyAct::FirstPage, KeyAct::SecondPage, KeyAct::ThirdPage})
        addKey("compare", act, [this, page = page++] { showPage(Page(page)); });
    addKey("compare", KeyAct::Find, [this] {
        showPage(Page::Operators);
        m_filter->setFocus(Qt::ShortcutFocusReason);
        m_filter->selectAll();
    });
    auto* clear = new QShortcut(Qt::Key_Escape, m_filter, nullptr, nullptr, Qt::WidgetShortcut);
    connect(clear, &QShortcut::activated, m_filter, &QLineEdit::clear);
}

void CompareView::loadChoices()
{
    const QSettings settings;
    m_accuracy->setValue(settings.value(accuracyKey, 98.0).toDouble());
    m_operators->setWithNamespace(settings.value(namespaceKey).toBool()); // the table keeps its widths
    m_withNamespace->setChecked(m_operators->isWithNamespace());
    showPage(Page(std::clamp(settings.value(pageKey).toInt(), 0, m_pages->count() - 1)));
}

void CompareView::saveChoices() const
{
    QSettings settings;
    settings.setValue(pageKey, m_pages->currentIndex());
    settings.setValue(accuracyKey, m_accuracy->value());
    settings.setValue(namespaceKey, m_withNamespace->isChecked());
}

void CompareView::showPage(Page page)
{
    m_pages->setCurrentIndex(int(page));
    m_pageButtons->button(int(page))->setChecked(true);
}

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
    proposeBasis();
    compareAnew();
}

void CompareView::fillBaselines()
{
    m_baselines->clear();
    for (const TickedRun& run : m_runs->runs()) {
        QPixmap swatch(12, 12);
        swatch.fill(shownRunColor(run.color));
        m_baselines->addItem(swatch, run.name, toQString(run.path));
        m_baselines->setItemData(m_baselines->count() - 1, paragraph(run.completeName), Qt::ToolTipRole);
    }
    m_baselines->setCurrentIndex(m_runs->runs().empty() ? -1 : int(baseline()));
}

/// Times per step of different batch sizes would only show that a larger batch takes longer.
void CompareView::proposeBasis()
{
    if (m_isBasisChosen)
        return;
    std::set<int64_t> batchSizes;
    for (const TickedRun& run : m_runs->runs())
        batchSizes.insert(run.run->experiment.batchSize);
    const bool differ = batchSizes.size() > 1 && !batchSizes.contains(0); // 0: not known
    const bool isPerImage = differ || QSettings().value(basisKey).toString() == "image";
    const QSignalBlocker quiet(m_basis);
    m_basis->setCurrentIndex(
        m_basis->findData(int(isPerImage ? OperatorBasis::PerImage : OperatorBasis::PerStep)));
}

/// Where devices did the work of all runs, their kernels matter most.
void CompareView::proposeWhat()
{
    if (m_isWhatChosen || m_result->empty())
        return;
    const bool areOfDevices = std::ranges::all_of(
        m_result->runs, [](const TickedRun& run) { return contentsOf(*run.run).hasDeviceWork; });
    m_what->setCurrentIndex(areOfDevices && !m_result->operators.kernels.empty() ? 1 : 0);
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
    m_accuracyTools->setVisible(std::ranges::any_of(m_result->figures.runs, [](const RunComparison& run) {
        return run.test || run.nsToAccuracy; // a run without tests reaches no accuracy
    }));
    proposeWhat();
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
    m_summary->setText(withoutBreaks(summaryText()));
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
        parts += tr("%n run(s) are still running: their figures are still changing.", nullptr, int(going));
    for (const auto& run : m_result->operators.runs) {
        if (!run.isRecorded)
            parts += tr("%1 recorded no operators.").arg(toQString(run.name));
    }
    for (const auto& note : {sameRunsText(m_result->figures), otherSamplesText(m_result->figures),
                             otherEpochsText(m_result->figures)}) {
        if (!note.empty())
            parts += toQString(note);
    }
    return parts.join(' ');
}

void CompareView::showPages()
{
    const auto [title, hint] = emptyText();
    m_empty->showText(title, hint);
    m_goToRuns->setVisible(m_failure.isEmpty() && m_runs && m_runs->runs().size() < fewestRuns);
    m_emptyOrNot->setCurrentIndex(title.isEmpty() ? 0 : 1);
    m_operatorsNote->setText(withoutBreaks(operatorsNote()));
    m_operatorsNote->setVisible(!m_operatorsNote->text().isEmpty());
    m_tools->setEnabled(m_runs && m_runs->runs().size() >= fewestRuns);
}

QString CompareView::operatorsNote() const
{
    QStringList lines;
    for (const TickedRun& run : m_result->runs) {
        if (run.run->leftOut.any())
            lines += tr("%1: %2").arg(run.name, toQString(leftOutText(*run.run)));
    }
    if (m_result->operators.hasOtherSamples)
        lines += toQString(basisText(m_result->operators));
    if (m_operators->rowCount() == 0)
        lines += noRowsText();
    return lines.join('\n');
}

/// Why the table of operators or kernels has no rows.
QString CompareView::noRowsText() const
{
    if (m_operators->size() == 0)
        return tr("None of the runs recorded operators: train with the profiler on to compare them.");
    const bool areKernels = m_operators->areKernels();
    if (!m_onlyReal->isChecked())
        return areKernels ? tr("No kernel matches: clear the filter.")
                          : tr("No operator matches: clear the filter.");
    const QString why = m_operators->noRealDifferenceText();
    if (!why.isEmpty())
        return why;
    return areKernels ? tr("No kernel that really differs matches: clear the filter, or turn off “Real "
                           "differences”.")
                      : tr("No operator that really differs matches: clear the filter, or turn off “Real "
                           "differences”.");
}

std::pair<QString, QString> CompareView::emptyText() const
{
    if (!m_result->empty())
        return {};
    if (!m_failure.isEmpty())
        return {tr("The runs cannot be compared"), m_failure};
    if (m_runs && (m_runs->isReading() || m_job->isAwaited()))
        return {tr("Comparing…"), tr("The runs are being read.")};
    const bool one = m_runs && m_runs->runs().size() == 1;
    return {one ? tr("Tick another run") : tr("Tick two runs or more"),
            tr("The runs that are ticked in the list of runs (click the box, or press Space) are compared "
               "here. The run on the screen takes part only if it is ticked too.")};
}

void CompareView::setSelection(TraceSelection* selection)
{
    m_selection = selection;
}

/// Of the operators' table; empty for kernels, whose calls are not those of one run.
TraceFocus CompareView::currentOperator() const
{
    const QModelIndex current = m_operatorsTable->currentIndex();
    TraceFocus focus;
    if (current.isValid() && !m_operators->areKernels())
        focus.operatorName = toQString(m_operators->operatorRow(current.row()).name);
    return focus;
}

void CompareView::copyContent()
{
    if (m_result->empty())
        return;
    switch (Page(m_pageButtons->checkedId())) {
    case Page::Figures:
        return m_figuresTable->copy();
    case Page::Operators:
        return m_operatorsTable->copy();
    case Page::Charts:
        return m_charts->copyChart();
    }
}

QList<ExportItem> CompareView::exportItems()
{
    if (m_result->empty() || (!isVisible() && m_again))
        return {};
    const QStringList formats = {"csv", "md", "json"};
    QList<ExportItem> items = {
        {tr("Comparison of the runs"), "comparison", formats,
         writer(&comparisonCsv, &comparisonMarkdown, &comparisonJson, m_result,
                &ComparisonResult::figuresForFiles)},
        {tr("Comparison of the operators"), "operator_comparison", formats,
         writer(&operatorComparisonCsv, &operatorsMarkdown, &operatorComparisonJson, m_result,
                &ComparisonResult::operatorsForFiles)},
    };
    items += m_charts->exportItems();
    for (ExportItem& item : items)
        item.isOfRun = false;
    return items;
}

} // namespace stepscope::ui
