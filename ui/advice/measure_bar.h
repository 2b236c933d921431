#pragma once

#include "core/advise/finding.h"

#include <QWidget>

namespace stepscope::ui {

/// A figure as a short bar, with a mark where its threshold is.
class MeasureBar final : public QWidget
{
    Q_OBJECT

public:
    MeasureBar(const FindingMeasure& measure, FindingVerdict verdict, QWidget* parent = nullptr);

    /// The value at the bar's end: the whole if the figure comes near it, otherwise a value that puts the
    /// threshold near the middle.
    static double endOf(const FindingMeasure& measure);

    QSize sizeHint() const override { return {160, 16}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    FindingMeasure m_measure;
    FindingVerdict m_verdict;
};

} // namespace stepscope::ui
