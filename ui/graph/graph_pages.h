#pragma once

#include "core/graph/folded_graph.h"
#include "core/graph/graph_layout.h"

#include <QStackedWidget>
#include <QTimer>

#include <memory>

class QLabel;
class QPushButton;

namespace stepscope::ui {

class EmptyPage;
class GraphLayoutJob;
class GraphScene;

/// The picture of a graph, or a message in place of it. Lays the graph out and then shows it; until then, the
/// previous picture stays, with a hint on it.
class GraphPages final : public QStackedWidget
{
    Q_OBJECT

public:
    /// `picture`: shows the scene.
    GraphPages(GraphScene* scene, QWidget* picture, QWidget* parent = nullptr);
    ~GraphPages() override;

    /// Cancels a layout that is still running.
    void layOut(std::shared_ptr<const NetworkGraph> whole, const CollapsedLayers& collapsed);
    void cancel();
    bool isLayingOut() const;

    void showPicture();
    void showMessage(const QString& title, const QString& hint);

Q_SIGNALS:
    /// The graph is in the scene, and on the screen.
    void laidOut();
    /// The graph cannot be shown; a message says why.
    void failed();
    /// The user asks for another try after failed().
    void retryAsked();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    enum Page : int { PicturePage, MessagePage };

    static QString layoutTitle();
    void makeHint();
    void endHint();
    bool hasPicture() const;
    void showProgress(LayoutEffort effort, int seconds);
    void finish();
    void fail(const QString& sentence, const QString& detail);

    GraphScene* m_scene;
    GraphLayoutJob* m_job;
    EmptyPage* m_message;
    QPushButton* m_retry;
    QLabel* m_hint = nullptr;
    QTimer m_hintDelay;
};

} // namespace stepscope::ui
