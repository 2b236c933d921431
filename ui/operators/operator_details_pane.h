#pragma once

#include "ui/operators/operator_details_content.h"

#include <QRectF>
#include <QWidget>

#include <optional>
#include <vector>

class QPainter;

namespace stepscope::ui {

struct ThemeColors;

/// The details of the selected row: durations of its calls, overall and by step, their shapes, callers and
/// callees.
class OperatorDetailsPane final : public QWidget
{
    Q_OBJECT

public:
    explicit OperatorDetailsPane(QWidget* parent = nullptr);

    void showContent(OperatorDetailsContent content);
    /// Without a row: shows what to do.
    void showHint(const QString& hint);
    const std::optional<OperatorDetailsContent>& content() const { return m_content; }

    QSize sizeHint() const override { return {720, 176}; }
    QSize minimumSizeHint() const override { return {320, 140}; }

Q_SIGNALS:
    /// A caller or callee was clicked.
    void operatorWanted(const QString& name);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    /// What is under the pointer.
    struct Spot
    {
        QRectF place;
        QString help;
        QString operatorName;
    };
    using Lines = std::vector<OperatorDetailsContent::Line>;

    /// Of a panel.
    struct Head
    {
        QString title;
        QString figure;
    };

    Head timesHead() const;
    Head stepsHead() const;
    Head shapesHead() const;
    Head callersHead() const;
    Head calleesHead() const;
    bool hasRoomFor(const Head& head, double width) const;
    /// Returns where the panels begin.
    double paintTitle(QPainter& painter, const ThemeColors& colors);
    void paintHistogram(QPainter& painter, const QRectF& place, const ThemeColors& colors);
    void paintSteps(QPainter& painter, const QRectF& place, const ThemeColors& colors);
    void paintLines(QPainter& painter, const QRectF& place, const Head& head, const Lines& lines,
                    const QString& none, const ThemeColors& colors);
    /// Paints the heading of a panel; returns the rest of its area.
    QRectF paintHead(QPainter& painter, const QRectF& place, const Head& head, const ThemeColors& colors);
    void paintAxis(QPainter& painter, const QRectF& plot, const QString& left, const QString& right,
                   const ThemeColors& colors);
    const Spot* spotAt(const QPointF& position) const;

    std::optional<OperatorDetailsContent> m_content;
    QString m_hint;
    std::vector<Spot> m_spots; ///< of the last painting
    int m_headLines = 1;       ///< two if one of the panels is too narrow for its head
    QPointF m_pointer{-1, -1};
};

} // namespace stepscope::ui
