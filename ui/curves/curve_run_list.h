#pragma once

#include <QAbstractScrollArea>
#include <QColor>
#include <QList>
#include <QString>
#include <QStringList>

namespace stepscope::ui {

/// A run in a CurveRunList.
struct CurveRunEntry
{
    QString name;
    QString completeName; ///< for the tooltip; empty: the name
    QStringList values;   ///< "0.0910", "98.01 %": one for each value heading
    QColor color;
    Qt::PenStyle line = Qt::SolidLine; ///< of its curve
    bool isNearest = false;            ///< its curve is the nearest to the pointer
};

/// What the columns of a CurveRunList show.
struct CurveRunHeadings
{
    QString curves;     ///< whose values are listed, above the names: "Training, smoothed"
    QStringList values; ///< "Loss", "Accuracy"

    bool operator==(const CurveRunHeadings&) const = default;
};

/// The legend of several runs: their colors, and lines if not all are solid, names and values below headings,
/// in as many columns as there is room for. Has at most mostRows() rows of runs, and scrolls through further
/// ones by wheel and, once it has the focus, by keys. A name that is too long is cut where it does not
/// distinguish its run; its tooltip has the full name.
class CurveRunList final : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit CurveRunList(QWidget* parent = nullptr);

    void setEntries(QList<CurveRunEntry> entries, const CurveRunHeadings& headings);
    const QList<CurveRunEntry>& entries() const { return m_entries; }
    const CurveRunHeadings& headings() const { return m_headings; }

    void setMostRows(int rows);
    int mostRows() const { return m_mostRows; }
    /// All rows of runs, of which some may have to be scrolled to.
    int rows() const;
    int columns() const { return columnsFor(width()); }
    /// As it is drawn.
    QString shownName(int entry) const;
    /// The place of an entry in the viewport.
    QRect cell(int entry) const;

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool viewportEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void measure();
    void arrange();
    void describe();
    void paintHeadings(QPainter& painter) const;
    void paintEntry(QPainter& painter, int entry) const;
    void paintValues(QPainter& painter, const QRect& place, const QStringList& values) const;
    int rowHeight() const;
    /// Without the scroll bar, which has its place even if there is nothing to scroll.
    int roomIn(int width) const;
    int columnsFor(int width) const;
    int cellWidth() const;
    /// Of a dot, or of a piece of the line.
    int symbolWidth() const;
    /// Of the symbol and the name, or of the heading above them.
    int leadWidth() const;
    int nameWidth() const;
    int valuesWidth() const;

    QList<CurveRunEntry> m_entries;
    mutable QStringList m_shownNames; ///< as far as they have been drawn since the last arrange()
    CurveRunHeadings m_headings;
    int m_mostRows = 4;
    int m_widestName = 0;      ///< in pixels
    QList<int> m_widestValues; ///< of all values so far, so that columns do not move with the pointer
};

} // namespace stepscope::ui
