#include "core/language/reason.h"

#include "core/language/translation.h"

#include <new>

namespace stepscope {

std::string reasonOf(const std::exception& problem)
{
    return dynamic_cast<const std::bad_alloc*>(&problem) ? translated("there is not enough memory.")
                                                         : std::string(problem.what());
}

} // namespace stepscope
