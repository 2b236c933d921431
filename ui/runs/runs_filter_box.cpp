#include "ui/runs/runs_filter_box.h"

#include "ui/runs/runs_filter.h"
#include "ui/support/qt_text.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QRegularExpression>
#include <QShortcut>
#include <QStyle>
#include <QToolButton>

namespace stepscope::ui {

RunsFilterBox::RunsFilterBox(RunsFilter* filter, const QString& name, QWidget* parent)
    : QWidget(parent)
    , m_filter(filter)
    , m_text(new QLineEdit(this))
    , m_isPattern(new QToolButton(this))
{
    m_text->setObjectName(name);
    m_text->setPlaceholderText(tr("Filter runs"));
    m_text->setAccessibleName(tr("Filter runs"));
    m_text->setClearButtonEnabled(true);
    m_isPattern->setObjectName(name + "Pattern");
    m_isPattern->setText(".*");
    m_isPattern->setCheckable(true);
    m_isPattern->setAutoRaise(true);
    m_isPattern->setToolTip(tr("Regular expression: “batch (16|64)”, “^mnist”"));
    m_isPattern->setAccessibleName(tr("Regular expression"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_isPattern);
    setFocusProxy(m_text);

    connect(m_text, &QLineEdit::textChanged, this, &RunsFilterBox::apply);
    connect(m_isPattern, &QToolButton::toggled, this, &RunsFilterBox::apply);
    auto* clear = new QShortcut(Qt::Key_Escape, m_text, nullptr, nullptr, Qt::WidgetShortcut);
    connect(clear, &QShortcut::activated, m_text, &QLineEdit::clear);
    showProblem({});
}

void RunsFilterBox::edit()
{
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
}

void RunsFilterBox::apply()
{
    QString problem;
    if (!m_isPattern->isChecked()) {
        m_filter->setWords(m_text->text());
    } else {
        const QRegularExpression pattern(m_text->text(), QRegularExpression::CaseInsensitiveOption |
                                                             QRegularExpression::MultilineOption);
        if (pattern.isValid())
            m_filter->setPattern(pattern);
        else
            problem = tr("This is not a regular expression: %1 at character %2.")
                          .arg(pattern.errorString())
                          .arg(pattern.patternErrorOffset() + 1);
    }
    showProblem(problem);
    Q_EMIT changed();
}

void RunsFilterBox::showProblem(const QString& sentence)
{
    m_text->setToolTip(paragraph(
        !sentence.isEmpty() ? sentence
                            : tr("Show runs whose name, network, device, outcome, date, tags or note contain "
                                 "all the words, or match the regular expression (Ctrl+F)")));
    if (m_text->property("invalid").toBool() == !sentence.isEmpty())
        return;
    m_text->setProperty("invalid", !sentence.isEmpty());
    m_text->style()->unpolish(m_text);
    m_text->style()->polish(m_text);
}

} // namespace stepscope::ui
