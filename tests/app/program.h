#pragma once

#include <QProcess>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

namespace stepscope::test {

struct ProgramResult
{
    int exitCode = -1;
    QString output;
    QString errors;
};

inline QProcessEnvironment environmentWithoutDisplay()
{
    auto environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        environment.remove(name);
    return environment;
}

/// Runs the real program to its end.
inline ProgramResult runProgram(const QStringList& arguments, const QString& folder = {},
                                const QProcessEnvironment& environment = environmentWithoutDisplay())
{
    QProcess process;
    process.setWorkingDirectory(folder);
    process.setProcessEnvironment(environment);
    process.start(STEPSCOPE_PROGRAM, arguments);
    process.closeWriteChannel();
    if (!process.waitForFinished(300'000) || process.exitStatus() != QProcess::NormalExit)
        return {};
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
}

inline bool hasEngine()
{
    return STEPSCOPE_HAS_ENGINE || qEnvironmentVariableIsSet("STEPSCOPE_ENGINE_LIBRARY");
}

} // namespace stepscope::test
