#include "core/record/native_passes.h"

namespace stepscope {

using Kind = ProgramMark::Kind;

void NativePasses::startForward(std::vector<ProgramMark>& marks)
{
    if (m_isForward || m_candidateNs == noTime)
        return;
    m_isForward = true;
    m_forwardNs = m_candidateNs;
    marks.push_back({.kind = Kind::NetworkStarted, .ns = m_forwardNs});
    m_candidateNs = noTime;
}

void NativePasses::finish(int64_t ns, std::vector<ProgramMark>& marks)
{
    if (m_isForward)
        marks.push_back({.kind = Kind::NetworkEnded, .ns = ns});
    if (m_isBackward)
        marks.push_back({.kind = Kind::BackwardEnded, .ns = ns});
    m_isForward = m_isBackward = false;
    m_candidateNs = noTime;
}

void NativePasses::operatorStarted(bool isBackward, int64_t sequence, int64_t ns,
                                   std::vector<ProgramMark>& marks)
{
    if (isBackward && !m_isBackward) {
        startForward(marks);
        if (m_isForward)
            marks.push_back({.kind = Kind::NetworkEnded, .ns = ns});
        m_isForward = false;
        marks.push_back({.kind = Kind::BackwardStarted, .ns = ns});
    }
    if (!isBackward && m_isBackward) {
        marks.push_back({.kind = Kind::BackwardEnded, .ns = ns});
        m_candidateNs = noTime;
    }
    m_isBackward = isBackward;
    if (isBackward || sequence == noSequence || m_isForward)
        return;
    if (m_candidateNs != noTime && sequence > m_sequence)
        startForward(marks);
    else
        m_candidateNs = ns;
    m_sequence = sequence;
}

} // namespace stepscope
