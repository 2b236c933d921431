#pragma once

#include "core/import/shared/import_log.h"
#include "core/import/shared/import_options.h"
#include "core/import/shared/import_source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stepscope {

/// Reports the progress of reading a file and stops it when canceled.
class ImportPace
{
public:
    explicit ImportPace(const ImportOptions& options);

    /// Throws ImportCanceled.
    void report(const ImportSource& source);

private:
    const ImportOptions& m_options;
    int64_t m_beganNs;
};

/// The lines of a file's content, without line ends. Lines of more than 64 MB are left out.
class ImportLines
{
public:
    ImportLines(ImportSource& source, const ImportOptions& options);

    /// Valid until the next call; none: there are no more lines.
    std::optional<std::string_view> next();
    int64_t tooLong() const { return m_tooLong; }

private:
    bool fill();

    ImportSource& m_source;
    ImportPace m_pace;
    std::string m_text; ///< read but not yet returned
    size_t m_at = 0;
    bool m_isAll = false;
    bool m_isInLongLine = false;
    int64_t m_tooLong = 0;
};

/// The whole content of a file. Throws Error if it is larger than 4 GB.
std::string wholeContent(ImportSource& source, const ImportOptions& options);

/// Logs when the content ends before the file does.
void tellSourceDamage(const ImportSource& source, ImportLog& log);

} // namespace stepscope
