#include "ui/overview/fact_grid.h"

#include "ui/support/plain_label.h"
#include "ui/support/qt_text.h"
#include "ui/theme/eliding.h"

#include <QGridLayout>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

FactGrid::FactGrid(QWidget* parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(16);
    m_grid->setVerticalSpacing(4);
    m_grid->setColumnStretch(1, 1);
}

void FactGrid::addRow()
{
    Row row{plainLabel({}, true), plainLabel({}), new ElidedLabel};
    row.name->setWordWrap(m_namesWrap);
    for (QWidget* widget : {row.name, row.text, static_cast<QLabel*>(row.line)})
        widget->setParent(this);
    m_rows.push_back(row);
}

void FactGrid::setInTwoColumns(bool isWide)
{
    if (std::exchange(m_isWide, isWide) != isWide)
        arrange();
}

void FactGrid::setNamesWrapping(bool wrap)
{
    m_namesWrap = wrap;
    for (const Row& row : m_rows)
        row.name->setWordWrap(wrap);
}

void FactGrid::arrange()
{
    const auto names = std::ranges::count_if(m_facts, &OverviewFact::isName);
    const int others = int(m_facts.size() - names);
    const int rows = m_isWide ? (others + 1) / 2 : others; // of the facts that are not names
    int name = 0;
    int other = 0;
    for (size_t i = 0; i < m_rows.size(); ++i) {
        const Row& row = m_rows[i];
        for (QWidget* widget : {row.name, row.text, static_cast<QLabel*>(row.line)})
            m_grid->removeWidget(widget);
        if (i >= size_t(m_facts.size()))
            continue;
        const bool isName = m_facts[qsizetype(i)].isName;
        const int line = !m_isWide ? int(i) : isName ? name++ : int(names) + other % rows;
        const int column = isName ? 0 : 2 * (other++ / rows);
        m_grid->addWidget(row.name, line, column, Qt::AlignTop);
        if (isName)
            m_grid->addWidget(row.line, line, 1, 1, m_isWide ? 3 : 1);
        else
            m_grid->addWidget(row.text, line, column + 1, Qt::AlignTop);
    }
    m_grid->setColumnStretch(3, m_isWide ? 1 : 0);
}

void FactGrid::setFacts(const QList<OverviewFact>& facts)
{
    const auto isSamePlace = [](const OverviewFact& some, const OverviewFact& other) {
        return some.isName == other.isName;
    };
    const bool isArranged = std::ranges::equal(m_facts, facts, isSamePlace);
    m_facts = facts;
    while (m_rows.size() < size_t(facts.size()))
        addRow();
    for (size_t i = 0; i < m_rows.size(); ++i) {
        const Row& row = m_rows[i];
        const bool isShown = i < size_t(facts.size());
        const OverviewFact fact = isShown ? facts[qsizetype(i)] : OverviewFact();
        row.name->setText(fact.name);
        row.name->setToolTip(paragraph(fact.help));
        row.text->setText(withoutBreaks(fact.text));
        row.line->setPlainText(fact.text);
        row.name->setVisible(isShown);
        row.text->setVisible(isShown && !fact.isName);
        row.line->setVisible(isShown && fact.isName);
    }
    if (!isArranged)
        arrange();
}

} // namespace stepscope::ui
