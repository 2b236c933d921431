#pragma once

#include "core/trace/calls/call_tree.h"
#include "ui/flame/flame_data.h"

#include <QObject>

#include <memory>

namespace stepscope::ui {

class BackgroundJob;

/// Makes the content of the flame graph and the tree table on a worker thread. The tree of the run that it is
/// compared with is made once.
class FlameArranger final : public QObject
{
    Q_OBJECT

public:
    struct Arrangement
    {
        CallDirection direction = CallDirection::TopDown;
        CallWeight weight = CallWeight::TotalTime; ///< of FlameData::order
        std::shared_ptr<const Run> other;          ///< to compare with; null: none
    };

    explicit FlameArranger(QObject* parent = nullptr);
    ~FlameArranger() override;

    /// Starts with the tree of a CallTreeSource and its generation. What an earlier call still makes is
    /// dropped.
    void arrange(std::shared_ptr<const CallTree> topDown, int generation, const Arrangement& wanted);

    /// Never null; empty until the first one is ready.
    const std::shared_ptr<const FlameData>& data() const { return m_data; }

Q_SIGNALS:
    void arranged();

private:
    /// The tree of the other run.
    struct Other
    {
        std::shared_ptr<const Run> run;
        std::shared_ptr<const CallTree> tree;
    };

    std::shared_ptr<const FlameData> m_data;
    Other m_other; ///< of the data
    std::unique_ptr<BackgroundJob> m_job;
};

/// Whether the call trees of two runs measure the same: sums by stack, or times of events, in the same unit.
bool areComparable(const Run& a, const Run& b);

} // namespace stepscope::ui
