#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

namespace stepscope {

/// A reference to one thing among many of its kind: an index, or the number of an interned text. `Kind` is
/// only a name, so that an id of one kind is not taken for one of another. An id converts to its number, to
/// index a vector with it; a number has to be made an id explicitly. Without a number it is none.
///
/// As large as its number, so that columns of ids can be read and written like columns of numbers.
template<typename Kind, typename Number = uint32_t>
class Id
{
public:
    constexpr Id() = default;
    constexpr explicit Id(Number number)
        : m_number(number)
    {
    }
    template<typename Other, typename OtherNumber>
    requires(!std::is_same_v<Other, Kind>) explicit Id(Id<Other, OtherNumber>) = delete;

    constexpr operator Number() const { return m_number; }
    constexpr bool isNone() const { return m_number == std::numeric_limits<Number>::max(); }

    constexpr Id& operator++()
    {
        ++m_number;
        return *this;
    }

    constexpr bool operator==(const Id&) const = default;

private:
    Number m_number = std::numeric_limits<Number>::max();
};

// Ids of different kinds cannot be compared, although both convert to a number. (Without <compare> and
// <concepts>, which Qt 6.4's moc cannot parse.)
template<typename Kind, typename Number, typename OtherKind, typename OtherNumber>
requires(!std::is_same_v<Kind, OtherKind>) bool operator==(Id<Kind, Number>,
                                                           Id<OtherKind, OtherNumber>) = delete;
template<typename Kind, typename Number, typename OtherKind, typename OtherNumber>
requires(!std::is_same_v<Kind, OtherKind>) bool operator<(Id<Kind, Number>,
                                                          Id<OtherKind, OtherNumber>) = delete;
template<typename Kind, typename Number, typename OtherKind, typename OtherNumber>
requires(!std::is_same_v<Kind, OtherKind>) bool operator>(Id<Kind, Number>,
                                                          Id<OtherKind, OtherNumber>) = delete;
template<typename Kind, typename Number, typename OtherKind, typename OtherNumber>
requires(!std::is_same_v<Kind, OtherKind>) bool operator<=(Id<Kind, Number>,
                                                           Id<OtherKind, OtherNumber>) = delete;
template<typename Kind, typename Number, typename OtherKind, typename OtherNumber>
requires(!std::is_same_v<Kind, OtherKind>) bool operator>=(Id<Kind, Number>,
                                                           Id<OtherKind, OtherNumber>) = delete;

static_assert(sizeof(Id<void>) == sizeof(uint32_t) && sizeof(Id<void, uint16_t>) == sizeof(uint16_t));
static_assert(std::is_trivially_copyable_v<Id<void>> && std::is_standard_layout_v<Id<void>>);

} // namespace stepscope
