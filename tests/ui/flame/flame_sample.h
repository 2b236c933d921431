#pragma once

#include "core/trace/calls/call_tree_builder.h"
#include "tests/core/trace/printed_tree.h"
#include "tests/core/trace/trace_text.h"
#include "ui/flame/flame_data.h"

#include <memory>
#include <string>

namespace stepscope::test {

inline std::shared_ptr<const ui::FlameData> flameData(CallTree tree, int generation = 1,
                                                      CallWeight weight = CallWeight::TotalTime)
{
    ui::FlameData data;
    data.order = orderOf(tree, weight);
    data.tree = std::make_shared<const CallTree>(std::move(tree));
    data.generation = generation;
    return std::make_shared<const ui::FlameData>(std::move(data));
}

inline std::shared_ptr<const ui::FlameData> flameData(const std::string& text, int generation = 1)
{
    return flameData(callTree(traceOf(text)), generation);
}

} // namespace stepscope::test
