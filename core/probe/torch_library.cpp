#include "core/probe/torch_library.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

namespace stepscope::probe {

TorchLibrary torch;

namespace {

struct Search
{
    const char* nameStart;
    char* path;
    size_t bytes;
};

int compareName(dl_phdr_info* info, size_t, void* data)
{
    const auto& search = *static_cast<Search*>(data);
    const char* name = strrchr(info->dlpi_name, '/');
    name = name ? name + 1 : info->dlpi_name;
    if (strncmp(name, search.nameStart, strlen(search.nameStart)) != 0)
        return 0;
    if (search.path) {
        if (strlen(info->dlpi_name) >= search.bytes)
            return 0;
        strcpy(search.path, info->dlpi_name);
    }
    return 1;
}

/// A handle of a loaded library, which may be loaded locally; otherwise all global symbols, because a program
/// may have LibTorch built in.
void* loadedLibrary(const char* nameStart)
{
    char path[4096];
    void* library =
        isLibraryLoaded(nameStart, path, sizeof path) ? dlopen(path, RTLD_LAZY | RTLD_NOLOAD) : nullptr;
    return library ? library : RTLD_DEFAULT;
}

template<typename T>
bool findFunction(void* library, const char* symbol, T& function)
{
    function = reinterpret_cast<T>(dlsym(library, symbol));
    return function;
}

} // namespace

bool isLibraryLoaded(const char* nameStart, char* path, size_t bytes)
{
    Search search{nameStart, path, bytes};
    return dl_iterate_phdr(compareName, &search) == 1;
}

void TorchLibrary::findDebugInfo(void* c10)
{
    if (const void* kind = dlsym(c10, "_ZN3c1013DebugInfoKind14PROFILER_STATEE"))
        memcpy(&profilerSlot, kind, sizeof profilerSlot);
    if (findFunction(c10, "_ZN3c1020ThreadLocalDebugInfo3getENS_13DebugInfoKindE", debugInfo) &&
        findFunction(
            c10, "_ZN3c1020ThreadLocalDebugInfo5_pushENS_13DebugInfoKindESt10shared_ptrINS_13DebugInfoBaseEE",
            pushDebugInfo) &&
        findFunction(c10, "_ZN3c1020ThreadLocalDebugInfo4_popENS_13DebugInfoKindE", popDebugInfo))
        findFunction(c10, "_ZN3c1020ThreadLocalDebugInfo7currentEv", currentDebugInfo);
}

const char* TorchLibrary::find()
{
    if (isFound())
        return nullptr;
    void* cpu = loadedLibrary("libtorch_cpu.so");
    void* c10 = loadedLibrary("libc10.so");
    const bool hasCallbacks =
        findFunction(cpu, "_ZN2at17addGlobalCallbackENS_22RecordFunctionCallbackE", addGlobalCallback) &&
        findFunction(cpu, "_ZN2at14removeCallbackEm", removeCallback) &&
        findFunction(cpu, "_ZN2at15disableCallbackEm", disableCallback) &&
        findFunction(cpu, "_ZN2at16reenableCallbackEm", reenableCallback);
    if (!hasCallbacks)
        return "this PyTorch has no functions to add and remove callbacks; PyTorch 1.13 or newer is needed";
    findFunction(cpu, "_ZNK2at14RecordFunction7isAsyncEv", isAsync);
    findFunction(cpu, "aoti_torch_empty_strided", emptyStrided);
    findFunction(cpu, "aoti_torch_delete_tensor_object", deleteTensor);
    findDebugInfo(c10);
    undefinedTensor = dlsym(c10, "_ZN3c1019UndefinedTensorImpl10_singletonE");
    // RecordFunction has a std::string before the sequence number: 32 bytes in the ABI since GCC 5, 8 in the
    // older. Only a c10 with the older ABI has this function.
    if (dlsym(c10, "_ZN3c105ErrorC1ENS_14SourceLocationESs"))
        sequenceOffset = 176;
    if (!findFunction(cpu, "_ZNK2at14RecordFunction4nameEv", name))
        return "this PyTorch has no function for the name of an operator; PyTorch 1.13 or newer is needed";
    return nullptr;
}

} // namespace stepscope::probe
