#include "core/probe/probe_interface.h"

#include "core/probe/python_functions.h"
#include "core/probe/recording.h"
#include "core/probe/self_test.h"

#include <stdio.h>
#include <string.h>

using namespace stepscope::probe;

static int answer(const char* failure, char* reason, size_t bytes)
{
    if (reason && bytes > 0)
        snprintf(reason, bytes, "%s", failure ? failure : "");
    return failure ? 1 : 0;
}

int stepscope_attach(char* reason, size_t bytes)
{
    return answer(attach(Way::Python), reason, bytes);
}

void stepscope_refuse(const char* reason)
{
    refuse(reason);
}

int stepscope_test_begin()
{
    clearTestResult();
    return beginTest() ? 0 : 1;
}

int stepscope_test_end(char* name, size_t nameBytes, char* shapes, size_t shapesBytes, long long* sequence)
{
    endTest();
    const auto& result = testResult();
    snprintf(name, nameBytes, "%s", result.name);
    snprintf(shapes, shapesBytes, "%s", result.shapes);
    *sequence = result.sequence;
    return result.name[0] ? 0 : 1;
}

void stepscope_message(const char* json)
{
    if (auto* writer = threadWriter())
        writer->message(json, strlen(json));
}

void* stepscope_python_functions()
{
    return makePythonFunctions();
}
