#include "core/import/onnx/onnx_content.h"

#include "core/graph/tensor_shape.h"
#include "core/import/shared/protobuf_fields.h"
#include "core/language/translation.h"

#include <algorithm>
#include <optional>

namespace stepscope {

namespace {

using protozero::pbf_reader;

constexpr int deepestGraph = 32;
// Items of a byte or two in a file take more in memory.
constexpr size_t mostItems = 4'000'000;
constexpr size_t mostDimensions = 64;

// Field numbers in onnx.proto.
namespace model {
enum : uint32_t {
    irVersion = 1,
    producer = 2,
    producerVersion = 3,
    graph = 7,
    operatorSet = 8,
    functions = 25
};
}
namespace graph {
enum : uint32_t { node = 1, name = 2, initializer = 5, input = 11, output = 12, value = 13, sparse = 15 };
}
namespace node {
enum : uint32_t { input = 1, output = 2, name = 3, op = 4, attribute = 5, domain = 7 };
}
namespace attribute {
enum : uint32_t { name = 1, tensor = 5, graph = 6, graphs = 11 };
}
namespace tensor {
enum : uint32_t { size = 1, type = 2, name = 8, location = 14 };
}
namespace sparse {
enum : uint32_t { values = 1, sizes = 3 };
}
namespace value {
enum : uint32_t { name = 1, type = 2 };
}
namespace type {
enum : uint32_t { tensor = 1, shape = 2 };
}
namespace shape {
enum : uint32_t { dimension = 1, size = 1 };
}

/// Reads the fields of a message: `take` gets each field and returns whether it has read it.
template<class Take>
void forEachField(pbf_reader message, const Take& take)
{
    while (message.next()) {
        if (!take(message))
            message.skip();
    }
}

void addSize(std::vector<int64_t>& sizes, int64_t size)
{
    if (sizes.size() < mostDimensions)
        sizes.push_back(size);
}

bool isText(const pbf_reader& field, uint32_t number)
{
    return field.tag_and_type() == protobuf::bytes(number);
}

OnnxTensor tensorOf(pbf_reader message)
{
    OnnxTensor made;
    forEachField(message, [&](pbf_reader& field) {
        if (isText(field, tensor::name))
            made.name = protobuf::viewOf(field);
        else if (field.tag_and_type() == protobuf::varint(tensor::size))
            addSize(made.sizes, field.get_int64());
        else if (isText(field, tensor::size))
            for (const int64_t size : field.get_packed_int64())
                addSize(made.sizes, size);
        else if (field.tag_and_type() == protobuf::varint(tensor::type))
            made.type = field.get_int64();
        else if (field.tag_and_type() == protobuf::varint(tensor::location))
            made.isExternal = field.get_int64() == 1;
        else
            return false;
        return true;
    });
    return made;
}

OnnxTensor sparseTensorOf(pbf_reader message)
{
    OnnxTensor made;
    std::vector<int64_t> sizes;
    forEachField(message, [&](pbf_reader& field) {
        if (isText(field, sparse::values))
            made = tensorOf(field.get_message());
        else if (isText(field, sparse::sizes))
            for (const int64_t size : field.get_packed_int64())
                addSize(sizes, size);
        else
            return false;
        return true;
    });
    made.sizes = std::move(sizes);
    return made;
}

int64_t dimensionOf(pbf_reader message)
{
    int64_t size = openSize;
    forEachField(message, [&](pbf_reader& field) {
        const bool isSize = field.tag_and_type() == protobuf::varint(shape::size);
        if (isSize)
            size = std::max(field.get_int64(), openSize);
        return isSize;
    });
    return size;
}

OnnxValue valueOf(pbf_reader message)
{
    OnnxValue made;
    forEachField(message, [&](pbf_reader& field) {
        if (isText(field, value::name)) {
            made.name = protobuf::viewOf(field);
            return true;
        }
        if (!isText(field, value::type))
            return false;
        forEachField(field.get_message(), [&](pbf_reader& kind) {
            if (!isText(kind, type::tensor))
                return false;
            forEachField(kind.get_message(), [&](pbf_reader& part) {
                if (!isText(part, type::shape))
                    return false;
                made.hasShape = true;
                forEachField(part.get_message(), [&](pbf_reader& dimension) {
                    if (!isText(dimension, shape::dimension))
                        return false;
                    addSize(made.sizes, dimensionOf(dimension.get_message()));
                    return true;
                });
                return true;
            });
            return true;
        });
        return true;
    });
    return made;
}

class Reader
{
public:
    struct TooMany
    {
    };

    explicit Reader(OnnxModel& model)
        : m_model(model)
    {
    }

    /// Fields read before a damaged one are kept.
    void readGraph(pbf_reader message, OnnxGraph& made, int depth)
    {
        forEachField(message, [&](pbf_reader& field) {
            count();
            if (isText(field, graph::node))
                made.nodes.push_back(nodeOf(field.get_message(), depth));
            else if (isText(field, graph::name))
                made.name = protobuf::viewOf(field);
            else if (isText(field, graph::initializer))
                made.initializers.push_back(tensorOf(field.get_message()));
            else if (isText(field, graph::sparse))
                made.initializers.push_back(sparseTensorOf(field.get_message()));
            else if (isText(field, graph::input))
                made.inputs.push_back(valueOf(field.get_message()));
            else if (isText(field, graph::output))
                made.outputs.push_back(valueOf(field.get_message()));
            else if (isText(field, graph::value))
                made.values.push_back(valueOf(field.get_message()));
            else
                return false;
            return true;
        });
    }

    void readOperatorSet(pbf_reader message)
    {
        std::pair<std::string_view, int64_t> made;
        forEachField(message, [&](pbf_reader& field) {
            if (isText(field, 1))
                made.first = protobuf::viewOf(field);
            else if (field.tag_and_type() == protobuf::varint(2))
                made.second = field.get_int64();
            else
                return false;
            return true;
        });
        m_model.operatorSets.push_back(made);
    }

private:
    void count()
    {
        if (++m_items > mostItems)
            throw TooMany();
    }

    OnnxNode nodeOf(pbf_reader message, int depth)
    {
        OnnxNode made;
        forEachField(message, [&](pbf_reader& field) {
            count();
            if (isText(field, node::input))
                made.inputs.push_back(protobuf::viewOf(field));
            else if (isText(field, node::output))
                made.outputs.push_back(protobuf::viewOf(field));
            else if (isText(field, node::name))
                made.name = protobuf::viewOf(field);
            else if (isText(field, node::op))
                made.op = protobuf::viewOf(field);
            else if (isText(field, node::domain))
                made.domain = protobuf::viewOf(field);
            else if (isText(field, node::attribute))
                readAttribute(field.get_message(), made, depth);
            else
                return false;
            return true;
        });
        return made;
    }

    void readAttribute(pbf_reader message, OnnxNode& made, int depth)
    {
        std::string_view name;
        std::vector<pbf_reader> graphs;
        forEachField(message, [&](pbf_reader& field) {
            if (isText(field, attribute::name))
                name = protobuf::viewOf(field);
            else if (isText(field, attribute::graph) || isText(field, attribute::graphs))
                graphs.push_back(field.get_message());
            else if (isText(field, attribute::tensor))
                made.tensors.push_back(tensorOf(field.get_message()));
            else
                return false;
            return true;
        });
        for (const pbf_reader& each : graphs) {
            if (depth >= deepestGraph)
                ++m_model.tooDeep;
            else
                readGraph(each, made.graphs.emplace_back(OnnxSubgraph{name, {}}).graph, depth + 1);
        }
    }

    OnnxModel& m_model;
    size_t m_items = 0;
};

/// A field of the outermost message. One that ends after the end of the content is kept as far as it goes: a
/// truncated file usually ends within its graph.
struct Field
{
    uint32_t number = 0;
    protozero::pbf_wire_type type = protozero::pbf_wire_type::unknown;
    uint64_t integer = 0;
    std::string_view bytes;
    bool isCut = false;
};

/// Takes a field off the start of the content; none: it cannot be read.
std::optional<Field> takeField(std::string_view& content)
{
    const char* at = content.data();
    const char* const end = at + content.size();
    Field field;
    try {
        const uint64_t tag = protozero::decode_varint(&at, end);
        field.number = uint32_t(std::min<uint64_t>(tag >> 3, UINT32_MAX));
        field.type = protozero::pbf_wire_type(tag & 7);
        if (field.type == protozero::pbf_wire_type::varint) {
            field.integer = protozero::decode_varint(&at, end);
        } else if (field.type == protozero::pbf_wire_type::length_delimited) {
            const uint64_t size = protozero::decode_varint(&at, end);
            field.isCut = size > uint64_t(end - at);
            field.bytes = {at, field.isCut ? size_t(end - at) : size_t(size)};
            at += field.bytes.size();
        } else {
            return std::nullopt; // fields of a model have no other type
        }
    } catch (const protozero::exception&) {
        return std::nullopt;
    }
    content.remove_prefix(size_t(at - content.data()));
    return field;
}

bool isBytes(const Field& field, uint32_t number)
{
    return field.number == number && field.type == protozero::pbf_wire_type::length_delimited;
}

} // namespace

OnnxModel onnxModel(std::string_view content)
{
    OnnxModel made;
    Reader reader(made);
    try {
        while (!content.empty()) {
            const auto field = takeField(content);
            if (!field) {
                made.damage = translated("it has a field that does not belong to a model");
                break;
            }
            if (field->isCut)
                made.damage = translated("it is cut short");
            if (field->number == model::irVersion && field->type == protozero::pbf_wire_type::varint)
                made.irVersion = int64_t(field->integer);
            else if (isBytes(*field, model::producer))
                made.producer = field->bytes;
            else if (isBytes(*field, model::producerVersion))
                made.producerVersion = field->bytes;
            else if (isBytes(*field, model::operatorSet))
                reader.readOperatorSet(protobuf::readerOf(field->bytes));
            else if (isBytes(*field, model::functions))
                ++made.functions;
            else if (isBytes(*field, model::graph)) {
                made.hasGraph = true;
                reader.readGraph(protobuf::readerOf(field->bytes), made.graph, 0);
            }
        }
    } catch (const protozero::exception&) {
        if (made.damage.empty())
            made.damage = translated("it has content that does not belong to a model");
    } catch (const Reader::TooMany&) {
        made.damage = translated("it has more than 4,000,000 parts");
    }
    return made;
}

bool looksLikeOnnx(std::string_view head)
{
    constexpr int64_t newestVersion = 100;
    constexpr uint32_t lastField = 30;
    bool hasVersion = false;
    while (!head.empty()) {
        const auto field = takeField(head);
        const bool isInteger = field && field->type == protozero::pbf_wire_type::varint;
        if (!field || field->number == 0 || field->number > lastField)
            return false;
        const bool mustBeInteger = field->number == model::irVersion || field->number == 5;
        if (isInteger != mustBeInteger)
            return false;
        if (field->number == model::irVersion)
            hasVersion = field->integer > 0 && field->integer < uint64_t(newestVersion);
        if (isBytes(*field, model::graph))
            return hasVersion;
        if (field->isCut)
            return hasVersion;
    }
    return false;
}

} // namespace stepscope
