#include "ui/details/details_pane.h"

#include "core/run/run.h"
#include "ui/details/details_text.h"
#include "ui/details/operator_reader.h"
#include "ui/details/operator_text.h"
#include "ui/support/status_message.h"
#include "ui/theme/theme.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QTextBrowser>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include <utility>

namespace stepscope::ui {

DetailsPane::DetailsPane(TraceSelection* selection, std::function<const Run*()> run, QWidget* parent)
    : QWidget(parent)
    , m_selection(selection)
    , m_run(std::move(run))
    , m_text(new QTextBrowser)
    , m_showIn(new QToolButton)
    , m_operator(new OperatorReader(m_run, this))
{
    setObjectName("details");
    auto* title = new QLabel(tr("Selection"));
    QFont font = title->font();
    font.setWeight(QFont::DemiBold);
    title->setFont(font);
    auto* copy = new QToolButton;
    copy->setObjectName("detailsCopy");
    copy->setText(tr("Copy"));
    copy->setToolTip(tr("Copy everything about the selection"));
    copy->setAutoRaise(true);
    auto* clear = new QToolButton;
    clear->setObjectName("detailsClear");
    clear->setText(tr("Clear"));
    clear->setToolTip(tr("Clear the selection"));
    clear->setAutoRaise(true);
    auto* menu = new QMenu(m_showIn);
    m_showIn->setObjectName("detailsShowIn");
    m_showIn->setText(tr("Show in"));
    m_showIn->setAutoRaise(true);
    m_showIn->setPopupMode(QToolButton::InstantPopup);
    m_showIn->setMenu(menu);

    auto* tools = new QHBoxLayout;
    tools->setContentsMargins(12, 4, 8, 0);
    tools->addWidget(title, 1);
    for (QToolButton* button : {m_showIn, copy, clear})
        tools->addWidget(button);
    m_text->setObjectName("detailsText");
    m_text->setAccessibleName(tr("Details of the selection"));
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setOpenLinks(false);
    m_text->document()->setDocumentMargin(12);
    m_text->setMinimumHeight(120);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(tools);
    column->addWidget(m_text, 1);

    connect(copy, &QToolButton::clicked, this, &DetailsPane::copy);
    connect(clear, &QToolButton::clicked, selection, [selection] { selection->setFocus({}); });
    connect(selection, &TraceSelection::focusChanged, m_showIn,
            [this] { m_showIn->setEnabled(m_selection->focus().hasPlace()); });
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        addShowInActions(menu, m_selection, m_selection->focus(), {});
    });
    connect(m_text, &QTextBrowser::anchorClicked, this, &DetailsPane::follow);
    connect(&Theme::instance(), &Theme::changed, this, [this] { // links have the color of when they were set
        const int place = m_text->verticalScrollBar()->value();
        m_text->setHtml(m_html);
        m_text->verticalScrollBar()->setValue(place);
    });
    connect(m_operator, &OperatorReader::finished, this, [this] {
        m_isOutdated = true;
        if (isVisible())
            fill();
    });
    connect(selection, &TraceSelection::focusChanged, this, &DetailsPane::showFocus);
    connect(selection, &TraceSelection::stepsChanged, this, &DetailsPane::showFocus);
    showFocus();
}

QSize DetailsPane::sizeHint() const
{
    constexpr int lines = 24;
    return {QWidget::sizeHint().width(), lines * fontMetrics().height()};
}

void DetailsPane::forgetRun()
{
    m_operator->forget();
    m_isOutdated = true;
}

void DetailsPane::refresh()
{
    constexpr int everyMs = 1000;
    const Run* const run = m_run();
    const bool isDue = !m_sinceRead.isValid() || m_sinceRead.hasExpired(everyMs) || (run && run->isOver());
    if (!isVisible() || !isDue || m_operator->isReading() || !m_operator->isBehind())
        return;
    m_isOutdated = true;
    fill();
}

void DetailsPane::showFocus()
{
    const TraceFocus& focus = m_selection->focus();
    const Run* const run = m_run();
    m_isOutdated = true;
    setVisible(run && !(focus == TraceFocus()));
    if (isVisible()) // not in a closed panel
        fill();
}

void DetailsPane::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    fill();
}

void DetailsPane::fill()
{
    const Run* const run = m_run();
    if (!run || !std::exchange(m_isOutdated, false))
        return;
    showDetails(detailsOf(*run, m_selection->focus()));
}

DetailsText DetailsPane::detailsOf(const Run& run, const TraceFocus& focus)
{
    const bool isEvent = focus.event && *focus.event < run.trace.size();
    if (isEvent || focus.range || focus.operatorName.isEmpty())
        m_operator->stop();
    if (isEvent)
        return eventDetails(run.trace, *focus.event);
    if (focus.range)
        return rangeDetails(run.trace, *focus.range);
    if (!focus.operatorName.isEmpty())
        return operatorDetailsOf(run, focus);
    return {
        .title = focus.layer,
        .facts = {{tr("Layer"), tr("all calls; select one in the Timeline for its own times and shapes")}}};
}

DetailsText DetailsPane::operatorDetailsOf(const Run& run, const TraceFocus& focus)
{
    m_sinceRead.start();
    m_operator->read(focus.operatorName.toStdString(), m_selection->steps());
    const auto& known = m_operator->knowledge();
    DetailsText details{.title = focus.operatorName, .facts = {}};
    if (known)
        details = operatorDetails(run.trace, *known);
    else
        details.facts +=
            {tr("Operator"), m_operator->isReading() ? tr("Reading the recording…") : tr("no recorded call")};
    if (!focus.layer.isEmpty())
        details.facts.prepend({tr("Selected in layer"), focus.layer});
    return details;
}

void DetailsPane::showDetails(const DetailsText& details)
{
    m_plain = details.plain();
    const QString html = details.html();
    if (html == m_html)
        return; // keeps what the user has selected in the text
    m_html = html;
    const bool isSame = details.title == m_title;
    m_title = details.title;
    const int place = m_text->verticalScrollBar()->value();
    m_text->setHtml(html);
    if (isSame)
        m_text->verticalScrollBar()->setValue(place);
}

void DetailsPane::follow(const QUrl& link)
{
    const Run* const run = m_run();
    if (!run)
        return;
    if (link.scheme() == "operator")
        return m_selection->setFocus({.operatorName = link.path(QUrl::FullyDecoded)});
    const EventId event(link.path().toUInt());
    if (event < run->trace.size())
        m_selection->setFocus(focusOfEvent(run->trace, event));
}

void DetailsPane::copy()
{
    QGuiApplication::clipboard()->setText(m_plain);
    showStatusMessage(this, tr("Copied the details of the selection"));
}

} // namespace stepscope::ui
