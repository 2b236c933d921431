#pragma once

#include <map>
#include <optional>
#include <string>

namespace stepscope {

/// Sets an environment variable for this process and the libraries that it loads. Recorded programs, which
/// must run as they do without Stepscope, get the original value: see variablesBefore(). Like setenv(), it is
/// not safe while other threads read the environment.
void setOwnVariable(const std::string& name, const std::string& value);

/// Like setOwnVariable(), unless the user has set the variable.
void setOwnVariableByDefault(const std::string& name, const std::string& value);

/// The original values of the variables that setOwnVariable() has changed; nothing for those that were not
/// set.
std::map<std::string, std::optional<std::string>> variablesBefore();

} // namespace stepscope
