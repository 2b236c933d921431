#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// What a fuzz target is made of: libFuzzer calls the first with bytes of its own making, the test program
/// with the seeds, the kept corpus and mutations of both.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace stepscope::fuzz {

/// Sound inputs, from which mutations begin.
std::vector<std::string> seeds();

/// A file in memory for readers that take a path; it is there as long as the object.
class MemoryFile
{
public:
    MemoryFile(const uint8_t* data, size_t size);
    ~MemoryFile();
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    std::filesystem::path path() const;

private:
    int m_descriptor;
};

} // namespace stepscope::fuzz
