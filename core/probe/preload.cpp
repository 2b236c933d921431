#include "core/probe/python_arguments.h"
#include "core/probe/recording.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

/// Programs that are not Python load the probe through LD_PRELOAD: it attaches just before main(), or when
/// LibTorch is loaded later.
namespace stepscope::probe {

namespace {

using Main = int (*)(int, char**, char**);
using StartMain = int (*)(Main, int, char**, void (*)(), void (*)(), void (*)(), void*);

Main programMain = nullptr;

void attachOrRefuse()
{
    if (const char* reason = attach(Way::Preload))
        refuse(reason);
}

bool hasTorch()
{
    return isLibraryLoaded("libtorch_cpu.so", nullptr, 0);
}

struct LibraryCount
{
    unsigned long long loaded = 0;
};

int countLibraries(dl_phdr_info* info, size_t, void* data)
{
    static_cast<LibraryCount*>(data)->loaded = info->dlpi_adds;
    return 1; // the number is the same in each entry
}

/// Waits for a LibTorch that is loaded later. There is no safe notification: replacing dlopen() would change
/// its search path.
void* watchLibraries(void*)
{
    constexpr timespec interval{0, 20'000'000};
    unsigned long long seen = 0;
    while (phase() == Phase::Detached) {
        LibraryCount count;
        dl_iterate_phdr(countLibraries, &count);
        if (count.loaded != seen) {
            seen = count.loaded;
            if (hasTorch())
                break;
        }
        nanosleep(&interval, nullptr);
    }
    if (phase() == Phase::Detached)
        attachOrRefuse();
    return nullptr;
}

void startWatching()
{
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); // leave signals to the program's own threads
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, 256 << 10);
    pthread_t thread;
    pthread_create(&thread, &attributes, watchLibraries, nullptr);
    pthread_attr_destroy(&attributes);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

bool isPython()
{
    return dlsym(RTLD_DEFAULT, "Py_BytesMain") != nullptr;
}

int mainOfProbe(int count, char** arguments, char** environment)
{
    if (getenv(folderVariable) && (!isPython() || isIsolatedPython(count, arguments))) {
        if (hasTorch())
            attachOrRefuse();
        else
            startWatching();
    }
    return programMain(count, arguments, environment);
}

} // namespace

} // namespace stepscope::probe

/// Replaces the C library's function when preloaded.
extern "C" __attribute__((visibility("default"))) int
__libc_start_main(stepscope::probe::Main main, int count, char** arguments, void (*initialize)(),
                  void (*finish)(), void (*finishLoader)(), void* stackEnd)
{
    using namespace stepscope::probe;
    programMain = main;
    const auto startMain = reinterpret_cast<StartMain>(dlsym(RTLD_NEXT, "__libc_start_main"));
    return startMain(mainOfProbe, count, arguments, initialize, finish, finishLoader, stackEnd);
}
