#include "core/base/processes/own_variables.h"

#include <cstdlib>
#include <mutex>

namespace stepscope {

namespace {

using Variables = std::map<std::string, std::optional<std::string>>;

std::mutex mutex;

Variables& changed()
{
    static Variables variables;
    return variables;
}

} // namespace

void setOwnVariable(const std::string& name, const std::string& value)
{
    const std::lock_guard lock(mutex);
    const char* before = std::getenv(name.c_str());
    changed().try_emplace(name, before ? std::optional<std::string>(before) : std::nullopt);
    setenv(name.c_str(), value.c_str(), 1);
}

void setOwnVariableByDefault(const std::string& name, const std::string& value)
{
    if (!std::getenv(name.c_str()))
        setOwnVariable(name, value);
}

Variables variablesBefore()
{
    const std::lock_guard lock(mutex);
    return changed();
}

} // namespace stepscope
