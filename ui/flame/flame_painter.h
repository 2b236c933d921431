#pragma once

#include "ui/flame/flame_data.h"
#include "ui/flame/flame_geometry.h"
#include "ui/theme/theme.h"

#include <QFont>
#include <QRect>
#include <QString>

#include <array>
#include <vector>

class QPainter;

namespace stepscope::ui {

enum class FlameColors { ByPass, ByDifference };

/// Whether the root is at the top or at the bottom.
enum class FlameShape { Icicle, Flame };

/// What is highlighted in a flame graph.
struct FlameMarks
{
    CallNodeId hovered = noNode;
    CallNodeId selected = noNode;
    std::vector<bool> found;   ///< by name; empty: no search
    NameId focusName = noName; ///< operators (or layers) of this name
    FrameKind focusKind = FrameKind::Operator;
    NameId focusLayer = noName; ///< of operators: only those in the layer of this name
};

/// Shortens names to the width of a frame. Caches the widths of letters, because asking the font each time
/// would take longer than painting.
class FrameTitles
{
public:
    FrameTitles(const CallTree& tree, const QFont& font);

    /// As much of the frame's title as fits, then "…"; empty if almost nothing fits.
    QString fitted(CallNodeId node, double width);
    const QFont& font() const { return m_font; }

private:
    struct Title
    {
        QString text;
        double width = -1.0; ///< -1: not computed yet
    };

    double widthOf(QChar letter) const;
    const Title& titleOf(CallNodeId node);

    const CallTree& m_tree;
    QFont m_font;
    std::array<double, 256> m_widths{};
    double m_dotsWidth = 0.0;
    double m_otherWidth = 0.0; ///< of a letter beyond Latin 1
    std::vector<Title> m_byName;
    Title m_unnamed;
};

/// A flame graph in a picture or on the screen.
struct FlamePicture
{
    const FlameData& data;
    const FlameBoxes& boxes;
    const ThemeColors& colors;
    FrameTitles& titles;
    const FlameMarks& marks;
    FlameColors coloring = FlameColors::ByPass;
    FlameShape shape = FlameShape::Icicle;
    int zoomRow = 0; ///< frames above it are ancestors of the zoomed frame
    int rowHeight = 20;
    int height = 0; ///< of all rows, and the space above a flame

    int topOf(int row) const
    {
        return shape == FlameShape::Icicle ? row * rowHeight : height - (row + 1) * rowHeight;
    }
    int rowAt(int y) const { return (shape == FlameShape::Icicle ? y : height - 1 - y) / rowHeight; }

    /// Paints what is in `part`, in the picture's own pixels.
    void paint(QPainter& painter, const QRect& part) const;
};

/// For legends: the fill color of a frame with that change.
QColor differenceColor(double change, const ThemeColors& colors);

} // namespace stepscope::ui
