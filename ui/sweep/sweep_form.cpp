#include "ui/sweep/sweep_form.h"

#include "core/base/error.h"
#include "ui/experiment/experiment_presets.h"
#include "ui/experiment/field_editor.h"
#include "ui/support/dialogs.h"
#include "ui/support/icons.h"
#include "ui/support/qt_text.h"
#include "ui/support/tool_row_layout.h"
#include "ui/sweep/axis_row.h"

#include <QComboBox>
#include <QDir>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QRadioButton>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr int formLabelWidth = 168;

QLabel* makeLabel(const QString& text, QWidget* buddy)
{
    auto* label = new QLabel(text, buddy->parentWidget());
    label->setBuddy(buddy);
    label->setFixedWidth(formLabelWidth);
    return label;
}

QString baseText(const Experiment& base)
{
    const auto label = [](const char* key, const std::string& value) { return choiceLabel(key, value); };
    return SweepForm::tr("%1 on %2, batch size %3, %4, seed %5")
        .arg(label("network", base.network), label("dataset", base.dataset), countText(base.batchSize),
             label("optimizer.name", base.optimizer))
        .arg(base.seed);
}

} // namespace

SweepForm::SweepForm(QWidget* parent)
    : QWidget(parent)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 4, 12, 12);
    layout->setSpacing(8);
    layout->addWidget(buildAxes());
    layout->addWidget(buildChoices());
    layout->addWidget(buildFolder());
    m_problem = new QLabel(this);
    m_problem->setObjectName("sweepProblem");
    m_problem->setProperty("error", true);
    m_problem->setWordWrap(true);
    layout->addWidget(m_problem);
    setSweep(Sweep{.base = {}, .axes = {{"batch_size", {"1", "16", "64"}}}});
}

QWidget* SweepForm::buildAxes()
{
    auto* box = new QWidget(this);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    m_baseText = new QLabel(box);
    m_baseText->setObjectName("sweepBase");
    m_baseText->setProperty("muted", true);
    m_baseText->setToolTip(tr("All other fields have the values of the experiment panel."));
    m_baseText->setWordWrap(true);
    layout->addWidget(m_baseText);
    m_axes = new QVBoxLayout;
    m_axes->setSpacing(8);
    layout->addLayout(m_axes);

    m_add = new QToolButton(box);
    m_add->setObjectName("addAxis");
    m_add->setText(tr("+ Another field"));
    m_add->setToolTip(tr("Change one more field from run to run"));
    connect(m_add, &QToolButton::clicked, this, &SweepForm::addNextAxis);
    m_order = new QWidget(box);
    m_grid = new QRadioButton(tr("All combinations"), m_order);
    m_grid->setToolTip(tr("One run for every combination of the values"));
    m_paired = new QRadioButton(tr("Pairwise"), m_order);
    m_paired->setObjectName("sweepPaired");
    m_paired->setToolTip(tr("One run for the first values, one for the second ones, and so on; all fields "
                            "need the same number of values"));
    m_grid->setChecked(true);
    auto* order = new QHBoxLayout(m_order);
    order->setContentsMargins(0, 0, 0, 0);
    order->setSpacing(12);
    order->addWidget(m_grid);
    order->addWidget(m_paired);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(m_add);
    row->addSpacing(8);
    row->addWidget(m_order);
    row->addStretch();
    layout->addLayout(row);
    connect(m_paired, &QRadioButton::toggled, this, &SweepForm::tellChange);
    return box;
}

QWidget* SweepForm::buildChoices()
{
    auto* box = new QWidget(this);
    m_budget = makeQuietComboBox(box);
    m_budget->setObjectName("sweepBudget");
    m_budget->setMinimumWidth(180);
    m_budget->addItem(tr("As in the experiment"), int(SweepBudget::AsBase));
    m_budget->addItem(tr("Epochs"), int(SweepBudget::Epochs));
    m_budget->addItem(tr("Steps"), int(SweepBudget::Steps));
    m_budget->addItem(tr("Samples"), int(SweepBudget::Images));
    m_budget->addItem(tr("Seconds"), int(SweepBudget::Seconds));
    m_budget->setToolTip(
        tr("How long each run trains. The same number of samples is fair to all batch sizes."));
    m_amount = new QLineEdit(box);
    m_amount->setObjectName("sweepAmount");
    m_amount->setAccessibleName(tr("How many"));
    m_amount->setFixedWidth(104);
    m_repeats = new QSpinBox(box);
    m_repeats->setObjectName("sweepRepeats");
    m_repeats->setRange(1, 1000);
    m_repeats->setFixedWidth(72);
    m_repeats->setToolTip(
        tr("Runs of each setting, each with its own seed. All settings run once before any is repeated, so "
           "that changes in the machine's speed affect all settings alike."));
    auto* layout = new ToolRowLayout(box); // wraps in a narrow view
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(makeLabel(tr("Train each run for"), m_budget));
    layout->addWidget(m_budget);
    layout->addWidget(m_amount);
    layout->addSpacing(16);
    auto* repeats = new QLabel(tr("Repeats"), box);
    repeats->setBuddy(m_repeats);
    QHBoxLayout* withLabel = layout->addGroup();
    withLabel->addWidget(repeats);
    withLabel->addWidget(m_repeats);
    layout->addStretch();
    connect(m_budget, &QComboBox::activated, this, [this] {
        showBudget();
        tellChange();
    });
    connect(m_amount, &QLineEdit::textChanged, this, &SweepForm::tellChange);
    connect(m_repeats, &QSpinBox::valueChanged, this, &SweepForm::tellChange);
    return box;
}

QWidget* SweepForm::buildFolder()
{
    auto* box = new QWidget(this);
    m_folder = new QLineEdit(box);
    m_folder->setObjectName("sweepFolder");
    m_folder->setToolTip(tr("Where the runs, their comparison and the report are saved. If the folder has a "
                            "stopped sweep, it is continued."));
    auto* choose = new QToolButton(box);
    choose->setText(tr("Choose…"));
    choose->setToolTip(tr("Choose the folder"));
    auto* layout = new QHBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(makeLabel(tr("Folder"), m_folder));
    layout->addWidget(m_folder, 1);
    layout->addWidget(choose);
    connect(choose, &QToolButton::clicked, this, &SweepForm::chooseFolder);
    connect(m_folder, &QLineEdit::textChanged, this, &SweepForm::tellChange);
    return box;
}

void SweepForm::addAxis(const SweepAxis& axis)
{
    auto* row = new AxisRow(axis, this);
    row->setDevices(m_devices);
    m_axes->addWidget(row);
    row->show(); // immediately, not with the next event: its height counts
    m_rows += row;
    connect(row, &AxisRow::changed, this, &SweepForm::tellChange);
    connect(row, &AxisRow::removeWanted, this, [this, row] {
        m_rows.removeOne(row);
        row->hide();
        row->deleteLater();
        tellChange();
    });
}

/// The first usual field that is not used yet.
void SweepForm::addNextAxis()
{
    const Sweep now = sweep();
    std::string next = "seed";
    for (const char* key : {"batch_size", "device", "network", "threads", "optimizer.name"}) {
        if (std::ranges::find(now.axes, key, &SweepAxis::field) == now.axes.end()) {
            next = key;
            break;
        }
    }
    addAxis({.field = next, .values = {}});
    m_rows.last()->focusValues();
    tellChange();
}

Sweep SweepForm::sweep() const
{
    Sweep sweep{.base = m_base, .axes = {}, .paired = m_rows.size() > 1 && m_paired->isChecked()};
    for (const AxisRow* row : m_rows)
        sweep.axes.push_back(row->axis());
    sweep.repeats = m_repeats->value();
    sweep.budget = SweepBudget(m_budget->currentData().toInt());
    if (sweep.budget != SweepBudget::AsBase)
        sweep.amount = m_amount->text().remove(' ').remove(',').toLongLong();
    return withAbsolutePaths(std::move(sweep));
}

void SweepForm::setSweep(const Sweep& sweep)
{
    m_setting = true;
    qDeleteAll(m_rows);
    m_rows.clear();
    for (const SweepAxis& axis : sweep.axes)
        addAxis(axis);
    (sweep.paired ? m_paired : m_grid)->setChecked(true);
    m_repeats->setValue(int(sweep.repeats));
    m_budget->setCurrentIndex(m_budget->findData(int(sweep.budget)));
    m_amount->setText(sweep.amount > 0 ? countText(sweep.amount) : QString());
    showBudget();
    m_setting = false;
    tellChange();
}

void SweepForm::setBase(const Experiment& base)
{
    m_base = base;
    tellChange();
}

QString SweepForm::folder() const
{
    const QString text = m_folder->text().trimmed();
    return text.startsWith("~/") ? QDir::homePath() + text.mid(1) : text;
}

void SweepForm::setFolder(const QString& folder)
{
    const QString home = QDir::homePath();
    m_folder->setText(folder.startsWith(home + "/") ? "~" + folder.mid(home.size()) : folder);
}

void SweepForm::setImages(int64_t images)
{
    m_setting = true;
    m_budget->setCurrentIndex(m_budget->findData(int(SweepBudget::Images)));
    m_amount->setText(countText(images));
    showBudget();
    m_setting = false;
    tellChange();
}

void SweepForm::setDevices(const QStringList& devices)
{
    m_devices = devices;
    for (AxisRow* row : m_rows)
        row->setDevices(devices);
}

std::vector<std::string> SweepForm::devices() const
{
    std::vector<std::string> devices;
    for (const QString& device : m_devices)
        devices.push_back(device.toStdString());
    return devices.empty() ? std::vector<std::string>{"cpu"} : devices;
}

QString SweepForm::problem() const
{
    for (const AxisRow* row : m_rows) {
        if (const QString sentence = row->problem(); !sentence.isEmpty())
            return sentence;
    }
    if (m_rows.isEmpty() && m_repeats->value() == 1)
        return tr("Add a field that changes from run to run, or repeats.");
    if (m_folder->text().trimmed().isEmpty())
        return tr("Choose a folder for the runs.");
    try {
        sweepPoints(sweep());
    } catch (const Error& error) {
        return toQString(error.what());
    }
    return {};
}

void SweepForm::chooseFolder()
{
    const QString chosen = dialogs().chooseFolder(this, tr("Folder for the sweep"), folder());
    if (!chosen.isEmpty())
        setFolder(chosen);
}

void SweepForm::showBudget()
{
    const auto budget = SweepBudget(m_budget->currentData().toInt());
    m_amount->setVisible(budget != SweepBudget::AsBase);
    constexpr const char* usual[] = {"", "1", "1,000", "6,000", "60"};
    m_amount->setPlaceholderText(usual[int(budget)]);
    if (!m_setting)
        m_amount->setText(usual[int(budget)]);
}

void SweepForm::tellChange()
{
    if (m_setting || !m_problem)
        return;
    m_baseText->setText(tr("New runs use the experiment in the form (%1), but with").arg(baseText(m_base)));
    m_order->setVisible(m_rows.size() > 1);
    // Problems with a row's values are shown below them.
    const bool inPlace =
        std::ranges::any_of(m_rows, [](const AxisRow* row) { return !row->problem().isEmpty(); });
    const QString sentence = inPlace ? QString() : problem();
    m_problem->setText(sentence);
    m_problem->setVisible(!sentence.isEmpty());
    Q_EMIT changed();
}

} // namespace stepscope::ui
