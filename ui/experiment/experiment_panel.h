#pragma once

#include "core/engine/engine.h"
#include "core/experiment/experiment.h"
#include "ui/experiment/special_editors.h"

#include <QWidget>

#include <vector>

class QAction;
class QLabel;
class QMenu;

namespace stepscope {
struct ExperimentField;
}

namespace stepscope::ui {

class ExperimentEdits;
class ExperimentForm;

/// What to train, as a form over the registry of fields: presets, undo, and reading and writing files.
class ExperimentPanel : public QWidget
{
    Q_OBJECT

public:
    explicit ExperimentPanel(QWidget* parent = nullptr);

    const Experiment& experiment() const;
    /// Empty if the experiment can be trained, otherwise the sentence that says why not.
    QString problem() const;
    /// Starts over with this experiment.
    void load(const Experiment& experiment);
    /// Replaces the experiment, as one edit that can be undone; `what` names it.
    void use(const Experiment& experiment, const QString& what);
    /// Adds an entry below the presets.
    void addPreset(QAction* action);
    /// Changes one field as one edit that can be undone.
    void setFieldText(std::string_view key, const QString& text);

    /// Call this when more is known about the data set than when the experiment was last changed.
    void checkAgain();

    /// Shows the field's row and gives it the focus.
    void showField(const ExperimentField& field);

    void setDevices(const std::vector<DeviceInfo>& devices);
    /// Shows the memory of a step below the batch size.
    void setMemoryNote(const MemoryNote& note);
    /// Disables editing while training.
    void setReadOnly(bool readOnly);

    /// For the window's menus.
    QAction* undoAction() const { return m_undo; }
    QAction* redoAction() const { return m_redo; }
    QAction* openAction() const { return m_open; }
    QAction* saveAction() const { return m_save; }
    QAction* resetAction() const { return m_reset; }
    /// The entries of a menu of presets. Those of published networks are in a submenu.
    QList<QAction*> presetActions() const { return m_presetEntries; }

    /// Reads an experiment as one edit. False if the file cannot be read: a notice or a dialog shows why.
    bool openFile(const QString& path);

Q_SIGNALS:
    void changed();
    /// The user asks for the memory of a step.
    void memoryWanted();

private:
    void makeActions();
    QWidget* makeHeader();
    void open();
    void save();
    void update();
    void showProblem();

    ExperimentEdits* m_edits;
    ExperimentForm* m_form = nullptr;
    QLabel* m_problem;
    QAction* m_undo;
    QAction* m_redo;
    QAction* m_open;
    QAction* m_save;
    QAction* m_reset;
    QList<QAction*> m_presets;
    QList<QAction*> m_presetEntries; ///< presets and submenus
    QMenu* m_presetMenu = nullptr;
    bool m_readOnly = false;
};

} // namespace stepscope::ui
