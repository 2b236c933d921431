#include "core/probe/python_interface.h"

#include <dlfcn.h>

namespace stepscope::probe {

Python python;

template<typename Function>
static bool look(const char* name, Function& function)
{
    function = reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
    return function != nullptr;
}

bool Python::find()
{
    return look("PyCFunction_NewEx", newFunction) && look("PyTuple_New", newTuple) &&
           look("PyTuple_SetItem", setTupleItem) && look("PyLong_FromLong", fromLong) &&
           look("PyLong_FromUnsignedLongLong", fromUnsigned) &&
           look("PyLong_AsUnsignedLongLong", asUnsigned) && look("PyFloat_FromDouble", fromDouble) &&
           look("PyFloat_AsDouble", asDouble) && look("PyUnicode_AsUTF8AndSize", asText) &&
           look("PyUnicode_FromString", fromText) && look("PyErr_Occurred", errorOccurred);
}

bool Python::findCalls()
{
    return look("PyEval_SetProfile", setProfile) && look("PyEval_GetFrame", currentFrame) &&
           look("PyFrame_GetBack", frameBefore) && look("PyFrame_GetCode", codeOf) &&
           look("PyObject_GetAttrString", attribute) && look("Py_DecRef", release) &&
           look("PyErr_Clear", clearError);
}

} // namespace stepscope::probe
