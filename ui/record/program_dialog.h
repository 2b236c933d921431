#pragma once

#include "ui/record/program_command.h"

#include <QDialog>
#include <QTimer>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace stepscope::ui {

class PythonCheck;

/// Asks which program to record, and how.
class ProgramDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit ProgramDialog(QWidget* parent = nullptr);

    ProgramCommand command() const;

private:
    void build();
    QLayout* makeCommandRow();
    QLayout* makeFolderRow();
    QLayout* makeStepsRow();
    QLayout* makeEventsRow();
    void fill(const ProgramCommand& command);
    void chooseScript();
    void chooseFolder();

    void showState();
    void check();
    void tellPython(const QString& sentence);

    QList<ProgramCommand> m_remembered;
    QComboBox* m_command;
    QLabel* m_python; ///< what the command runs, or what is wrong with it
    QLineEdit* m_folder;
    QPlainTextEdit* m_variables;
    QComboBox* m_stepOn;
    QLineEdit* m_range;
    QSpinBox* m_eventsOfSteps;
    QSpinBox* m_eventsAfter;
    QCheckBox* m_windowsOnly;
    QCheckBox* m_pythonCalls;
    QCheckBox* m_memory;
    QPushButton* m_record = nullptr;
    PythonCheck* m_check;
    QTimer m_pause; ///< since the last key press
};

} // namespace stepscope::ui
