// The time to load LibTorch alone, as a reference for the time until the engine is ready.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

int main(int argc, char** argv)
{
    using namespace std::chrono;
    const char* reportPath = std::getenv("STEPSCOPE_STARTUP_REPORT");
    if (argc != 2 || !reportPath) {
        std::fputs("Usage: STEPSCOPE_STARTUP_REPORT=FILE load_libtorch LIBRARY\n", stderr);
        return 2;
    }
    const auto start = steady_clock::now();
    if (!dlopen(argv[1], RTLD_NOW | RTLD_LOCAL)) {
        std::fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    const duration<double, std::milli> time = steady_clock::now() - start;
    std::FILE* report = std::fopen(reportPath, "w");
    if (!report || std::fprintf(report, "{\"libtorch_ms\": %f}\n", time.count()) < 0 ||
        std::fclose(report) != 0)
        return 1;
    std::_Exit(0);
}
