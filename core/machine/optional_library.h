#pragma once

#include <dlfcn.h>

namespace stepscope {

/// A driver library that may be missing, and whose functions return 0 on success.
class OptionalLibrary
{
public:
    // Never closed: drivers have their own threads and handlers.
    explicit OptionalLibrary(const char* name)
        : m_handle(dlopen(name, RTLD_LAZY | RTLD_LOCAL))
    {
    }

    /// Whether the function exists and succeeded. The arguments' types must match its declaration.
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
