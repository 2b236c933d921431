#pragma once

#include "core/advise/finding.h"

#include <QWidget>

class QGridLayout;
class QVBoxLayout;

namespace stepscope::ui {

/// One answered question: what was measured against which threshold, what it means, and what to try.
class FindingCard final : public QWidget
{
    Q_OBJECT

public:
    FindingCard(const Finding& finding, bool withFormula, QWidget* parent = nullptr);

    const Finding& finding() const { return m_finding; }

Q_SIGNALS:
    void placeWanted(const stepscope::Finding& finding);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void addHead(QVBoxLayout* column);
    void addOperators(QVBoxLayout* column);
    void addTries(QVBoxLayout* column);
    void addLink(QVBoxLayout* column);

    Finding m_finding;
};

} // namespace stepscope::ui
