#pragma once

#include "core/import/shared/import_options.h"
#include "core/import/shared/import_source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stepscope {

/// Tells how far the reading of a file has come, and ends it when that is wanted.
class ImportPace
{
public:
    explicit ImportPace(const ImportOptions& options);

    /// Throws ImportCancelled.
    void report(const ImportSource& source);

private:
    const ImportOptions& m_options;
    int64_t m_beganNs;
};

/// The lines of a file's content, without what ends them. Lines of more than 64 MB are left out.
class ImportLines
{
public:
    ImportLines(ImportSource& source, const ImportOptions& options);

    /// Valid until the next call; none: there is no other one.
    std::optional<std::string_view> next();
    int64_t tooLong() const { return m_tooLong; }

private:
    bool fill();

    ImportSource& m_source;
    ImportPace m_pace;
    std::string m_text; ///< what was read and not yet given
    size_t m_at = 0;
    bool m_isAll = false;
    bool m_isInLongLine = false;
    int64_t m_tooLong = 0;
};

/// All of a file's content. Throws Error when that is more than 4 GB.
std::string wholeContent(ImportSource& source, const ImportOptions& options);

/// Tells the log when the content ends before the file does.
void tellSourceDamage(const ImportSource& source, ImportLog& log);

} // namespace stepscope
