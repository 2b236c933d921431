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

/// The call tree of the run on the screen over the selected steps, kept up to date while it is wanted. For a
/// finished run it is made on a worker thread; a growing run is read bit by bit.
class CallTreeSource final : public QObject
{
    Q_OBJECT

public:
    /// Without a selection, all steps count.
    CallTreeSource(TraceSelection* selection, QObject* parent);
    ~CallTreeSource() override;

    void setRun(const Run* run);
    /// The run was read again: its tree stays until the new one is ready.
    void setRunAgain(const Run* run);
    /// Whether any view shows the tree; if not, nothing is done.
    void setWanted(bool wanted);
    /// The run has grown.
    void refresh();

    /// Top-down; empty until the first one is ready.
    const std::shared_ptr<const CallTree>& tree() const { return m_tree; }
    /// Of the tree. Increases when nodes get a new meaning: with another run or other steps.
    int generation() const { return m_generation; }
    /// Whether the tree shows the run's current state.
    bool isCurrent() const { return !m_run || seenNow() == m_seen; }
    /// Whether a tree is being made and there is no older one to show.
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
    std::shared_ptr<CallTreeBuilder> m_builder; ///< do not touch it while the job runs
    std::shared_ptr<const CallTree> m_tree;
    Seen m_seen;
    int m_generation = 0;
    bool m_isWanted = false;
    bool m_isReady = false; ///< there is a tree of this generation
    QTimer m_next;
    std::unique_ptr<BackgroundJob> m_job;
};

} // namespace stepscope::ui
