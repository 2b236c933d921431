#pragma once

#include <cerrno>
#include <string>
#include <system_error>

namespace stepscope {

/// The operating system's text for an error number: "No space left on device".
inline std::string systemReason(int number = errno)
{
    return std::generic_category().message(number);
}

} // namespace stepscope
