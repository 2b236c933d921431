#pragma once

#include "core/data/own/byte_stream.h"
#include "core/weights/safetensors.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace stepscope {

/// Of a file with one array of NumPy.
inline constexpr auto npyExtension = ".npy";

/// The arrays of an .npz file, those of the .npy files in a folder, or the tensors of a .safetensors file.
class ArrayFiles
{
public:
    /// Throws Error that names the path and the problem.
    explicit ArrayFiles(std::filesystem::path path);

    const std::filesystem::path& path() const { return m_path; }

    /// Whether there is an array with this name. None may be open, as for names().
    bool has(const std::string& name) const;
    /// Of all arrays.
    std::vector<std::string> names() const;

    /// An array by its name, "x_train", as an .npy file. Close it before another one is opened. Throws Error
    /// with a reason that continues a sentence.
    std::unique_ptr<ByteStream> open(const std::string& name);

    /// For messages: "x_train.npy in data.npz".
    std::string placeOf(const std::string& name) const;

    /// Changes with the files.
    std::string stamp(const std::vector<std::string>& names) const;

private:
    std::filesystem::path m_path;
    std::shared_ptr<void> m_zip; ///< of an .npz file
    std::shared_ptr<SafetensorsReader> m_tensors;
};

} // namespace stepscope
