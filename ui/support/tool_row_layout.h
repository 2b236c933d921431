#pragma once

#include <QLayout>

#include <vector>

namespace stepscope::ui {

/// A view's row of tools. Where it is too narrow for all of them they go on in further rows, so that no view
/// needs more room than its widest tool does.
class ToolRowLayout final : public QLayout
{
public:
    /// With the margins and the spacing that all tool rows have.
    explicit ToolRowLayout(QWidget* tools);
    ~ToolRowLayout() override;

    /// With a stretch it is at least as wide as it must be, and takes what room the others leave.
    void addWidget(QWidget* widget, int stretch = 0);
    void setStretchFactor(QWidget* widget, int stretch);
    /// What follows in the row stands at its right end.
    void addStretch(int stretch = 1);
    void addSpacing(int width);

    void addItem(QLayoutItem* item) override;
    int count() const override { return int(m_places.size()); }
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;    ///< in one row
    QSize minimumSize() const override; ///< of the widest tool, and of one row
    void setGeometry(const QRect& rect) override;

private:
    struct Place
    {
        QLayoutItem* item;
        int stretch = 0;

        bool isSpace() const { return item->spacerItem() != nullptr; }
        bool isGap() const { return isSpace() && stretch > 0; }
        bool isHidden() const { return !isSpace() && item->isEmpty(); }
        /// Without what it can take of the room that is left.
        int width() const;
    };
    /// Places [first, end) and how wide they are together, spacing included.
    struct Row
    {
        size_t first = 0;
        size_t end = 0;
        int width = 0;
        int height = 0;
    };

    std::vector<Row> rows(int width) const;
    void place(const Row& row, const QRect& rect) const;

    std::vector<Place> m_places;
};

} // namespace stepscope::ui
