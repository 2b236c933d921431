#include "ui/record/program_command.h"

#include "core/base/processes/own_variables.h"
#include "ui/support/qt_text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QSettings>
#include <QStandardPaths>

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr int mostRemembered = 12;
constexpr auto settingsGroup = "record/commands";

struct ProgramCommandWords
{
    Q_DECLARE_TR_FUNCTIONS(ProgramCommand)
};

QStringList linesOf(const QString& text)
{
    QStringList lines;
    for (const QString& line : text.split('\n')) {
        if (!line.trimmed().isEmpty())
            lines += line.trimmed();
    }
    return lines;
}

} // namespace

QStringList ProgramCommand::words() const
{
    return QProcess::splitCommand(command);
}

QString ProgramCommand::existingFolder() const
{
    return folder.trimmed().isEmpty() ? QDir::homePath() : folder.trimmed();
}

QProcessEnvironment ProgramCommand::environment() const
{
    auto environment = QProcessEnvironment::systemEnvironment();
    for (const auto& [name, value] : variablesBefore()) {
        environment.remove(toQString(name));
        if (value)
            environment.insert(toQString(name), QString::fromLocal8Bit(value->c_str()));
    }
    for (const QString& line : linesOf(variables)) {
        const auto equals = line.indexOf('=');
        if (equals > 0)
            environment.insert(line.left(equals), line.mid(equals + 1));
    }
    return environment;
}

QString ProgramCommand::programPath() const
{
    const QStringList all = words();
    if (all.isEmpty())
        return {};
    if (all.first().contains('/')) {
        const QFileInfo file(QDir(existingFolder()).absoluteFilePath(all.first()));
        return file.isFile() && file.isExecutable() ? file.absoluteFilePath() : QString();
    }
    QStringList folders;
    for (const QString& each : environment().value("PATH").split(':')) {
        if (each.startsWith('/')) // a relative one would be searched in the current folder
            folders += each;
    }
    return QStandardPaths::findExecutable(all.first(), folders);
}

QString ProgramCommand::problem() const
{
    const QStringList all = words();
    if (all.isEmpty())
        return ProgramCommandWords::tr("Enter the command that starts the program.");
    if (!QFileInfo(existingFolder()).isDir())
        return ProgramCommandWords::tr("There is no folder %1.").arg(existingFolder());
    for (const QString& line : linesOf(variables)) {
        if (line.indexOf('=') < 1)
            return ProgramCommandWords::tr("“%1” is not a variable. Write each line as NAME=value.")
                .arg(line);
    }
    if (programPath().isEmpty())
        return ProgramCommandWords::tr("The program %1 was not found.").arg(all.first());
    if (stepOn == StepSource::Marks && range.trimmed().isEmpty())
        return ProgramCommandWords::tr("Enter the name of the range that ends a step.");
    return {};
}

QStringList ProgramCommand::recordArguments() const
{
    QStringList arguments{"record"};
    if (stepOn == StepSource::Marks)
        arguments += {"--step-on", range.trimmed()};
    else if (stepOn != StepSource::Unknown)
        arguments += {"--step-on", stepSourceName(stepOn)};
    arguments += {"--window", QString("%1:%2").arg(eventsAfter).arg(eventsOfSteps)};
    if (windowsOnly)
        arguments += "--windows-only";
    if (pythonCalls)
        arguments += "--python";
    if (memory)
        arguments += "--memory";
    return arguments + QStringList{"--"} + words();
}

QString ProgramCommand::name() const
{
    constexpr int mostCharacters = 48;
    QStringList parts = words();
    if (!parts.isEmpty())
        parts.first() = QFileInfo(parts.first()).fileName();
    const QString whole = parts.join(' ');
    return whole.size() > mostCharacters ? whole.left(mostCharacters - 1) + QChar(0x2026) : whole;
}

QList<ProgramCommand> rememberedCommands()
{
    QList<ProgramCommand> commands;
    QSettings settings;
    const int count = settings.beginReadArray(settingsGroup);
    for (int i = 0; i < std::min(count, mostRemembered); ++i) {
        settings.setArrayIndex(i);
        ProgramCommand each;
        each.command = settings.value("command").toString();
        each.folder = settings.value("folder").toString();
        each.variables = settings.value("variables").toString();
        each.range = settings.value("range").toString();
        each.stepOn = stepSourceNamed(settings.value("stepOn").toString().toStdString());
        each.eventsAfter = settings.value("eventsAfter", each.eventsAfter).toInt();
        each.pythonCalls = settings.value("pythonCalls").toBool();
        each.memory = settings.value("memory").toBool();
        each.windowsOnly = settings.value("windowsOnly").toBool();
        each.eventsOfSteps = settings.value("eventsOfSteps", each.eventsOfSteps).toInt();
        if (!each.words().isEmpty())
            commands += each;
    }
    settings.endArray();
    return commands;
}

void rememberCommand(const ProgramCommand& command)
{
    QList<ProgramCommand> commands = rememberedCommands();
    commands.removeIf([&](const ProgramCommand& each) {
        return each.command == command.command && each.folder == command.folder;
    });
    commands.prepend(command);
    if (commands.size() > mostRemembered)
        commands.resize(mostRemembered);
    QSettings settings;
    settings.beginWriteArray(settingsGroup, int(commands.size()));
    for (int i = 0; i < int(commands.size()); ++i) {
        settings.setArrayIndex(i);
        settings.setValue("command", commands[i].command);
        settings.setValue("folder", commands[i].folder);
        settings.setValue("variables", commands[i].variables);
        settings.setValue("range", commands[i].range);
        settings.setValue("stepOn", stepSourceName(commands[i].stepOn));
        settings.setValue("eventsAfter", commands[i].eventsAfter);
        settings.setValue("pythonCalls", commands[i].pythonCalls);
        settings.setValue("memory", commands[i].memory);
        settings.setValue("windowsOnly", commands[i].windowsOnly);
        settings.setValue("eventsOfSteps", commands[i].eventsOfSteps);
    }
    settings.endArray();
}

} // namespace stepscope::ui
