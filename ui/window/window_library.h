#pragma once

namespace stepscope {

class PicturePainter;

/// What the window's library exports. The program opens it with dlopen, so that Qt is loaded only when it is
/// needed.
using RunWindow = int(int argc, char** argv);
using CreatePicturePainter = PicturePainter*();
inline constexpr const char* runWindowSymbol = "stepscopeRunWindow1";
inline constexpr const char* createPicturePainterSymbol = "stepscopeCreatePicturePainter3";

} // namespace stepscope
