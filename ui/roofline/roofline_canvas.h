#pragma once

#include "ui/roofline/roofline_painter.h"

#include <QWidget>

#include <memory>

namespace stepscope::ui {

/// The roofline chart: the mouse hovers and selects points, the arrow keys walk through them.
class RooflineCanvas final : public QWidget
{
    Q_OBJECT

public:
    explicit RooflineCanvas(QWidget* parent = nullptr);

    /// Marked points keep their marks if they have the same names and passes.
    void show(std::shared_ptr<const RooflineData> data);
    const RooflineData& data() const { return *m_data; }
    const RooflineGeometry& geometry() const { return m_geometry; }
    const RooflineMarks& marks() const { return m_marks; }
    /// Does not emit picked(). -1: none.
    void select(int point);

Q_SIGNALS:
    void picked(int point); ///< by the user; -1: an empty place

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void place();
    void setHovered(int point);
    void pick(int point);
    int pointLike(const RooflineData& before, int point) const;
    /// The next point to the right (1) or to the left (-1).
    int beside(int step) const;

    std::shared_ptr<const RooflineData> m_data;
    RooflineGeometry m_geometry;
    RooflineMarks m_marks;
};

} // namespace stepscope::ui
