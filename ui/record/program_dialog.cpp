#include "ui/record/program_dialog.h"

#include "ui/record/python_check.h"
#include "ui/support/dialogs.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>

namespace stepscope::ui {

namespace {

constexpr int fieldWidth = 460;
constexpr int mostSteps = 1'000'000;

/// A word of a command line, in quotes if it needs them.
QString quoted(const QString& word)
{
    return word.contains(' ') ? QString("\"%1\"").arg(word) : word;
}

/// A label with a shortcut for the field.
QLabel* labelFor(QWidget* field, const QString& text)
{
    auto* label = new QLabel(text);
    label->setBuddy(field);
    return label;
}

QHBoxLayout* makeRow()
{
    constexpr int spacing = 8;
    auto* row = new QHBoxLayout;
    row->setSpacing(spacing);
    return row;
}

QSpinBox* makeStepBox(const QString& name, const QString& tip, int least)
{
    auto* box = new QSpinBox;
    box->setObjectName(name);
    box->setRange(least, mostSteps);
    box->setGroupSeparatorShown(true);
    box->setToolTip(tip);
    return box;
}

} // namespace

ProgramDialog::ProgramDialog(QWidget* parent)
    : QDialog(parent)
    , m_remembered(rememberedCommands())
    , m_command(new QComboBox)
    , m_python(new QLabel)
    , m_folder(new QLineEdit)
    , m_variables(new QPlainTextEdit)
    , m_stepOn(new QComboBox)
    , m_range(new QLineEdit)
    , m_eventsOfSteps(makeStepBox("eventsOfSteps",
                                  tr("Number of steps whose events are kept, for the timeline, the flame "
                                     "graph and other views of single events. The table of operators counts "
                                     "all steps, unless operators are recorded only in these."),
                                  1))
    , m_eventsAfter(makeStepBox(
          "eventsAfter", tr("Steps to skip before events are kept; the first ones are often slower."), 0))
    , m_windowsOnly(new QCheckBox(tr("Record &operators only in these steps")))
    , m_pythonCalls(new QCheckBox(tr("Record calls of &Python functions")))
    , m_memory(new QCheckBox(tr("Record &memory")))
    , m_check(new PythonCheck(this))
{
    setWindowTitle(tr("Record a program"));
    build();
    for (const auto& each : m_remembered)
        m_command->addItem(each.command);
    fill(m_remembered.isEmpty() ? ProgramCommand{} : m_remembered.first());

    connect(m_command, &QComboBox::activated, this, [this](int index) {
        if (index >= 0 && index < m_remembered.size())
            fill(m_remembered[index]);
    });
    connect(m_command, &QComboBox::editTextChanged, this, &ProgramDialog::showState);
    connect(m_folder, &QLineEdit::textChanged, this, &ProgramDialog::showState);
    connect(m_variables, &QPlainTextEdit::textChanged, this, &ProgramDialog::showState);
    connect(m_range, &QLineEdit::textChanged, this, &ProgramDialog::showState);
    connect(m_stepOn, &QComboBox::currentIndexChanged, this, &ProgramDialog::showState);
    constexpr int pauseMs = 250;
    m_pause.setSingleShot(true);
    m_pause.setInterval(pauseMs);
    connect(&m_pause, &QTimer::timeout, this, &ProgramDialog::check);
    connect(m_check, &PythonCheck::found, this, &ProgramDialog::tellPython);
    showState();
}

void ProgramDialog::build()
{
    auto* intro = new QLabel(
        tr("Any program that uses PyTorch, unchanged. The window follows its steps, losses and operators "
           "live. Each process that trains becomes a run in the library."));
    intro->setWordWrap(true);
    m_python->setObjectName("pythonFound");
    m_python->setWordWrap(true);
    m_python->setMinimumHeight(2 * m_python->fontMetrics().lineSpacing());
    m_python->setAlignment(Qt::AlignTop);
    m_variables->setObjectName("variables");
    m_variables->setPlaceholderText("OMP_NUM_THREADS=4");
    m_variables->setTabChangesFocus(true);
    m_variables->setFixedHeight(3 * m_variables->fontMetrics().lineSpacing() + 16);
    m_variables->setToolTip(tr("Variables to add to the environment, one per line: NAME=value"));

    auto* form = new QFormLayout;
    form->setVerticalSpacing(10);
    form->addRow(labelFor(m_command, tr("&Command")), makeCommandRow());
    form->addRow(QString(), m_python);
    form->addRow(labelFor(m_folder, tr("&Folder")), makeFolderRow());
    form->addRow(tr("&Environment"), m_variables);
    form->addRow(labelFor(m_stepOn, tr("&Steps")), makeStepsRow());
    form->addRow(labelFor(m_eventsOfSteps, tr("E&vents")), makeEventsRow());
    m_windowsOnly->setObjectName("windowsOnly");
    m_windowsOnly->setToolTip(tr("For other steps, only times, losses and logged values are recorded, at the "
                                 "lowest cost. The table of operators then covers the recorded steps."));
    form->addRow(QString(), m_windowsOnly);
    m_pythonCalls->setObjectName("pythonCalls");
    m_pythonCalls->setToolTip(tr("Flame, Calls and Timeline show which Python functions call which layers "
                                 "and operators. Steps with many function calls take longer."));
    form->addRow(QString(), m_pythonCalls);
    m_memory->setObjectName("memory");
    m_memory->setToolTip(
        tr("Memory shows what PyTorch allocates and frees, and which operators and layers use it. No memory "
           "is recorded while the program runs a profiler of its own. GPU work is not recorded while memory "
           "is recorded. Steps with many operators take longer."));
    form->addRow(QString(), m_memory);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    m_record = buttons->button(QDialogButtonBox::Ok);
    m_record->setText(tr("Record"));
    m_record->setObjectName("record");
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 24, 24, 16);
    layout->setSpacing(16);
    layout->addWidget(intro);
    layout->addLayout(form);
    layout->addWidget(buttons);
}

QLayout* ProgramDialog::makeCommandRow()
{
    m_command->setObjectName("command");
    m_command->setEditable(true);
    m_command->setInsertPolicy(QComboBox::NoInsert);
    m_command->setCompleter(nullptr); // it would change the case of the input
    m_command->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_command->setMinimumWidth(fieldWidth);
    m_command->setAccessibleName(tr("Command"));
    m_command->lineEdit()->setPlaceholderText("python3 train.py --epochs 3");
    m_command->setToolTip(
        tr("The program with its arguments, as in a terminal. Put an argument with spaces "
           "in double quotes. No shell is used: $VARIABLES, * and | have no special meaning."));
    auto* choose = new QPushButton(tr("Script…"));
    choose->setToolTip(tr("Choose a Python script"));
    choose->setAutoDefault(false);
    connect(choose, &QPushButton::clicked, this, &ProgramDialog::chooseScript);
    auto* row = makeRow();
    row->addWidget(m_command, 1);
    row->addWidget(choose);
    return row;
}

QLayout* ProgramDialog::makeFolderRow()
{
    m_folder->setObjectName("folder");
    m_folder->setAccessibleName(tr("Folder"));
    m_folder->setPlaceholderText(QDir::homePath());
    m_folder->setToolTip(tr("The working directory of the program"));
    auto* choose = new QPushButton(tr("Browse…"));
    choose->setAutoDefault(false);
    connect(choose, &QPushButton::clicked, this, &ProgramDialog::chooseFolder);
    auto* row = makeRow();
    row->addWidget(m_folder, 1);
    row->addWidget(choose);
    return row;
}

QLayout* ProgramDialog::makeStepsRow()
{
    m_stepOn->setObjectName("stepOn");
    m_stepOn->setAccessibleName(tr("Steps"));
    const auto add = [this](const QString& text, StepSource source) { m_stepOn->addItem(text, int(source)); };
    add(tr("found automatically"), StepSource::Unknown);
    add(tr("end with an optimizer's update"), StepSource::Optimizer);
    add(tr("end with a call of the network"), StepSource::Module);
    add(tr("end with a backward pass"), StepSource::Backward);
    add(tr("end with the range"), StepSource::Marks);
    m_stepOn->setToolTip(tr("Automatic: uses optimizer updates; without any, backward passes; without these, "
                            "calls of the network."));
    m_range->setObjectName("range");
    m_range->setAccessibleName(tr("Range"));
    m_range->setPlaceholderText(tr("name used in record_function()"));
    auto* row = makeRow();
    row->addWidget(m_stepOn);
    row->addWidget(m_range, 1);
    return row;
}

QLayout* ProgramDialog::makeEventsRow()
{
    auto* row = makeRow();
    row->addWidget(new QLabel(tr("of")));
    row->addWidget(m_eventsOfSteps);
    row->addWidget(new QLabel(tr("steps, after the first")));
    row->addWidget(m_eventsAfter);
    row->addStretch(1);
    return row;
}

void ProgramDialog::fill(const ProgramCommand& command)
{
    m_command->setEditText(command.command);
    m_folder->setText(command.folder);
    m_variables->setPlainText(command.variables);
    m_stepOn->setCurrentIndex(m_stepOn->findData(int(command.stepOn)));
    m_range->setText(command.range);
    m_eventsOfSteps->setValue(command.eventsOfSteps);
    m_eventsAfter->setValue(command.eventsAfter);
    m_pythonCalls->setChecked(command.pythonCalls);
    m_memory->setChecked(command.memory);
    m_windowsOnly->setChecked(command.windowsOnly);
}

ProgramCommand ProgramDialog::command() const
{
    return {.command = m_command->currentText().trimmed(),
            .folder = m_folder->text().trimmed(),
            .variables = m_variables->toPlainText(),
            .stepOn = StepSource(m_stepOn->currentData().toInt()),
            .range = m_range->text().trimmed(),
            .eventsAfter = m_eventsAfter->value(),
            .eventsOfSteps = m_eventsOfSteps->value(),
            .windowsOnly = m_windowsOnly->isChecked(),
            .pythonCalls = m_pythonCalls->isChecked(),
            .memory = m_memory->isChecked()};
}

void ProgramDialog::chooseScript()
{
    const QString script = dialogs().openFile(this, tr("Choose a Python script"), command().existingFolder(),
                                              tr("Python scripts (*.py);;All files (*)"));
    if (script.isEmpty())
        return;
    const QFileInfo file(script);
    m_folder->setText(file.absolutePath());
    m_command->setEditText("python3 " + quoted(file.fileName()));
}

void ProgramDialog::chooseFolder()
{
    const QString folder =
        dialogs().openFolder(this, tr("Folder of the program"), command().existingFolder());
    if (!folder.isEmpty())
        m_folder->setText(folder);
}

void ProgramDialog::showState()
{
    m_range->setVisible(command().stepOn == StepSource::Marks);
    m_record->setEnabled(command().problem().isEmpty());
    m_check->cancel(); // its answer would be about another command
    m_pause.start();
}

void ProgramDialog::check()
{
    const auto entered = command();
    m_python->setText(entered.command.isEmpty() ? QString() : entered.problem());
    if (entered.problem().isEmpty())
        m_check->check(entered);
}

void ProgramDialog::tellPython(const QString& sentence)
{
    m_python->setText(sentence);
}

} // namespace stepscope::ui
