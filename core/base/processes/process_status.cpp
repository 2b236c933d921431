#include "core/base/processes/process_status.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>
#include <string>

namespace stepscope {

std::optional<ProcessStatus> processStatus(int64_t process)
{
    std::ifstream file(fmt::format("/proc/{}/stat", process));
    std::ostringstream read;
    read << file.rdbuf(); // reading by an iterator would throw if the process ends meanwhile
    const std::string text = read.str();
    const auto nameEnd = text.rfind(')'); // the name before it may contain any character
    if (nameEnd == std::string::npos)
        return std::nullopt;
    std::istringstream fields(text.substr(nameEnd + 1));
    ProcessStatus status;
    fields >> status.state >> status.parent;
    std::string skipped;
    for (int field = 5; field < 22; ++field)
        fields >> skipped;
    fields >> status.startTicks;
    return fields ? std::optional(status) : std::nullopt;
}

} // namespace stepscope
