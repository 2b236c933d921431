#pragma once

#include <stddef.h>
#include <sys/types.h>

namespace stepscope::probe {

/// PyObject
struct Object;
/// PyMethodDef
struct Method
{
    const char* name;
    void* function;
    int flags;
    const char* documentation;
};
inline constexpr int takesArray = 0x80;  // METH_FASTCALL
inline constexpr int takesNothing = 0x4; // METH_NOARGS
inline constexpr int takesOne = 0x8;     // METH_O

/// Py_tracefunc
using ProfileFunction = int (*)(Object*, Object* frame, int what, Object* argument);
inline constexpr int functionCalled = 0;   // PyTrace_CALL
inline constexpr int functionReturned = 3; // PyTrace_RETURN

/// The parts of Python's C API that are used.
struct Python
{
    // In all versions since 3.7.
    Object* (*newFunction)(Method*, Object* self, Object* module) = nullptr;
    Object* (*newTuple)(ssize_t) = nullptr;
    int (*setTupleItem)(Object*, ssize_t, Object*) = nullptr;
    Object* (*fromLong)(long) = nullptr;
    Object* (*fromUnsigned)(unsigned long long) = nullptr;
    unsigned long long (*asUnsigned)(Object*) = nullptr;
    Object* (*fromDouble)(double) = nullptr;
    double (*asDouble)(Object*) = nullptr;
    const char* (*asText)(Object*, ssize_t*) = nullptr;
    Object* (*fromText)(const char*) = nullptr;
    Object* (*errorOccurred)() = nullptr;

    // Since 3.9, for calls of Python functions.
    void (*setProfile)(ProfileFunction, Object*) = nullptr;
    Object* (*currentFrame)() = nullptr;
    Object* (*frameBefore)(Object*) = nullptr;
    Object* (*codeOf)(Object*) = nullptr;
    Object* (*attribute)(Object*, const char*) = nullptr;
    void (*release)(Object*) = nullptr;
    void (*clearError)() = nullptr;

    bool find();
    bool findCalls();
};
extern Python python;

} // namespace stepscope::probe
