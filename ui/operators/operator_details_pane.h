#pragma once

#include "ui/operators/operator_details_content.h"

#include <QRectF>
#include <QStringList>
#include <QWidget>

#include <optional>
#include <vector>

class QPainter;

namespace stepscope::ui {

struct ThemeColors;

/// The details of the selected row: durations of its calls, overall and by step, their shapes, callers and
/// callees. In panels beside each other or, if there is too little room, in several rows. Long texts wrap, so
/// it belongs into a scroll area.
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
    int heightForWidth(int width) const override;

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
    using Line = OperatorDetailsContent::Line;
    using Lines = std::vector<Line>;
    enum class Panel { Times, Steps, Shapes, Callers, Callees };

    /// What is above the panels.
    struct Title
    {
        QStringList title; ///< in lines
        QString pass;
        bool isPassBeside = true;
        QStringList warmUp; ///< in lines
        bool isWarmUpBeside = true;
        double bottom = 0.0;
    };
    /// How the panels are placed in a width.
    struct Arrangement
    {
        size_t columns = 1;
        double unit = 0.0;        ///< the width of a panel
        double shapesWidth = 0.0; ///< that of the shapes
        int headLines = 1;        ///< two if one of the panels is too narrow for its head
        std::vector<double> rows; ///< their least heights
    };
    /// A line of a list, which may take several lines of text.
    struct LineText
    {
        QStringList text;
        bool isFigureBeside = true; ///< of the last one, not below it
        double height = 0.0;
    };

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
    std::vector<Panel> panels() const;
    Head headOf(Panel panel) const;
    /// Null: it is a chart.
    const Lines* linesOf(Panel panel) const;
    Title titleIn(double width) const;
    Arrangement arrangementIn(double width) const;
    double leastHeightOf(Panel panel, double width, int headLines) const;
    LineText textOf(const Line& line, double width) const;
    void paintTitle(QPainter& painter, const Title& title, const ThemeColors& colors) const;
    void paintPanel(QPainter& painter, Panel panel, const QRectF& place, const ThemeColors& colors);
    void paintHistogram(QPainter& painter, const QRectF& place, const ThemeColors& colors);
    void paintSteps(QPainter& painter, const QRectF& place, const ThemeColors& colors);
    void paintLines(QPainter& painter, const QRectF& place, const Head& head, const Lines& lines,
                    const QString& none, const ThemeColors& colors);
    void paintLine(QPainter& painter, const QRectF& place, const Line& line, const LineText& text,
                   const ThemeColors& colors) const;
    /// Paints the heading of a panel; returns the rest of its area.
    QRectF paintHead(QPainter& painter, const QRectF& place, const Head& head, const ThemeColors& colors);
    void paintAxis(QPainter& painter, const QRectF& plot, const QString& left, const QString& right,
                   const ThemeColors& colors);
    const Spot* spotAt(const QPointF& position) const;

    std::optional<OperatorDetailsContent> m_content;
    QString m_hint;
    std::vector<Spot> m_spots; ///< of the last painting
    int m_headLines = 1;       ///< of the last painting, see Arrangement
    QPointF m_pointer{-1, -1};
};

} // namespace stepscope::ui
