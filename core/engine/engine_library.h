#pragma once

namespace stepscope {

class Engine;

/// What the engine's library exports. The symbol's name carries the version of the interface: count it up
/// whenever Engine or a type that crosses it changes.
using CreateEngine = Engine*();
inline constexpr const char* createEngineSymbol = "stepscopeCreateEngine4";

} // namespace stepscope
