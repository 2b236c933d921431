#include "ui/graph/graph_pages.h"

#include "ui/graph/graph_layout_job.h"
#include "ui/graph/graph_scene.h"
#include "ui/support/empty_page.h"

#include <QLabel>
#include <QPushButton>

#include <chrono>
#include <utility>

namespace stepscope::ui {

GraphPages::GraphPages(GraphScene* scene, QWidget* picture, QWidget* parent)
    : QStackedWidget(parent)
    , m_scene(scene)
    , m_job(new GraphLayoutJob(scene, this))
    , m_message(new EmptyPage("graphMessage"))
    , m_retry(new QPushButton(tr("Try again")))
{
    insertWidget(PicturePage, picture);
    m_retry->setObjectName("graphRetry");
    m_message->addButton(m_retry);
    insertWidget(MessagePage, m_message);
    makeHint();
    connect(m_retry, &QPushButton::clicked, this, &GraphPages::retryAsked);
    connect(m_job, &GraphLayoutJob::progressed, this, &GraphPages::showProgress);
    connect(m_job, &GraphLayoutJob::finished, this, &GraphPages::finish);
    connect(m_job, &GraphLayoutJob::failed, this, &GraphPages::fail);
}

GraphPages::~GraphPages()
{
    delete m_job; // it must not report to partly destroyed pages
}

void GraphPages::makeHint()
{
    constexpr int delayMs = 200;
    m_hint = new QLabel(layoutTitle(), this);
    m_hint->setObjectName("graphHint");
    m_hint->setProperty("muted", true);
    m_hint->setContentsMargins(12, 4, 12, 4);
    m_hint->setAutoFillBackground(true);
    m_hint->hide();
    m_hintDelay.setSingleShot(true);
    m_hintDelay.setInterval(delayMs);
    connect(&m_hintDelay, &QTimer::timeout, this, [this] {
        if (!hasPicture())
            showMessage(layoutTitle(), {});
        m_hint->setVisible(hasPicture());
        m_hint->raise();
    });
}

void GraphPages::endHint()
{
    m_hintDelay.stop();
    m_hint->hide();
}

void GraphPages::resizeEvent(QResizeEvent* event)
{
    QStackedWidget::resizeEvent(event);
    m_hint->adjustSize();
    m_hint->move(12, 12);
}

QString GraphPages::layoutTitle()
{
    return tr("Laying out the graph…");
}

bool GraphPages::hasPicture() const
{
    return m_scene->drawing()->whole != nullptr;
}

bool GraphPages::isLayingOut() const
{
    return m_job->isRunning();
}

void GraphPages::layOut(std::shared_ptr<const NetworkGraph> whole, const CollapsedLayers& collapsed)
{
    m_hint->setText(layoutTitle());
    m_hintDelay.start();
    m_job->start(std::move(whole), collapsed);
}

void GraphPages::cancel()
{
    m_job->cancel();
    endHint();
}

void GraphPages::showProgress(LayoutEffort effort, int seconds)
{
    const LayoutLimits limits;
    const auto inSeconds = [](std::chrono::milliseconds time) { return int(time.count() / 1000); };
    const QString hint =
        effort == LayoutEffort::Full
            ? tr("%1 s so far. After %2 s a simpler layout is tried.")
                  .arg(seconds)
                  .arg(inSeconds(limits.full))
            : tr("This layout without the layers' frames has taken %1 s so far. It is canceled after %2 s.")
                  .arg(seconds)
                  .arg(inSeconds(limits.coarse));
    if (hasPicture()) {
        m_hint->setText(layoutTitle() + " " + hint);
        m_hint->adjustSize();
    } else {
        showMessage(layoutTitle(), hint);
    }
}

void GraphPages::finish()
{
    endHint();
    showPicture();
    Q_EMIT laidOut();
}

void GraphPages::fail(const QString& sentence, const QString& detail)
{
    endHint();
    m_message->showText(tr("The graph cannot be shown"), sentence, detail);
    m_retry->show();
    setCurrentIndex(MessagePage);
    Q_EMIT failed();
}

void GraphPages::showPicture()
{
    setCurrentIndex(PicturePage);
}

void GraphPages::showMessage(const QString& title, const QString& hint)
{
    m_message->showText(title, hint);
    m_retry->hide();
    setCurrentIndex(MessagePage);
}

} // namespace stepscope::ui
