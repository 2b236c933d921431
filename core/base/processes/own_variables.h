#pragma once

#include <map>
#include <optional>
#include <string>

namespace stepscope {

/// Sets an environment variable for this process and the libraries that it loads. Recorded programs, which
/// must run as they do without Stepscope, get the variable as it was: see variablesBefore(). As setenv(), it
/// is not safe while other threads read the environment.
void setOwnVariable(const std::string& name, const std::string& value);

/// As setOwnVariable(), unless the user has set the variable.
void setOwnVariableByDefault(const std::string& name, const std::string& value);

/// What the variables that setOwnVariable() has changed were before; nothing where they were not set.
std::map<std::string, std::optional<std::string>> variablesBefore();

} // namespace stepscope
