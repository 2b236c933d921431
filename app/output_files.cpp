#include "app/output_files.h"

#include "app/picture_export.h"
#include "core/base/error.h"
#include "core/language/translation.h"

#include <algorithm>
#include <array>
#include <system_error>

namespace stepscope {

void refuseOtherExtension(const std::string& option, const std::string& output, std::string_view extension)
{
    constexpr auto known =
        std::to_array<std::string_view>({"csv", "json", "md", "tex", "dot", "stepscope", "html", "gz"});
    const auto given = extensionOf(output);
    if (given == extension ||
        (std::ranges::find(known, std::string_view(given)) == known.end() && !isPictureFormat(given)))
        return;
    std::filesystem::path example = output;
    if (given == "gz")
        example.replace_extension(); // "t.json.gz" is named after what is compressed
    example.replace_extension(extension);
    throw UsageError(translated(
        extension.empty()
            ? translatable(
                  "{option} is {file}, but the file is not written as {given}; choose another extension.")
            : translatable(
                  "{option} is {file}, but the file is written as {format}; name it accordingly, as in "
                  "{example}."),
        {{"option", option},
         {"file", output},
         {"given", given},
         {"format", std::string(extension)},
         {"example", example.string()}}));
}

void refuseOverwriting(const std::string& output, const std::filesystem::path& input)
{
    std::error_code missing; // so there is nothing to overwrite
    if (!output.empty() && std::filesystem::equivalent(output, input, missing))
        throw UsageError(translated("{file} is read by this command: name another file for the result.",
                                    {{"file", output}}));
}

void refuseExisting(const std::string& output, bool force)
{
    std::error_code unreadable; // reported when the file is written
    if (!output.empty() && !force && std::filesystem::exists(output, unreadable))
        throw UsageError(translated("{file} already exists; name another file, or use --force to replace it.",
                                    {{"file", output}}));
}

} // namespace stepscope
