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
    QString values;       ///< "0.0910 · 98.01 %"
    QColor color;
    bool isNearest = false; ///< its curve is the nearest to the pointer
};

/// The legend of several runs: their colors, names and values, in as many columns as there is room for. Has
/// at most mostRows() rows, and scrolls through further ones. A name that is too long is cut where it does
/// not distinguish its run; its tooltip has the full name.
class CurveRunList final : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit CurveRunList(QWidget* parent = nullptr);

    /// `what` says in the tooltips what the values are.
    void setEntries(QList<CurveRunEntry> entries, const QString& what);
    const QList<CurveRunEntry>& entries() const { return m_entries; }

    void setMostRows(int rows);
    int mostRows() const { return m_mostRows; }
    /// All rows, of which some may have to be scrolled to.
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
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void measure();
    void arrange();
    void describe();
    int rowHeight() const;
    /// Without the scroll bar, which has its place even if there is nothing to scroll.
    int roomIn(int width) const;
    int columnsFor(int width) const;
    int cellWidth() const;
    int nameWidth() const;

    QList<CurveRunEntry> m_entries;
    mutable QStringList m_shownNames; ///< as far as they have been drawn since the last arrange()
    QString m_what;
    int m_mostRows = 4;
    int m_widestName = 0;   ///< in pixels
    int m_widestValues = 0; ///< of all values so far, so that columns do not move with the pointer
};

} // namespace stepscope::ui
