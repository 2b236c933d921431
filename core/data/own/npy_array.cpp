#include "core/data/own/npy_array.h"

#include "core/base/error.h"
#include "core/base/text/format.h"
#include "core/base/text/visible_text.h"
#include "core/language/translation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace stepscope {

namespace {

constexpr int64_t longestHeader = 1 << 16;
constexpr size_t mostDimensions = 32; // of NumPy
constexpr int64_t mostValues = int64_t(1) << 40;

Error notNpy()
{
    return Error(translated("it is not a NumPy array"));
}

Error damagedNpy()
{
    return Error(translated("its header is damaged"));
}

Error cutNpy()
{
    return Error(translated("it is cut short"));
}

/// Reads the header's text: a dictionary as Python writes it. Throws Error for anything else.
class NpyHeaderText
{
public:
    explicit NpyHeaderText(std::string_view text)
        : m_rest(text)
    {
    }

    NpyHeader read()
    {
        NpyHeader header;
        bool hasType = false;
        bool hasOrder = false;
        bool hasShape = false;
        expect('{');
        while (!skips('}')) {
            const auto key = quoted();
            expect(':');
            if (key == "descr") {
                header.type = type();
                hasType = true;
            } else if (key == "fortran_order") {
                header.isFortranOrder = truth();
                hasOrder = true;
            } else if (key == "shape") {
                header.shape = tuple();
                hasShape = true;
            } else {
                throw damagedNpy();
            }
            if (!skips(',')) {
                expect('}');
                break;
            }
        }
        if (!hasType || !hasOrder || !hasShape)
            throw damagedNpy();
        return header;
    }

private:
    void skipBlanks() { m_rest.remove_prefix(std::min(m_rest.find_first_not_of(" \n\t"), m_rest.size())); }

    bool skips(char c)
    {
        skipBlanks();
        if (!m_rest.starts_with(c))
            return false;
        m_rest.remove_prefix(1);
        return true;
    }

    void expect(char c)
    {
        if (!skips(c))
            throw damagedNpy();
    }

    std::string quoted()
    {
        skipBlanks();
        if (m_rest.empty() || (m_rest.front() != '\'' && m_rest.front() != '"'))
            throw damagedNpy();
        const auto end = m_rest.find(m_rest.front(), 1);
        if (end == std::string_view::npos)
            throw damagedNpy();
        std::string text(m_rest.substr(1, end - 1));
        m_rest.remove_prefix(end + 1);
        return text;
    }

    std::string type()
    {
        skipBlanks();
        if (m_rest.starts_with('[') || m_rest.starts_with('('))
            throw Error(translated("its values are records of several fields"));
        auto code = quoted();
        if (code.ends_with('O'))
            throw Error(translated("it contains Python objects, which are not read"));
        return code;
    }

    bool truth()
    {
        skipBlanks();
        for (const std::string_view word : {"True", "False"}) {
            if (m_rest.starts_with(word)) {
                m_rest.remove_prefix(word.size());
                return word == "True";
            }
        }
        throw damagedNpy();
    }

    std::vector<int64_t> tuple()
    {
        std::vector<int64_t> numbers;
        expect('(');
        while (!skips(')')) {
            skipBlanks();
            int64_t number = 0;
            const auto [end, problem] = std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), number);
            if (problem != std::errc() || number < 0 || numbers.size() == mostDimensions)
                throw damagedNpy();
            m_rest.remove_prefix(size_t(end - m_rest.data()));
            if (m_rest.starts_with('L')) // a long integer of Python 2
                m_rest.remove_prefix(1);
            numbers.push_back(number);
            if (!skips(',')) {
                expect(')');
                break;
            }
        }
        return numbers;
    }

    std::string_view m_rest;
};

/// How a number is stored.
struct NpyNumber
{
    int64_t bytes = 1;
    bool isFloat = false;
    bool isSigned = false; ///< of a whole number
    bool isBigEndian = false;
};

/// "<i8", "|u1", ">f4". None for other types.
std::optional<NpyNumber> npyNumberOf(std::string_view type)
{
    constexpr auto none = std::string_view::npos;
    if (type.size() != 3 || std::string_view("<>|=").find(type[0]) == none ||
        std::string_view("iuf").find(type[1]) == none)
        return std::nullopt;
    const bool isFloat = type[1] == 'f';
    if (std::string_view(isFloat ? "48" : "1248").find(type[2]) == none)
        return std::nullopt;
    return NpyNumber{.bytes = type[2] - '0',
                     .isFloat = isFloat,
                     .isSigned = type[1] == 'i',
                     .isBigEndian = type[0] == '>'};
}

/// The size of a value; 0 where it is not known.
int64_t valueBytes(std::string_view type)
{
    int64_t bytes = 0;
    const auto number = type.substr(std::min<size_t>(2, type.size()));
    std::from_chars(number.data(), number.data() + number.size(), bytes);
    const int64_t unit = type.size() > 1 && type[1] == 'U' ? 4 : 1; // characters of text
    return bytes > 0 && bytes < longestHeader ? unit * bytes : 0;
}

/// As NumPy's dtype writes it: "float32" for "<f4"; another code as it is.
std::string typeText(const std::string& code)
{
    constexpr auto kinds = std::to_array<std::pair<char, std::string_view>>(
        {{'i', "int"}, {'u', "uint"}, {'f', "float"}, {'c', "complex"}});
    const char letter = code.size() > 2 ? code[1] : ' ';
    if (letter == 'b')
        return "bool";
    for (const auto& [kind, name] : kinds) {
        if (kind == letter)
            return std::string(name) + std::to_string(8 * valueBytes(code));
    }
    return shortLine(code, longestShownName);
}

/// Throws Error if the stream goes on. Reading past the end also makes an archive compare the checksum.
void expectEnd(ByteStream& stream)
{
    if (uint8_t more = 0; stream.read(&more, 1) != 0)
        throw Error(translated("it is longer than its header says"));
}

/// Reads `size` bytes in pieces, so that a wrong size costs no memory.
std::vector<uint8_t> readValues(ByteStream& stream, int64_t size,
                                const std::function<void(int64_t)>& progress)
{
    constexpr int64_t piece = 8 << 20;
    std::vector<uint8_t> bytes;
    for (int64_t done = 0; done < size;) {
        const auto wanted = std::min(size - done, piece);
        if (int64_t(bytes.capacity()) < done + wanted)
            bytes.reserve(size_t(std::min(size, 2 * (done + wanted))));
        bytes.resize(size_t(done + wanted));
        if (int64_t(stream.read(bytes.data() + done, size_t(wanted))) < wanted)
            throw cutNpy();
        done += wanted;
        if (progress)
            progress(done);
    }
    expectEnd(stream);
    return bytes;
}

uint64_t bitsAt(const uint8_t* bytes, const NpyNumber& type)
{
    uint64_t bits = 0;
    for (int64_t i = 0; i < type.bytes; ++i)
        bits = bits << 8 | bytes[type.isBigEndian ? i : type.bytes - 1 - i];
    return bits;
}

int64_t wholeNumberAt(const uint8_t* bytes, const NpyNumber& type)
{
    const uint64_t bits = bitsAt(bytes, type);
    const auto unused = 64 - 8 * type.bytes;
    // One that needs the 64th bit is too large for a label, and becomes negative.
    return type.isSigned ? int64_t(bits << unused) >> unused : int64_t(bits);
}

double npyNumberAt(const uint8_t* bytes, const NpyNumber& type)
{
    const uint64_t bits = bitsAt(bytes, type);
    if (type.isFloat)
        return type.bytes == 4 ? double(std::bit_cast<float>(uint32_t(bits))) : std::bit_cast<double>(bits);
    return type.isSigned ? double(wholeNumberAt(bytes, type)) : double(bits);
}

std::string shapeText(const NpyHeader& header)
{
    std::string text;
    for (const auto length : header.shape)
        text += (text.empty() ? "" : " × ") + std::to_string(length);
    return text;
}

} // namespace

int64_t NpyHeader::values() const
{
    int64_t product = 1;
    for (const auto length : shape)
        product *= length;
    return product;
}

NpyHeader readNpyHeader(ByteStream& stream)
{
    std::array<uint8_t, 12> start{};
    constexpr std::string_view magic = "\x93NUMPY";
    const auto first = stream.read(start.data(), 8);
    if (!std::equal(magic.begin(), magic.end(), start.begin(),
                    [](char expected, uint8_t found) { return uint8_t(expected) == found; }))
        throw notNpy();
    if (start[6] < 1 || start[6] > 3)
        throw Error(translated("it is of version {version} of the format, which is not known",
                               {{"version", std::to_string(start[6])}}));
    const size_t lengthBytes = start[6] == 1 ? 2 : 4;
    if (first < 8 || stream.read(start.data() + 8, lengthBytes) < lengthBytes)
        throw cutNpy();
    size_t length = 0;
    for (size_t i = lengthBytes; i-- > 0;)
        length = length << 8 | start[8 + i];
    if (int64_t(length) > longestHeader)
        throw damagedNpy();
    std::string text(length, '\0');
    if (stream.read(text.data(), length) < length)
        throw cutNpy();
    NpyHeader header = NpyHeaderText(text).read();
    const int64_t bytesOfValue = valueBytes(header.type);
    if (bytesOfValue == 0)
        throw damagedNpy();
    int64_t values = 1;
    for (const auto each : header.shape) {
        if (each > 0 && values > mostValues / each)
            throw Error(translated("it declares {shape} values, more than the limit of {limit}",
                                   {{"shape", shapeText(header)}, {"limit", formatCount(mostValues)}}));
        values *= each;
    }
    const int64_t expected = int64_t(8 + lengthBytes + length) + values * bytesOfValue;
    if (stream.size() < expected)
        throw cutNpy();
    if (stream.size() > expected)
        throw Error(translated("it is longer than its header says"));
    return header;
}

void checkNpyNumbers(const NpyHeader& header)
{
    if (!npyNumberOf(header.type))
        throw Error(
            translated("its values are of the type {type}, but integers, float32 or float64 are needed",
                       {{"type", typeText(header.type)}}));
    if (header.isFortranOrder)
        throw Error(translated("its values are in Fortran order: save it with numpy.ascontiguousarray()"));
}

bool hasNpyBytes(const NpyHeader& header)
{
    const auto type = npyNumberOf(header.type);
    return type && type->bytes == 1 && !type->isSigned;
}

std::vector<uint8_t> readNpyBytes(ByteStream& stream, const NpyHeader& header,
                                  const std::function<void(int64_t)>& progress)
{
    checkNpyNumbers(header);
    if (!hasNpyBytes(header))
        throw Error(translated("its values are of the type {type}, but uint8 is needed",
                               {{"type", typeText(header.type)}}));
    return readValues(stream, header.values(), progress);
}

std::vector<float> readNpyFloats(ByteStream& stream, const NpyHeader& header,
                                 const std::function<void(int64_t)>& progress)
{
    checkNpyNumbers(header);
    const NpyNumber type = *npyNumberOf(header.type);
    constexpr int64_t piece = 1 << 20; // values
    const int64_t size = header.values();
    std::vector<uint8_t> bytes;
    std::vector<float> values;
    for (int64_t done = 0; done < size;) {
        const auto wanted = std::min(size - done, piece);
        bytes.resize(size_t(wanted * type.bytes));
        if (stream.read(bytes.data(), bytes.size()) < bytes.size())
            throw cutNpy();
        if (int64_t(values.capacity()) < done + wanted)
            values.reserve(size_t(std::min(size, 2 * (done + wanted))));
        for (int64_t i = 0; i < wanted; ++i) {
            const double value = npyNumberAt(bytes.data() + i * type.bytes, type);
            if (!(std::abs(value) <= double(std::numeric_limits<float>::max()))) // also for NaN
                throw Error(
                    translated("its value {number} is {value}, but finite float32 numbers are needed",
                               {{"number", formatCount(done + i)}, {"value", fmt::format("{}", value)}}));
            values.push_back(float(value));
        }
        done += wanted;
        if (progress)
            progress(done);
    }
    expectEnd(stream);
    return values;
}

std::vector<int32_t> readNpyLabels(ByteStream& stream, const NpyHeader& header, int32_t largest)
{
    const auto type = npyNumberOf(header.type);
    if (!type || type->isFloat)
        throw Error(translated("its values are of the type {type}, but integers are needed",
                               {{"type", typeText(header.type)}}));
    const auto count = header.shape.empty() ? 0 : header.shape.front();
    if (header.shape.empty() || count != header.values())
        throw Error(translated("it has the shape {shape}, but one label for each image is needed",
                               {{"shape", shapeText(header)}}));
    const auto bytes = readValues(stream, count * type->bytes, {});
    std::vector<int32_t> labels;
    labels.reserve(size_t(count));
    for (int64_t i = 0; i < count; ++i) {
        const auto label = wholeNumberAt(bytes.data() + i * type->bytes, *type);
        if (label < 0 || label > largest)
            throw Error(translated("label {number} is {value}, but 0 to {largest} are allowed",
                                   {{"number", formatCount(i)},
                                    {"value", std::to_string(label)},
                                    {"largest", std::to_string(largest)}}));
        labels.push_back(int32_t(label));
    }
    return labels;
}

} // namespace stepscope
