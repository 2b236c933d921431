// The window's functions. The window's library is opened only when one of them is called.

#include "ui/window/window_library.h"
#include "core/base/error.h"
#include "core/base/files/paths.h"
#include "core/language/translation.h"
#include "ui/pictures/picture_painter.h"
#include "ui/window/run_window.h"

#include <dlfcn.h>

#include <new>
#include <utility>

namespace stepscope {

namespace {

void* openWindowLibrary()
{
    const auto path = libraryFolder() / "libstepscope-window.so";
    void* library = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL); // never closed, as Qt must not be unloaded
    if (!library) {
        const std::string reason = dlerror();
        throw Error(translated("The window cannot be loaded: {reason}.", {{"reason", reason}}));
    }
    return library;
}

template<typename Function>
Function* windowFunction(const char* symbol)
{
    static void* library = openWindowLibrary();
    auto* function = reinterpret_cast<Function*>(dlsym(library, symbol));
    if (!function)
        throw Error(translated(
            "The window cannot be loaded: libstepscope-window.so belongs to another version of Stepscope."));
    return function;
}

} // namespace

namespace ui {

namespace {

/// Paints nothing, because the window could not be loaded.
class MissingPainter final : public ViewPainter
{
public:
    explicit MissingPainter(std::string problem)
        : m_problem(std::move(problem))
    {
    }

    std::string problem() const override { return m_problem; }
    void paintCurves(const Run&, const std::filesystem::path&) override { fail(); }
    void paintOperators(const Run&, const std::filesystem::path&) override { fail(); }
    std::string paintView(const PictureRequest&, const Run&, const Environment&) override
    {
        throw Error(m_problem);
    }
    void paintSvg(const std::string&, const std::filesystem::path&, double) override { fail(); }

private:
    void fail() const { throw Error(m_problem); }

    std::string m_problem;
};

} // namespace

int runWindow(int argc, char** argv)
{
    return windowFunction<RunWindow>(runWindowSymbol)(argc, argv);
}

std::unique_ptr<ViewPainter> makePicturePainter()
{
    try {
        return std::unique_ptr<ViewPainter>(
            windowFunction<CreatePicturePainter>(createPicturePainterSymbol)());
    } catch (const Error& error) {
        return std::make_unique<MissingPainter>(error.what());
    } catch (const std::bad_alloc&) {
        return std::make_unique<MissingPainter>(
            translated("The window cannot be loaded: there is not enough memory."));
    }
}

} // namespace ui

} // namespace stepscope
