#include "ui/flame/flame_arranger.h"

#include "core/run/run.h"
#include "core/run/run_contents.h"
#include "core/trace/calls/call_tree_builder.h"
#include "ui/support/background_job.h"

#include <stop_token>
#include <utility>

namespace stepscope::ui {

FlameArranger::FlameArranger(QObject* parent)
    : QObject(parent)
    , m_data(std::make_shared<const FlameData>())
    , m_job(std::make_unique<ReadingJob>())
{
}

FlameArranger::~FlameArranger() = default;

void FlameArranger::arrange(std::shared_ptr<const CallTree> topDown, int generation,
                            const Arrangement& wanted)
{
    Other other{wanted.other, nullptr};
    if (other.run && other.run == m_other.run)
        other.tree = m_other.tree;
    m_job->start([this, topDown = std::move(topDown), generation, direction = wanted.direction,
                  weight = wanted.weight, other](std::stop_token) mutable {
        FlameData data;
        const bool isTurned = direction == CallDirection::BottomUp;
        data.tree = isTurned ? std::make_shared<const CallTree>(bottomUp(*topDown)) : topDown;
        data.order = orderOf(*data.tree, weight);
        data.source = generation;
        data.generation = 2 * generation + int(isTurned);
        data.other = other.run;
        if (other.run && !other.tree)
            other.tree = std::make_shared<const CallTree>(callTree(other.run->trace));
        if (other.tree)
            data.difference = std::make_shared<const CallTreeDifference>(
                differenceOf(*data.tree, isTurned ? bottomUp(*other.tree) : *other.tree));
        auto made = std::make_shared<const FlameData>(std::move(data));
        return [this, made, other] {
            m_data = made;
            m_other = other;
            Q_EMIT arranged();
        };
    });
}

bool areComparable(const Run& a, const Run& b)
{
    return contentsOf(a).areFunctions == contentsOf(b).areFunctions && a.trace.unit == b.trace.unit;
}

} // namespace stepscope::ui
