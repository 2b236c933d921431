#pragma once

#include "core/graph/backward_graph.h"
#include "core/graph/folded_graph.h"
#include "core/graph/graph_costs.h"
#include "core/graph/network_graph.h"
#include "core/machine/environment.h"
#include "ui/graph/graph_drawing.h"
#include "ui/graph/graph_heat.h"
#include "ui/support/view.h"

#include <QElapsedTimer>
#include <QPointF>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QMenu;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace stepscope::ui {

class BackgroundJob;
class EmptyPage;
class GraphCanvas;
class GraphScene;
class MachinePeakSource;
class NodeDetails;
class TraceSelection;

/// The network as a picture: operators as nodes, layers as frames around them, or as one node each when they
/// are collapsed. Forward, or as autograd runs it backwards. Select a node to see its details.
class GraphView final : public View
{
    Q_OBJECT

public:
    explicit GraphView(QWidget* parent = nullptr);
    ~GraphView() override;

    void showRun(const Run* run) override;
    void refresh() override;
    QList<ExportItem> exportItems() override;

    /// What is picked here is picked in other views too, and the other way round.
    void setSelection(TraceSelection* selection);
    /// Of the run that is shown: distances from the roofline are only told of this machine's processors.
    void setEnvironment(std::function<Environment()> environment);
    /// The network that would be trained, shown until a run brings its own graph. Null: none.
    void showPreview(std::shared_ptr<const NetworkGraph> graph);

    GraphCanvas* canvas() const { return m_canvas; }
    GraphScene* scene() const { return m_scene; }
    /// What is on the screen.
    const GraphDrawing& drawing() const;
    /// Nodes count as they are drawn.
    int selectedNode() const { return m_selected; }
    bool isLayingOut() const;

    bool isCollapsed(int layer) const;
    void setCollapsed(int layer, bool collapsed);

public Q_SLOTS:
    /// -1: none. Nodes count as they are drawn.
    void selectNode(int node);
    void expandAll();
    void collapseAll();

Q_SIGNALS:
    void nodeSelected(int node);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// What is kept over a new layout.
    struct Place
    {
        QPointF before;     ///< in the old layout
        int32_t layer = -1; ///< what stood there, or was opened or closed there
    };

    QWidget* makeTools();
    QMenu* makeLayerMenu();
    void makeHint();
    void connectParts();
    void addShortcuts();

    bool hasPicture() const { return drawing().whole != nullptr; }
    /// Lays the graph out and shows it when that is done; until then the picture stays as it is.
    void setGraph(std::shared_ptr<const NetworkGraph> graph);
    void setWhole(std::shared_ptr<const NetworkGraph> whole);
    static QString layoutHint();
    void layOut();
    void showLayoutProgress(LayoutEffort effort, int seconds);
    void build(std::shared_ptr<const GraphDrawing> drawing);
    void goOnBuilding();
    void finishLayout();
    void showNothing();
    void stopWork();
    void showMessage(const QString& title, const QString& hint, bool retry, const QString& detail = {});
    void showEmptyState();
    void restyle();

    /// Opens or closes layers, and keeps `place` where it is seen.
    void fold(CollapsedLayers collapsed, std::optional<Place> place);
    void openNode(int node);
    void closeAround(int node);
    void closeLayer(int layer, const QPointF& position);
    void showMenu(const QPointF& position, const QPoint& globalPosition);
    void keepPlace(const Place& place);
    /// Selects a node of the whole graph, opening the layers that hide it.
    void reveal(uint32_t node);

    void search();
    void stepThroughMatches(int by);
    void showMatches();
    void showDetails();
    /// Joins what the run has recorded meanwhile to the graph.
    void updateCosts();
    void showCosts();
    void showBackward();
    void showHeat();
    std::vector<NodeHeat> roofHeat();
    void copyPicture();
    /// Selects without moving the picture.
    void markSelected(int node);
    void moveSelection(int direction);
    void shareSelection();
    void showFocus();

    const Run* m_run = nullptr;
    QPointer<TraceSelection> m_selection;
    bool m_isPicking = false;
    std::shared_ptr<const NetworkGraph> m_preview;
    std::shared_ptr<const NetworkGraph> m_graph;     ///< wanted
    std::shared_ptr<const BackwardGraph> m_backward; ///< of m_graph, when it is wanted backwards
    std::shared_ptr<const NetworkGraph> m_whole;     ///< wanted: m_graph, or m_backward's
    CollapsedLayers m_collapsed;                     ///< wanted
    std::optional<Place> m_place;
    std::optional<uint32_t> m_toReveal; ///< node of the whole graph, once it is laid out
    int m_selected = -1;
    std::vector<int> m_matches; ///< nodes of the whole graph
    std::shared_ptr<const NetworkGraph> m_searched;
    int m_match = -1; ///< position in m_matches

    std::unique_ptr<GraphCostBuilder> m_costBuilder;
    std::shared_ptr<const NetworkGraph> m_costsOf;
    GraphCosts m_costs;      ///< of m_graph
    GraphCosts m_drawnCosts; ///< of what is on the screen
    size_t m_costSteps = 0;  ///< recorded steps that m_costs has seen
    QElapsedTimer m_sinceCosts;

    std::function<Environment()> m_environment;
    MachinePeakSource* m_peak;

    BackgroundJob* m_job;
    QTimer m_building;
    QTimer m_hintDelay;
    GraphScene* m_scene;
    GraphCanvas* m_canvas;
    NodeDetails* m_details;
    QLineEdit* m_search;
    QLabel* m_matchCount;
    QLabel* m_note;
    QComboBox* m_pass;
    QComboBox* m_heat;
    QToolButton* m_zoom;
    QWidgetList m_needGraph; ///< of use only with a picture
    QLabel* m_hint;
    QStackedWidget* m_pages;
    EmptyPage* m_message;
    QPushButton* m_retry;
};

} // namespace stepscope::ui
