#pragma once

#include <dlfcn.h>

namespace stepscope {

/// A library of a driver that need not be there, and whose functions return 0 when they succeed.
class OptionalLibrary
{
public:
    // Never closed: drivers keep threads and handlers of their own.
    explicit OptionalLibrary(const char* name)
        : m_handle(dlopen(name, RTLD_LAZY | RTLD_LOCAL))
    {
    }

    /// Whether the function is there and succeeded. The arguments' types must be those it is declared with.
    template<typename... Arguments>
    bool call(const char* name, Arguments... arguments) const
    {
        using Function = int (*)(Arguments...);
        const auto function = m_handle ? reinterpret_cast<Function>(dlsym(m_handle, name)) : nullptr;
        return function && function(arguments...) == 0;
    }

private:
    void* m_handle;
};

} // namespace stepscope
