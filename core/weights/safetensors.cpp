#include "core/weights/safetensors.h"

#include "core/base/error.h"
#include "core/base/files/atomic_file.h"
#include "core/base/system_reason.h"
#include "core/base/text/visible_text.h"
#include "core/language/translation.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <utility>

namespace stepscope {

static_assert(std::endian::native == std::endian::little, "the format stores values in this order");

namespace {

constexpr int64_t longestHeader = 100'000'000; // as in the format's own reader
constexpr int64_t lengthBytes = 8;
constexpr auto metadataKey = "__metadata__";

struct TensorType
{
    std::string_view name;
    int64_t bytes;
};

constexpr TensorType tensorTypes[] = {{"F64", 8}, {"F32", 4}, {"F16", 2}, {"BF16", 2}, {"I64", 8},
                                      {"I32", 4}, {"I16", 2}, {"I8", 1},  {"U64", 8},  {"U32", 4},
                                      {"U16", 2}, {"U8", 1},  {"BOOL", 1}};

Error damagedHeader()
{
    return Error(translated("its header is damaged"));
}

/// A whole number of at least 0. Throws Error for anything else.
int64_t countOf(const nlohmann::json& value)
{
    if (!value.is_number_unsigned() || value.get<uint64_t>() > uint64_t(1) << 62)
        throw damagedHeader();
    return value.get<int64_t>();
}

StoredTensor tensorOf(const std::string& name, const nlohmann::json& json, int64_t dataBytes)
{
    if (!json.is_object() || !json.contains("dtype") || !json["dtype"].is_string() ||
        !json.contains("shape") || !json["shape"].is_array() || !json.contains("data_offsets") ||
        !json["data_offsets"].is_array() || json["data_offsets"].size() != 2)
        throw damagedHeader();
    StoredTensor tensor{.name = name, .type = json["dtype"].get<std::string>()};
    const int64_t valueBytes = tensorTypeBytes(tensor.type);
    if (valueBytes == 0)
        throw Error(translated("the type {type} of {tensor} is not known",
                               {{"type", shortLine(tensor.type, longestShownName)},
                                {"tensor", shortLine(name, longestShownName)}}));
    int64_t expected = valueBytes;
    for (const auto& length : json["shape"]) {
        tensor.shape.push_back(countOf(length));
        if (__builtin_mul_overflow(expected, tensor.shape.back(), &expected))
            throw damagedHeader();
    }
    tensor.offset = countOf(json["data_offsets"][0]);
    const int64_t end = countOf(json["data_offsets"][1]);
    tensor.bytes = end - tensor.offset;
    if (tensor.bytes != expected)
        throw damagedHeader();
    if (end > dataBytes)
        throw Error(translated("it is cut short"));
    return tensor;
}

Error unreadable(const std::filesystem::path& path, const std::string& reason)
{
    return Error(translated("{file} cannot be read as tensors: {reason}.",
                            {{"file", path.string()}, {"reason", reason}}));
}

std::string headerText(std::span<const TensorToStore> tensors,
                       const std::map<std::string, std::string>& metadata)
{
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    if (!metadata.empty())
        json[metadataKey] = metadata;
    int64_t offset = 0;
    for (const TensorToStore& tensor : tensors) {
        json[tensor.name] = {{"dtype", tensor.type},
                             {"shape", tensor.shape},
                             {"data_offsets", {offset, offset + tensor.bytes}}};
        offset += tensor.bytes;
    }
    std::string text = json.dump();
    constexpr size_t alignment = 8; // of the values, for readers that map the file
    text.resize((text.size() + alignment - 1) / alignment * alignment, ' ');
    return text;
}

} // namespace

int64_t tensorTypeBytes(std::string_view type)
{
    const auto* const found = std::ranges::find(tensorTypes, type, &TensorType::name);
    return found == std::end(tensorTypes) ? 0 : found->bytes;
}

SafetensorsHeader parseSafetensorsHeader(std::string_view text, int64_t dataBytes)
{
    const auto json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_object())
        throw Error(translated("it is not in Safetensors format"));
    SafetensorsHeader header;
    for (const auto& [name, value] : json.items()) {
        if (name != metadataKey) {
            header.tensors.push_back(tensorOf(name, value, dataBytes));
            continue;
        }
        if (!value.is_object())
            throw damagedHeader();
        for (const auto& [key, entry] : value.items()) {
            if (!entry.is_string())
                throw damagedHeader();
            header.metadata[key] = entry.get<std::string>();
        }
    }
    std::ranges::sort(header.tensors, {}, [](const StoredTensor& t) { return std::pair(t.offset, t.bytes); });
    int64_t end = 0;
    for (const StoredTensor& tensor : header.tensors) {
        if (tensor.offset != end)
            throw damagedHeader();
        end = tensor.offset + tensor.bytes;
    }
    if (end != dataBytes)
        throw damagedHeader();
    return header;
}

SafetensorsReader::SafetensorsReader(std::filesystem::path path)
    : m_path(std::move(path))
{
    std::error_code problem;
    const auto status = std::filesystem::status(m_path, problem);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
        throw unreadable(m_path, translated("it is not a file"));
    m_file.open(m_path, std::ios::binary | std::ios::ate);
    if (!m_file)
        throw unreadable(m_path, systemReason(errno));
    const auto fileBytes = int64_t(m_file.tellg());
    std::array<unsigned char, lengthBytes> start{};
    m_file.seekg(0);
    if (fileBytes < lengthBytes || !m_file.read(reinterpret_cast<char*>(start.data()), lengthBytes))
        throw unreadable(m_path, translated("it is not in Safetensors format"));
    const auto length = std::bit_cast<uint64_t>(start);
    if (length > uint64_t(longestHeader))
        throw unreadable(m_path, translated("it is not in Safetensors format"));
    m_dataStart = lengthBytes + int64_t(length);
    if (m_dataStart > fileBytes)
        throw unreadable(m_path, translated("it is cut short"));
    std::string text(length, '\0');
    if (!m_file.read(text.data(), int64_t(length)))
        throw unreadable(m_path, systemReason(errno));
    try {
        m_header = parseSafetensorsHeader(text, fileBytes - m_dataStart);
    } catch (const Error& error) {
        throw unreadable(m_path, error.what());
    }
}

const StoredTensor* SafetensorsReader::find(std::string_view name) const
{
    const auto found = std::ranges::find(m_header.tensors, name, &StoredTensor::name);
    return found == m_header.tensors.end() ? nullptr : &*found;
}

void SafetensorsReader::read(const StoredTensor& tensor, void* to)
{
    m_file.clear();
    m_file.seekg(m_dataStart + tensor.offset);
    if (!m_file.read(static_cast<char*>(to), tensor.bytes))
        throw unreadable(m_path, translated("it is cut short"));
}

void writeSafetensors(const std::filesystem::path& path, std::span<const TensorToStore> tensors,
                      const std::map<std::string, std::string>& metadata)
{
    writePiecesAtomically(path, [&](const TextSink& sink) {
        const std::string header = headerText(tensors, metadata);
        const auto length = std::bit_cast<std::array<char, lengthBytes>>(uint64_t(header.size()));
        sink(std::string_view(length.data(), length.size()));
        sink(header);
        for (const TensorToStore& tensor : tensors)
            sink(std::string_view(static_cast<const char*>(tensor.values), size_t(tensor.bytes)));
    });
}

} // namespace stepscope
