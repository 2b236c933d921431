#include "core/probe/text_tables.h"

#include "core/probe/convolution_positions.h"

namespace stepscope::probe {

const ConvolutionPositions* NameTable::convolutionOf(const char* name)
{
    return convolutionPositions(name);
}

void NameTable::clear()
{
    memset(m_byAddress, 0, sizeof m_byAddress);
    m_byText.clear();
    m_textUsed = 0;
}

} // namespace stepscope::probe
