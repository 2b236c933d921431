#pragma once

#include "core/base/string_table.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stepscope {

/// The role of a range that the program has marked, according to its name.
enum class RangeRole : uint8_t {
    None,
    Data,     ///< a batch is fetched from a data loader
    Update,   ///< an optimizer changes the weights, or a gradient scaler decides whether to do so
    Reset,    ///< gradients are set to zero
    Backward, ///< autograd computes the gradients of one of its nodes
    Mark,     ///< the end of a step, such as stepscope.step()
};

/// A torch.nn.Module of the program.
struct ProgramLayer
{
    std::string name;       ///< as in named_modules() of its network; for the network itself its type
    std::string type;       ///< "Conv2d"
    int64_t parameters = 0; ///< trainable values, including those of inner layers
    uint64_t root = 0;      ///< id of its network

    bool isLoss() const { return parameters == 0 && type.ends_with("Loss"); }
    bool isTrainable() const { return parameters > 0; }
};

/// Names, shapes and layers of a recorded process, shared by all its threads.
class ProgramNames
{
public:
    /// `stepRange`: name of the range that ends a step; empty: that of stepscope.step().
    explicit ProgramNames(std::string stepRange = {});

    RangeRole roleOf(std::string_view name) const;
    /// Id in names().
    NameId name(std::string_view text) { return m_names.intern(text); }
    /// Id in shapes(). noShape if there are too many different shapes: a program whose inputs always differ
    /// must not exhaust the memory.
    ShapeId shape(std::string_view text);
    bool hasTooManyShapes() const { return m_hasTooManyShapes; }

    void addLayer(uint64_t id, ProgramLayer layer);
    /// Null: the program has not described it.
    const ProgramLayer* layer(uint64_t id) const;
    /// The modules in this network, without the network itself, in the order of named_modules(). It may be a
    /// part of another one that is not called as a whole.
    std::vector<uint64_t> layersOf(uint64_t network) const;
    /// Whether this root module is a network: it can be trained, or no root module can. A transform of
    /// samples is a module as well.
    bool isNetwork(uint64_t root) const;
    /// The layer's name in the trace.
    NameId layerName(uint64_t id);

    const StringTable<NameId>& names() const { return m_names; }
    const StringTable<ShapeId>& shapes() const { return m_shapes; }

private:
    const std::string& rootName(uint64_t id, const ProgramLayer& root);

    std::string m_stepRange;
    StringTable<NameId> m_names;
    StringTable<ShapeId> m_shapes;
    bool m_hasTooManyShapes = false;
    std::unordered_map<uint64_t, ProgramLayer> m_layers;
    std::vector<uint64_t> m_order; ///< layer ids in the order of their descriptions
    uint64_t m_firstRoot = 0;      ///< its layers need no prefix
    std::unordered_map<uint64_t, std::string> m_rootNames;
    std::unordered_map<std::string, int> m_rootsOfType;
};

} // namespace stepscope
