#include "ui/details/details_pane.h"

#include "core/run/run.h"
#include "ui/details/details_text.h"
#include "ui/details/operator_reader.h"
#include "ui/details/operator_text.h"
#include "ui/support/status_message.h"
#include "ui/theme/theme.h"

#include <QClipboard>
#include <QFont>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QTextBrowser>
#include <QTextLayout>
#include <QTextOption>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr QChar ellipsis(0x2026);
constexpr auto nameLink = "name"; ///< scheme of the link that shows the whole name, or less

/// The start of a name that, with "… More" behind it, takes at most three lines.
QString firstLines(const QString& text, const QFont& font, double width)
{
    constexpr int mostLines = 3;
    constexpr qsizetype roomOfLink = 10;
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere); // as QTextEdit does
    QTextLayout layout(text, font);
    layout.setTextOption(option);
    layout.beginLayout();
    qsizetype end = 0;
    for (int i = 0; i < mostLines && end < text.size(); ++i) {
        QTextLine line = layout.createLine();
        line.setLineWidth(std::max(width, 1.0));
        end = line.textStart() + line.textLength();
    }
    layout.endLayout();
    return end < text.size() ? text.first(std::max<qsizetype>(end - roomOfLink, 1)) : text;
}

} // namespace

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
    title->setObjectName("detailsTitle");
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
    tools->addSpacing(8);
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
    const bool isSame = details.name() == m_details.name();
    if (!isSame)
        m_isNameWhole = false;
    m_details = details;
    m_plain = details.plain();
    const QString html = htmlOf(details);
    if (html == m_html)
        return; // keeps what the user has selected in the text
    m_html = html;
    const int place = m_text->verticalScrollBar()->value();
    m_text->setHtml(html);
    if (isSame)
        m_text->verticalScrollBar()->setValue(place);
}

/// The names of kernels may take dozens of lines.
QString DetailsPane::htmlOf(const DetailsText& details) const
{
    if (details.completeName.isEmpty())
        return details.html();
    QFont bold = m_text->font();
    bold.setWeight(QFont::Bold);
    const double width = m_text->viewport()->width() - 2 * m_text->document()->documentMargin();
    const QString title = firstLines(details.title, bold, width);
    const QString name = firstLines(details.completeName, m_text->font(), width);
    const bool isCut = title.size() < details.title.size() || name.size() < details.completeName.size();
    DetailsText shown = details;
    QString below = details.completeName.toHtmlEscaped();
    if (isCut && !m_isNameWhole) {
        if (title.size() < details.title.size())
            shown.title = title + ellipsis;
        if (name.size() < details.completeName.size())
            below = (name + ellipsis).toHtmlEscaped();
    }
    if (isCut)
        below +=
            QString(" <a href='%1:'>%2</a>").arg(QString(nameLink), m_isNameWhole ? tr("Less") : tr("More"));
    return shown.html("<p>" + below + "</p>");
}

void DetailsPane::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (!m_details.completeName.isEmpty() && !m_isOutdated)
        showDetails(DetailsText(m_details)); // three lines hold more or less of the name
}

void DetailsPane::follow(const QUrl& link)
{
    if (link.scheme() == nameLink) {
        m_isNameWhole = !m_isNameWhole;
        return showDetails(DetailsText(m_details));
    }
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
