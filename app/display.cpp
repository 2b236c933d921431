#include "app/display.h"

#include "core/language/translation.h"

#include <cstdlib>

namespace stepscope {

#ifdef STEPSCOPE_GUI
static bool isSet(const char* variable)
{
    const char* value = std::getenv(variable);
    return value && *value;
}

std::string displayProblem()
{
    if (isSet("DISPLAY") || isSet("WAYLAND_DISPLAY") || isSet("QT_QPA_PLATFORM"))
        return {};
    return translated("There is no display for a window");
}
#else
std::string displayProblem()
{
    return translated("This build of Stepscope has no window");
}
#endif

} // namespace stepscope
