#pragma once

#include <QLayout>
#include <QString>
#include <QWidget>

#include <vector>

class QHBoxLayout;

namespace stepscope::ui {

/// A view's row of tools. If it is too narrow for all of them, the optional ones are left out. If that is not
/// enough, all continue in further rows, so that a view is never wider than its widest tool requires.
class ToolRowLayout final : public QLayout
{
public:
    /// With the margins and the spacing of all tool rows.
    explicit ToolRowLayout(QWidget* tools);
    ~ToolRowLayout() override;

    /// With a stretch, a widget has at least its minimum width, and takes the remaining room.
    void addWidget(QWidget* widget, int stretch = 0);
    /// For a label that explains its neighbor, whose tooltip does so, too, or for tools without focus whose
    /// acts have keys. The first one added is the first to be left out.
    void addOptional(QWidget* widget);
    /// Whether there is no room for that optional tool.
    bool isLeftOut(const QWidget* widget) const;
    void setStretchFactor(QWidget* widget, int stretch);
    /// Adds a tool with its object name and tooltip, and returns it.
    template<typename Tool>
    Tool* addTool(Tool* tool, const char* name, const QString& toolTip)
    {
        tool->setObjectName(name);
        tool->setToolTip(toolTip);
        addWidget(tool);
        return tool;
    }
    /// Adds a group of tools that stay beside each other, and returns its layout.
    QHBoxLayout* addGroup();
    /// Adds an optional group, without space between its tools.
    QHBoxLayout* addOptionalGroup();
    /// Everything after it is at the right end of the row.
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
        bool isOptional = false;
        bool isLeftOut = false; ///< by setGeometry()

        bool isSpace() const { return item->spacerItem() != nullptr; }
        bool isGap() const { return isSpace() && stretch > 0; }
        bool isHidden() const { return isLeftOut || (!isSpace() && item->isEmpty()); }
        /// Without its share of the remaining room.
        int width() const;
    };
    /// Places [first, end) and their total width, including spacing.
    struct Row
    {
        size_t first = 0;
        size_t end = 0;
        int width = 0;
        int height = 0;
    };

    using Places = std::vector<Place>;

    /// The places without the optional tools for which one row of that width has no room.
    Places placesFor(int width) const;
    std::vector<Row> rows(const Places& places, int width) const;
    void place(const Row& row, const QRect& rect) const;

    Places m_places;
};

} // namespace stepscope::ui
