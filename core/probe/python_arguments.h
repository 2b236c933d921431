#pragma once

#include <string.h>

namespace stepscope::probe {

/// Whether Python is told not to load the package's hook: by -I, -E or -S before the script.
inline bool isIsolatedPython(int count, const char* const* arguments)
{
    for (int i = 1; i < count; ++i) {
        const char* argument = arguments[i];
        if (argument[0] != '-' || argument[1] == '-' || argument[1] == 0)
            return false;
        for (const char* letter = argument + 1; *letter; ++letter) {
            if (strchr("IES", *letter))
                return true;
            if (strchr("cm", *letter))
                return false; // what follows is the program's
            if (strchr("WX", *letter)) {
                i += letter[1] == 0; // takes the next argument
                break;
            }
        }
    }
    return false;
}

} // namespace stepscope::probe
