#include "ui/record/python_check.h"

#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QTimer>

namespace stepscope::ui {

namespace {

/// Does not import PyTorch itself, which would take seconds. Prints two words.
constexpr auto script = R"(
import sys
sys.path[:] = [each for each in sys.path if each]  # not the program's folder, whose files would run
import importlib.util, os
torch = importlib.util.find_spec("torch")
version = "none"
if torch is not None:
    version = "unknown"
    try:
        from importlib import metadata
        version = metadata.version("torch")
    except Exception:
        try:
            known = {}
            exec(open(os.path.join(os.path.dirname(torch.origin), "version.py")).read(), known)
            version = str(known["__version__"])
        except Exception:
            pass
print(sys.version.split()[0], version)
)";

} // namespace

PythonCheck::PythonCheck(QObject* parent)
    : QObject(parent)
{
}

PythonCheck::~PythonCheck()
{
    if (m_process)
        m_process->disconnect(this);
}

void PythonCheck::cancel()
{
    if (m_process)
        m_process->disconnect(this);
    m_process.reset();
}

void PythonCheck::check(const ProgramCommand& command)
{
    cancel();
    const QString path = command.programPath();
    static const QRegularExpression python("^python[0-9.]*$"); // but no script with a similar name
    if (path.isEmpty() || !python.match(QFileInfo(command.words().first()).fileName()).hasMatch())
        return;
    m_process = std::make_unique<QProcess>();
    m_process->setProcessEnvironment(command.environment());
    m_process->setWorkingDirectory(command.existingFolder());
    connect(m_process.get(), &QProcess::finished, this, &PythonCheck::finish);
    constexpr int mostMs = 10'000;
    QTimer::singleShot(mostMs, m_process.get(), &QProcess::kill);
    m_process->start(path, {"-c", script});
    m_process->closeWriteChannel();
}

void PythonCheck::finish()
{
    const auto words = QString::fromUtf8(m_process->readAllStandardOutput()).simplified().split(' ');
    const QString path = m_process->program();
    if (m_process->exitStatus() != QProcess::NormalExit || m_process->exitCode() != 0 || words.size() != 2) {
        Q_EMIT found(tr("%1 does not run Python.").arg(path));
        return;
    }
    if (words[1] == "none")
        Q_EMIT found(tr("%1 is Python %2 without PyTorch. Programs that it runs cannot be recorded.")
                         .arg(path, words[0]));
    else if (words[1] == "unknown")
        Q_EMIT found(tr("%1 is Python %2 with PyTorch of an unknown version.").arg(path, words[0]));
    else
        Q_EMIT found(tr("%1 is Python %2 with PyTorch %3.").arg(path, words[0], words[1]));
}

} // namespace stepscope::ui
