#include "core/import/chrome/chrome_layout.h"

namespace stepscope {

uint16_t ChromeLayout::learn(uint16_t before, std::string_view text, ChromeField field)
{
    constexpr size_t most = 4096;
    constexpr uint16_t mostBehindOne = 32; // names that differ in each event are not worth learning
    // Zeros follow the end of the text: no stored text contains them.
    const bool isFit = !text.empty() && text.size() <= longest && text.find('\0') == std::string_view::npos;
    if (before == unknown || !isFit || m_texts.size() >= most || m_texts[before].countBehind >= mostBehindOne)
        return unknown;
    const auto learned = uint16_t(m_texts.size());
    Text& made = m_texts.emplace_back();
    std::memcpy(made.text, text.data(), text.size());
    made.bytes = (uint64_t(1) << text.size()) - 1;
    made.size = uint8_t(text.size());
    made.field = field;
    uint16_t* last = &m_texts[before].firstBehind;
    while (*last != unknown)
        last = &m_texts[*last].sibling;
    *last = learned;
    ++m_texts[before].countBehind;
    return learned;
}

} // namespace stepscope
