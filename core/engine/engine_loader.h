#pragma once

#include <filesystem>
#include <memory>

namespace stepscope {

class Engine;

/// Loads the engine's library, and LibTorch with it, at the first call; later calls return the same engine.
/// Takes a third of a second and 140 MB, so call it on a worker thread. Safe to call from several.
///
/// Before LibTorch comes in, the environment is told that OpenMP's threads shall not spin while they wait:
/// with another busy thread beside them, such as a window's, that costs a factor of four.
///
/// Throws Error with a sentence that names the library and what is wrong with it.
std::shared_ptr<Engine> loadEngine();

/// Tells OpenMP's threads not to spin while they wait, unless the user has said otherwise. loadEngine() does
/// it; whoever loads another library that brings libgomp before that (on Debian Qt does) calls it first,
/// because libgomp looks at the environment only when it is loaded.
void setOpenMpPolicy();

/// Where the engine is looked for: $STEPSCOPE_ENGINE_LIBRARY, which must be an absolute path, else beside the
/// program's own libraries.
std::filesystem::path engineLibraryPath();

} // namespace stepscope
