#include "ui/window/session/ab_testing.h"

#include "core/ab_test/ab_text.h"
#include "core/ab_test/measured_advice.h"
#include "core/base/error.h"
#include "ui/experiment/ab_dialog.h"
#include "ui/support/background_job.h"
#include "ui/support/dialogs.h"
#include "ui/support/qt_text.h"
#include "ui/window/notices/notice_area.h"
#include "ui/window/runs/run_controller.h"

#include <QClipboard>
#include <QGuiApplication>

#include <algorithm>
#include <stop_token>
#include <utility>

namespace stepscope::ui {

namespace {

const QString abNotice = QStringLiteral("abTest");

QString resultText(const AbTest& test, const AbResult& result)
{
    const AbNames names = abNames(test);
    return toQString(names.a + "\n" + names.b + "\n" + abTimeSentence(result) + "\n" +
                     abLossSentence(result.loss) + "\n" + abEndingSentence(result));
}

} // namespace

AbTesting::AbTesting(RunController* controller, NoticeArea* notices, QWidget* window)
    : QObject(window)
    , m_controller(controller)
    , m_notices(notices)
    , m_window(window)
    , m_job(new BackgroundJob(this))
{
}

AbTesting::~AbTesting()
{
    stop();
    delete m_job; // waits; it must not report to a partly destroyed object
}

void AbTesting::ask(const Experiment& a, const QString& nameOfA)
{
    AbDialog dialog(a, nameOfA, m_window);
    if (dialog.exec() == QDialog::Accepted && dialog.test())
        start(*dialog.test(), {});
}

void AbTesting::measure(const SettingChange& change)
{
    const Run* run = m_controller->run();
    if (!run || isRunning())
        return;
    try {
        const AbTest test{.a = run->experiment,
                          .b = withChange(run->experiment, change),
                          .seconds = double(findingTestSeconds)};
        start(test, [this, change, a = test.a](const QString& result) {
            const Run* now = m_controller->run(); // another one may have been opened
            if (now && now->experiment == a)
                Q_EMIT measured(change, result);
        });
    } catch (const Error& error) {
        showFailure(toQString(error.what()), toQString(error.detail()));
    }
}

bool AbTesting::isRunning() const
{
    return m_isRunning;
}

void AbTesting::start(const AbTest& test, std::function<void(const QString&)> report)
{
    m_isRunning = true;
    m_stopping = std::make_shared<std::atomic<bool>>(false);
    m_notices->show(
        abNotice,
        {.kind = Notice::Kind::Info,
         .text = tr("Measuring %1 against %2…").arg(toQString(abNames(test).b), toQString(abNames(test).a)),
         .detail = {},
         .buttons = {{tr("Stop"), [this] { stop(); }, false}},
         .closable = false,
         .progress = 0.0});
    AbContext context{.engine = m_controller->engineForTraining(),
                      .stopRequested = [stopping = m_stopping] { return stopping->load(); }};
    context.tell = [this, seconds = test.seconds](const AbResult& soFar) {
        QMetaObject::invokeMethod(
            this,
            [this, fraction = soFar.seconds / seconds, text = toQString(abSpeedText(soFar.time))] {
                showProgress(fraction, text);
            },
            Qt::QueuedConnection);
    };
    Q_EMIT started();
    m_job->start(
        [this, test, context, report = std::move(report)](const std::stop_token&) -> std::function<void()> {
            const AbResult result = runAbTest(test, context);
            return [this, test, result, report] {
                showResult(test, result);
                if (report && result.pairs() > 0)
                    report(toQString(abSpeedText(result.time) + ", " + lossText(result.loss)));
                Q_EMIT ended();
            };
        },
        [this](const QString& sentence, const QString& detail) {
            showFailure(sentence, detail);
            Q_EMIT ended();
        });
}

void AbTesting::showProgress(double fraction, const QString& soFar)
{
    if (m_isRunning)
        m_notices->update(abNotice, tr("B so far: %1").arg(soFar), std::min(fraction, 1.0));
}

void AbTesting::showResult(const AbTest& test, const AbResult& result)
{
    m_isRunning = false;
    const QString text = resultText(test, result);
    Q_EMIT logged(LogLevel::Info, tr("A/B test. %1").arg(QString(text).replace('\n', ' ')));
    if (result.pairs() == 0 && result.ending == AbEnding::Stopped)
        return m_notices->remove(abNotice);
    const bool isFaster = result.time.verdict == Verdict::Faster;
    m_notices->show(
        abNotice,
        {.kind = isFaster ? Notice::Kind::Good : Notice::Kind::Info,
         .text = toQString(abNames(test).a + "; " + abNames(test).b + ". " + abTimeSentence(result) + " " +
                           abLossSentence(result.loss)),
         .detail = text,
         .buttons = {{tr("Use B"), [this, b = test.b] { Q_EMIT experimentWanted(b); }, false},
                     {tr("Copy"), [text] { QGuiApplication::clipboard()->setText(text); }, false}}});
}

void AbTesting::showFailure(const QString& sentence, const QString& detail)
{
    m_isRunning = false;
    m_notices->show(abNotice, {.kind = Notice::Kind::Error, .text = sentence, .detail = detail});
}

void AbTesting::stop()
{
    if (m_stopping)
        *m_stopping = true;
}

bool AbTesting::stopToClose()
{
    const Confirmation question{tr("An A/B test is running"),
                                tr("Stop the test and close? Its result is not kept."), tr("Stop and close"),
                                tr("Keep measuring")};
    if (!dialogs().confirm(m_window, question))
        return false;
    stop();
    return true;
}

} // namespace stepscope::ui
