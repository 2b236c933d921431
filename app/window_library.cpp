// The window's functions for a program that opens its library only when they are called.

#include "ui/window/window_library.h"
#include "core/base/error.h"
#include "core/base/paths.h"
#include "core/engine/engine_loader.h"
#include "ui/pictures/picture_painter.h"
#include "ui/window/run_window.h"

#include <fmt/format.h>

#include <dlfcn.h>

namespace stepscope {

namespace {

void* openWindowLibrary()
{
    // On Debian Qt brings libgomp, long before the engine does.
    setOpenMpPolicy();
    const auto path = libraryFolder() / "libstepscope-window.so";
    void* library = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL); // never closed, as Qt
    if (!library) {
        const std::string reason = dlerror();
        throw Error(fmt::format("The window cannot be loaded: {}", reason));
    }
    return library;
}

template<typename Function>
Function* windowFunction(const char* symbol)
{
    static void* library = openWindowLibrary();
    auto* function = reinterpret_cast<Function*>(dlsym(library, symbol));
    if (!function)
        throw Error(
            "The window cannot be loaded: libstepscope-window.so belongs to another version of Stepscope.");
    return function;
}

} // namespace

namespace ui {

int runWindow(int argc, char** argv)
{
    return windowFunction<RunWindow>(runWindowSymbol)(argc, argv);
}

std::unique_ptr<PicturePainter> makePicturePainter()
{
    try {
        return std::unique_ptr<PicturePainter>(
            windowFunction<CreatePicturePainter>(createPicturePainterSymbol)());
    } catch (const Error&) {
        return nullptr; // a report without these pictures says so
    }
}

} // namespace ui

} // namespace stepscope
