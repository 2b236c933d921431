#pragma once

#include "core/import/events/imported_events.h"

#include <span>
#include <string>
#include <unordered_map>

namespace stepscope {

/// What a name says about its event, whatever the event's category.
struct NameTraits
{
    int64_t step = -1; ///< of "ProfilerStep#5"
    bool isModule = false;
    bool isAnnotation = false; ///< if annotations and operators have the same category
    bool isCommunication = false;
    bool isBackward = false;
    bool isForward = false;
    bool isOptimizer = false;
    bool isData = false;
    bool isLoss = false;
    bool isCopy = false;
    bool isSet = false;
    bool isStreamEvent = false;                    ///< a stream marks an event, or waits for one
    CopyDirection direction = CopyDirection::None; ///< "Memcpy HtoD (Pageable -> Device)"
};
NameTraits traitsOf(std::string_view name);

CopyDirection copyDirectionOf(std::string_view text);

/// Maps the names and shapes of all reading threads to those of the trace; decoded on first use.
class ImportedNames
{
public:
    ImportedNames(std::span<const ImportedTexts> texts, Trace& trace, ImportLog& log);

    /// The id of a reader's name that is the same for all readers and blocks.
    ImportedNameId known(int reader, ImportedNameId name);
    const NameTraits& traits(ImportedNameId known) const { return m_known[known].traits; }
    const std::string& text(ImportedNameId known) const { return m_known[known].text; }
    /// The id in Trace::names. For a module's call, the module's name: "Conv2d_0".
    NameId nameOf(ImportedNameId known);
    /// "[64, 1, 28, 28], [32]" of "[[64, 1, 28, 28], [32], []]", as an id in Trace::shapes. A quoted text is
    /// used as it is, and convolutionText() of one that begins with a name.
    ShapeId shapeOf(int reader, ImportedShapeId shape);

private:
    struct Known
    {
        std::string text;
        NameTraits traits;
        NameId id = noName;
    };

    std::span<const ImportedTexts> m_texts;
    Trace& m_trace;
    ImportLog& m_log;
    std::vector<std::vector<ImportedNameId>> m_knownOf; ///< by reader and name, in m_known
    std::vector<Known> m_known;
    static constexpr ShapeId emptyShape{noShape - 1};
    /// By reader and shape. noShape: not decoded yet; emptyShape: there is none.
    std::vector<std::vector<ShapeId>> m_shapeOf;
    StringTable<ShapeId> m_shapes;
    std::unordered_map<std::string, ImportedNameId> m_knownByText; ///< several readers can have found it
};

} // namespace stepscope
