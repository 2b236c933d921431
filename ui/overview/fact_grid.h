#pragma once

#include "ui/overview/overview_text.h"

#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;

namespace stepscope::ui {

class ElidedLabel;

/// Facts with their names, one below another or in two columns. Names of things have the whole width.
class FactGrid final : public QWidget
{
    Q_OBJECT

public:
    explicit FactGrid(QWidget* parent = nullptr);

    void setFacts(const QList<OverviewFact>& facts);
    const QList<OverviewFact>& facts() const { return m_facts; }
    void setInTwoColumns(bool isWide);
    /// Lets names of facts wrap, for a narrow place.
    void setNamesWrapping(bool wrap);

private:
    struct Row
    {
        QLabel* name;
        QLabel* text;
        ElidedLabel* line; ///< shows the text of a name
    };

    void addRow();
    void arrange();

    QGridLayout* m_grid;
    bool m_isWide = false;
    bool m_namesWrap = false;
    std::vector<Row> m_rows; ///< as many as there were facts at most
    QList<OverviewFact> m_facts;
};

} // namespace stepscope::ui
