#pragma once

#include "core/advise/finding.h"

#include <QWidget>

namespace stepscope::ui {

/// A figure as a short bar, with a mark where its threshold is. All bars are on one scale, from 0 to 100 %,
/// so that they can be compared; a ratio of more than that fills its bar.
class MeasureBar final : public QWidget
{
    Q_OBJECT

public:
    MeasureBar(const FindingMeasure& measure, FindingVerdict verdict, QWidget* parent = nullptr);

    QSize sizeHint() const override { return {160, 16}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    FindingMeasure m_measure;
    FindingVerdict m_verdict;
};

} // namespace stepscope::ui
