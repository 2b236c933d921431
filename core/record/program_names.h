#pragma once

#include "core/base/string_table.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stepscope {

/// What a name says of a range that the program has marked.
enum class RangeRole : uint8_t {
    None,
    Data,     ///< a batch is fetched from a data loader
    Update,   ///< an optimizer changes the weights, or a gradient scaler decides whether it does
    Reset,    ///< gradients are set to zero
    Backward, ///< autograd computes gradients of one of its nodes
    Mark,     ///< the program says that a step ends with it, as stepscope.step() does
};

/// A torch.nn.Module of the program.
struct ProgramLayer
{
    std::string name; ///< as in named_modules() of the network it is part of; that one's own is its type
    std::string type; ///< "Conv2d"
    int64_t parameters = 0; ///< values that can be trained, those of inner layers included
    uint64_t root = 0;      ///< id of the network it is part of

    bool isLoss() const { return parameters == 0 && type.ends_with("Loss"); }
    bool isTrainable() const { return parameters > 0; }
};

/// Names, shapes and layers of a recorded process: all threads' as those of one trace.
class ProgramNames
{
public:
    /// `stepRange`: name of the range whose end is that of a step; empty: that of stepscope.step().
    explicit ProgramNames(std::string stepRange = {});

    RangeRole roleOf(std::string_view name) const;
    /// Id in names().
    uint32_t name(std::string_view text) { return m_names.intern(text); }
    /// Id in shapes(). noShape once there are too many different ones: a program whose inputs always differ
    /// must not use up the memory.
    uint32_t shape(std::string_view text);
    bool hasTooManyShapes() const { return m_hasTooManyShapes; }

    void addLayer(uint64_t id, ProgramLayer layer);
    /// Null: the program has said nothing of it.
    const ProgramLayer* layer(uint64_t id) const;
    /// The modules in this network, without itself, in the order of named_modules().
    std::vector<uint64_t> layersOf(uint64_t root) const;
    /// Whether this network, which is called by itself, can learn, or nothing that is called by itself can. A
    /// transform of samples is a module as well.
    bool isNetwork(uint64_t root) const;
    /// What the layer is called in the trace.
    uint32_t layerName(uint64_t id);

    const StringTable& names() const { return m_names; }
    const StringTable& shapes() const { return m_shapes; }

private:
    const std::string& rootName(uint64_t id, const ProgramLayer& root);

    std::string m_stepRange;
    StringTable m_names;
    StringTable m_shapes;
    bool m_hasTooManyShapes = false;
    std::unordered_map<uint64_t, ProgramLayer> m_layers;
    std::vector<uint64_t> m_order; ///< of their descriptions
    uint64_t m_firstRoot = 0;      ///< whose layers need no prefix
    std::unordered_map<uint64_t, std::string> m_rootNames;
    std::unordered_map<std::string, int> m_rootsOfType;
};

} // namespace stepscope
