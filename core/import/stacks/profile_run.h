#pragma once

#include "core/import/shared/import_source.h"
#include "core/import/shared/imported_run.h"
#include "core/import/stacks/stack_profile.h"

#include <string>
#include <vector>

namespace stepscope {

/// Facts about a file with sums by stack.
struct ProfileOrigin
{
    std::string format;             ///< "Callgrind profile"
    std::vector<std::string> notes; ///< sentences for the log: what is shown of the file and what is not
    int64_t unixNs = 0;             ///< when it was recorded; 0: not known
};

/// A finished run with the profile read from such a file. Throws Error if nothing was counted in it.
ImportedRun profileRun(const StackProfile& profile, const ImportSource& source, ProfileOrigin facts,
                       ImportLog log);

} // namespace stepscope
