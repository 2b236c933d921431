#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace stepscope {

/// A value of Python's marshal format.
struct MarshalValue
{
    enum class Kind : uint8_t { None, Integer, Number, Text, Sequence, Dictionary };
    Kind kind = Kind::None;
    int64_t integer = 0; ///< of what does not fit the nearest
    double number = 0.0;
    std::string_view text;
    std::vector<uint32_t> items; ///< indices of values; of a dictionary keys and values in turn
};

/// Plain data in Python's marshal format, versions 0 to 4, as marshal.dump writes it: nothing, numbers,
/// texts, tuples, lists, sets and dictionaries. Code and anything else ends the reading, for nothing is ever
/// run. What was read before a damaged place stays. Takes memory in proportion to the bytes, whatever they
/// say.
class MarshalContent
{
public:
    /// `bytes` must outlive it.
    explicit MarshalContent(std::string_view bytes);

    /// Whether all was read to the end of the outermost value.
    bool isWhole() const { return m_isWhole; }
    /// The outermost value.
    const MarshalValue& root() const { return m_values.front(); }
    const MarshalValue& operator[](uint32_t value) const { return m_values[value]; }

private:
    uint32_t take(int depth);
    void takeItems(uint32_t value, uint64_t count, int depth);
    void takeDictionary(uint32_t value, int depth);
    bool takeSimple(char kind, MarshalValue& value);
    std::string_view takeText(uint64_t size);
    void takeLong(MarshalValue& value);
    void takeTextNumber(MarshalValue& value);
    uint64_t takeNumber(size_t bytes);

    std::string_view m_bytes;
    size_t m_at = 0;
    std::vector<MarshalValue> m_values;
    std::vector<uint32_t> m_references; ///< values that later ones refer to
    std::vector<uint32_t> m_interned;   ///< texts that later ones of Python 2 refer to
    bool m_isWhole = false;
};

} // namespace stepscope
