#include "core/probe/callbacks.h"

#include "core/probe/input_shapes.h"
#include "core/probe/recording.h"
#include "core/probe/self_test.h"

#include <string.h>

namespace stepscope::probe {

namespace {

constexpr char optimizerStep[] = "Optimizer.step#";
constexpr char loaderRange[] = "enumerate(DataLoader)#";
constexpr char scalerStep[] = "GradScaler.step";

bool startsWith(const char* text, const char* start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/// The writer of a recorded thread. If there is none yet, the operator may start the recording of the
/// process.
ThreadWriter* writerOfOperator(const RecordFunction& function, Scope scope)
{
    if (auto* writer = threadWriter()) [[likely]]
        return writer;
    if (phase() == Phase::Testing)
        observe(function, scope);
    else if (isWorthRecording(function, scope) && activate())
        return threadWriter();
    return nullptr;
}

template<bool WithShapes>
NoContext operatorBegins(const RecordFunction& function)
{
    const auto scope = torch.scope(function);
    auto* writer = writerOfOperator(function, scope);
    if (writer && !writer->isMuted()) [[likely]]
        writer->enterOperator(function, scope, WithShapes && torch.sizesOffset != 0);
    return {};
}

NoContext operatorWithTensorsBegins(const RecordFunction& function)
{
    const auto scope = torch.scope(function);
    auto* writer = writerOfOperator(function, scope);
    if (!writer || writer->isMuted())
        return {};
    const bool isWritten = writer->enterOperator(function, scope, torch.sizesOffset != 0);
    if (writer->isFollowed() && scope == Scope::Function)
        writer->putInputs(function, isWritten);
    return {};
}

/// Whether steps are derived from a range of this name.
bool isOfStep(const char* name)
{
    return startsWith(name, optimizerStep) || startsWith(name, loaderRange) || startsWith(name, scalerStep) ||
           isStepRange(name);
}

NoContext userScopeBegins(const RecordFunction& function)
{
    auto* writer = threadWriter();
    if (!writer && phase() == Phase::Attached && isOfStep(torch.name(function)) && activate())
        writer = threadWriter();
    if (!writer || writer->isMuted())
        return {};
    followFlags(*writer);
    writer->enterUser(function, torch.isAsync && torch.isAsync(function), isOfStep(torch.name(function)));
    return {};
}

void functionEnds(const RecordFunction& function, void*)
{
    auto* writer = threadWriter();
    if (writer && !writer->isMuted()) [[likely]]
        writer->exitFunction(function);
}

void operatorWithTensorsEnds(const RecordFunction& function, void* context)
{
    if (phase() == Phase::Testing)
        observeEnd(function);
    auto* writer = threadWriter();
    if (writer && writer->isFollowed() && !writer->isMuted())
        writer->putOutputs(function);
    functionEnds(function, context);
}

} // namespace

Callback operatorCallback(bool withShapes)
{
    Callback callback{withShapes ? operatorBegins<true> : operatorBegins<false>, functionEnds};
    callback.scopes[int(Scope::Function)] = true;
    callback.scopes[int(Scope::BackwardFunction)] = true;
    callback.needsInputs = withShapes;
    return callback;
}

Callback tensorsCallback()
{
    Callback callback{operatorWithTensorsBegins, operatorWithTensorsEnds};
    callback.scopes[int(Scope::Function)] = true;
    callback.scopes[int(Scope::BackwardFunction)] = true;
    callback.needsInputs = true;
    callback.needsOutputs = true;
    return callback;
}

Callback userScopeCallback()
{
    Callback callback{userScopeBegins, functionEnds};
    callback.scopes[int(Scope::User)] = true;
    return callback;
}

} // namespace stepscope::probe
