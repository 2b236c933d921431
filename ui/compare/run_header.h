#pragma once

#include <QHeaderView>

namespace stepscope::ui {

/// The header of a table of runs side by side: a run's name and color are above its columns, or in the
/// header of its only column.
class RunHeader final : public QHeaderView
{
    Q_OBJECT

public:
    explicit RunHeader(QWidget* parent = nullptr);

    QSize sizeHint() const override;
    /// What the short name of a section's run needs above the run's columns, in pixels.
    int runNameWidth(int section) const;
    /// Whether the section has the mark of the column by which rows are sorted.
    bool isSortedBy(int section) const;

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override;
    QSize sectionSizeFromContents(int section) const override;

private:
    /// Runs have several columns, so their names have a line of their own.
    bool hasTwoLines() const;
    int lineHeight() const;
    QVariant info(int section, int role) const;
    QStringList names(int role) const;
    QString shownRunName(int section, int width) const;
    QRect runRect(const QRect& rect, int section) const;
    void paintTitle(QPainter* painter, const QRect& rect, int section) const;
    void paintSortMark(QPainter* painter, const QRect& rect) const;
};

} // namespace stepscope::ui
