#pragma once

#include "core/base/id.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace stepscope {

/// Index of a value of a MarshalContent.
using MarshalId = Id<struct ValueOfMarshal>;

/// A value of Python's marshal format.
struct MarshalValue
{
    enum class Kind : uint8_t { None, Integer, Number, Text, Sequence, Dictionary };
    Kind kind = Kind::None;
    int64_t integer = 0; ///< the nearest value if it does not fit
    double number = 0.0;
    std::string_view text;
    std::vector<MarshalId> items; ///< for a dictionary, keys and values alternate
};

/// Plain data in Python's marshal format, versions 0 to 4, as written by marshal.dump: None, numbers,
/// strings, tuples, lists, sets and dictionaries. Reading stops at code and anything else, since nothing is
/// ever executed. What was read before any damage is kept. Takes memory in proportion to the bytes, whatever
/// sizes they state.
class MarshalContent
{
public:
    /// `bytes` must outlive this object.
    explicit MarshalContent(std::string_view bytes);

    /// Whether everything was read, to the end of the outermost value.
    bool isWhole() const { return m_isWhole; }
    /// The outermost value.
    const MarshalValue& root() const { return m_values.front(); }
    const MarshalValue& operator[](MarshalId value) const { return m_values[value]; }

private:
    MarshalId take(int depth);
    void takeItems(MarshalId value, uint64_t count, int depth);
    void takeDictionary(MarshalId value, int depth);
    bool takeSimple(char kind, MarshalValue& value);
    std::string_view takeText(uint64_t size);
    void takeLong(MarshalValue& value);
    void takeTextNumber(MarshalValue& value);
    uint64_t takeNumber(size_t bytes);

    std::string_view m_bytes;
    size_t m_at = 0;
    std::vector<MarshalValue> m_values;
    std::vector<MarshalId> m_references; ///< values that later ones refer to
    std::vector<MarshalId> m_interned;   ///< texts that later ones of Python 2 refer to
    bool m_isWhole = false;
};

} // namespace stepscope
