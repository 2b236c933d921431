#include "ui/details/details_pane.h"

#include "core/run/run.h"
#include "ui/details/details_text.h"
#include "ui/support/status_message.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
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
    clear->setToolTip(tr("Select nothing"));
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
    connect(m_text, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) {
        const Run* const shown = m_run();
        const EventId event(link.path().toUInt());
        if (shown && event < shown->trace.size())
            m_selection->setFocus(focusOfEvent(shown->trace, event));
    });
    connect(selection, &TraceSelection::focusChanged, this, &DetailsPane::showFocus);
    showFocus();
}

QSize DetailsPane::sizeHint() const
{
    constexpr int lines = 24;
    return {QWidget::sizeHint().width(), lines * fontMetrics().height()};
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
    const TraceFocus& focus = m_selection->focus();
    DetailsText details;
    if (focus.event && *focus.event < run->trace.size()) {
        details = eventDetails(run->trace, *focus.event);
    } else if (focus.range) {
        details = rangeDetails(run->trace, *focus.range);
    } else {
        details.title = focus.operatorName.isEmpty() ? focus.layer : focus.operatorName;
        if (!focus.operatorName.isEmpty() && !focus.layer.isEmpty())
            details.facts += {tr("Layer"), focus.layer};
        details.facts += {focus.operatorName.isEmpty() ? tr("Layer") : tr("Operator"),
                          tr("all calls; select one in the Timeline for its own times and shapes")};
    }
    m_plain = details.plain();
    m_text->setHtml(details.html());
}

void DetailsPane::copy()
{
    QGuiApplication::clipboard()->setText(m_plain);
    showStatusMessage(this, tr("Copied the details of the selection"));
}

} // namespace stepscope::ui
