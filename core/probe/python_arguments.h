#pragma once

#include <string.h>

namespace stepscope::probe {

/// Whether -I, -E or -S before the script keeps Python from loading the package's hook.
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
                return false; // the rest belongs to the program
            if (strchr("WX", *letter)) {
                i += letter[1] == 0; // takes the next argument
                break;
            }
        }
    }
    return false;
}

} // namespace stepscope::probe
