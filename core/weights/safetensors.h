#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

// Files of tensors in Safetensors format: https://huggingface.co/docs/safetensors

inline constexpr auto safetensorsExtension = ".safetensors";

/// A tensor in such a file.
struct StoredTensor
{
    std::string name;
    std::string type; ///< the format's code: "F32", "BF16", "I64", "U8"
    std::vector<int64_t> shape;
    int64_t offset = 0; ///< of its first byte, after the header
    int64_t bytes = 0;
};

struct SafetensorsHeader
{
    std::vector<StoredTensor> tensors; ///< in the order of their data
    std::map<std::string, std::string> metadata;
};

/// Bytes of one value; 0 for a type that is not known.
int64_t tensorTypeBytes(std::string_view type);

/// Reads the JSON text of a header whose file has `dataBytes` after it. Throws Error with a reason that
/// continues a sentence: "its header is damaged".
SafetensorsHeader parseSafetensorsHeader(std::string_view json, int64_t dataBytes);

/// Reads a file. Throws Error with one sentence that names it.
class SafetensorsReader
{
public:
    explicit SafetensorsReader(std::filesystem::path path);

    const std::filesystem::path& path() const { return m_path; }
    const SafetensorsHeader& header() const { return m_header; }
    /// Bytes before the first tensor.
    int64_t dataStart() const { return m_dataStart; }
    /// Null if there is no such tensor.
    const StoredTensor* find(std::string_view name) const;
    /// Reads the values of a tensor, StoredTensor::bytes long, in little-endian order.
    void read(const StoredTensor& tensor, void* to);

private:
    std::filesystem::path m_path;
    std::ifstream m_file;
    int64_t m_dataStart = 0;
    SafetensorsHeader m_header;
};

/// A tensor to write; its values are contiguous.
struct TensorToStore
{
    std::string name;
    std::string type;
    std::vector<int64_t> shape;
    const void* values = nullptr;
    int64_t bytes = 0;
};

/// The file appears completely or not at all. Throws Error that names it and the reason.
void writeSafetensors(const std::filesystem::path& path, std::span<const TensorToStore> tensors,
                      const std::map<std::string, std::string>& metadata);

} // namespace stepscope
