#pragma once

namespace stepscope {

class PicturePainter;

/// The functions that the window's library exports. The program opens it with dlopen, so that Qt is loaded
/// only when needed.
using RunWindow = int(int argc, char** argv);
using CreatePicturePainter = PicturePainter*();
inline constexpr const char* runWindowSymbol = "stepscopeRunWindow1";
inline constexpr const char* createPicturePainterSymbol = "stepscopeCreatePicturePainter3";

} // namespace stepscope
