#include "tests/fuzz/fuzz_target.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>

namespace stepscope::fuzz {

MemoryFile::MemoryFile(const uint8_t* data, size_t size)
    : m_descriptor(memfd_create("fuzz", MFD_CLOEXEC))
{
    for (size_t done = 0; m_descriptor >= 0 && done < size;) {
        const auto count = ::write(m_descriptor, data + done, size - done);
        if (count <= 0)
            std::abort();
        done += size_t(count);
    }
}

MemoryFile::~MemoryFile()
{
    ::close(m_descriptor);
}

std::filesystem::path MemoryFile::path() const
{
    return "/proc/self/fd/" + std::to_string(m_descriptor);
}

} // namespace stepscope::fuzz
