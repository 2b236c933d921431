#pragma once

#include "core/record/step_finder.h"

#include <QList>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

namespace stepscope::ui {

/// A program that is to be recorded, as the user says it.
struct ProgramCommand
{
    QString command;   ///< "python3 train.py --epochs 3": arguments with spaces are in double quotes
    QString folder;    ///< in which it runs; empty: the user's home
    QString variables; ///< "NAME=value", a line each, added to the environment
    StepSource stepOn = StepSource::Unknown; ///< Unknown: found automatically
    QString range;                           ///< name of the range, with StepSource::Marks
    int eventsAfter = 10;                    ///< steps before those whose events are kept
    int eventsOfSteps = 50;
    bool windowsOnly = false; ///< operators are recorded in these steps alone
    bool pythonCalls = false; ///< calls of Python functions are recorded as well
    bool memory = false;      ///< what PyTorch allocates and frees is recorded as well

    QStringList words() const;
    /// Empty: it can be started as far as one can tell. Else a sentence that says why not.
    QString problem() const;
    QString existingFolder() const;
    QProcessEnvironment environment() const;
    /// Path of the program; empty: there is none of that name.
    QString programPath() const;
    /// Of `stepscope`, without the file of --runs-to.
    QStringList recordArguments() const;
    /// "python3 train.py", without arguments that would make it long.
    QString name() const;
};

/// The commands that were recorded last, the newest first.
QList<ProgramCommand> rememberedCommands();
/// Puts one before the others; the oldest is forgotten.
void rememberCommand(const ProgramCommand& command);

} // namespace stepscope::ui
