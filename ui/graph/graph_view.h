#pragma once

#include "core/graph/graph_layout.h"
#include "core/graph/network_graph.h"
#include "ui/graph/graph_heat.h"
#include "ui/support/view.h"

#include <QElapsedTimer>
#include <QTimer>

#include <memory>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace stepscope::ui {

class BackgroundJob;
class GraphCanvas;
class GraphScene;
class NodeDetails;

/// The network as a picture: operators as nodes, layers as frames around them. Select one to see its details.
class GraphView final : public View
{
    Q_OBJECT

public:
    explicit GraphView(QWidget* parent = nullptr);
    ~GraphView() override;

    void showRun(const Run* run) override;
    void refresh() override;
    QList<ExportItem> exportItems() override;

    /// The network that would be trained, shown until a run brings its own graph. Null: none.
    void showPreview(std::shared_ptr<const NetworkGraph> graph);

    GraphCanvas* canvas() const { return m_canvas; }
    GraphScene* scene() const { return m_scene; }
    int selectedNode() const { return m_selected; }
    bool isLayingOut() const;

public Q_SLOTS:
    /// -1: none. Nodes count as in NetworkGraph::nodes.
    void selectNode(int node);

Q_SIGNALS:
    void nodeSelected(int node);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeTools();
    QWidget* makeMessagePage();
    void makeHint();
    void connectParts();
    void addShortcuts();

    /// Lays the graph out and shows it when that is done; until then the picture stays as it is.
    void setGraph(std::shared_ptr<const NetworkGraph> graph);
    void layOut();
    void showLayout(std::shared_ptr<const NetworkGraph> graph, GraphLayout layout);
    void showMessage(const QString& title, const QString& hint, bool retry);
    void showEmptyState();
    void restyle();
    void search();
    void stepThroughMatches(int by);
    void showMatchCount();
    void showDetails();
    /// Joins what the run has recorded meanwhile to the graph.
    void updateCosts();
    void showHeat();
    void copyPicture();
    void moveSelection(int direction);

    const Run* m_run = nullptr;
    std::shared_ptr<const NetworkGraph> m_preview;
    std::shared_ptr<const NetworkGraph> m_graph; ///< wanted
    std::shared_ptr<const NetworkGraph> m_shown; ///< laid out
    DrawnSizes m_sizes;
    int m_selected = -1;
    std::vector<int> m_matches;
    int m_match = -1; ///< position in m_matches

    GraphCosts m_costs;
    size_t m_costSteps = 0; ///< recorded steps that m_costs has seen
    QElapsedTimer m_sinceCosts;

    BackgroundJob* m_job;
    QTimer m_hintDelay;
    GraphScene* m_scene;
    GraphCanvas* m_canvas;
    NodeDetails* m_details;
    QLineEdit* m_search;
    QLabel* m_matchCount;
    QLabel* m_note;
    QComboBox* m_heat;
    QToolButton* m_zoom;
    QWidgetList m_needGraph; ///< of use only with a picture
    QLabel* m_hint;
    QStackedWidget* m_pages;
    QLabel* m_messageTitle;
    QLabel* m_messageHint;
    QPushButton* m_retry;
};

} // namespace stepscope::ui
