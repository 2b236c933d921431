#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace stepscope {

/// A number for each event of a trace, appended one by one. Another thread may append after the position
/// where this column will end: see tail().
class EventColumn
{
public:
    EventColumn() = default;

    size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    size_t capacity() const { return m_capacity; }
    uint32_t operator[](size_t event) const { return m_numbers[event]; }
    uint32_t& operator[](size_t event) { return m_numbers[event]; }
    std::span<const uint32_t> all() const { return {m_numbers, m_size}; }

    void push_back(uint32_t number)
    {
        if (m_size == m_capacity)
            reserve(std::max<size_t>(1024, 2 * m_size));
        m_numbers[m_size++] = number;
    }
    void reserve(size_t capacity)
    {
        if (capacity <= m_capacity)
            return;
        // Not zeroed: that would cost a pass over it.
        auto room = std::make_unique_for_overwrite<uint32_t[]>(capacity);
        std::copy_n(m_numbers, m_size, room.get());
        m_room = std::move(room);
        m_numbers = m_room.get();
        m_capacity = capacity;
    }

    /// A column in the same memory that continues at `begin`, which must be within the capacity. This column
    /// must outlive it, not grow beyond `begin`, and not be reserved again.
    EventColumn tail(size_t begin) const
    {
        EventColumn column;
        column.m_numbers = m_numbers;
        column.m_size = begin;
        column.m_capacity = m_capacity;
        return column;
    }
    /// Continues at the end of the tail that began at size().
    void join(const EventColumn& tail) { m_size = tail.m_size; }

private:
    std::unique_ptr<uint32_t[]> m_room; ///< null for a tail
    uint32_t* m_numbers = nullptr;
    size_t m_size = 0;
    size_t m_capacity = 0;
};

} // namespace stepscope
