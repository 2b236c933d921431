#include "ui/operators/operators_tools.h"

#include "core/trace/event_kind.h"
#include "ui/support/qt_text.h"
#include "ui/support/tool_row_layout.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSettings>
#include <QShortcut>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr int allPasses = -1; // in the box that selects a pass

constexpr auto groupingKey = "operators/grouping";
constexpr auto stepsKey = "operators/steps";
constexpr auto topKey = "operators/top";
constexpr auto namespaceKey = "operators/withNamespace";
constexpr auto detailsKey = "operators/details";

QToolButton* textButton(const char* name, const QString& text, const QString& toolTip)
{
    auto* button = new QToolButton;
    button->setObjectName(name);
    button->setText(text);
    button->setToolTip(toolTip);
    return button;
}

} // namespace

OperatorsTools::OperatorsTools(std::function<void(QMenu*)> fillColumns, QToolButton* exports, QWidget* parent)
    : QWidget(parent)
{
    auto* layout = new ToolRowLayout(this);

    m_filter = layout->addTool(new QLineEdit, "operatorFilter", {}); // see nameRows()
    m_filter->setClearButtonEnabled(true);
    m_filter->setMinimumWidth(104);
    m_filter->setMaximumWidth(280);
    layout->setStretchFactor(m_filter, 1);

    // The box is beside its label, also in a second row.
    QHBoxLayout* const group = layout->addGroup();
    auto* groupingLabel = new QLabel(tr("Gro&up by"));
    group->addWidget(groupingLabel);
    group->addWidget(makeGrouping());
    groupingLabel->setBuddy(m_grouping);

    m_pass = layout->addTool(new QComboBox, "operatorPass", tr("The part of a training step to show"));
    fillPasses();

    m_steps =
        layout->addTool(new QComboBox, "operatorSteps",
                        tr("The steps covered: the active steps of the profiler's schedule, after wait and "
                           "warm-up, or all steps"));
    m_steps->addItem(tr("Active steps"));
    m_steps->addItem(tr("All steps"));

    m_top = layout->addTool(
        new QSpinBox, "operatorTop",
        tr("Number of rows to show: those with the largest figures of the sorted column, or with the "
           "largest self time if sorted by text"));
    m_top->setPrefix(tr("Top "));
    m_top->setRange(0, 1000);
    m_top->setSpecialValueText(tr("All rows"));
    m_top->setValue(10);

    layout->addStretch(1);
    QHBoxLayout* const end = layout->addGroup(); // or the last one would be alone in a second row
    end->addWidget(makeColumns(std::move(fillColumns)));
    m_showDetails =
        textButton("operatorShowDetails", tr("Details"),
                   tr("Show durations, shapes and callers of the selected row's calls below the table"));
    m_showDetails->setCheckable(true);
    m_showDetails->setChecked(true);
    end->addWidget(m_showDetails);
    end->addWidget(exports);
    connectTools();
}

QWidget* OperatorsTools::makeGrouping()
{
    m_grouping = new QComboBox;
    m_grouping->setObjectName("operatorGrouping");
    m_grouping->setToolTip(tr("What the rows are: operators, layers, kernels or others"));
    m_grouping->setAccessibleName(tr("Group by"));
    m_grouping->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_grouping->setMinimumContentsLength(11);
    m_grouping->addItem(tr("Operator"), int(OperatorGrouping::ByOperator));
    m_grouping->addItem(tr("Operator and shapes"), int(OperatorGrouping::ByOperatorAndShape));
    m_grouping->addItem(tr("Layer"), int(OperatorGrouping::ByLayer));
    m_grouping->addItem(tr("Layer type"), int(OperatorGrouping::ByLayerType));
    m_grouping->addItem(tr("Pass"), int(OperatorGrouping::ByPass));
    m_grouping->addItem(tr("Kernel"), int(OperatorGrouping::ByKernel));
    m_grouping->addItem(tr("Thread or stream"), int(OperatorGrouping::ByThread));
    return m_grouping;
}

void OperatorsTools::fillPasses()
{
    m_pass->addItem(tr("All passes"), allPasses);
    for (const Pass pass :
         {Pass::Data, Pass::Copy, Pass::Forward, Pass::Loss, Pass::Backward, Pass::Optimizer, Pass::Other})
        m_pass->addItem(toQString(passWord(pass)), int(pass));
}

QToolButton* OperatorsTools::makeColumns(std::function<void(QMenu*)> fillColumns)
{
    QToolButton* const columns =
        textButton("operatorColumns", tr("Columns"), tr("The columns that the table shows"));
    columns->setPopupMode(QToolButton::InstantPopup);
    m_withNamespace = new QAction(tr("Complete names"), this);
    m_withNamespace->setObjectName("operatorNamespace");
    m_withNamespace->setToolTip(
        tr("Show \"aten::conv2d\" instead of \"conv2d\", and kernels with namespaces and parameters"));
    m_withNamespace->setCheckable(true);
    auto* menu = new QMenu(columns);
    connect(menu, &QMenu::aboutToShow, this, [this, menu, fill = std::move(fillColumns)] {
        menu->clear();
        menu->addAction(m_withNamespace);
        menu->addSeparator();
        fill(menu);
    });
    columns->setMenu(menu);
    return columns;
}

void OperatorsTools::connectTools()
{
    connect(m_filter, &QLineEdit::textChanged, this, &OperatorsTools::filterChanged);
    connect(m_top, &QSpinBox::valueChanged, this, &OperatorsTools::filterChanged);
    connect(m_pass, &QComboBox::currentIndexChanged, this, &OperatorsTools::passChanged);
    connect(m_grouping, &QComboBox::currentIndexChanged, this, [this] {
        m_wantsKernels = false;
        Q_EMIT groupingChanged();
    });
    connect(m_steps, &QComboBox::currentIndexChanged, this, &OperatorsTools::stepsChanged);
    connect(m_withNamespace, &QAction::toggled, this, &OperatorsTools::namespaceToggled);
    connect(m_showDetails, &QToolButton::toggled, this, &OperatorsTools::detailsToggled);
    auto* clear = new QShortcut(Qt::Key_Escape, m_filter, nullptr, nullptr, Qt::WidgetShortcut);
    connect(clear, &QShortcut::activated, m_filter, &QLineEdit::clear);
}

void OperatorsTools::load(const QSettings& settings)
{
    const int grouping = settings.value(groupingKey, int(OperatorGrouping::ByOperator)).toInt();
    m_grouping->setCurrentIndex(std::max(0, m_grouping->findData(grouping)));
    m_steps->setCurrentIndex(settings.value(stepsKey).toString() == "all" ? 1 : 0);
    m_top->setValue(settings.value(topKey, m_top->value()).toInt());
    m_withNamespace->setChecked(settings.value(namespaceKey).toBool());
    m_showDetails->setChecked(settings.value(detailsKey, true).toBool());
}

void OperatorsTools::save(QSettings& settings) const
{
    settings.setValue(groupingKey, int(m_wantsKernels ? OperatorGrouping::ByKernel : grouping()));
    settings.setValue(stepsKey, wantsAllSteps() ? "all" : "active");
    settings.setValue(topKey, m_top->value());
    settings.setValue(namespaceKey, m_withNamespace->isChecked());
    settings.setValue(detailsKey, m_showDetails->isChecked());
}

QString OperatorsTools::filter() const
{
    return m_filter->text();
}

void OperatorsTools::setFilter(const QString& text)
{
    m_filter->setText(text);
}

void OperatorsTools::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

OperatorGrouping OperatorsTools::grouping() const
{
    return OperatorGrouping(m_grouping->currentData().toInt());
}

QString OperatorsTools::rowKind() const
{
    return m_grouping->currentText();
}

QStringList OperatorsTools::rowKinds() const
{
    QStringList kinds;
    for (int row = 0; row < m_grouping->count(); ++row) {
        if (m_grouping->model()->index(row, 0).flags() & Qt::ItemIsEnabled)
            kinds += m_grouping->itemText(row);
    }
    return kinds;
}

void OperatorsTools::groupBy(const QString& kind)
{
    if (const int row = m_grouping->findText(kind); row >= 0)
        m_grouping->setCurrentIndex(row);
}

std::optional<Pass> OperatorsTools::pass() const
{
    const int pass = m_pass->currentData().toInt();
    return pass == allPasses ? std::nullopt : std::optional(Pass(pass));
}

bool OperatorsTools::wantsAllSteps() const
{
    return m_steps->currentIndex() == 1;
}

int OperatorsTools::top() const
{
    return m_top->value();
}

bool OperatorsTools::withNamespace() const
{
    return m_withNamespace->isChecked();
}

bool OperatorsTools::showsDetails() const
{
    return m_showDetails->isChecked();
}

void OperatorsTools::clearFilters()
{
    const QSignalBlocker filterIsSilent(m_filter);
    const QSignalBlocker passIsSilent(m_pass);
    m_filter->clear();
    m_pass->setCurrentIndex(m_pass->findData(allPasses));
}

void OperatorsTools::showAllRows()
{
    m_filter->clear();
    m_pass->setCurrentIndex(m_pass->findData(allPasses));
    m_top->setValue(m_top->minimum());
}

void OperatorsTools::offerKernels(bool hasKernels)
{
    const int kernels = m_grouping->findData(int(OperatorGrouping::ByKernel));
    if (auto* items = qobject_cast<QStandardItemModel*>(m_grouping->model()))
        items->item(kernels)->setEnabled(hasKernels);
    const QSignalBlocker silent(m_grouping);
    if (hasKernels && std::exchange(m_wantsKernels, false)) {
        m_grouping->setCurrentIndex(kernels);
    } else if (!hasKernels && m_grouping->currentIndex() == kernels) {
        m_grouping->setCurrentIndex(m_grouping->findData(int(OperatorGrouping::ByOperator)));
        m_wantsKernels = true;
    }
}

void OperatorsTools::nameRows()
{
    const bool areKernels = grouping() == OperatorGrouping::ByKernel;
    m_filter->setPlaceholderText(areKernels ? tr("Filter kernels") : tr("Filter operators"));
    m_filter->setToolTip(
        areKernels ? tr("Show kernels whose name contains all the words (Ctrl+F)")
                   : tr("Show operators whose name or input shapes contain all the words (Ctrl+F)"));
}

void OperatorsTools::setPassesEnabled(bool enabled)
{
    m_pass->setEnabled(enabled);
}

void OperatorsTools::setStepsEnabled(bool enabled)
{
    m_steps->setEnabled(enabled);
}

} // namespace stepscope::ui
