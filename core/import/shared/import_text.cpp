#include "core/import/shared/import_text.h"

#include "core/base/clock.h"
#include "core/base/text/format.h"
#include "core/language/translation.h"

#include <utility>

namespace stepscope {

namespace {

constexpr size_t pieceBytes = 1 << 20;
constexpr size_t longestLine = 64 << 20;
constexpr size_t mostBytes = size_t(4) << 30;

} // namespace

ImportPace::ImportPace(const ImportOptions& options)
    : m_options(options)
    , m_beganNs(monotonicNs())
{
}

void ImportPace::report(const ImportSource& source)
{
    if (m_options.stop.stop_requested())
        throw ImportCanceled(translated("The import was canceled."));
    if (!m_options.progress)
        return;
    ImportProgress progress{source.fileBytesRead(), source.fileBytes()};
    const double seconds = double(monotonicNs() - m_beganNs) / 1e9;
    constexpr double soonest = 0.2; // before that the estimate would jump
    if (seconds > soonest && progress.bytesRead > 0)
        progress.secondsLeft =
            seconds * double(progress.fileBytes - progress.bytesRead) / double(progress.bytesRead);
    m_options.progress(progress);
}

ImportLines::ImportLines(ImportSource& source, const ImportOptions& options)
    : m_source(source)
    , m_pace(options)
{
}

std::optional<std::string_view> ImportLines::next()
{
    for (size_t from = m_at;;) {
        const size_t end = m_text.find('\n', from);
        if (end == std::string::npos) {
            const size_t searched = m_text.size() - m_at;
            if (!m_isAll && fill()) { // moves what is left to the front
                from = m_isInLongLine ? 0 : searched;
                continue;
            }
            if (m_text.size() == m_at || m_isInLongLine)
                return std::nullopt;
            return std::string_view(m_text).substr(std::exchange(m_at, m_text.size()));
        }
        auto line = std::string_view(m_text).substr(m_at, end - m_at);
        m_at = from = end + 1;
        if (std::exchange(m_isInLongLine, false))
            continue;
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        return line;
    }
}

/// Returns whether more was read.
bool ImportLines::fill()
{
    m_text.erase(0, std::exchange(m_at, 0));
    if (m_isInLongLine || m_text.size() > longestLine) {
        m_tooLong += !std::exchange(m_isInLongLine, true);
        m_text.clear();
    }
    m_pace.report(m_source);
    const size_t before = m_text.size();
    m_text.resize(before + pieceBytes);
    m_text.resize(before + m_source.read(m_text.data() + before, pieceBytes));
    m_isAll = m_text.size() < before + pieceBytes;
    return m_text.size() > before;
}

std::string wholeContent(ImportSource& source, const ImportOptions& options)
{
    ImportPace pace(options);
    std::string content;
    for (;;) {
        pace.report(source);
        const size_t before = content.size();
        content.resize(before + pieceBytes);
        content.resize(before + source.read(content.data() + before, pieceBytes));
        if (content.size() < before + pieceBytes)
            return content;
        if (content.size() > mostBytes)
            throw Error(
                translated("Cannot import {file}: the profile is larger than {limit}.",
                           {{"file", source.path().string()}, {"limit", formatBytes(double(mostBytes))}}));
    }
}

void tellSourceDamage(const ImportSource& source, ImportLog& log)
{
    if (!source.damage().empty())
        log.damage(translated(
            "The file is damaged: {reason}. Its decompressed content was read up to byte {position}.",
            {{"reason", source.damage()}, {"position", formatCount(source.contentBytesRead())}}));
}

} // namespace stepscope
