#include "ui/window/window_library.h"

#include "ui/pictures/picture_painter.h"
#include "ui/window/run_window.h"

extern "C" int stepscopeRunWindow1(int argc, char** argv)
{
    return stepscope::ui::runWindow(argc, argv);
}

extern "C" stepscope::ViewPainter* stepscopeCreatePicturePainter4()
{
    return stepscope::ui::makePicturePainter().release();
}
