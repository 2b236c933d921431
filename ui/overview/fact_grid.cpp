#include "ui/overview/fact_grid.h"

#include "ui/overview/link_button.h"
#include "ui/support/plain_label.h"

#include <QGridLayout>

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
    const int at = int(m_rows.size());
    m_grid->addWidget(row.name, at, 0, Qt::AlignTop);
    m_grid->addWidget(row.text, at, 1);
    m_grid->addWidget(row.line, at, 1);
    m_rows.push_back(row);
}

void FactGrid::setFacts(const QList<OverviewFact>& facts)
{
    m_facts = facts;
    while (m_rows.size() < size_t(facts.size()))
        addRow();
    for (size_t i = 0; i < m_rows.size(); ++i) {
        const Row& row = m_rows[i];
        const bool isShown = i < size_t(facts.size());
        const OverviewFact fact = isShown ? facts[qsizetype(i)] : OverviewFact();
        row.name->setText(fact.name);
        row.text->setText(fact.text);
        row.line->setPlainText(fact.text);
        row.name->setVisible(isShown);
        row.text->setVisible(isShown && !fact.isName);
        row.line->setVisible(isShown && fact.isName);
    }
}

} // namespace stepscope::ui
