#pragma once

#include <filesystem>
#include <memory>

namespace stepscope {

class Engine;

/// Loads the engine's library, and LibTorch with it, at the first call; later calls return the same engine.
/// Takes a third of a second and 140 MB, so call it on a worker thread. Safe to call from several.
///
/// Before LibTorch is loaded, keepThreadsFromSpinning() is called.
///
/// Throws Error with a sentence that names the library and what is wrong with it.
std::shared_ptr<Engine> loadEngine();

/// Sets the environment variables that tell the threads of OpenMP and OpenBLAS to sleep while they wait,
/// unless the user has set them. Spinning costs a factor of four as soon as another thread, such as a
/// window's, wants a processor. It also costs where nothing else runs: OpenBLAS's threads spin for tens
/// of milliseconds by default and take the processors of OpenMP's, with which they alternate within a step.
/// Here they spin for 2^18 cycles, because without any the small matrices of an MLP wait for threads to wake.
///
/// loadEngine() calls this. Whoever loads a library before that brings libgomp (on Debian Qt does) calls it
/// first, because both libraries read the environment only when they are loaded.
void keepThreadsFromSpinning();

/// Where the engine is looked for: $STEPSCOPE_ENGINE_LIBRARY, which must be an absolute path, else beside the
/// program's own libraries.
std::filesystem::path engineLibraryPath();

} // namespace stepscope
