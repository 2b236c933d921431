#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

/// A sentence with which a recorder tells its user what it did or could not do.
struct RecorderMessage
{
    enum class Kind {
        Recorded, ///< a run was recorded
        NoRun,    ///< the program ended without a run
        Problem,  ///< something could not be recorded or written
        Failure,  ///< the recorder itself ended with an error, which it also prints
    };

    Kind kind = Kind::Problem;
    std::string text;

    bool operator==(const RecorderMessage&) const = default;
};

/// One line of the file that `stepscope record --messages-to` writes, with its line break:
/// {"kind":"problem","text":"…"}. Bytes that are not UTF-8 are replaced.
std::string messageLine(const RecorderMessage& message);

/// The messages in such lines. A line that is not a message is skipped.
std::vector<RecorderMessage> recorderMessages(std::string_view lines);

} // namespace stepscope
