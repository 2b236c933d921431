#pragma once

#include "core/data/own/byte_stream.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace stepscope::test {

/// Bytes in memory, which may claim another size.
class MemoryStream : public ByteStream
{
public:
    explicit MemoryStream(std::string content, int64_t claimed = -1)
        : m_content(std::move(content))
        , m_claimed(claimed)
    {
    }

    int64_t size() const override { return m_claimed >= 0 ? m_claimed : int64_t(m_content.size()); }

    size_t read(void* to, size_t size) override
    {
        const auto count = std::min(size, m_content.size() - m_at);
        if (count > 0)
            std::memcpy(to, m_content.data() + m_at, count);
        m_at += count;
        return count;
    }

private:
    std::string m_content;
    int64_t m_claimed;
    size_t m_at = 0;
};

} // namespace stepscope::test
