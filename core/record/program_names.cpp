#include "core/record/program_names.h"

namespace stepscope {

static constexpr uint32_t mostShapes = 200'000;

ProgramNames::ProgramNames(std::string stepRange)
    : m_stepRange(stepRange.empty() ? "stepscope.step" : std::move(stepRange))
{
}

RangeRole ProgramNames::roleOf(std::string_view name) const
{
    if (name == m_stepRange)
        return RangeRole::Mark;
    if (name.starts_with("Optimizer.step#") || name.starts_with("GradScaler.step"))
        return RangeRole::Update;
    if (name.starts_with("Optimizer.zero_grad#"))
        return RangeRole::Reset;
    if (name.starts_with("enumerate(DataLoader)#"))
        return RangeRole::Data;
    if (name.starts_with("autograd::engine::evaluate_function"))
        return RangeRole::Backward;
    return RangeRole::None;
}

uint32_t ProgramNames::shape(std::string_view text)
{
    if (m_shapes.size() < mostShapes)
        return m_shapes.intern(text);
    m_hasTooManyShapes = true;
    return noShape;
}

void ProgramNames::addLayer(uint64_t id, ProgramLayer layer)
{
    if (m_firstRoot == 0 && !layer.isLoss())
        m_firstRoot = layer.root;
    m_layers.insert_or_assign(id, std::move(layer));
}

const ProgramLayer* ProgramNames::layer(uint64_t id) const
{
    const auto known = m_layers.find(id);
    return known == m_layers.end() ? nullptr : &known->second;
}

uint32_t ProgramNames::layerName(uint64_t id)
{
    const auto* known = layer(id);
    if (!known)
        return name("module");
    if (known->name.empty())
        return name(known->type);
    const auto* root = layer(known->root);
    if (known->root == m_firstRoot || !root)
        return name(known->name);
    return name(root->type + "." + known->name);
}

} // namespace stepscope
