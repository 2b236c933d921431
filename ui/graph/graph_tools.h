#pragma once

#include "ui/graph/items/graph_heat.h"
#include "ui/support/view.h"

#include <QString>
#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QMenu;
class QToolButton;

namespace stepscope::ui {

class GraphCanvas;

/// The row of tools above the graph: search, pass, color, layers, zoom and export. It zooms the canvas
/// itself; everything else is left to the view.
class GraphTools final : public QWidget
{
    Q_OBJECT

public:
    /// Its shortcuts work in the whole view. The canvas must outlive the tools.
    GraphTools(GraphCanvas* canvas, View* view);

    QString searchText() const;
    void clearSearch();
    void showMatchCount(const QString& text);
    bool isBackwardWanted() const;
    GraphHeat heat() const;

    void setPassEnabled(bool enabled);
    /// Whether there is a graph on the screen: most tools need one.
    void setGraphShown(bool shown);
    /// Says what the costs cover; empty: all recorded steps.
    void showCoveredSteps(const QString& text);
    /// Says that the layers have no frames.
    void setWithoutLayers(bool without);

Q_SIGNALS:
    void searchChanged();
    /// 1: the next match; -1: the previous one.
    void matchAsked(int by);
    void passChanged();
    void heatChanged();
    void expandAllAsked();
    void collapseAllAsked();
    void expandSelectedAsked();
    void collapseAroundSelectedAsked();

private:
    void addSearch();
    void addChoices();
    void addButtons();
    QMenu* makeLayerMenu();
    void addShortcuts();

    View* m_view;
    GraphCanvas* m_canvas;
    QLineEdit* m_searchField;
    QLabel* m_matchCount;
    QLabel* m_note;
    QLabel* m_steps;
    QComboBox* m_pass;
    QComboBox* m_heat;
    QToolButton* m_zoom;
    QWidgetList m_needGraph; ///< need a graph on the screen
};

} // namespace stepscope::ui
