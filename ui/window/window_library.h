#pragma once

namespace stepscope {

class ViewPainter;

/// The functions that the window's library exports. The program opens it with dlopen, so that Qt is loaded
/// only when needed.
using RunWindow = int(int argc, char** argv);
using CreatePicturePainter = ViewPainter*();
inline constexpr const char* runWindowSymbol = "stepscopeRunWindow1";
inline constexpr const char* createPicturePainterSymbol = "stepscopeCreatePicturePainter4";

} // namespace stepscope
