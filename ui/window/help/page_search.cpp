#include "ui/window/help/page_search.h"

#include "ui/theme/follow_font.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QTextDocument>
#include <QTextEdit>

namespace stepscope::ui {

PageSearch::PageSearch(QTextEdit* page, QWidget* parent)
    : QWidget(parent)
    , m_page(page)
    , m_text(new QLineEdit(this))
    , m_count(new QLabel(this))
{
    m_text->setObjectName("manualSearch");
    m_text->setAccessibleName(tr("Find in this page"));
    m_text->setPlaceholderText(tr("Find in this page"));
    m_text->setClearButtonEnabled(true);
    m_text->setFixedWidth(m_text->fontMetrics().averageCharWidth() * 32);
    m_text->setToolTip(tr("Find text in this page (Ctrl+F). Enter goes to the next match, Shift+Enter to the "
                          "previous one."));
    m_count->setObjectName("manualSearchCount");
    m_count->setProperty("muted", true);
    keepRoomFor(m_count, "888 of 888", 0);
    m_count->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addStretch();
    row->addWidget(m_count);
    row->addWidget(m_text);
    m_text->installEventFilter(this);
    connect(m_text, &QLineEdit::textChanged, this, [this] {
        search();
        goTo(1);
    });
    connect(&Theme::instance(), &Theme::changed, this, &PageSearch::mark);
}

void PageSearch::start()
{
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
}

void PageSearch::renew()
{
    search();
    mark();
}

void PageSearch::search()
{
    m_found.clear();
    m_current = -1;
    const QString text = m_text->text();
    if (text.isEmpty())
        return;
    const QTextDocument* document = m_page->document();
    for (QTextCursor at = document->find(text); !at.isNull(); at = document->find(text, at))
        m_found += at;
}

void PageSearch::goTo(int step)
{
    if (!m_found.isEmpty()) {
        const int count = found();
        m_current = m_current < 0 && step < 0 ? count - 1 : (m_current + step + count) % count;
        QTextCursor place = m_found[m_current];
        place.clearSelection();
        m_page->setTextCursor(place);
        m_page->ensureCursorVisible();
    }
    mark();
}

void PageSearch::mark()
{
    const ThemeColors& colors = Theme::instance().colors();
    QColor others = colors.warning;
    others.setAlphaF(0.3F);
    QList<QTextEdit::ExtraSelection> marks;
    for (int i = 0; i < found(); ++i) {
        QTextEdit::ExtraSelection mark;
        mark.cursor = m_found[i];
        mark.format.setBackground(i == m_current ? colors.accent : others);
        if (i == m_current)
            mark.format.setForeground(colors.accentText);
        marks += mark;
    }
    m_page->setExtraSelections(marks);
    m_count->setText(m_text->text().isEmpty() ? QString()
                     : m_found.isEmpty()      ? tr("no match")
                     : m_current < 0          ? tr("%n found", nullptr, int(found()))
                                              : tr("%1 of %2").arg(m_current + 1).arg(found()));
}

bool PageSearch::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    switch (key->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        goTo(key->modifiers() & Qt::ShiftModifier ? -1 : 1);
        return true;
    case Qt::Key_Escape:
        m_text->clear();
        m_page->setFocus();
        return true;
    default:
        return QWidget::eventFilter(watched, event);
    }
}

} // namespace stepscope::ui
