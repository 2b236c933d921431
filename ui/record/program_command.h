#pragma once

#include "core/record/steps/step_finder.h"

#include <QList>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

namespace stepscope::ui {

/// A program to record, as the user entered it.
struct ProgramCommand
{
    QString command;   ///< "python3 train.py --epochs 3": arguments with spaces are in double quotes
    QString folder;    ///< working directory; empty: the user's home
    QString variables; ///< "NAME=value", one per line, added to the environment
    StepSource stepOn = StepSource::Unknown; ///< Unknown: found automatically
    QString range;                           ///< name of the range, with StepSource::Marks
    int eventsAfter = 10;                    ///< steps before those whose events are kept
    int eventsOfSteps = 50;
    bool windowsOnly = false; ///< record operators only in these steps
    bool pythonCalls = false; ///< also record calls of Python functions
    bool memory = false;      ///< also record what PyTorch allocates and frees

    QStringList words() const;
    /// Empty if the program can probably be started, otherwise a sentence that says why not.
    QString problem() const;
    QString existingFolder() const;
    QProcessEnvironment environment() const;
    /// Path of the program; empty if there is none of that name.
    QString programPath() const;
    /// Arguments of `stepscope`, without the file of --runs-to.
    QStringList recordArguments() const;
    /// "python3 train.py", without long arguments.
    QString name() const;
};

/// The most recently recorded commands, the newest first.
QList<ProgramCommand> rememberedCommands();
/// Puts a command before the others; the oldest one is forgotten.
void rememberCommand(const ProgramCommand& command);

} // namespace stepscope::ui
