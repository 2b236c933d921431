#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

namespace stepscope {

/// A number or an id for each event of a trace, appended one by one. Another thread may append after the
/// position where this column will end: see tail().
template<typename Number>
class EventColumn
{
public:
    EventColumn() = default;

    size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    size_t capacity() const { return m_capacity; }
    Number operator[](size_t event) const { return m_numbers[event]; }
    Number& operator[](size_t event) { return m_numbers[event]; }
    std::span<const Number> all() const { return {m_numbers, m_size}; }

    void push_back(Number number)
    {
        if (m_size == m_capacity)
            reserve(std::max<size_t>(1024, 2 * m_size));
        m_numbers[m_size++] = number;
    }
    void reserve(size_t capacity)
    {
        if (capacity <= m_capacity)
            return;
        // Not filled: that would cost a pass over it.
        auto room = std::make_unique_for_overwrite<std::byte[]>(capacity * sizeof(Number));
        auto* numbers = reinterpret_cast<Number*>(room.get());
        std::copy_n(m_numbers, m_size, numbers);
        m_room = std::move(room);
        m_numbers = numbers;
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
    static_assert(std::is_trivially_copyable_v<Number>);

    std::unique_ptr<std::byte[]> m_room; ///< null for a tail
    Number* m_numbers = nullptr;
    size_t m_size = 0;
    size_t m_capacity = 0;
};

} // namespace stepscope
