#include "core/probe/python_functions.h"

#include "core/probe/layer_set.h"
#include "core/probe/memory_reports.h"
#include "core/probe/python_calls.h"
#include "core/probe/python_interface.h"
#include "core/probe/recording.h"

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

namespace stepscope::probe {

namespace {

LayerSet knownLayers;

/// What begin() requests from its caller.
enum Request : long {
    Nothing = 0,
    Root = 1,      ///< the call of a root module: no other layer is open on the thread
    Describe = 2,  ///< the module is new
    Activate = 4,  ///< not recorded yet: decide whether to record this process
    LostCalls = 8, ///< calls of Python functions are no longer recorded
};

/// Null if nothing is to be written now.
ThreadWriter* audibleWriter()
{
    auto* writer = threadWriter();
    return writer && !writer->isMuted() ? writer : nullptr;
}

Object* begin(Object*, Object* module)
{
    auto* writer = threadWriter();
    if (!writer) // a problem must be reported, too
        return python.fromLong(phase() == Phase::Attached || activationProblem() ? Activate : Nothing);
    if (writer->isMuted())
        return python.fromLong(Nothing);
    const auto id = reinterpret_cast<uint64_t>(module);
    long request = Nothing;
    if (writer->openLayers() == 0) {
        if (hasLostPythonCalls(*writer))
            request |= LostCalls;
        followFlags(*writer);
        request |= Root;
    }
    if (!knownLayers.contains(id))
        request |= Describe;
    writer->enterLayer(id);
    return python.fromLong(request);
}

Object* end(Object*, Object* module)
{
    if (auto* writer = audibleWriter()) {
        writer->exitLayer(reinterpret_cast<uint64_t>(module));
        if (writer->isFollowed() && writer->openLayers() == 0) [[unlikely]]
            endFollowing(*writer); // its forward pass ended in an exception
    }
    return python.fromLong(0);
}

/// Starts recording the tensors of this thread's operators. Returns whether it has started.
Object* followTensors(Object*, Object*)
{
    auto* writer = threadWriter();
    return python.fromLong(writer && follow(*writer));
}

/// Returns whether all tensors were recorded.
Object* endFollowingTensors(Object*, Object*)
{
    auto* writer = threadWriter();
    return python.fromLong(writer && writer->isFollowed() && endFollowing(*writer) == Following::Complete);
}

Object* backwardBegin(Object*, Object*)
{
    auto* writer = threadWriter();
    if (!writer)
        return python.fromLong(phase() == Phase::Attached ? Activate : Nothing);
    if (writer->isMuted())
        return python.fromLong(Nothing);
    followFlags(*writer);
    return python.fromLong(writer->beginBackward() ? Root : Nothing);
}

Object* backwardEnd(Object*, Object*)
{
    if (auto* writer = audibleWriter())
        writer->endBackward();
    return python.fromLong(0);
}

/// value(kind, number, time=now)
Object* value(Object*, Object* const* arguments, ssize_t count)
{
    auto* writer = threadWriter();
    if (!writer || count < 2)
        return python.fromLong(0);
    const auto kind = python.asUnsigned(arguments[0]);
    const auto number = python.asDouble(arguments[1]);
    const auto time = count > 2 ? python.asUnsigned(arguments[2]) : probeClock.now();
    if (python.errorOccurred())
        return nullptr;
    writer->value(ValueKind(kind), number, time);
    return python.fromLong(1);
}

/// Types of numbers in memory, numbered as in _numbers.py.
enum class NumberType : uint64_t {
    Float32 = 0,
    Float64 = 1,
    Float16 = 2,
    BFloat16 = 3,
};

double numberAt(const void* memory, NumberType type)
{
    uint16_t half;
    float single;
    double number;
    switch (type) {
    case NumberType::Float64:
        __builtin_memcpy(&number, memory, sizeof number);
        return number;
    case NumberType::Float32:
        __builtin_memcpy(&single, memory, sizeof single);
        return double(single);
    case NumberType::BFloat16: {
        __builtin_memcpy(&half, memory, sizeof half);
        const auto bits = uint32_t(half) << 16;
        __builtin_memcpy(&single, &bits, sizeof single);
        return double(single);
    }
    case NumberType::Float16:
        break;
    }
    __builtin_memcpy(&half, memory, sizeof half);
    const int exponent = half >> 10 & 31;
    const double fraction = half & 1023;
    const double sign = half & 0x8000 ? -1 : 1;
    if (exponent == 31)
        return half & 1023 ? __builtin_nan("") : sign * __builtin_inf();
    const double scale = exponent ? double(1 << exponent) / double(1 << 25) : 1.0 / double(1 << 24);
    return sign * scale * (exponent ? 1024 + fraction : fraction);
}

/// number_at(address, type): reads a number in host memory; PyTorch would run an operator for it.
Object* numberInMemory(Object*, Object* const* arguments, ssize_t count)
{
    const auto address = count > 1 ? python.asUnsigned(arguments[0]) : 0;
    const auto type = count > 1 ? python.asUnsigned(arguments[1]) : 0;
    if (python.errorOccurred())
        return nullptr;
    const auto* memory = reinterpret_cast<const void*>(uintptr_t(address));
    return python.fromDouble(memory ? numberAt(memory, NumberType(type)) : __builtin_nan(""));
}

Object* now(Object*, Object*)
{
    return python.fromUnsigned(probeClock.now());
}

Object* mute(Object*, Object*)
{
    if (auto* writer = threadWriter())
        writer->mute();
    return python.fromLong(0);
}

Object* unmute(Object*, Object*)
{
    if (auto* writer = threadWriter())
        writer->unmute();
    return python.fromLong(0);
}

Object* isActive(Object*, Object*)
{
    return python.fromLong(phase() == Phase::Active);
}

Object* activateProcess(Object*, Object*)
{
    const bool isNew = activate();
    if (isNew)
        knownLayers.clear(); // those described by the parent are in its file
    return python.fromLong(isNew || phase() == Phase::Active);
}

/// Why the process cannot be recorded, returned once; empty: it was not tried, or it is recorded.
Object* activationProblemText(Object*, Object*)
{
    const char* problem = activationProblem();
    forgetActivationProblem();
    return python.fromText(problem ? problem : "");
}

Object* makePassive(Object*, Object*)
{
    becomePassive();
    return python.fromLong(0);
}

Object* know(Object*, Object* id)
{
    const auto module = python.asUnsigned(id);
    if (python.errorOccurred())
        return nullptr;
    knownLayers.add(module);
    return python.fromLong(0);
}

Object* forget(Object*, Object* id)
{
    const auto module = python.asUnsigned(id);
    if (python.errorOccurred())
        return nullptr;
    knownLayers.remove(module);
    return python.fromLong(0);
}

/// 1: written; 0: there is no room, or nothing is recorded.
Object* message(Object*, Object* text)
{
    ssize_t bytes = 0;
    const char* json = python.asText(text, &bytes);
    if (!json)
        return nullptr;
    auto* writer = threadWriter();
    return python.fromLong(writer && writer->message(json, size_t(bytes)));
}

/// follow_calls(package folder, program folder): returns why calls of Python functions cannot be recorded;
/// empty: they are recorded.
Object* followCalls(Object*, Object* const* arguments, ssize_t count)
{
    const char* package = count > 0 ? python.asText(arguments[0], nullptr) : nullptr;
    const char* program = count > 1 ? python.asText(arguments[1], nullptr) : nullptr;
    if (python.errorOccurred())
        return nullptr;
    const char* problem = package && program ? followPythonCalls(package, program)
                                             : "the Python package and the probe do not match";
    return python.fromText(problem ? problem : "");
}

Object* stopFollowingCalls(Object*, Object*)
{
    stopFollowingPythonCalls();
    return python.fromLong(0);
}

/// Returns why memory cannot be recorded; empty: it is recorded on this thread.
Object* startMemory(Object*, Object*)
{
    const char* problem = reportMemory();
    return python.fromText(problem ? problem : "");
}

Object* stopMemory(Object*, Object*)
{
    stopReportingMemory();
    return python.fromLong(0);
}

/// last_reported(address): size of the block in bytes, if it was the last one.
Object* lastReportedBlock(Object*, Object* address)
{
    const auto block = python.asUnsigned(address);
    if (python.errorOccurred())
        return nullptr;
    return python.fromLong(long(lastReported(block)));
}

/// Whether PyTorch's own profiler should run.
Object* devicesWanted(Object*, Object*)
{
    return python.fromLong(wantsDevices());
}

template<typename Function>
constexpr Method method(const char* name, Function* function, int flags)
{
    return {name, reinterpret_cast<void*>(function), flags, nullptr};
}

Method methods[] = {
    method("begin", begin, takesOne),
    method("end", end, takesOne),
    method("backward_begin", backwardBegin, takesNothing),
    method("backward_end", backwardEnd, takesNothing),
    method("value", value, takesArray),
    method("number_at", numberInMemory, takesArray),
    method("now", now, takesNothing),
    method("mute", mute, takesNothing),
    method("unmute", unmute, takesNothing),
    method("active", isActive, takesNothing),
    method("activate", activateProcess, takesNothing),
    method("make_passive", makePassive, takesNothing),
    method("know", know, takesOne),
    method("forget", forget, takesOne),
    method("message", message, takesOne),
    method("problem", activationProblemText, takesNothing),
    method("follow", followTensors, takesNothing),
    method("end_following", endFollowingTensors, takesNothing),
    method("follow_calls", followCalls, takesArray),
    method("stop_following_calls", stopFollowingCalls, takesNothing),
    method("report_memory", startMemory, takesNothing),
    method("stop_memory", stopMemory, takesNothing),
    method("last_reported", lastReportedBlock, takesOne),
    method("devices_wanted", devicesWanted, takesNothing),
};

} // namespace

void* makePythonFunctions()
{
    if (!python.find())
        return nullptr;
    constexpr auto count = ssize_t(sizeof methods / sizeof methods[0]);
    auto* functions = python.newTuple(count);
    for (ssize_t i = 0; functions && i < count; ++i) {
        auto* function = python.newFunction(&methods[i], nullptr, nullptr);
        if (!function)
            return nullptr;
        python.setTupleItem(functions, i, function);
    }
    return functions;
}

} // namespace stepscope::probe
