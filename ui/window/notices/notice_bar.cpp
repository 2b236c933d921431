#include "ui/window/notices/notice_bar.h"

#include "ui/support/icons.h"
#include "ui/support/qt_text.h"
#include "ui/theme/follow_font.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr int spacing = 8;
constexpr int iconSize = 18;
constexpr int leastTextOfQuestion = 300; ///< pixels beside its buttons; with less they are below it

struct Look
{
    const char* icon;
    IconColor iconColor;
    QColor color;
};

Look lookOf(Notice::Kind kind)
{
    const ThemeColors& colors = Theme::instance().colors();
    switch (kind) {
    case Notice::Kind::Good:
        return {"good", IconColor::Good, colors.good};
    case Notice::Kind::Warning:
        return {"warning", IconColor::Warning, colors.warning};
    case Notice::Kind::Error:
        return {"error", IconColor::Error, colors.error};
    case Notice::Kind::Info:
        break;
    }
    return {"info", IconColor::Muted, colors.accent};
}

} // namespace

NoticeBar::NoticeBar(const Notice& notice)
    : m_kind(notice.kind)
    , m_needsAnswer(notice.needsAnswer)
    , m_below(notice.below)
    , m_row(new QBoxLayout(QBoxLayout::LeftToRight))
    , m_controls(new QHBoxLayout)
    , m_text(new QLabel)
    , m_more(new QToolButton)
    , m_others(new QToolButton)
    , m_progress(new QProgressBar)
{
    const Look look = lookOf(m_kind);
    auto* icon = new QLabel;
    icon->setPixmap(
        themedIcon(look.icon, look.iconColor).pixmap(QSize(iconSize, iconSize), devicePixelRatioF()));
    m_text->setObjectName("noticeText");
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // it is cut to the room there is
    m_more->setObjectName("noticeMore");
    m_more->setText(tr("More"));
    m_more->setToolTip(tr("Show the whole sentence"));
    m_more->setCheckable(true);
    m_more->setAutoRaise(true);
    m_more->hide();
    connect(m_more, &QToolButton::toggled, this, &NoticeBar::fitText);
    m_others->setObjectName("otherNotices");
    m_others->setCheckable(true);
    m_others->setAutoRaise(true);
    m_others->hide();
    connect(m_others, &QToolButton::clicked, this, &NoticeBar::othersWanted);
    m_progress->setFixedWidth(160);
    m_progress->setTextVisible(false);

    auto* sentence = new QHBoxLayout;
    sentence->setSpacing(spacing);
    sentence->addWidget(icon);
    sentence->addWidget(m_text, 1);
    m_controls->setSpacing(spacing);
    m_controls->addWidget(m_more);
    m_controls->addWidget(m_progress);
    m_row->setSpacing(spacing);
    m_row->addLayout(sentence, 1);
    m_row->addLayout(m_controls);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 8, 8, 8);
    layout->setSpacing(8);
    layout->addLayout(m_row);
    for (const Notice::Button& button : notice.buttons) {
        auto* push = new QPushButton(button.text);
        push->setProperty("primary", button.primary);
        connect(push, &QPushButton::clicked, this, [pressed = button.pressed] { pressed(); });
        m_controls->addWidget(push);
    }
    if (!notice.detail.isEmpty())
        addDetail(notice.detail, m_controls, layout);
    m_controls->addWidget(m_others);
    if (notice.closable) {
        auto* close = new QToolButton;
        close->setAutoRaise(true);
        close->setIcon(themedIcon("close", IconColor::Muted));
        close->setToolTip(tr("Dismiss"));
        close->setAccessibleName(tr("Dismiss"));
        connect(close, &QToolButton::clicked, this, &NoticeBar::closed);
        m_controls->addWidget(close);
    }
    update(notice.text, notice.progress);
    connect(&Theme::instance(), &Theme::changed, this, [this, icon] {
        const Look look = lookOf(m_kind);
        icon->setPixmap(
            themedIcon(look.icon, look.iconColor).pixmap(QSize(iconSize, iconSize), devicePixelRatioF()));
    });
}

void NoticeBar::setOthers(int count, bool areShown)
{
    m_others->setVisible(count > 0);
    m_others->setChecked(areShown);
    m_others->setText(areShown ? tr("Fewer") : tr("%n more", nullptr, count));
    m_others->setToolTip(areShown ? tr("Show only the most important messages") : tr("Show all messages"));
    layout()->activate(); // the button takes room from the text
    fitText();
}

/// On one line, unless the user wants all of it. A question is always shown in full: nobody should answer one
/// that is cut off.
void NoticeBar::fitText()
{
    const QString line = QString(m_whole).replace('\n', ' ');
    const bool isWhole = m_more->isChecked() || m_needsAnswer;
    const int roomOfMore = m_more->isVisibleTo(this) ? m_more->width() + spacing : 0;
    const bool fits =
        line == m_whole && m_text->fontMetrics().horizontalAdvance(line) <= m_text->width() + roomOfMore;
    m_more->setVisible(!m_needsAnswer && (isWhole || !fits));
    if (m_needsAnswer)
        placeControls();
    layout()->activate();
    m_text->setWordWrap(isWhole);
    m_text->setText(isWhole ? withoutBreaks(m_whole)
                            : m_text->fontMetrics().elidedText(line, Qt::ElideRight, m_text->width()));
    m_text->setToolTip(isWhole || fits ? QString() : paragraph(m_whole));
    m_text->setAccessibleName(m_whole);
}

/// Beside the question, or below it where they would leave too little room for it.
void NoticeBar::placeControls()
{
    layout()->activate(); // their width is of those that are shown
    const QMargins margins = layout()->contentsMargins();
    const int room =
        width() - margins.left() - margins.right() - iconSize - 2 * spacing - m_controls->sizeHint().width();
    const int wanted = std::min(leastTextOfQuestion, m_text->fontMetrics().horizontalAdvance(m_whole));
    const bool areBelow = room < wanted;
    m_row->setDirection(areBelow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_row->setAlignment(m_controls, areBelow ? Qt::AlignRight : Qt::Alignment());
}

void NoticeBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange && layout())
        fitText();
}

void NoticeBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layout()->activate(); // the text has its width
    fitText();
}

void NoticeBar::update(const QString& text, double progress)
{
    m_whole = text;
    m_progress->setVisible(progress >= 0);
    m_progress->setRange(0, progress > 1.0 ? 0 : 1000);
    m_progress->setValue(int(progress * 1000));
    fitText();
}

void NoticeBar::addDetail(const QString& detail, QLayout* buttons, QLayout* below)
{
    auto* text = new QPlainTextEdit(detail);
    text->setReadOnly(true);
    constexpr int mostLines = 8;
    const int lines = std::clamp(int(detail.count('\n')) + 1, 2, mostLines);
    // In a low window it gives way, rather than making the window higher, and scrolls.
    followFont(text, [text, lines] {
        constexpr int around = 16;
        const int line = text->fontMetrics().lineSpacing();
        text->setMinimumHeight(line + around);
        text->setMaximumHeight(lines * line + around);
    });
    text->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    text->setObjectName("noticeDetail");
    text->hide();
    auto* toggle = new QPushButton(tr("Details"));
    toggle->setObjectName("detailsButton");
    toggle->setCheckable(true);
    connect(toggle, &QPushButton::toggled, text, &QWidget::setVisible);
    buttons->addWidget(toggle);
    below->addWidget(text);
}

void NoticeBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QColor color = lookOf(m_kind).color;
    QColor tint = color;
    tint.setAlphaF(Theme::instance().isDark() ? 0.16F : 0.10F);
    painter.fillRect(rect(), Theme::instance().colors().surface);
    painter.fillRect(rect(), tint);
    painter.fillRect(QRect(0, 0, 4, height()), color);
    painter.fillRect(QRect(0, 0, width(), 1), Theme::instance().colors().border);
}

} // namespace stepscope::ui
