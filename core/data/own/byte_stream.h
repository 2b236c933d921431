#pragma once

#include <cstddef>
#include <cstdint>

namespace stepscope {

/// Bytes that are read one after another.
class ByteStream
{
public:
    virtual ~ByteStream() = default;

    /// Of the whole stream, as stated by its source.
    virtual int64_t size() const = 0;
    /// Reads up to `size` bytes; fewer only at the end. Throws Error with a reason that continues a sentence.
    virtual size_t read(void* to, size_t size) = 0;
};

} // namespace stepscope
