#include "ui/sweep/sweep_process.h"

#include "core/base/error.h"
#include "core/base/files/atomic_file.h"
#include "core/base/files/paths.h"
#include "ui/support/qt_text.h"

#include <sys/prctl.h>

#include <csignal>

namespace stepscope::ui {

namespace {

constexpr int interruptedCode = 130; // exit code of a stopped command
constexpr int pointsFailedCode = 1;

/// The program's last sentence, without the program's name before it.
QString lastSentence(const QByteArray& errors)
{
    const QString text = QString::fromUtf8(errors).trimmed();
    const QString line = text.mid(text.lastIndexOf('\n') + 1);
    const QString name = "stepscope: ";
    return line.startsWith(name) ? line.mid(name.size()) : QString();
}

/// In the program's own format.
std::string linesOf(const std::vector<PointEstimate>& estimates)
{
    std::string lines;
    for (size_t i = 0; i < estimates.size(); ++i) {
        if (estimates[i].settings.empty())
            continue; // it was not measured, because its run is done
        lines +=
            toJson(SweepEvent{.kind = SweepEvent::Kind::Estimated, .point = i, .estimate = estimates[i]}) +
            "\n";
    }
    return lines;
}

} // namespace

SweepProcess::SweepProcess(QObject* parent)
    : QObject(parent)
{
    // If the window is killed, the sweep stops normally.
    m_process.setChildProcessModifier([] { prctl(PR_SET_PDEATHSIG, SIGTERM); });
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &SweepProcess::readEvents);
    connect(&m_process, &QProcess::readyReadStandardError, this,
            [this] { m_errors += m_process.readAllStandardError(); });
    connect(&m_process, &QProcess::finished, this, &SweepProcess::finish);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            fail(tr("The program stepscope cannot be started: %1").arg(m_process.errorString()));
    });
}

SweepProcess::~SweepProcess()
{
    m_process.disconnect(this);
    if (!isRunning())
        return;
    constexpr int patienceMs = 10'000;
    m_process.terminate();
    if (!m_process.waitForFinished(patienceMs))
        m_process.kill();
    m_process.waitForFinished(patienceMs);
}

void SweepProcess::plan(const Sweep& sweep, const QString& folder)
{
    m_planning = true;
    start(sweep, folder, {});
}

void SweepProcess::run(const Sweep& sweep, const QString& folder, const std::vector<PointEstimate>& estimates)
{
    m_planning = false;
    start(sweep, folder, estimates);
}

QString SweepProcess::write(const QString& name, const std::string& text)
{
    if (!m_files)
        m_files.emplace();
    const auto path = m_files->path() / name.toStdString();
    writeFileAtomically(path, text);
    return toQString(path);
}

void SweepProcess::start(const Sweep& sweep, const QString& folder,
                         const std::vector<PointEstimate>& estimates)
{
    m_stopping = false;
    m_errors.clear();
    try {
        QStringList arguments{"sweep",           "--from", write("sweep.json", toJson(sweep)),
                              "--json-progress", "--out",  folder};
        if (m_planning)
            arguments += "--plan";
        if (!estimates.empty())
            arguments += {"--estimates", write("estimates", linesOf(estimates))};
        m_process.start(toQString(programPath()), arguments);
        m_process.closeWriteChannel();
        Q_EMIT started();
    } catch (const Error& error) {
        fail(toQString(error.what()));
    }
}

void SweepProcess::stop()
{
    if (!isRunning() || m_stopping)
        return;
    m_stopping = true;
    m_process.terminate();
}

void SweepProcess::readEvents()
{
    while (m_process.canReadLine()) {
        const QByteArray line = m_process.readLine();
        if (const auto event = sweepEventFromJson({line.constData(), size_t(line.size())}))
            Q_EMIT happened(*event);
    }
}

void SweepProcess::finish(int exitCode, QProcess::ExitStatus status)
{
    readEvents();
    m_errors += m_process.readAllStandardError();
    const bool stopped = exitCode == interruptedCode || m_stopping;
    QString problem;
    if (!stopped && status == QProcess::CrashExit)
        problem = tr("The sweep's process was killed, perhaps because the machine ran out of memory. "
                     "Finished runs are kept, and the sweep can be resumed.");
    else if (!stopped && exitCode > pointsFailedCode)
        problem = tr("The sweep could not be run.");
    if (const QString sentence = lastSentence(m_errors); !stopped && exitCode != 0 && !sentence.isEmpty())
        problem = sentence;
    Q_EMIT ended(stopped, problem);
}

void SweepProcess::fail(const QString& sentence)
{
    QMetaObject::invokeMethod(
        this, [this, sentence] { Q_EMIT ended(false, sentence); }, Qt::QueuedConnection);
}

} // namespace stepscope::ui
