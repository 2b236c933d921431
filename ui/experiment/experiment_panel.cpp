#include "ui/experiment/experiment_panel.h"

#include "core/base/error.h"
#include "core/base/files/atomic_file.h"
#include "core/experiment/experiment_json.h"
#include "ui/experiment/experiment_edits.h"
#include "ui/experiment/experiment_form.h"
#include "ui/experiment/experiment_presets.h"
#include "ui/support/dialogs.h"
#include "ui/support/export_dialog.h"
#include "ui/support/icons.h"
#include "ui/support/qt_text.h"
#include "ui/support/status_message.h"
#include "ui/theme/column_area.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSettings>
#include <QToolButton>
#include <QVBoxLayout>

namespace stepscope::ui {

ExperimentPanel::ExperimentPanel(QWidget* parent)
    : QWidget(parent)
    , m_edits(new ExperimentEdits(this))
    , m_problem(new QLabel(this))
{
    makeActions();
    // Here and elsewhere, every widget gets its parent in the constructor: moving a tree to another parent
    // applies the style sheet to all of it again.
    auto* scroll = new ColumnArea(this);
    m_form = new ExperimentForm(m_edits, scroll->viewport());
    scroll->setWidget(m_form);
    connect(m_form, &ExperimentForm::memoryWanted, this, &ExperimentPanel::memoryWanted);
    connect(m_form, &ExperimentForm::filled, this, &ExperimentPanel::showProblem);
    scroll->viewport()->setAutoFillBackground(false);
    m_form->setAutoFillBackground(false);

    m_problem->setObjectName("problem");
    m_problem->setProperty("error", true);
    m_problem->setWordWrap(true);
    m_problem->setContentsMargins(12, 8, 12, 8);
    m_problem->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(m_problem, &QLabel::linkActivated, this, [this] {
        if (const ExperimentField* field = m_edits->contradictingField())
            showField(*field);
    });
    // A link has the color of when it was set.
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        m_problem->clear();
        showProblem();
    });

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHeader());
    layout->addWidget(scroll, 1);
    layout->addWidget(m_problem);
    connect(m_edits, &ExperimentEdits::changed, this, &ExperimentPanel::update);
    update();
}

const Experiment& ExperimentPanel::experiment() const
{
    return m_edits->experiment();
}

QString ExperimentPanel::problem() const
{
    return m_edits->problem();
}

void ExperimentPanel::load(const Experiment& experiment)
{
    m_edits->load(experiment);
}

void ExperimentPanel::use(const Experiment& experiment, const QString& what)
{
    m_edits->endEdit();
    m_edits->replace(experiment, what);
}

void ExperimentPanel::addPreset(QAction* action)
{
    m_presetMenu->insertAction(m_reset, action);
    m_presetMenu->insertSeparator(m_reset);
}

void ExperimentPanel::checkAgain()
{
    m_edits->checkAgain();
}

void ExperimentPanel::setFieldText(std::string_view key, const QString& text)
{
    m_edits->endEdit();
    m_edits->setText(*findExperimentField(key), text);
}

void ExperimentPanel::showField(const ExperimentField& field)
{
    m_form->showField(field);
}

void ExperimentPanel::setDevices(const std::vector<DeviceInfo>& devices)
{
    m_form->setDevices(devices);
}

void ExperimentPanel::setMemoryNote(const MemoryNote& note)
{
    m_form->setMemoryNote(note);
}

void ExperimentPanel::setReadOnly(bool readOnly)
{
    m_readOnly = readOnly;
    m_form->setEnabled(!readOnly);
    update();
}

void ExperimentPanel::makeActions()
{
    const auto make = [this](const QString& icon, const QString& text, const QString& tip, auto slot) {
        auto* action = new QAction(themedIcon(icon), text, this);
        action->setStatusTip(tip);
        connect(action, &QAction::triggered, this, slot);
        return action;
    };
    m_undo =
        make("undo", tr("Undo"), tr("Undo the last change of the experiment"), [this] { m_edits->undo(); });
    m_undo->setShortcut(QKeySequence::Undo);
    m_redo = make("redo", tr("Redo"), tr("Redo the change that was undone"), [this] { m_edits->redo(); });
    m_redo->setShortcuts(
        {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
    m_open =
        make("open", tr("Open experiment…"), tr("Read an experiment from a JSON file"), [this] { open(); });
    m_open->setShortcut(QKeySequence::Open);
    m_save =
        make("save", tr("Save experiment…"), tr("Write the experiment to a JSON file"), [this] { save(); });
    m_save->setShortcut(QKeySequence::Save);
    m_reset = make("reset", tr("Reset experiment"), tr("Reset every field to its default"),
                   [this] { m_edits->replace(Experiment(), tr("Reset")); });
    QMenu* submenu = nullptr;
    for (const ExperimentPreset& preset : experimentPresets()) {
        auto* action = new QAction(preset.label, this);
        action->setStatusTip(preset.help);
        action->setToolTip(preset.help);
        connect(action, &QAction::triggered, this, [this, preset] {
            m_edits->replace(withPreset(m_edits->experiment(), preset), preset.label);
        });
        m_presets += action;
        if (preset.submenu.isEmpty()) {
            m_presetEntries += action;
            continue;
        }
        if (!submenu || submenu->title() != preset.submenu) {
            submenu = new QMenu(preset.submenu, this);
            submenu->setToolTipsVisible(true);
            m_presetEntries += submenu->menuAction();
        }
        submenu->addAction(action);
    }
}

QWidget* ExperimentPanel::makeHeader()
{
    auto* header = new QWidget(this);
    auto* layout = new QHBoxLayout(header);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(4);

    const auto addButton = [&](QAction* action) {
        auto* button = new QToolButton(header);
        button->setAutoRaise(true);
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        layout->addWidget(button);
    };
    auto* presets = new QToolButton(header);
    presets->setObjectName("presetsButton");
    presets->setText(tr("Presets"));
    presets->setIcon(themedIcon("presets"));
    presets->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    presets->setPopupMode(QToolButton::InstantPopup);
    presets->setToolTip(tr("Networks with the settings of their source"));
    auto* menu = new QMenu(presets);
    menu->setToolTipsVisible(true);
    menu->addActions(m_presetEntries);
    menu->addSeparator();
    menu->addAction(m_reset);
    presets->setMenu(menu);
    m_presetMenu = menu;
    layout->addWidget(presets);
    layout->addStretch();
    for (QAction* action : {m_undo, m_redo, m_open, m_save})
        addButton(action);
    return header;
}

void ExperimentPanel::open()
{
    const QString folder = QSettings().value("experiment/folder").toString();
    const QString path = dialogs().openFile(this, tr("Open experiment"), folder, tr("Experiment (*.json)"));
    if (!path.isEmpty())
        openFile(path);
}

bool ExperimentPanel::openFile(const QString& path)
{
    const QFileInfo file(path);
    forgetFailure(this);
    try {
        m_edits->replace(readExperiment(path.toStdString()), file.fileName());
        QSettings().setValue("experiment/folder", file.absolutePath());
        showStatusMessage(this, tr("Opened %1").arg(file.fileName()));
        return true;
    } catch (const Error& error) {
        dialogs().showFailure(this, toQString(error.what()), toQString(error.detail()));
        return false;
    }
}

void ExperimentPanel::save()
{
    askAndExport(this, {tr("Save experiment"), "experiment", {"json"}, [this](const QString& path) {
                            writeFileAtomically(path.toStdString(),
                                                toJson(withAbsolutePaths(m_edits->experiment())));
                        }});
}

void ExperimentPanel::update()
{
    m_undo->setEnabled(!m_readOnly && m_edits->canUndo());
    m_redo->setEnabled(!m_readOnly && m_edits->canRedo());
    m_open->setEnabled(!m_readOnly);
    m_reset->setEnabled(!m_readOnly);
    for (QAction* preset : m_presets)
        preset->setEnabled(!m_readOnly);
    m_save->setEnabled(m_edits->problem().isEmpty());
    showProblem();
    Q_EMIT changed();
}

/// The form shows each sentence at its field. That of a text that is being typed is in view; a contradiction
/// may be shown far from the field that was changed, so this label repeats it and links to its field.
void ExperimentPanel::showProblem()
{
    const QString problem = m_edits->problem();
    QString text = "<qt>" + problem.toHtmlEscaped();
    const ExperimentField* field = m_edits->contradictingField();
    if (field && m_form->hasRow(*field))
        text += " <a href=\"#field\">" + tr("Show %1").arg(toQString(field->label)).toHtmlEscaped() + "</a>";
    m_problem->setText(text + "</qt>");
    m_problem->setVisible(!problem.isEmpty() && !m_edits->hasRefusals());
}

} // namespace stepscope::ui
