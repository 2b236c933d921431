#pragma once

#include <filesystem>
#include <memory>

namespace stepscope {

class Engine;

/// Loads the engine's library, and LibTorch with it, at the first call; later calls return the same engine.
/// Takes a third of a second and 140 MB, so call it on a worker thread. Thread-safe.
///
/// Calls setEngineVariables() before it loads LibTorch.
///
/// Throws Error with a sentence that names the library and the problem.
std::shared_ptr<Engine> loadEngine();

/// Sets the environment variables that make the threads of OpenMP and OpenBLAS sleep while they wait, unless
/// the user has set them. Spinning costs a factor of four as soon as another thread, such as a window's,
/// needs a processor. It is also slower when nothing else runs: OpenBLAS's threads spin for tens of
/// milliseconds by default and take processors from OpenMP's threads, with which they alternate within a
/// step. Here they spin for 2^18 cycles, because without any spinning the small matrices of an MLP wait for
/// threads to wake up.
///
/// setEngineVariables() calls this. Call it before loading any library that loads libgomp (on Debian, Qt
/// does), because both libraries read the environment only when they are loaded.
void keepThreadsFromSpinning();

/// Sets all environment variables that loadEngine() sets. Call it before there are other threads: no thread
/// may read the environment meanwhile, as every translation of a text does. Later calls change nothing.
void setEngineVariables();

/// The path of the engine's library: $STEPSCOPE_ENGINE_LIBRARY, which must be an absolute path, else next to
/// the program's own libraries.
std::filesystem::path engineLibraryPath();

} // namespace stepscope
