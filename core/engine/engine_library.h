#pragma once

namespace stepscope {

class Engine;

/// The function that the engine's library exports. The symbol's name includes the version of the interface:
/// increase it whenever Engine or a type that it passes changes.
using CreateEngine = Engine*();
inline constexpr const char* createEngineSymbol = "stepscopeCreateEngine7";

} // namespace stepscope
