#pragma once

#include "ui/curves/curve_data.h"

#include <QWidget>

#include <vector>

namespace stepscope::ui {

/// The loss of a run as a small curve, with its ends labeled; the accuracy, if there is no loss.
class Sparkline final : public QWidget
{
    Q_OBJECT

public:
    /// The curves must outlive it.
    explicit Sparkline(const CurveData* curves, QWidget* parent = nullptr);

    /// The curves have changed. A curve of fewer than two points is hidden.
    void showCurve();

    /// The points to draw in an area.
    std::vector<QPointF> points(const QRectF& area) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const CurvePyramid& curve() const;
    QString valueText(double value) const;

    const CurveData* m_curves;
};

} // namespace stepscope::ui
