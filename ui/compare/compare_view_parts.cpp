// Builds the comparison's toolbar, pages and shortcuts.

#include "ui/compare/charts_page.h"
#include "ui/compare/compare_view.h"
#include "ui/compare/compared_operators_model.h"
#include "ui/compare/compared_operators_table.h"
#include "ui/compare/figures_model.h"
#include "ui/compare/figures_table.h"
#include "ui/support/background_job.h"
#include "ui/support/empty_page.h"
#include "ui/support/export_dialog.h"
#include "ui/support/tool_row_layout.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QShortcut>
#include <QStackedWidget>
#include <QToolButton>

namespace stepscope::ui {

namespace {

constexpr auto pageKey = "compare/page";
constexpr auto accuracyKey = "compare/accuracyPercent";
constexpr auto filterKey = "compare/filter";
constexpr auto basisKey = "compare/basis";
constexpr auto onlyRealKey = "compare/onlyReal";
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
    , m_job(new BackgroundJob(this))
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
    m_baselines = new QComboBox(tools);
    m_baselines->setObjectName("compareBaseline");
    m_baselines->setToolTip(tr("The run that the others are compared with"));
    m_baselines->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_baselines->setMaximumWidth(280);
    label->setBuddy(m_baselines);
    connect(m_baselines, &QComboBox::activated, this, [this](int index) {
        m_baseline = m_baselines->itemData(index).toString().toStdString();
        compareAnew();
    });
    layout->addWidget(label);
    layout->addWidget(m_baselines);
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
    const auto add = [layout](auto* widget, const char* name, const QString& toolTip) {
        widget->setObjectName(name);
        widget->setToolTip(toolTip);
        layout->addWidget(widget);
        return widget;
    };
    m_filter = add(new QLineEdit, "compareFilter",
                   tr("Show operators whose name or pass contains all the words (Ctrl+F)"));
    m_filter->setPlaceholderText(tr("Filter operators"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMinimumWidth(120);
    m_filter->setMaximumWidth(240);
    layout->setStretchFactor(m_filter, 1);
    m_what = add(new QComboBox, "compareWhat", tr("Compare operators, or the work on devices"));
    m_what->addItems({tr("Operators"), tr("Kernels")});
    m_what->hide(); // until a run has kernels
    connect(m_what, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_operators->setShowsKernels(index == 1);
        showPages();
    });
    m_basis = add(new QComboBox, "compareBasis",
                  tr("What times refer to. Compare runs of different batch sizes per image. If not all runs "
                     "have that figure, times are given per step or in total; the headers show which."));
    m_basis->addItem(tr("Per step"), int(OperatorBasis::PerStep));
    m_basis->addItem(tr("Per image"), int(OperatorBasis::PerImage));
    m_onlyReal = add(
        new QCheckBox(tr("Only real differences")), "compareOnlyReal",
        tr("Show only operators that are slower or faster in at least one run, on the host or on devices"));
    m_withNamespace = add(new QCheckBox("aten::"), "compareNamespace",
                          tr("Show names with their namespace, \"aten::conv2d\" instead of \"conv2d\""));
    layout->addStretch(1);

    connect(m_filter, &QLineEdit::textChanged, this, &CompareView::applyFilter);
    connect(m_onlyReal, &QCheckBox::toggled, this, &CompareView::applyFilter);
    connect(m_withNamespace, &QCheckBox::toggled, m_operators, &ComparedOperatorsModel::setWithNamespace);
    connect(m_basis, &QComboBox::currentIndexChanged, this, [this] { compareAnew(); });
    m_operatorsTable->setObjectName("compareOperators");
    connect(m_operatorsTable, &CompareTable::rowMenuWanted, this,
            [this](QMenu* menu) { m_operatorsTable->fillColumnMenu(menu->addMenu(tr("Columns"))); });
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
    for (const int page : {0, 1, 2}) {
        auto* shortcut = new QShortcut(QKeySequence(Qt::ALT | Qt::Key(Qt::Key_1 + page)), this, nullptr,
                                       nullptr, Qt::WidgetWithChildrenShortcut);
        connect(shortcut, &QShortcut::activated, this, [this, page] { showPage(Page(page)); });
    }
    auto* find = new QShortcut(QKeySequence::Find, this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
    connect(find, &QShortcut::activated, this, [this] {
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
    m_basis->setCurrentIndex(settings.value(basisKey).toString() == "image" ? 1 : 0);
    m_onlyReal->setChecked(settings.value(onlyRealKey).toBool());
    m_withNamespace->setChecked(settings.value(namespaceKey).toBool());
    m_filter->setText(settings.value(filterKey).toString());
    showPage(Page(std::clamp(settings.value(pageKey).toInt(), 0, m_pages->count() - 1)));
}

void CompareView::saveChoices() const
{
    QSettings settings;
    settings.setValue(pageKey, m_pages->currentIndex());
    settings.setValue(accuracyKey, m_accuracy->value());
    settings.setValue(filterKey, m_filter->text());
    settings.setValue(basisKey, m_basis->currentIndex() == 1 ? "image" : "step");
    settings.setValue(onlyRealKey, m_onlyReal->isChecked());
    settings.setValue(namespaceKey, m_withNamespace->isChecked());
}

void CompareView::showPage(Page page)
{
    m_pages->setCurrentIndex(int(page));
    m_pageButtons->button(int(page))->setChecked(true);
}

} // namespace stepscope::ui
