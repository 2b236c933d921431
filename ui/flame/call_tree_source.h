#pragma once

#include "core/trace/calls/call_tree_builder.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace stepscope {
struct Run;
}

namespace stepscope::ui {

class BackgroundJob;
class TraceSelection;

/// The call tree of the run on the screen over the selected steps, kept up to date while it is wanted. That
/// of a run that is over is made on a worker thread; one that grows is taken in bit by bit.
class CallTreeSource final : public QObject
{
    Q_OBJECT

public:
    /// Without a selection all steps count.
    CallTreeSource(TraceSelection* selection, QObject* parent);
    ~CallTreeSource() override;

    void setRun(const Run* run);
    /// Whether anybody looks: if not, nothing is done.
    void setWanted(bool wanted);
    /// The run has grown.
    void refresh();

    /// Top-down; an empty one before the first is ready.
    const std::shared_ptr<const CallTree>& tree() const { return m_tree; }
    /// Rises when nodes are no longer what they were: with another run or other steps.
    int generation() const { return m_generation; }
    /// Whether the tree is of the run as it is now.
    bool isCurrent() const { return !m_run || seenNow() == m_seen; }
    /// Whether a tree is being made and there is none to show meanwhile.
    bool isFirstUnderWay() const;

Q_SIGNALS:
    void changed();

private:
    struct Seen
    {
        uint32_t events = 0;
        size_t steps = 0;
        bool isOver = false;
        bool operator==(const Seen&) const = default;
    };

    Seen seenNow() const;
    void startAnew();
    void update();
    void takeInAll();
    void takeInSome();
    void take(std::shared_ptr<const CallTree> tree);

    const Run* m_run = nullptr;
    TraceSelection* m_selection;
    std::shared_ptr<CallTreeBuilder> m_builder; ///< not to be touched while the job runs
    std::shared_ptr<const CallTree> m_tree;
    Seen m_seen;
    int m_generation = 0;
    bool m_isWanted = false;
    bool m_isReady = false; ///< there is a tree of this generation
    QTimer m_next;
    std::unique_ptr<BackgroundJob> m_job;
};

} // namespace stepscope::ui
