#include "core/import/events/imported_names.h"

#include "core/base/text/ascii.h"
#include "core/import/events/convolution_inputs.h"
#include "core/import/shared/json_text.h"
#include "core/trace/autograd_links.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace stepscope {

namespace {

constexpr std::string_view stepPrefix = "ProfilerStep#";
constexpr std::string_view modulePrefix = "nn.Module: ";

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

int64_t stepOf(std::string_view name)
{
    if (!name.starts_with(stepPrefix))
        return -1;
    int64_t number = -1;
    std::from_chars(name.data() + stepPrefix.size(), name.data() + name.size(), number);
    return number;
}

std::string withoutSpace(std::string_view list)
{
    std::string text;
    for (const char c : list) {
        if (static_cast<unsigned char>(c) <= ' ')
            continue;
        text += c;
        if (c == ',')
            text += ' ';
    }
    return text;
}

/// Inputs that are not tensors are empty lists here; those at the end are omitted.
std::string shapeText(std::string_view list)
{
    std::string text = withoutSpace(list);
    if (text.size() < 2)
        return {};
    text = text.substr(1, text.size() - 2);
    constexpr std::string_view nothing = "[]";
    constexpr std::string_view separator = ", ";
    while (text.ends_with(nothing) && (text.size() == nothing.size() || text.ends_with(", []"))) {
        text.resize(text.size() - nothing.size());
        if (text.ends_with(separator))
            text.resize(text.size() - separator.size());
    }
    return text;
}

/// Ranges around the loading of a batch: PyTorch's DataLoader, and names that programs and TorchRec use.
bool isOfDataLoading(std::string_view lowerName)
{
    static constexpr auto parts = std::to_array<std::string_view>(
        {"dataloader", "data_loader", "data loading", "data_loading", "load_data", "load_batch",
         "wait_for_batch", "next_batch", "fetch_batch"});
    return std::ranges::any_of(parts, [&](std::string_view part) { return contains(lowerName, part); });
}

} // namespace

CopyDirection copyDirectionOf(std::string_view text)
{
    using enum CopyDirection;
    static constexpr auto directions =
        std::to_array<std::pair<std::string_view, CopyDirection>>({{"HtoD", HostToDevice},
                                                                   {"DtoH", DeviceToHost},
                                                                   {"DtoD", DeviceToDevice},
                                                                   {"HtoH", HostToHost},
                                                                   {"PtoP", PeerToPeer},
                                                                   {"HostToDevice", HostToDevice},
                                                                   {"DeviceToHost", DeviceToHost},
                                                                   {"DeviceToDevice", DeviceToDevice},
                                                                   {"H2D", HostToDevice},
                                                                   {"D2H", DeviceToHost},
                                                                   {"D2D", DeviceToDevice},
                                                                   {"P2P", PeerToPeer},
                                                                   {"HOST_TO_DEVICE", HostToDevice},
                                                                   {"DEVICE_TO_HOST", DeviceToHost},
                                                                   {"DEVICE_TO_DEVICE", DeviceToDevice},
                                                                   {"M2D", HostToDevice},
                                                                   {"D2M", DeviceToHost}});
    for (const auto& [part, direction] : directions) {
        if (contains(text, part))
            return direction;
    }
    return None;
}

NameTraits traitsOf(std::string_view name)
{
    const std::string lower = lowerCase(name.substr(0, 200));
    NameTraits traits;
    traits.step = stepOf(name);
    traits.isModule = name.starts_with(modulePrefix);
    traits.isOptimizer = name.starts_with("Optimizer.") || lower == "## optimizer ##";
    traits.isData = isOfDataLoading(lower);
    traits.isAnnotation = traits.step >= 0 || traits.isOptimizer ||
                          name.starts_with("enumerate(DataLoader)") || name.starts_with("## ") ||
                          name.starts_with("DistributedDataParallel.");
    const bool isOperator = contains(name, "::");
    traits.isBackward = isAutogradNodeName(name);
    traits.isForward = !isOperator && contains(lower, "forward");
    traits.isLoss = isOperator && contains(lower, "_loss") && !contains(lower, "backward");
    traits.isCommunication = lower.starts_with("nccl") || lower.starts_with("rccl") ||
                             contains(lower, "nccldev") || contains(lower, "ncclkernel") ||
                             lower.starts_with("hccl") || contains(lower, "oneccl");
    traits.isCopy = contains(lower, "memcpy");
    traits.isSet = contains(lower, "memset");
    traits.isStreamEvent = lower == "event_record" || lower == "event_wait";
    if (traits.isCopy)
        traits.direction = copyDirectionOf(name);
    return traits;
}

ImportedNames::ImportedNames(std::span<const ImportedTexts> texts, Trace& trace, ImportLog& log)
    : m_texts(texts)
    , m_trace(trace)
    , m_log(log)
{
    for (const ImportedTexts& each : texts) {
        m_knownOf.emplace_back(each.names.size());
        m_shapeOf.emplace_back(each.shapes.size(), noShape);
    }
}

ImportedNameId ImportedNames::known(int reader, ImportedNameId name)
{
    ImportedNameId& known = m_knownOf[size_t(reader)][name];
    if (!known.isNone())
        return known;
    bool wasRepaired = false;
    std::string text = decodedJsonText(m_texts[size_t(reader)].names[name], wasRepaired);
    const auto [entry, isNew] = m_knownByText.try_emplace(text, uint32_t(m_known.size()));
    known = entry->second;
    if (isNew) {
        const NameTraits traits = traitsOf(text);
        m_known.push_back({.text = std::move(text), .traits = traits});
    }
    if (isNew && wasRepaired)
        m_log.count(ImportIssue::ControlCharacters);
    return known;
}

NameId ImportedNames::nameOf(ImportedNameId known)
{
    Known& entry = m_known[known];
    if (entry.id == noName) {
        const std::string_view text = entry.text;
        entry.id = m_trace.names.intern(entry.traits.isModule ? text.substr(modulePrefix.size()) : text);
    }
    return entry.id;
}

ShapeId ImportedNames::shapeOf(int reader, ImportedShapeId shape)
{
    ShapeId& id = m_shapeOf[size_t(reader)][shape];
    if (id == noShape) {
        const std::string_view raw = m_texts[size_t(reader)].shapes[shape];
        bool wasRepaired = false;
        const std::string text = raw.starts_with('"')
                                     ? decodedJsonText(raw.substr(1, raw.size() - 2), wasRepaired)
                                 : raw.starts_with('[') ? shapeText(raw)
                                                        : convolutionText(raw);
        id = text.empty() ? emptyShape : m_shapes.intern(text);
        if (!text.empty() && id == m_trace.shapes.size())
            m_trace.shapes.push_back(text);
    }
    return id == emptyShape ? noShape : id;
}

} // namespace stepscope
