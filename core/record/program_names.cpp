#include "core/record/program_names.h"

#include "core/probe/probe_protocol.h"

#include <utility>

namespace stepscope {

static constexpr uint32_t mostShapes = 200'000;
/// A program that creates more networks of one type most likely wraps one network again and again.
static constexpr int mostNumbered = 8;

ProgramNames::ProgramNames(std::string stepRange)
    : m_stepRange(stepRange.empty() ? probe::usualStepRange : std::move(stepRange))
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

ShapeId ProgramNames::shape(std::string_view text)
{
    if (m_shapes.size() < mostShapes)
        return m_shapes.intern(text);
    m_hasTooManyShapes = true;
    return noShape;
}

void ProgramNames::addLayer(uint64_t id, ProgramLayer layer)
{
    const auto* first = this->layer(m_firstRoot);
    if (layer.root == id && !layer.isLoss() && (!first || (!first->isTrainable() && layer.isTrainable())))
        m_firstRoot = id;
    if (id == m_firstRoot && layer.root != id) // part of a network that is called for the first time
        m_firstRoot = layer.root;
    if (m_layers.insert_or_assign(id, std::move(layer)).second)
        m_order.push_back(id);
}

const ProgramLayer* ProgramNames::layer(uint64_t id) const
{
    const auto known = m_layers.find(id);
    return known == m_layers.end() ? nullptr : &known->second;
}

std::vector<uint64_t> ProgramNames::layersOf(uint64_t network) const
{
    std::vector<uint64_t> layers;
    const auto* part = layer(network);
    const bool isPart = part && part->root != network;
    const uint64_t root = isPart ? part->root : network;
    const auto prefix = isPart ? part->name + "." : std::string();
    for (const uint64_t id : m_order) {
        const auto& each = *layer(id);
        if (each.root == root && id != root && !each.name.empty() && each.name.starts_with(prefix))
            layers.push_back(id);
    }
    return layers;
}

bool ProgramNames::isNetwork(uint64_t root) const
{
    const auto* called = layer(root);
    if (!called)
        return true;
    const auto* first = layer(m_firstRoot);
    return !called->isLoss() && (called->isTrainable() || !first || !first->isTrainable());
}

/// The type, with a number if another network of this type was called before, up to mostNumbered.
const std::string& ProgramNames::rootName(uint64_t id, const ProgramLayer& root)
{
    const auto [name, isNew] = m_rootNames.try_emplace(id, root.type);
    if (isNew) {
        const int number = ++m_rootsOfType[root.type];
        if (number > 1 && number <= mostNumbered)
            name->second += " " + std::to_string(number);
    }
    return name->second;
}

NameId ProgramNames::layerName(uint64_t id)
{
    const auto* known = layer(id);
    if (!known)
        return name("module");
    if (known->name.empty())
        return name(known->root == id ? rootName(id, *known) : known->type);
    const auto* root = layer(known->root);
    if (known->root == m_firstRoot || !root)
        return name(known->name);
    return name(rootName(known->root, *root) + "." + known->name);
}

} // namespace stepscope
