#include "app/terminal.h"

#include "core/base/error.h"
#include "core/base/interruption.h"
#include "core/base/system_reason.h"
#include "core/language/translation.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace stepscope {

/// errno of the first failure of stdout; 0: none.
static int outputFailure = 0;

static void write(std::string_view text)
{
    waitIfEnding();
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() && outputFailure == 0)
        outputFailure = errno;
}

void printText(std::string_view text)
{
    write(visibleText(text));
}

void printJson(std::string_view json)
{
    write(visibleJson(json));
}

void printData(std::string_view data)
{
    if (isatty(STDOUT_FILENO))
        printText(data);
    else
        write(data);
}

void printErrorText(std::string_view text)
{
    const auto visible = visibleText(text);
    waitIfEnding();
    std::fwrite(visible.data(), 1, visible.size(), stderr);
}

void drawLine(std::string_view line)
{
    const auto visible = "\r" + visibleLine(line) + "\033[K";
    waitIfEnding();
    std::fwrite(visible.data(), 1, visible.size(), stderr);
    std::fflush(stderr);
}

void clearLine()
{
    drawLine({});
}

void holdStandardStreams()
{
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        // Opened in the opposite direction, so that using the stream still fails.
        if (::fcntl(stream, F_GETFD) < 0 && errno == EBADF)
            ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

void flushOutput()
{
    if (std::fflush(stdout) != 0 && outputFailure == 0)
        outputFailure = errno;
    if (outputFailure != 0)
        throw Error(translated("The output is incomplete because it cannot be written to stdout: {reason}.",
                               {{"reason", systemReason(outputFailure)}}));
}

} // namespace stepscope
