#pragma once

#include "ui/steps/step_bars_painter.h"

#include <QWidget>

namespace stepscope::ui {

/// The parts of a step as one bar, with their times and shares, and the steps of the run below it. A click
/// leads to the Steps view.
class StepTimeChart final : public QWidget
{
    Q_OBJECT

public:
    /// The series must outlive the chart.
    explicit StepTimeChart(const StepSeries* series, QWidget* parent = nullptr);

    /// The series has changed; the figures are those of the selected steps.
    void showSteps(const StepFigures& figures, const std::optional<StepRange>& selected, bool isOver);

    const StepBarsContent& content() const { return m_content; }
    /// One for each part with a time, in the order of the bar.
    static std::vector<QRectF> partsOfBar(const StepFigures& figures, const QRectF& bar);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void clicked();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    bool hasParts() const { return m_content.figures.steps > 0; }
    /// Above the legend; without parts, empty.
    QRectF barArea(double width) const;
    StepBarsScene sceneIn(const QRectF& area) const;
    QString description() const;

    StepBarsContent m_content;
};

} // namespace stepscope::ui
