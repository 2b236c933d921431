#include "ui/window/notices/model_notice.h"

#include "core/base/error.h"
#include "core/data/own/own_data_set.h"
#include "core/data/own/trusted_models.h"
#include "core/experiment/experiment_kinds.h"
#include "ui/support/background_job.h"
#include "ui/support/dialogs.h"
#include "ui/support/qt_text.h"
#include "ui/window/notices/notice_area.h"

#include <QFileInfo>
#include <QGuiApplication>

#include <optional>
#include <stop_token>
#include <utility>

namespace stepscope::ui {

static const QString modelNoticeName = "model";
static const QString failureNoticeName = "modelFailure";

ModelNotice::ModelNotice(NoticeArea* notices, QObject* parent)
    : QObject(parent)
    , m_notices(notices)
    , m_job(new BackgroundJob(this))
{
    connect(qGuiApp, &QGuiApplication::applicationStateChanged, this, [this](Qt::ApplicationState state) {
        if (state == Qt::ApplicationActive)
            lookAgain();
    });
}

void ModelNotice::setShown(bool isShown)
{
    if (std::exchange(m_isShown, isShown) != isShown)
        check(m_experiment);
}

void ModelNotice::check(const Experiment& experiment)
{
    m_experiment = experiment;
    m_stamp = fileStamp(experiment.model);
    const QString file = toQString(experiment.model);
    if (!m_isShown || !usesField(experiment, "model"))
        m_notices->remove(modelNoticeName);
    else if (file.isEmpty())
        show(tr("Choose the file of your TorchScript model, which torch.jit.save() has written."), false);
    else if (!QFileInfo(file).isFile())
        show(tr("The model %1 does not exist.").arg(file), false);
    else if (const std::optional<bool> isTrusted = isKnownAsTrusted(experiment.model); !isTrusted)
        read();
    else if (!*isTrusted)
        show(tr("The model %1 contains code that runs with your rights. Use it only if you trust where it "
                "comes "
                "from.")
                 .arg(file),
             true);
    else
        m_notices->remove(modelNoticeName);
}

/// Finds out what it contains, for which a file of gigabytes must be read for seconds.
void ModelNotice::read()
{
    const std::string& file = m_experiment.model;
    show(tr("The model %1 is being read, to check whether it is trusted.").arg(toQString(file)), false);
    if (m_job->isRunning() && m_readFile == file)
        return;
    m_readFile = file;
    m_job->start(
        [this, file](std::stop_token stop) -> std::function<void()> {
            modelSum(file, [stop] { return stop.stop_requested(); });
            return [this] {
                check(m_experiment);
                Q_EMIT checked();
            };
        },
        [this](const QString& sentence, const QString&) { show(sentence, false); });
}

void ModelNotice::lookAgain()
{
    if (!usesField(m_experiment, "model") || m_stamp == fileStamp(m_experiment.model))
        return;
    check(m_experiment);
    Q_EMIT checked();
}

void ModelNotice::show(const QString& text, bool canBeTrusted)
{
    if (m_notices->text(modelNoticeName) == text)
        return;
    Notice notice{.kind = Notice::Kind::Warning, .text = text, .closable = false, .needsAnswer = true};
    if (canBeTrusted) // not the primary button: it is not what a click should do unread
        notice.buttons += {tr("Trust this model"), [this] { trust(); }, false};
    notice.buttons += {tr("Choose file…"), [this] { choose(); }, !canBeTrusted};
    m_notices->show(modelNoticeName, notice);
}

void ModelNotice::choose()
{
    const QString filter = tr("TorchScript models (%1);;All files (*)").arg(toQString(torchScriptPatterns));
    const QString path =
        dialogs().openFile(m_notices, tr("TorchScript model"), toQString(m_experiment.model), filter);
    if (!path.isEmpty())
        Q_EMIT useModel(path);
}

void ModelNotice::trust()
{
    if (m_stamp != fileStamp(m_experiment.model)) // it is another file than the one that the notice is about
        return check(m_experiment);
    m_notices->remove(failureNoticeName);
    try {
        trustModel(m_experiment.model);
    } catch (const Error& problem) {
        m_notices->show(failureNoticeName, {.kind = Notice::Kind::Error,
                                            .text = toQString(problem.what()),
                                            .detail = toQString(problem.detail())});
        return;
    }
    check(m_experiment);
    Q_EMIT trusted();
}

} // namespace stepscope::ui
