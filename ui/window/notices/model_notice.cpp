#include "ui/window/notices/model_notice.h"

#include "core/base/error.h"
#include "core/data/own/trusted_models.h"
#include "core/experiment/experiment_kinds.h"
#include "ui/support/dialogs.h"
#include "ui/support/qt_text.h"
#include "ui/window/notices/notice_area.h"

#include <QFileInfo>

#include <utility>

namespace stepscope::ui {

static const QString modelNoticeName = "model";

ModelNotice::ModelNotice(NoticeArea* notices, QObject* parent)
    : QObject(parent)
    , m_notices(notices)
{
}

void ModelNotice::setShown(bool isShown)
{
    if (std::exchange(m_isShown, isShown) != isShown)
        check(m_experiment);
}

void ModelNotice::check(const Experiment& experiment)
{
    m_experiment = experiment;
    const QString file = toQString(experiment.model);
    if (!m_isShown || !usesField(experiment, "model"))
        m_notices->remove(modelNoticeName);
    else if (file.isEmpty())
        show(tr("Choose the file of your TorchScript model, which torch.jit.save() has written."), false);
    else if (!QFileInfo(file).isFile())
        show(tr("The model %1 does not exist.").arg(file), false);
    else if (!isTrustedModel(experiment.model))
        show(tr("The model %1 contains code that runs with your rights. Use it only if you trust where it "
                "comes "
                "from.")
                 .arg(file),
             true);
    else
        m_notices->remove(modelNoticeName);
}

void ModelNotice::show(const QString& text, bool canBeTrusted)
{
    if (m_notices->text(modelNoticeName) == text)
        return;
    Notice notice{.kind = Notice::Kind::Warning, .text = text, .closable = false};
    if (canBeTrusted)
        notice.buttons += {tr("Trust this model"), [this] { trust(); }, true};
    notice.buttons += {tr("Choose file…"), [this] { choose(); }, !canBeTrusted};
    m_notices->show(modelNoticeName, notice);
}

void ModelNotice::choose()
{
    const QString path = dialogs().openFile(m_notices, tr("TorchScript model"), toQString(m_experiment.model),
                                            tr("TorchScript models (*.pt *.pth *.ts);;All files (*)"));
    if (!path.isEmpty())
        Q_EMIT useModel(path);
}

void ModelNotice::trust()
{
    try {
        trustModel(m_experiment.model);
    } catch (const Error& problem) {
        m_notices->show(modelNoticeName, {.kind = Notice::Kind::Error, .text = toQString(problem.what())});
        return;
    }
    check(m_experiment);
    Q_EMIT trusted();
}

} // namespace stepscope::ui
